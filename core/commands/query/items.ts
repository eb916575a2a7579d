import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Box } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import { kindNames, kindOfToken } from "../../model/document.ts";
import { defineCommand } from "../define.ts";
import { itemJson, refOf } from "../item-json.ts";
import { hasNet, netNames, resolveItems } from "../item-refs.ts";
import { layerNamed } from "../pcb/layers.ts";
import { nearest } from "../registry.ts";
import type { FoundItems, Search } from "./item-search.ts";
import { fitting, searchItems } from "./item-search.ts";
import { noNet } from "./unrouted.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 5000;

export const items = defineCommand({
  id: "query.items",
  title: "Items",
  about:
    "The items of a board or a schematic, in file order, lengths in mm. Filters narrow each other. Pads, pins and fields " +
    "come when `kind` or `ids` names them; `net` also finds pads. Properties that are off or empty are left out unless " +
    "`fields` names them.",
  kind: "query",
  scope: "document",
  args: {
    kind: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
        description: "track, arcTrack, via, pad, footprint, zone, graphic, text, symbol, wire, label, … or a list.",
      }),
    ),
    layer: Type.Optional(Type.String({ description: "Items on this layer.", minLength: 1 })),
    net: Type.Optional(Type.String({ description: "Items of this net.", minLength: 1 })),
    ref: Type.Optional(Type.String({ description: "A reference (R1) or a pad or pin (R1.2).", minLength: 1 })),
    region: Type.Optional(
      Type.Array(Type.Number(), {
        description: "Items whose box meets [x1, y1, x2, y2] (mm).",
        minItems: 4,
        maxItems: 4,
      }),
    ),
    ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: "These uuids.", minItems: 1, maxItems: MAX_LIMIT }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String(), { description: "Only these properties, beside id and kind.", minItems: 1 }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many; 100 when left out.", minimum: 1, maximum: MAX_LIMIT }),
    ),
    cursor: Type.Optional(Type.String({ description: "Where the answer before this one ended.", pattern: "^[0-9]+$" })),
  },
  result: Type.Object({
    items: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: "id, kind and properties." }),
    total: Type.Integer({ description: "How many fit the filters." }),
    cursor: Type.Optional(Type.String({ description: "Give it back to go on; missing at the end." })),
  }),
  examples: [
    { about: "The resistor.", fixture: "blinky/blinky.kicad_pcb", args: { ref: "R1" } },
    { about: "All GND copper, with pads.", fixture: "blinky/blinky.kicad_pcb", args: { net: "GND" } },
    {
      about: "Where the pads are.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { kind: "pad", fields: ["ref", "position", "net"], limit: 10 },
    },
  ],
  run(cx, args) {
    const { doc } = cx;
    const kinds =
      args.kind === undefined ? null : checkKinds(doc, typeof args.kind === "string" ? [args.kind] : args.kind);
    if (args.net !== undefined && !hasNet(doc, args.net)) throw noNet(args.net, netNames(doc));
    const search: Search = {
      kinds,
      net: args.net ?? null,
      layer: args.layer === undefined ? null : layerNamed(doc, args.layer, "list items"),
      region: args.region === undefined ? null : boxOf(args.region),
    };
    const named = args.ids ?? (args.ref === undefined ? null : [args.ref]);
    const start = Number(args.cursor ?? 0);
    const end = start + (args.limit ?? DEFAULT_LIMIT);
    const { total, items: found } =
      named === null ? searchItems(doc, search, start, end) : namedItems(doc, named, args, search, start, end);
    return {
      items: found.map((each) => ({ ...itemJson(doc, each, args.fields) })),
      total,
      ...(end < total ? { cursor: String(end) } : {}),
    };
  },
});

/** Of the items that a call names those that fit. */
function namedItems(
  doc: Doc,
  named: readonly string[],
  args: { readonly ids?: unknown; readonly ref?: string },
  search: Search,
  start: number,
  end: number,
): FoundItems {
  const fits = fitting(doc, search);
  const found = resolveItems(doc, named).filter(
    (each) =>
      (search.kinds === null || search.kinds.includes(each.item.kind)) &&
      (args.ids === undefined || args.ref === undefined || refOf(each) === args.ref) &&
      fits(each.item, each.owner),
  );
  return { total: found.length, items: found.slice(start, end) };
}

function boxOf(region: readonly number[]): Box {
  const [x1, y1, x2, y2] = region.map(fromMm) as [number, number, number, number];
  return { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
}

const knownKinds = {
  board: [
    "track",
    "arcTrack",
    "via",
    "footprint",
    "pad",
    "property",
    "zone",
    "graphic",
    "text",
    "textBox",
    "dimension",
    "group",
    "generated",
    "image",
    "model",
    "net",
  ],
  schematic: [
    "symbol",
    "pin",
    "property",
    "wire",
    "bus",
    "busEntry",
    "junction",
    "noConnect",
    "label",
    "text",
    "textBox",
    "graphic",
    "sheet",
    "image",
  ],
};

function checkKinds(doc: Doc, kinds: readonly string[]): readonly string[] {
  const known: readonly string[] =
    doc.kind === "board" || doc.kind === "schematic" ? knownKinds[doc.kind] : kindNames(doc.kind);
  for (const kind of kinds) {
    if (known.includes(kind)) continue;
    // KiCad's own word is as good: segment for track.
    const near = kindOfToken(doc.kind, kind).kind !== "other" ? kindOfToken(doc.kind, kind).kind : nearest(kind, known);
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot list items of kind ${JSON.stringify(kind)}: a ${doc.kind} has ${known.join(", ")}.`,
      hint: near === undefined ? "Use one of these kinds." : `Did you mean ${near}?`,
    });
  }
  return kinds;
}
