import { flag, layer, optionalInteger, optionalLength, optionalText, path, rawList, uuid } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { text } from "./text.ts";

/** `(dimension (type aligned) (layer …) (uuid …) (pts (xy …) (xy …)) (height …) (format …) (style …) (gr_text …))`. */
export const dimension = defineKind({
  kind: "dimension",
  tokens: ["dimension"],
  about: "A dimension: aligned, orthogonal, leader, center or radial.",
  shape: {
    type: optionalText("type", "aligned, orthogonal, leader, center or radial.", false),
    locked: flag("locked", "Whether the item is locked."),
    layer: layer(),
    uuid: uuid(),
    pts: path("The measured points."),
    height: optionalLength("height", "Distance of the dimension line from the points."),
    orientation: optionalInteger("orientation", "0 horizontal, 1 vertical (orthogonal dimensions)."),
    leaderLength: optionalLength("leader_length", "Length of a radial dimension's leader."),
    format: rawList("format", "How the number is written."),
    style: rawList("style", "Line thickness, arrow length, text position and extensions."),
  },
  children: { gr_text: text },
});

export type Dimension = ItemOf<typeof dimension>;
