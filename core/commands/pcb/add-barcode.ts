import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { barcode } from "../../model/board/barcode.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { degrees, mm, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { lookOn } from "./text-look.ts";

const types = ["qr", "microqr", "datamatrix", "code128", "code39"] as const;

export const addBarcode = defineEdit({
  id: "pcb.addBarcode",
  title: "Add barcode",
  about: "Adds a barcode or QR code. Only files of KiCad 10 and later have them; others refuse.",
  scope: "board",
  args: {
    text: Type.String({ description: "What it says.", minLength: 1 }),
    at: pointMm("Its centre"),
    layer: Type.String({ description: "A layer, e.g. F.SilkS.", minLength: 1 }),
    type: Type.Optional(
      Type.Union(
        types.map((word) => Type.Literal(word)),
        { description: "qr (default), microqr, datamatrix, code128 or code39." },
      ),
    ),
    width: Type.Optional(mm("Its width; 10 when left out", { exclusiveMinimum: 0 })),
    height: Type.Optional(mm("Its height; its width, or 5 for bars, when left out", { exclusiveMinimum: 0 })),
    angle: Type.Optional(degrees("Its direction")),
    errorCorrection: Type.Optional(
      Type.Union(
        ["L", "M", "Q", "H"].map((word) => Type.Literal(word)),
        { description: "Of a QR code: L (default), M, Q or H." },
      ),
    ),
    showText: Type.Optional(Type.Boolean({ description: "Whether the text stands below it; false when left out." })),
    knockout: Type.Optional(Type.Boolean({ description: "Cut out of a filled box." })),
  },
  examples: [
    {
      about: "A QR code on the silkscreen.",
      fixture: "kicad-10/kicad-10.kicad_pcb",
      args: { text: "https://www.example.org", at: [110, 90], layer: "F.SilkS" },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add a barcode");
    if (cx.doc.version < barcode.since!) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a barcode: a file of version ${cx.doc.version} knows none; KiCad 10 writes ${barcode.since} and later.`,
        hint: "Save the board once with KiCad 10, or draw the code elsewhere and bring it in with pcb.importGraphics.",
      });
    }
    const type = (args.type ?? "qr") as string;
    const bars = type === "code128" || type === "code39";
    const width = Math.round((args.width ?? (bars ? 20 : 10)) * 1e6);
    const height = args.height === undefined ? (bars ? 5_000_000 : width) : Math.round(args.height * 1e6);
    cx.edit.add("barcode", {
      locked: false,
      at: { ...toPoint(args.at), angle: args.angle ?? 0 },
      layer,
      size: { x: width, y: height },
      text: args.text,
      textHeight: lookOn(await settingsFor(cx), layer).height,
      type,
      errorCorrection: type === "qr" || type === "microqr" ? (args.errorCorrection ?? "L") : null,
      hide: args.showText !== true,
      knockout: args.knockout === true,
      margins: null,
    });
  },
});
