import { textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { flag, layer, optionalNumber, point, uuid } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";

/** Base64 data of a picture, in one piece. */
export const imageData: Field<string> = {
  about: "The picture, base64.",
  tokens: ["data"],
  absent: "",
  bulky: true,
  read(tree, [node]) {
    let data = "";
    for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) data += textOf(tree, c);
    return data;
  },
  write: (value) =>
    value === "" ? null : `(data ${(value.match(/.{1,76}/g) ?? []).map((line) => `"${line}"`).join(" ")})`,
};

/** `(image (at 1 2) (layer "F.SilkS") (scale 1) (data "…") (uuid "…"))`. */
export const image = defineKind({
  kind: "image",
  tokens: ["image"],
  about: "A picture.",
  shape: {
    at: point("at", "Centre."),
    layer: layer(),
    scale: optionalNumber("scale", "Size as a factor."),
    locked: flag("locked", "Whether the item is locked."),
    data: imageData,
    uuid: uuid(),
  },
});

export type Image = ItemOf<typeof image>;
