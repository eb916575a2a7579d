import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import { isPart } from "../../model/document.ts";
import type { PathNode } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { refOf } from "../item-json.ts";
import { resolveTopLevel } from "../item-refs.ts";

/** How an edit takes the items that a call names. */
export interface Selecting {
  /** Locked items are taken too; else they refuse the call. */
  readonly force?: boolean | undefined;
  /** The named members of a group without the rest of it; else a group comes whole, as KiCad selects it. */
  readonly alone?: boolean | undefined;
  /** Receives a line for each group that came whole because one of its members was named. */
  readonly notes?: string[];
}

/** The items that an edit works on: those named, and for a group or a generated pattern its members. */
export function selectItems(doc: Doc, refs: string | readonly string[], verb: string, how: Selecting = {}): Item[] {
  const chosen = new Map<ItemId, Item>();
  const owners = groupsByMember(doc);
  const take = (item: Item) => {
    if (chosen.has(item.id)) return;
    refuseUnplaced(item, verb);
    chosen.set(item.id, item);
    for (const id of membersOf(item)) {
      const member = doc.items.get(id);
      if (member !== undefined) take(member);
    }
  };
  for (const item of resolveTopLevel(doc, refs, verb)) {
    const whole = how.alone === true ? item : outermost(owners, item);
    if (whole !== item && !chosen.has(whole.id))
      how.notes?.push(`${nameOf(item)} is in ${nameOf(whole)}, whose ${membersOf(whole).length} members came along.`);
    take(whole);
  }
  if (how.force !== true) for (const item of chosen.values()) refuseLocked(item, verb, owners);
  return [...chosen.values()];
}

/** The group or pattern that lists an item, by the item's id. */
export function groupsByMember(doc: Doc): ReadonlyMap<ItemId, Item> {
  const owners = new Map<ItemId, Item>();
  for (const group of doc.items.ofKind("group", "generated")) for (const id of membersOf(group)) owners.set(id, group);
  return owners;
}

function outermost(owners: ReadonlyMap<ItemId, Item>, item: Item): Item {
  const seen = new Set<ItemId>();
  let top = item;
  // A pattern is taken by its members one by one: tracks of a tuned length are edited as tracks.
  for (let next = owners.get(top.id); next?.kind === "group" && !seen.has(next.id); next = owners.get(next.id)) {
    seen.add(next.id);
    top = next;
  }
  return top;
}

/** The members that a group or a generated pattern lists. */
export function membersOf(item: Item): readonly ItemId[] {
  return item.kind === "group" || item.kind === "generated" ? (item["members"] as readonly ItemId[]) : [];
}

/** Refuses an item that is locked, or whose group is (with `owners`). */
export function refuseLocked(item: Item, verb: string, owners?: ReadonlyMap<ItemId, Item>): void {
  const holder = lockedBy(item, owners);
  if (holder === null) return;
  const reason = holder === item ? "it is locked" : `its ${nameOf(holder)} is locked`;
  throw new CommandError({
    code: "locked",
    message: `Cannot ${verb} ${nameOf(item)}: ${reason}.`,
    hint: `Repeat the call with force: true, or unlock it with pcb.unlock { "items": ${JSON.stringify(holder.id)} }.`,
    data: { id: item.id },
  });
}

/** What keeps an item locked: itself or a group around it; null for what is free. */
export function lockedBy(item: Item, owners?: ReadonlyMap<ItemId, Item>): Item | null {
  const seen = new Set<ItemId>();
  for (let each: Item | undefined = item; each !== undefined && !seen.has(each.id); each = owners?.get(each.id)) {
    if (each["locked"] === true) return each;
    seen.add(each.id);
  }
  return null;
}

/** Whether an item is a thing on the board or sheet, and no part of the file. */
export function isPlaced(item: { readonly kind: string }): boolean {
  return !isPart(item.kind);
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
