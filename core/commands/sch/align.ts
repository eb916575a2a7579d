import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { contactsOf, contactsOfItem } from "../../engines/sheet/contacts.ts";
import { planDrag } from "../../engines/sheet/drag.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { anchorOf } from "./anchor.ts";
import { addLine, joinAlong, joinAt } from "./draw-lines.ts";
import { metBy, metNotes } from "./met-notes.ts";
import { resolveWhole } from "./symbol-refs.ts";

/** KiCad's connection grid: 50 mil. */
const GRID: Nm = 1_270_000;

const edges = ["left", "right", "top", "bottom", "center-x", "center-y"] as const;

export const align = defineEdit({
  id: "sch.align",
  title: "Align",
  about:
    "Lines items up by their anchors: at the leftmost, rightmost, topmost or lowest one, or about the middle; or puts " +
    "their pins and ends back on the grid (`grid`, KiCad's Align Items to Grid). Connected wires follow.",
  scope: "schematic",
  args: {
    items: itemRefs("What to align"),
    to: Type.Union(
      [...edges, "grid"].map((word) => Type.Literal(word)),
      { description: "left, right, top, bottom, center-x (one above the other), center-y (side by side) or grid." },
    ),
  },
  examples: [
    {
      about: "Two resistors, one above the other.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: ["R1", "R2"], to: "left" },
    },
  ],
  run(cx, args) {
    const items = resolveWhole(cx.doc, args.items, "align");
    const fixed = items.find((item) => anchorOf(item) === null);
    if (fixed !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot align ${fixed.id}: a ${fixed.kind} has no place of its own.`,
        hint: "Name symbols, sheets, labels, texts or drawings.",
        data: { id: fixed.id },
      });
    }
    if (items.length < 2 && args.to !== "grid") {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot align one item: there is nothing to line it up with.",
        hint: "Name two or more items.",
      });
    }
    const library = librarySymbolsOf(cx.doc);
    const goals = items.map((item) => {
      const anchor = anchorOf(item)!;
      if (args.to !== "grid") return { id: item.id, by: lineUp(anchor, items, args.to as (typeof edges)[number]) };
      // A pin on the grid is what counts; a drawing has none, so its anchor does.
      const contact = contactsOfItem(item, library)[0]?.at ?? anchor;
      return { id: item.id, by: { x: onGrid(contact.x) - contact.x, y: onGrid(contact.y) - contact.y } };
    });
    const met: Point[] = [];
    let moved = 0;
    for (const { id, by } of goals) {
      if (by.x === 0 && by.y === 0) continue;
      moved++;
      const item = cx.doc.items.get(id)!;
      const plan = planDrag(cx.doc, [item], by);
      met.push(...metBy(plan, [item], contactsOf(cx.doc)));
      for (const patch of plan.patches) cx.edit.set(patch.id, patch.to, patch.owner);
      for (const each of plan.removed) cx.edit.remove(each);
      const lines = plan.patches.map((patch) => patch.owner ?? patch.id);
      for (const line of plan.added) lines.push(addLine(cx.edit, line));
      joinAt(cx.edit, [...plan.places, ...plan.added.flatMap((line) => [line.from, line.to])]);
      met.push(...joinAlong(cx.edit, lines));
    }
    return moved === 0 ? ["Everything is in line already."] : metNotes(met);
  },
});

function lineUp(anchor: Point, items: readonly Item[], to: (typeof edges)[number]): Point {
  const anchors = items.map((item) => anchorOf(item)!);
  const xs = anchors.map((p) => p.x);
  const ys = anchors.map((p) => p.y);
  const middle = (values: readonly Nm[]) => onGrid((Math.min(...values) + Math.max(...values)) / 2);
  switch (to) {
    case "left":
      return { x: Math.min(...xs) - anchor.x, y: 0 };
    case "right":
      return { x: Math.max(...xs) - anchor.x, y: 0 };
    case "top":
      return { x: 0, y: Math.min(...ys) - anchor.y };
    case "bottom":
      return { x: 0, y: Math.max(...ys) - anchor.y };
    case "center-x":
      return { x: middle(xs) - anchor.x, y: 0 };
    case "center-y":
      return { x: 0, y: middle(ys) - anchor.y };
  }
}

function onGrid(value: number): Nm {
  return Math.round(value / GRID) * GRID + 0;
}
