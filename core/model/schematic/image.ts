import { image } from "../board/image.ts";
import { defineKind } from "../kind.ts";
import { schematicUuid } from "./shared-fields.ts";

const { at, scale, data, locked } = image.shape;

/** `(image (at 1 2) (scale 0.5) (uuid "…") (data "…"))`: a sheet's picture, which says its uuid before its data. */
export const schematicImage = defineKind({
  kind: "image",
  tokens: image.tokens,
  about: image.about,
  shape: { at, scale, uuid: schematicUuid(), data, locked },
});
