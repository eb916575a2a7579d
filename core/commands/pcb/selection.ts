import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { PathNode } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { refOf } from "../item-json.ts";
import { resolveTopLevel } from "../item-refs.ts";

/**
 * The items that an edit works on: those named, and for a group or a generated pattern its members. With `force` locked
 * items are taken too; else they refuse the call.
 */
export function selectItems(doc: Doc, refs: string | readonly string[], verb: string, force: boolean): Item[] {
  const chosen = new Map<ItemId, Item>();
  const take = (item: Item) => {
    if (chosen.has(item.id)) return;
    refuseUnplaced(item, verb);
    chosen.set(item.id, item);
    for (const id of membersOf(item)) {
      const member = doc.items.get(id);
      if (member !== undefined) take(member);
    }
  };
  for (const item of resolveTopLevel(doc, refs, verb)) take(item);
  if (!force) for (const item of chosen.values()) refuseLocked(item, verb);
  return [...chosen.values()];
}

/** The members that a group or a generated pattern lists. */
export function membersOf(item: Item): readonly ItemId[] {
  return item.kind === "group" || item.kind === "generated" ? (item["members"] as readonly ItemId[]) : [];
}

export function refuseLocked(item: Item, verb: string): void {
  if (item["locked"] !== true) return;
  const name = nameOf(item);
  throw new CommandError({
    code: "locked",
    message: `Cannot ${verb} ${name}: it is locked.`,
    hint: `Repeat the call with force: true, or unlock it with pcb.setProperties { "items": ${JSON.stringify(item.id)}, "properties": { "locked": false } }.`,
    data: { id: item.id },
  });
}

/** Parts of the file that are no things on the board. */
const unplaced: ReadonlySet<string> = new Set(["net", "layers", "other", "embeddedFonts", "embeddedFiles"]);

export function isPlaced(item: { readonly kind: string }): boolean {
  return !unplaced.has(item.kind);
}

function refuseUnplaced(item: Item, verb: string): void {
  if (isPlaced(item)) return;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} ${item.id}: it is a part of the file (${item.kind}), not a thing on the board.`,
    hint: "List things on the board with query.items.",
    data: { id: item.id },
  });
}

export function nameOf(item: Item): string {
  return `${item.kind} ${refOf({ item }) || item.id}`;
}

/** The place that an item is moved by: its own, or the middle of its places. Null for a group. */
export function anchorOf(item: Item): Point | null {
  const at = item["at"] as Point | undefined;
  if (at !== undefined) return { x: at.x, y: at.y };
  const points = pointsOf(item);
  return points.length === 0 ? null : middleOf(points);
}

/** The middle of all items: of a single one with a place of its own, that place. */
export function centreOf(items: readonly Item[]): Point | null {
  const placed = items.filter((item) => anchorOf(item) !== null);
  if (placed.length === 1) return anchorOf(placed[0]!);
  const points = placed.flatMap((item) => (item["at"] === undefined ? pointsOf(item) : [item["at"] as Point]));
  return points.length === 0 ? null : middleOf(points);
}

function middleOf(points: readonly Point[]): Point {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
}

/** The places that an item's properties name, in its own coordinates; a circle's is its centre. */
export function pointsOf(item: Item): Point[] {
  if (item["center"] !== null && item["center"] !== undefined) return [item["center"] as Point];
  const single = [item["start"], item["mid"], item["end"], item["at"]].filter((p) => p !== null && p !== undefined);
  const outlines = (item["outlines"] as readonly (readonly PathNode[])[] | undefined) ?? [];
  const nodes = [...((item["pts"] as readonly PathNode[] | undefined) ?? []), ...outlines.flat()];
  return [...(single as Point[]), ...nodes.flatMap((n) => ("start" in n ? [n.start, n.mid, n.end] : [n]))];
}
