import type { Degrees, Nm, Point } from "../../base/nm.ts";
import { layOut, leadFor } from "../../format/layout.ts";
import { decodeText, encodeText, headOf, quote, textOf } from "../../format/text.ts";
import { LIST, parseTree } from "../../format/tree.ts";
import { sortedParts } from "../../model/board/footprint-order.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import { textOfToday } from "../../model/board/old-arc.ts";
import type { Doc } from "../../model/document.ts";
import { kindOfItem } from "../../model/document.ts";
import { plainEffects } from "../../model/effects.ts";
import { argOf, KICAD_8 } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { readItem } from "../../model/item.ts";
import type { Patch } from "../../model/step.ts";
import { bytesOfItem, orderFor } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import { flipItem } from "./flip-item.ts";
import { alter, moveItem, rotateItem } from "./transform.ts";

/** How a footprint of a library comes onto a board. */
export interface FootprintUse {
  /** `Library:Name`, as the board says it. */
  readonly libId: string;
  readonly at: Point;
  readonly angle: Degrees;
  readonly side: "front" | "back";
  /** Values of fields by name, `Reference` and `Value` among them; new names make hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Nets by pad number; the board has them already. */
  readonly padNets: Readonly<Record<string, string>>;
  /** Where it comes from in the schematic. */
  readonly path?: string;
  readonly sheetname?: string;
  readonly sheetfile?: string;
  readonly locked?: boolean;
  /** Its own uuid, where it stands for one that was there; a fresh one when left out. */
  readonly uuid?: ItemId;
  /** Its place in the file; behind the last footprint when left out. */
  readonly order?: number;
}

/** What only a library's file says of a footprint. */
const ofTheFile: ReadonlySet<string> = new Set(["version", "generator", "generator_version", "tedit", "layer", "uuid"]);

/** Size and pen of the fields that KiCad adds where a library's footprint lacks them. */
const FIELD_SIZE: Nm = 1_270_000;
const FIELD_PEN: Nm = 150_000;

/** Version since which every footprint has these fields, empty or not. */
const KICAD_9 = 20241229;

/**
 * Adds a footprint of a library to a board, on either side, as KiCad's own placing writes it: every part with a fresh
 * uuid, angles those of the board, parts in KiCad's order. Answers its id.
 */
export function addFootprint(edit: Edit, source: Item, use: FootprintUse): ItemId {
  const id = use.uuid ?? edit.freshId();
  const scratch = edit.scratch();
  scratch.apply({
    op: "add",
    item: { id, kind: "footprint", order: orderFor(edit.doc, "footprint"), text: bare(edit.doc, source, id) },
  });
  scratch.set(id, { libId: use.libId, layer: "F.Cu", ...(use.locked === true ? { locked: true } : {}) });
  renew(scratch, id);
  setFields(scratch, id, use.fields);
  for (const child of scratch.doc.items.get(id)!.children) {
    const net = child.kind === "pad" ? use.padNets[child["number"] as string] : undefined;
    if (net !== undefined) scratch.set(child.id, { net }, id);
  }
  if (use.at.x !== 0 || use.at.y !== 0) alter(scratch, moveItem(scratch.doc.items.get(id)!, use.at));
  if (use.angle !== 0) alter(scratch, rotateItem(scratch.doc.items.get(id)!, use.angle, use.at));
  if (use.side === "back") flipItem(scratch, scratch.doc.items.get(id)!, use.at, "left-right");
  const text = assembled(scratch.doc, scratch.doc.items.get(id)!, use);
  edit.apply({ op: "add", item: { id, kind: "footprint", order: use.order ?? orderFor(edit.doc, "footprint"), text } });
  return id;
}

/** A footprint's text in the board's layout, at the board's origin, without what is the library file's. */
function bare(doc: Doc, source: Item, id: ItemId): string {
  const { bytes, start, end } = source.source;
  const tree = parseTree(bytes, { from: start, to: end });
  let text = `(footprint ${quote(source["libId"] as string)} (layer "F.Cu") (uuid ${quote(id)}) (at 0 0)`;
  for (let c = tree.next[tree.next[1]!]!; c < tree.next[0]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST || ofTheFile.has(headOf(tree, c))) continue;
    const isEmpty = ["descr", "tags"].includes(headOf(tree, c)) && textOf(tree, argOf(tree, c, 1)) === "";
    if (!isEmpty) text += ` ${textOfToday(tree, c)}`;
  }
  return leadFor(1, doc.style) + layOut(`${text})`, 1, doc.style);
}

/**
 * Gives every part a uuid of its own, and groups the new names of their members. The uuids rise in file order: where
 * nothing else tells two parts apart KiCad sorts by them.
 */
function renew(edit: Edit, id: ItemId): void {
  const parts = edit.doc.items.get(id)!.children.filter((child) => "uuid" in child);
  const fresh = parts.map(() => edit.freshId()).sort();
  const names = new Map<string, string>();
  for (const [i, child] of parts.entries()) {
    if (child["uuid"] !== null) names.set(child["uuid"] as string, fresh[i]!);
    edit.set(child.id, { uuid: fresh[i]! }, id);
  }
  for (const child of parts) {
    if (child.kind !== "group") continue;
    const members = (child["members"] as readonly string[]).map((member) => names.get(member) ?? member);
    edit.set(child.id, { members }, id);
  }
}

