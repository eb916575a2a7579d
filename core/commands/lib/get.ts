import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { decodeText, encodeText } from "../../format/text.ts";
import { flattened } from "../../library/flatten.ts";
import { loadFootprint } from "../../library/load.ts";
import { loadSymbol } from "../../library/symbols.ts";
import { writeDoc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { readItem } from "../../model/item.ts";
import { librarySymbol } from "../../model/schematic/library-symbol.ts";
import { defineCommand } from "../define.ts";
import { librariesFor, libraryPort, projectArg, resolvedProject } from "./libraries.ts";

export const get = defineCommand({
  id: "lib.get",
  title: "Part of a library",
  about:
    "One symbol with its pins, or one footprint with its pads; fields of both. A symbol that derives from another comes " +
    "with what it takes from it. Places in mm; those of a symbol have y up.",
  kind: "query",
  scope: "library",
  args: {
    id: Type.String({ description: "Library:Name.", minLength: 1 }),
    kind: Type.Union([Type.Literal("symbol"), Type.Literal("footprint")], { description: "symbol or footprint." }),
    project: projectArg,
    text: Type.Optional(Type.Boolean({ description: "With the part's text in KiCad's form." })),
  },
  result: Type.Object({
    id: Type.String(),
    path: Type.String({ description: "The file that it stands in." }),
    fields: Type.Record(Type.String(), Type.String()),
    extends: Type.Optional(
      Type.Array(Type.String(), { description: "What a symbol derives from, the nearest first." }),
    ),
    description: Type.Optional(Type.String({ description: "Of a footprint." })),
    tags: Type.Optional(Type.String()),
    attributes: Type.Optional(Type.Array(Type.String())),
    models: Type.Optional(Type.Array(Type.String(), { description: "Files of 3D models." })),
    text: Type.Optional(Type.String({ description: "In KiCad's form; of a symbol with what it derives from." })),
    pins: Type.Optional(
      Type.Array(
        Type.Object({
          number: Type.String(),
          name: Type.String(),
          type: Type.String({ description: "Electrical type." }),
          unit: Type.Integer({ description: "0 for all units." }),
          at: Type.Array(Type.Number(), { description: "[x, y] of its connection point." }),
          hidden: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    pads: Type.Optional(
      Type.Array(
        Type.Object({
          number: Type.String(),
          type: Type.String(),
          shape: Type.String(),
          at: Type.Array(Type.Number(), { description: "[x, y]" }),
          size: Type.Array(Type.Number(), { description: "[width, height]" }),
          layers: Type.Array(Type.String()),
        }),
      ),
    ),
  }),
  examples: [
    { about: "A symbol's pins.", args: { id: "blinky:Timer", kind: "symbol", project: "blinky/blinky.kicad_sch" } },
    {
      about: "A footprint's pads.",
      args: { id: "blinky:SOIC-8", kind: "footprint", project: "blinky/blinky.kicad_pcb" },
    },
  ],
  async run(cx, args) {
    const port = libraryPort(cx, "show");
    const file = await resolvedProject(cx, args.project);
    if (args.kind === "symbol") {
      const part = await loadSymbol(port, await librariesFor(cx, "symbols", file, "show"), args.id, "show");
      const bytes = encodeText(flattened(part.chain, part.id, part.doc.version));
      const item = readItem(librarySymbol, { bytes, lead: 0, start: 0, end: bytes.length }, "", 0, part.doc.file);
      const above = part.chain.slice(1).map((each) => each["name"] as string);
      return {
        id: part.id,
        path: part.path,
        fields: fieldsOf(item),
        ...(above.length === 0 ? {} : { extends: above }),
        ...(args.text === true ? { text: decodeText(bytes) } : {}),
        pins: pinsOf(item, 0),
      };
    }
    const part = await loadFootprint(port, await librariesFor(cx, "footprints", file, "show"), args.id, "show");
    const { item } = part;
    return {
      id: part.id,
      path: part.path,
      fields: fieldsOf(item),
      ...(args.text === true ? { text: decodeText(writeDoc(part.doc)) } : {}),
      description: (item["descr"] as string | null) ?? "",
      tags: (item["tags"] as string | null) ?? "",
      attributes: [...(item["attributes"] as readonly string[])],
      models: item.children.filter((child) => child.kind === "model").map((model) => model["file"] as string),
      pads: item.children.filter((child) => child.kind === "pad").map(padOf),
    };
  },
});

function fieldsOf(item: Item): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const child of item.children)
    if (child.kind === "property") fields[child["name"] as string] = child["value"] as string;
  return fields;
}

function pinsOf(item: Item, unit: number): Pin[] {
  return item.children.flatMap((child) => {
    if (child.kind === "symbolUnit") {
      const form = /_(\d+)_(\d+)$/.exec(child["name"] as string);
      return Number(form?.[2] ?? 1) > 1 ? [] : pinsOf(child, Number(form?.[1] ?? 0));
    }
    if (child.kind !== "libraryPin") return [];
    const at = child["at"] as Placement;
    const text = (name: string) => (child[name] as { text: string }).text;
    const hidden = child["hide"] === true ? { hidden: true } : {};
    const type = child["type"] as string;
    return [{ number: text("number"), name: text("name"), type, unit, at: [toMm(at.x), toMm(at.y)], ...hidden }];
  });
}

interface Pin {
  number: string;
  name: string;
  type: string;
  unit: number;
  at: number[];
  hidden?: boolean;
}

function padOf(pad: Item) {
  const at = pad["at"] as Placement;
  const size = pad["size"] as { x: number; y: number };
  return {
    number: pad["number"] as string,
    type: pad["type"] as string,
    shape: pad["shape"] as string,
    at: [toMm(at.x), toMm(at.y)],
    size: [toMm(size.x), toMm(size.y)],
    layers: [...(pad["layers"] as readonly string[])],
  };
}
