import type { Box, Point } from "../../base/nm.ts";
import type { NetState } from "../../engines/connect/clusters.ts";
import type { BoardPart, PadUse } from "../../engines/netlist/board-parts.ts";
import { fieldChild, fieldValue } from "../../model/board/footprint.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { boundsOf, emptyBox, joinBoxes } from "../item-bounds.ts";
import { referenceOf } from "../item-refs.ts";

/** Which footprint stands for which part; parts without one are to be added, footprints without one are extra. */
export interface Matching {
  readonly pairs: readonly { readonly part: BoardPart; readonly footprint: Item }[];
  readonly missing: readonly BoardPart[];
  readonly extra: readonly Item[];
}

/** Pairs parts with footprints by the symbol that a footprint says it comes from, or by reference. */
export function matchParts(edit: Edit, parts: readonly BoardPart[], by: "uuid" | "reference"): Matching {
  const footprints = [...edit.doc.items.ofKind("footprint")];
  const free = new Set(footprints);
  const byPath = new Map(footprints.map((each) => [String(each["path"] ?? ""), each]));
  const byReference = new Map<string, Item>();
  for (const each of footprints) if (!byReference.has(referenceOf(each))) byReference.set(referenceOf(each), each);
  const pairs: { part: BoardPart; footprint: Item }[] = [];
  const missing: BoardPart[] = [];
  for (const part of parts) {
    const found =
      by === "reference"
        ? byReference.get(part.reference)
        : part.paths.map((path) => byPath.get(path)).find((each) => each !== undefined && free.has(each));
    if (found === undefined || !free.has(found)) missing.push(part);
    else {
      free.delete(found);
      pairs.push({ part, footprint: found });
    }
  }
  return { pairs, missing, extra: [...free].filter((each) => !isBoardOnly(each)) };
}

function isBoardOnly(footprint: Item): boolean {
  return (footprint["attributes"] as readonly string[] | undefined)?.includes("board_only") === true;
}

export interface UpdateOptions {
  readonly fields: boolean;
}

/** Makes a footprint agree with its part: names, origin, fields, attributes, and its pads' nets. Answers what it did. */
export function updateFootprint(edit: Edit, id: ItemId, part: BoardPart, options: UpdateOptions): string[] {
  const said: string[] = [];
  const now = () => edit.doc.items.get(id)!;
  const old = referenceOf(now());
  for (const [name, value] of [
    ["Reference", part.reference],
    ["Value", part.value],
  ] as const) {
    if (fieldValue(now(), name) === value) continue;
    said.push(`Changes ${name.toLowerCase()} of ${old} from ${fieldValue(now(), name)} to ${value}.`);
    setField(edit, id, name, value);
  }
  const origin = { path: part.path, sheetname: part.sheetname, sheetfile: part.sheetfile };
  if (now()["path"] !== part.path && now()["path"] !== null) said.push(`Links ${part.reference} to its symbol.`);
  edit.set(id, origin);
  if (options.fields) {
    for (const [name, value] of part.fields) {
      if (fieldValue(now(), name) === value) continue;
      if (fieldChild(now(), name) === undefined && value === "") continue;
      said.push(`Sets ${name} of ${part.reference} to ${JSON.stringify(value)}.`);
      setField(edit, id, name, value);
    }
  }
  const attributes = (now()["attributes"] as readonly string[] | undefined) ?? [];
  const wanted = attributes.filter((word) => word !== "dnp" && word !== "exclude_from_bom");
  if (part.dnp) wanted.push("dnp");
  if (!part.inBom) wanted.push("exclude_from_bom");
  if ([...wanted].sort().join() !== [...attributes].sort().join()) {
    said.push(`Changes what ${part.reference} is left out of: ${wanted.join(", ") || "nothing"}.`);
    edit.set(id, { attributes: wanted });
  }
  said.push(...updatePads(edit, id, part));
  return said;
}

function setField(edit: Edit, id: ItemId, name: string, value: string): void {
  const own = fieldChild(edit.doc.items.get(id)!, name);
  if (own === undefined) {
    edit.addInside(id, "property", { name, value, at: { x: 0, y: 0, angle: 0 }, layer: "F.Fab", hide: true });
  } else edit.set(own.id, own.kind === "text" ? { text: value } : { value }, id);
}

