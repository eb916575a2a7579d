import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { quartersOf } from "../../engines/render/turned-picture.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { degrees, itemRefs, pointMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { alone, force } from "./move.ts";
import { centreOf, nameOf, selectItems } from "./selection.ts";
import { alter, pictureRefusal, rotateItem } from "./transform.ts";

export const rotate = defineEdit({
  id: "pcb.rotate",
  title: "Rotate",
  about:
    "Turns items counter-clockwise about `center`, or about their own place: a footprint's anchor, else the middle of " +
    "all items. A rectangle not turned by right angles becomes a polygon, a picture turns by quarters. A group turns as a whole unless `alone`.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to turn"),
    angle: degrees("How far"),
    center: Type.Optional(pointMm("What to turn about")),
    force,
    alone,
  },
  examples: [{ about: "R1 by a quarter turn.", fixture: "blinky/blinky.kicad_pcb", args: { items: "R1", angle: 90 } }],
  run(cx, args) {
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "rotate", { force: args.force, alone: args.alone, notes });
    const center = args.center === undefined ? centreOf(items) : toPoint(args.center);
    if (center === null || args.angle % 360 === 0) return notes;
    for (const item of items) {
      const refusal = refusalOf(item, args.angle);
      if (refusal !== null) {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot rotate ${nameOf(item)}: ${refusal}.`,
          hint:
            item.kind === "image"
              ? "Add it anew as a PNG with pcb.addImage, or leave it out of the call."
              : "Leave it out of the call, or choose another angle.",
          data: { id: item.id },
        });
      }
      alter(cx.edit, rotateItem(item, args.angle, center));
    }
    return [...notes, ...passNets(cx)];
  },
});

function refusalOf(item: Item, angle: number): string | null {
  if (item.kind === "image" && quartersOf(angle) !== 0) return pictureRefusal(item);
  if (item.kind === "dimension" && item["type"] === "orthogonal" && angle % 90 !== 0)
    return `an orthogonal dimension turns by multiples of 90 degrees, not by ${angle}`;
  return null;
}
