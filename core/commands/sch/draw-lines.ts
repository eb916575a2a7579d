import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { ContactMap } from "../../engines/sheet/contacts.ts";
import { contactsOf, isInside, linesOf, placeKey, samePlace } from "../../engines/sheet/contacts.ts";
import type { NewLine } from "../../engines/sheet/drag.ts";
import { needsJunction } from "../../engines/sheet/junctions.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";

/** KiCad's connection grid: 50 mil. */
const GRID = 1_270_000;

/** Adds a wire or a bus; answers its id. */
export function addLine(edit: Edit, { bus, from, to }: NewLine): ItemId {
  return edit.add(bus ? "bus" : "wire", { pts: [from, to], stroke: { width: 0, type: "default", color: null } });
}

/**
 * Puts dots where lines and pins at these places need them, and breaks the lines that pass below a dot in two, as KiCad
 * does. Answers the new dots' places.
 */
export function joinAt(edit: Edit, places: readonly Point[]): Point[] {
  const map = contactsOf(edit.doc);
  const dots = new Map<string, Point>();
  const breaks = new Map<string, Point>();
  for (const p of places) {
    if (!needsJunction(p, map)) continue;
    breaks.set(placeKey(p), p);
    if (!map.at(p).some((contact) => contact.kind === "junction")) dots.set(placeKey(p), p);
  }
  for (const at of dots.values()) edit.add("junction", { at: { ...at, angle: 0 }, diameter: 0, color: [0, 0, 0, 0] });
  breakLines(edit, map, [...breaks.values()]);
  return [...dots.values()];
}

/**
 * As {@link joinAt}, where lines pass over ends and pins of others after they were moved, turned or stretched; items
 * that are no lines are left alone. Answers the new dots' places.
 */
export function joinAlong(edit: Edit, ids: Iterable<ItemId>): Point[] {
  const map = contactsOf(edit.doc);
  const places: Point[] = [];
  for (const id of new Set(ids)) {
    const item = edit.doc.items.get(id);
    for (const line of item === undefined ? [] : linesOf(item)) places.push(...contactsInside(map, line));
  }
  return places.length === 0 ? [] : joinAt(edit, places);
}

/** Points of other things that lie on a line between its ends. */
export function contactsInside(map: ContactMap, line: NewLine): Point[] {
  const found: Point[] = [];
  for (const contacts of map.byPlace.values()) {
    const { at } = contacts[0]!;
    if (contacts.some((c) => JOINING.has(c.kind)) && isInside(at, line.from, line.to)) found.push(at);
  }
  return found;
}

const JOINING: ReadonlySet<string> = new Set(["pin", "sheetPin", "wireEnd", "busEnd", "junction", "busEntryEnd"]);

/** Breaks the lines that pass through places in two there. */
export function breakAt(edit: Edit, at: readonly Point[]): void {
  breakLines(edit, contactsOf(edit.doc), at);
}

function breakLines(edit: Edit, map: ContactMap, at: readonly Point[]): void {
  for (const line of map.lines) {
    const inside = at.filter((p) => isInside(p, line.from, line.to));
    if (inside.length === 0) continue;
    const far = (p: Point) => Math.hypot(p.x - line.from.x, p.y - line.from.y);
    const chain = [line.from, ...inside.sort((a, b) => far(a) - far(b)), line.to];
    const { stroke } = edit.doc.items.get(line.item) as Item & { readonly stroke: unknown };
    edit.set(line.item, { pts: [chain[0]!, chain[1]!] });
    for (let i = 2; i < chain.length; i++)
      edit.add(line.bus ? "bus" : "wire", { pts: [chain[i - 1]!, chain[i]!], stroke });
  }
}

/** A remark when places are off KiCad's connection grid: things there are hard to connect by hand. */
export function gridNotes(places: readonly Point[]): string[] {
  const off = places.find((p) => p.x % GRID !== 0 || p.y % GRID !== 0);
  return off === undefined ? [] : [`(${toMm(off.x)}, ${toMm(off.y)}) is off the 1.27 mm grid.`];
}

/** Whether a straight piece lies wholly on one of the lines. */
export function isCovered(map: ContactMap, { bus, from, to }: NewLine): boolean {
  const on = (p: Point, a: Point, b: Point) => samePlace(p, a) || samePlace(p, b) || isInside(p, a, b);
  return map.lines.some((line) => line.bus === bus && on(from, line.from, line.to) && on(to, line.from, line.to));
}
