import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { contactsOf, isOn } from "../../engines/sheet/contacts.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { gridNotes, joinAt } from "./draw-lines.ts";

/** KiCad's own size: 100 mil each way. */
const SIZE = 2_540_000;

const directions = {
  "down-right": { x: 1, y: 1 },
  "up-right": { x: 1, y: -1 },
  "down-left": { x: -1, y: 1 },
  "up-left": { x: -1, y: -1 },
} as const;

export const busEntry = defineEdit({
  id: "sch.busEntry",
  title: "Add bus entry",
  about: "Adds the slanted piece that leads from a bus to a wire: 2.54 mm each way, from the bus to the wire's end.",
  scope: "schematic",
  args: {
    at: pointMm("Where it leaves the bus"),
    direction: Type.Union(
      [Type.Literal("down-right"), Type.Literal("up-right"), Type.Literal("down-left"), Type.Literal("up-left")],
      { description: "Where the wire's end is from there: down-right, up-right, down-left or up-left." },
    ),
  },
  examples: [
    {
      about: "Out of a bus to the right.",
      fixture: "blinky/blinky.kicad_sch",
      args: { at: [215.9, 66.04], direction: "up-right" },
    },
  ],
  run(cx, args) {
    const at = toPoint(args.at);
    const way = directions[args.direction];
    const size = { x: way.x * SIZE, y: way.y * SIZE };
    cx.edit.add("busEntry", { at, size, stroke: { width: 0, type: "default", color: null } });
    const end = { x: at.x + size.x, y: at.y + size.y };
    joinAt(cx.edit, [at, end]);
    const notes = gridNotes([at]);
    if (!contactsOf(cx.doc).lines.some((line) => line.bus && isOn(at, line.from, line.to)))
      notes.push(`No bus at (${toMm(at.x)}, ${toMm(at.y)}): draw it with sch.bus.`);
    return [...notes, `The wire's end is at [${toMm(end.x)}, ${toMm(end.y)}].`];
  },
});
