import { Type } from "typebox";
import { mm } from "../schemas.ts";

/** What a caller may say of a text's look. */
export const textLook = {
  size: Type.Optional(
    Type.Union(
      [
        Type.Number({ exclusiveMinimum: 0, maximum: 250 }),
        Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 250 }), { minItems: 2, maxItems: 2 }),
      ],
      {
        description: "Height of the letters, or [width, height] (mm); the project's for the layer when left out.",
      },
    ),
  ),
  thickness: Type.Optional(mm("Pen width; the project's for the layer when left out", { exclusiveMinimum: 0 })),
  bold: Type.Optional(Type.Boolean({ description: "Bold." })),
  italic: Type.Optional(Type.Boolean({ description: "Italic." })),
  mirror: Type.Optional(Type.Boolean({ description: "Mirrored; left out: on layers of the back." })),
  face: Type.Optional(
    Type.String({ description: "An outline font's name; KiCad's stroke font when left out.", minLength: 1 }),
  ),
};

export const alignArgs = {
  hAlign: Type.Optional(
    Type.Union([Type.Literal("left"), Type.Literal("center"), Type.Literal("right")], {
      description: "left (default, as in KiCad), center or right.",
    }),
  ),
  vAlign: Type.Optional(
    Type.Union([Type.Literal("top"), Type.Literal("center"), Type.Literal("bottom")], {
      description: "top, center or bottom (default, as in KiCad).",
    }),
  ),
};
