import { Type } from "typebox";
import { decodeBase64 } from "../../base/base64.ts";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { pictureOf, readPicture } from "../picture-file.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";

export const addImage = defineEdit({
  id: "sch.addImage",
  title: "Add image",
  about: "Adds a picture (PNG or JPEG), which the schematic then holds itself.",
  scope: "schematic",
  args: {
    file: Type.Optional(Type.String({ description: "The picture, relative to the working directory.", minLength: 1 })),
    data: Type.Optional(
      Type.String({ description: "Instead: the picture as base64.", minLength: 1, pattern: "^[A-Za-z0-9+/=\\s]+$" }),
    ),
    at: pointMm("Its middle"),
    width: Type.Optional(mm("Its width; as its resolution says when left out", { exclusiveMinimum: 0 })),
  },
  label: (args) => `Add image ${args.file?.replace(/^.*[/\\]/, "") ?? ""}`.trim(),
  examples: [
    {
      about: "A logo, 10 mm wide.",
      fixture: "hierarchy/hierarchy.kicad_sch",
      args: { file: "hierarchy/logo.png", at: [50.8, 38.1], width: 10 },
    },
  ],
  async run(cx, args) {
    if ((args.file === undefined) === (args.data === undefined)) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot add an image: give file or data.",
        hint: 'Example: { "file": "logo.png", "at": [50.8, 38.1] }.',
      });
    }
    const name = args.file ?? "given as data";
    const picture =
      args.file === undefined ? pictureOf(decodeBase64(args.data!), name) : await readPicture(cx, args.file);
    const scale = args.width === undefined ? 1 : args.width / picture.width;
    if (!(scale > 0 && Number.isFinite(scale))) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add the picture ${name}: it has no size.`,
        hint: "Convert it to PNG.",
      });
    }
    cx.edit.add("image", { at: toPoint(args.at), scale: Math.round(scale * 1e6) / 1e6, data: picture.data });
    return [`It is ${(picture.width * scale).toFixed(2)} x ${(picture.height * scale).toFixed(2)} mm.`];
  },
});