function updatePads(edit: Edit, id: ItemId, part: BoardPart): string[] {
  const said = new Set<string>();
  const item = edit.doc.items.get(id)!;
  const numbers = new Set<string>();
  for (const pad of item.children.filter((child) => child.kind === "pad")) {
    const number = pad["number"] as string;
    numbers.add(number);
    const use: PadUse = part.padUses.get(number) ?? { net: "", pinFunction: "", pinType: "" };
    const net = (pad["net"] as string | null) ?? "";
    if (net !== use.net) {
      const from = net === "" ? "" : ` from ${net}`;
      said.add(`Connects ${part.reference}.${number}${from} to ${use.net === "" ? "nothing" : use.net}.`);
      edit.ensureNet(use.net);
    }
    edit.set(pad.id, { net: use.net, pinFunction: use.pinFunction || null, pinType: use.pinType || null }, id);
  }
  const lost = [...part.padUses.keys()].filter((number) => !numbers.has(number));
  if (lost.length > 0)
    said.add(
      `${part.reference} has no pad for pin ${lost.slice(0, 10).join(", ")}: its footprint does not fit its symbol.`,
    );
  return [...said];
}

/** Whether a note says that a footprint does not fit its symbol. */
export function isPadless(note: string): boolean {
  return note.includes(" has no pad for pin ");
}

/**
 * Copper follows its pads: where all pads that a piece of copper joins went to one other net, tracks, vias, zones and
 * drawings of it go along. `before` are the clusters as they were.
 */
export function moveCopper(edit: Edit, before: readonly NetState[]): string[] {
  const said = new Set<string>();
  const netOfPad = new Map<ItemId, string>();
  for (const footprint of edit.doc.items.ofKind("footprint"))
    for (const child of footprint.children)
      if (child.kind === "pad") netOfPad.set(child.id, (child["net"] as string | null) ?? "");
  for (const { net, clusters } of before) {
    for (const cluster of clusters) {
      const nets = new Set(cluster.flatMap((each) => (each.kind === "pad" ? [netOfPad.get(each.id) ?? ""] : [])));
      const [to] = nets;
      if (nets.size !== 1 || to === undefined || to === "" || to === net) continue;
      for (const id of new Set(cluster.flatMap((each) => (each.kind === "pad" ? [] : [each.parent])))) {
        const item = edit.doc.items.get(id);
        if (item === undefined || item["net"] === undefined || item["net"] === to) continue;
        said.add(`Moves copper of ${net} to ${to}.`);
        edit.set(id, { net: to });
      }
    }
  }
  return [...said];
}

/** Nets that nothing on the board uses any more go. */
export function removeIdleNets(edit: Edit): number {
  const used = new Set<unknown>([""]);
  for (const item of edit.doc.items.ofKind("track", "arcTrack", "via", "zone", "graphic")) used.add(item["net"]);
  for (const item of edit.doc.items.ofKind("footprint"))
    for (const child of item.children) if (child["net"] !== undefined) used.add(child["net"]);
  const idle = [...edit.doc.items.ofKind("net")].filter((net) => net["code"] !== 0 && !used.has(net["name"]));
  for (const net of idle) edit.remove(net.id);
  return idle.length;
}

/** Where new footprints are to be put. */
const GAP = 2_000_000;
const CLUSTER_GAP = 8_000_000;

/** Places for boxes in tidy blocks, one for each sheet, to the right of what is there. Answers the anchors' places. */
export function packParts(
  boxes: readonly { readonly key: string; readonly sheet: string; readonly box: Box }[],
  taken: Box,
): Map<string, Point> {
  const places = new Map<string, Point>();
  const sheets = new Map<string, (typeof boxes)[number][]>();
  for (const each of boxes) {
    const row = sheets.get(each.sheet);
    if (row === undefined) sheets.set(each.sheet, [each]);
    else row.push(each);
  }
  const hasBoard = taken.minX <= taken.maxX;
  let left = hasBoard ? snap(taken.maxX + CLUSTER_GAP) : 50_000_000;
  const top = hasBoard ? snap(taken.minY) : 50_000_000;
  for (const group of sheets.values()) {
    const area = group.reduce((sum, { box }) => sum + (box.maxX - box.minX + GAP) * (box.maxY - box.minY + GAP), 0);
    const width = Math.max(...group.map(({ box }) => box.maxX - box.minX), Math.sqrt(area) * 1.2);
    let [x, y, height, right] = [0, 0, 0, 0];
    for (const { key, box } of group) {
      const [w, h] = [box.maxX - box.minX, box.maxY - box.minY];
      if (x > 0 && x + w > width) [x, y, height] = [0, y + height + GAP, 0];
      places.set(key, { x: snap(left + x - box.minX), y: snap(top + y - box.minY) });
      x += w + GAP;
      height = Math.max(height, h);
      right = Math.max(right, x);
    }
    left = snap(left + right + CLUSTER_GAP);
  }
  return places;
}

function snap(value: number): number {
  return Math.round(value / 100_000) * 100_000;
}

/** The box around everything placed on a board. */
export function boardBox(edit: Edit): Box {
  let box = emptyBox;
  for (const item of edit.doc.items.ofKind("footprint", "graphic", "track", "via", "zone"))
    box = joinBoxes(box, boundsOf({ item }));
  return box;
}
