import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { flipItem } from "./flip-item.ts";
import { passNets } from "./follow-nets.ts";
import { alone, force } from "./move.ts";
import { centreOf, nameOf, selectItems } from "./selection.ts";
import { pictureRefusal } from "./transform.ts";

export const flip = defineEdit({
  id: "pcb.flip",
  title: "Flip to the other side",
  about:
    "Turns items over to the other side of the board, as KiCad's Flip: places are mirrored about an axis through `center` " +
    "(their own place when left out: a footprint's anchor, else the middle of all items), layers change for those of the " +
    "other side, texts are mirrored. Inner layers change places too (KiCad 9 leaves them). Fills of zones are mirrored " +
    "along; fill zones anew afterwards.",
  scope: "board",
  args: {
    items: itemRefs("What to flip"),
    direction: Type.Optional(
      Type.Union([Type.Literal("left-right"), Type.Literal("top-bottom")], {
        description: "left-right (default): as one turns a page; top-bottom: about a horizontal axis.",
      }),
    ),
    center: Type.Optional(pointMm("What the axis goes through")),
    force,
    alone,
  },
  examples: [
    { about: "R1 to the back.", fixture: "blinky/blinky.kicad_pcb", args: { items: "R1" } },
    {
      about: "Two parts together, about a horizontal axis.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: ["R1", "D1"], direction: "top-bottom" },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "flip", { force: args.force, alone: args.alone, notes });
    const center = args.center === undefined ? centreOf(items) : toPoint(args.center);
    if (center === null) return notes;
    for (const item of items) {
      const refusal = refusalOf(item);
      if (refusal !== null) {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot flip ${nameOf(item)}: ${refusal}.`,
          hint:
            item.kind === "image"
              ? "Add it anew as a PNG with pcb.addImage, or leave it out."
              : "Leave it out of the call.",
          data: { id: item.id },
        });
      }
      flipItem(cx.edit, item, center, args.direction ?? "left-right");
    }
    const zones = items.filter((item) => item.kind === "zone" && item["keepout"] === null);
    if (zones.length > 0) notes.push("Zones were flipped with their fill, which does not fit what is around them now.");
    return [...notes, ...passNets(cx)];
  },
});

/** Why an item cannot be flipped without loss; null for most. */
function refusalOf(item: Item): string | null {
  if (item.kind === "image") return pictureRefusal(item);
  if (item.kind === "via" && item["padstack"] !== null) return "its copper differs from layer to layer (padstack)";
  const pad =
    item.kind === "footprint" ? item.children.find((c) => c.kind === "pad" && c["padstack"] !== null) : undefined;
  if (pad === undefined) return null;
  return `the copper of its pad ${referenceOf(item)}.${String(pad["number"])} differs from layer to layer (padstack)`;
}
