import { Type } from "typebox";
import { encodeBase64 } from "../../base/base64.ts";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";

export const addImage = defineEdit({
  id: "pcb.addImage",
  title: "Add image",
  about:
    "Adds a picture (PNG or JPEG) to look at while drawing; it is not made. From a file of the project, or as base64 data. " +
    "Its size is its pixels at the resolution that it says (300 dots per inch when it says none), times scale.",
  scope: "board",
  args: {
    at: pointMm("Its centre"),
    layer: Type.String({ description: "A layer, e.g. Dwgs.User.", minLength: 1 }),
    file: Type.Optional(Type.String({ description: "The picture, relative to the board's folder.", minLength: 1 })),
    data: Type.Optional(
      Type.String({ description: "The picture as base64.", minLength: 1, pattern: "^[A-Za-z0-9+/=\\s]+$" }),
    ),
    scale: Type.Optional(
      Type.Number({ description: "Size as a factor; 1 when left out.", exclusiveMinimum: 0, maximum: 1000 }),
    ),
  },
  examples: [
    {
      about: "A dot, as data.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: {
        at: [120, 105],
        layer: "Dwgs.User",
        scale: 4,
        data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add an image");
    if ((args.file === undefined) === (args.data === undefined))
      throw refused("give file or data", 'Example: { "file": "logo.png" }.');
    const data = args.data?.replace(/\s+/g, "") ?? encodeBase64(await read(cx, args.file!));
    if (!data.startsWith("iVBORw0KGgo") && !data.startsWith("/9j/"))
      throw refused("it is neither PNG nor JPEG", "Convert it to PNG first.");
    const scale = args.scale === undefined || args.scale === 1 ? null : args.scale;
    cx.edit.add("image", { at: toPoint(args.at), locked: false, layer, scale, data });
  },
});

async function read(
  cx: {
    readonly open: { readonly path: string };
    readonly services: { readFile?: (path: string) => Promise<Uint8Array | null> };
  },
  file: string,
): Promise<Uint8Array> {
  const { readFile } = cx.services;
  if (readFile === undefined)
    throw new CommandError({
      code: "service-unavailable",
      message: "Cannot add an image: no files can be read here.",
      hint: "Give data instead of file.",
    });
  const path = /^([/\\]|[A-Za-z]:)/.test(file) ? file : cx.open.path.replace(/[^/\\]*$/, file);
  const bytes = await readFile(path);
  if (bytes !== null) return bytes;
  throw new CommandError({
    code: "not-found",
    message: `Cannot add an image: there is no file ${file} beside the board.`,
    hint: "Give the path relative to the board's folder.",
  });
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add an image: ${reason}.`, hint });
}
