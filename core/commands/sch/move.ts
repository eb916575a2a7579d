import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { contactsOf } from "../../engines/sheet/contacts.ts";
import { planDrag, planMove } from "../../engines/sheet/drag.ts";
import type { ItemId } from "../../model/item.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { moveSymbolParts } from "../lib/symbol-parts.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { anchorOf } from "./anchor.ts";
import { addLine, gridNotes, joinAlong, joinAt } from "./draw-lines.ts";
import { metBy, metNotes } from "./met-notes.ts";
import { resolveWhole } from "./symbol-refs.ts";

export const move = defineEdit({
  id: "sch.move",
  title: "Move",
  about:
    "Moves symbols (with their fields), sheets (with their pins), wires, labels and drawings. Connected wires follow " +
    "(KiCad's drag, G); with `drag` false they stay (KiCad's move, M).",
  scope: "schematic",
  onSymbolParts: moveSymbolParts,
  args: {
    items: itemRefs("What to move"),
    by: Type.Optional(pointMm("How far")),
    to: Type.Optional(pointMm("Where the first item's anchor goes; the others keep their distance")),
    drag: Type.Optional(Type.Boolean({ description: "Whether connected wires follow; true when left out." })),
  },
  label: (args) => `Move ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [
    { about: "R1 up, its wires with it.", fixture: "blinky/blinky.kicad_sch", args: { items: "R1", by: [0, -2.54] } },
    {
      about: "The LED alone.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: ["D1"], to: [203.2, 95.25], drag: false },
    },
  ],
  run(cx, args) {
    if ((args.by === undefined) === (args.to === undefined)) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot move: give either by or to.",
        hint: 'Example: sch.move { "items": "R1", "by": [2.54, 0] }',
      });
    }
    const items = resolveWhole(cx.doc, args.items, "move");
    const fixed = items.find((item) => anchorOf(item) === null);
    if (fixed !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot move ${fixed.id}: a ${fixed.kind} has no place of its own that could be moved.`,
        hint: "Name symbols, sheets, wires, labels, texts or drawings.",
        data: { id: fixed.id },
      });
    }
    const from = anchorOf(items[0]!)!;
    const to = args.to === undefined ? null : toPoint(args.to);
    const by = to === null ? toPoint(args.by!) : { x: to.x - from.x, y: to.y - from.y };
    if (by.x === 0 && by.y === 0) return ["Nothing moved: the distance is zero."];
    const drag = args.drag !== false;
    const before = contactsOf(cx.doc);
    const plan = drag ? planDrag(cx.doc, items, by) : planMove(cx.doc, items, by);
    const met = metBy(plan, items, before);
    const lines = apply(cx, plan);
    joinAt(cx.edit, [...plan.places, ...plan.added.flatMap((line) => [line.from, line.to])]);
    met.push(...joinAlong(cx.edit, lines));
    const notes = gridNotes([by]).length === 0 ? [] : ["The distance is no multiple of 1.27 mm: pins leave the grid."];
    return [...notes, ...metNotes(met)];
  },
});

/** Answers the top-level items that it changed or added. */
function apply(cx: EditContext, plan: ReturnType<typeof planMove>): ItemId[] {
  for (const { id, owner, to } of plan.patches) cx.edit.set(id, to, owner);
  for (const id of plan.removed) cx.edit.remove(id);
  return [...plan.patches.map(({ id, owner }) => owner ?? id), ...plan.added.map((line) => addLine(cx.edit, line))];
}