/** Writes the fields' values, and adds those that are missing, hidden as KiCad adds them. */
function setFields(edit: Edit, id: ItemId, values: Readonly<Record<string, string>>): void {
  const left = new Map(Object.entries(values));
  if (edit.doc.version >= KICAD_9)
    for (const name of ["Datasheet", "Description"]) if (!left.has(name)) left.set(name, "");
  for (const child of edit.doc.items.get(id)!.children) {
    const name = fieldName(child);
    const value = name === null ? undefined : left.get(name);
    if (name === null || value === undefined) continue;
    left.delete(name);
    // An empty one was asked for only so that it is there.
    if (value === "" && values[name] === undefined) continue;
    edit.set(child.id, child.kind === "text" ? { text: value } : { value }, id);
  }
  for (const [name, value] of left) edit.addInside(id, "property", newField(edit.doc, name, value));
}

function fieldName(child: Item): string | null {
  if (child.kind === "property") return child["name"] as string;
  if (child.kind !== "text") return null;
  return child["role"] === "reference" ? "Reference" : child["role"] === "value" ? "Value" : null;
}

function newField(doc: Doc, name: string, value: string): Patch {
  if (doc.version < KICAD_8) return { name, value };
  return {
    name,
    value,
    at: { x: 0, y: 0, angle: 0 },
    layer: "F.Fab",
    hide: true,
    effects: { ...plainEffects, width: FIELD_SIZE, height: FIELD_SIZE, thickness: FIELD_PEN },
  };
}

/** Own properties that stand before the fields, in KiCad's order; the other lists of the library's text come behind them. */
const leading = ["locked", "placed", "layer", "uuid", "tstamp", "at", "descr", "tags"];

/** The footprint's text with its parts in KiCad's order. */
function assembled(doc: Doc, item: Item, use: FootprintUse): string {
  const kind = kindOfItem(doc, item);
  const bytes = encodeText(decodeText(bytesOfItem(doc, item)).trim());
  const source = { bytes, lead: 0, start: 0, end: bytes.length };
  const read = readItem(kind, source, item.id, item.order, doc.file);
  const parts = sortedParts(read);
  const inside = new Set(read.children.map((child) => child.source.start));
  const tree = parseTree(bytes, { maxDepth: 2 });
  const own: { rank: number; text: string }[] = [];
  for (let c = tree.next[tree.next[1]!]!; c < tree.next[0]!; c = tree.next[c]!) {
    if (inside.has(tree.start[c]!)) continue;
    const text = decodeText(bytes, tree.start[c]!, tree.end[c]!);
    const rank = leading.indexOf(tree.kind[c] === LIST ? headOf(tree, c) : text);
    own.push({ rank: rank < 0 ? leading.length : rank, text });
  }
  own.sort((a, b) => a.rank - b.rank);
  const texts = (list: readonly Item[]) =>
    list.map((child) => spelled(child, decodeText(bytes, child.source.start, child.source.end), doc));
  const tail = own.filter(({ text }) => /^\(embedded_/.test(text)).map(({ text }) => text);
  const behind = own
    .filter((each) => each.rank === leading.length && !tail.includes(each.text))
    .map(({ text }) => text);
  const from = (["path", "sheetname", "sheetfile"] as const).flatMap((name) =>
    use[name] === undefined ? [] : [`(${name} ${quote(use[name])})`],
  );
  const lists = [
    ...own.filter(({ rank }) => rank < leading.length).map(({ text }) => text),
    ...texts(parts.fields),
    ...from,
    ...behind,
    ...texts(parts.drawn),
    ...(tail.length === 0 && doc.version >= KICAD_9 ? ["(embedded_fonts no)"] : tail),
    ...texts(parts.models),
  ];
  const open = `(footprint ${quote(read["libId"] as string)}`;
  if (doc.style === "modern") return leadFor(1, doc.style) + layOut(`${open} ${lists.join(" ")})`, 1, doc.style);
  return `${leadFor(1, doc.style)}${open}${lists.map((text) => `${leadFor(2, doc.style)}${text}`).join("")}${leadFor(1, doc.style)})`;
}

/** A part's text with what KiCad writes and makers of libraries leave out. */
function spelled(part: Item, text: string, doc: Doc): string {
  const { version } = doc;
  if (version < KICAD_8) return text;
  // The angle of a text also when it is zero.
  if (part.kind === "text") return text.replace(/\(at (\S+) ([^\s)]+)\)/, "(at $1 $2 0)");
  if (part.kind !== "pad" || version < KICAD_9) return text;
  // Both sides are all copper of a board with two layers.
  const layers = copperLayers(doc).length === 2 ? text.replace('"F&B.Cu"', '"*.Cu"') : text;
  // Whether a closed shape of a custom pad is filled.
  return layers.replace(/\((gr_circle|gr_rect)((?:\s*\([^()]*\))+)\s*\)/g, (whole, token: string, inside: string) =>
    inside.includes("(fill") ? whole : `(${token}${inside} (fill no))`,
  );
}
