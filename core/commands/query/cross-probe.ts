import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Net, Netlist } from "../../engines/netlist/netlist.ts";
import type { Part, Pin } from "../../engines/netlist/parts.ts";
import { symbolPath } from "../../engines/netlist/parts.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { padPlace } from "../../model/shape/pad-copper.ts";
import { defineCommand } from "../define.ts";
import { itemsOnNet, referenceOf } from "../item-refs.ts";
import { designPair } from "../project/pair.ts";
import { nearest } from "../registry.ts";

const DEFAULT_LIMIT = 200;

const place = Type.Array(Type.Number(), { description: "[x, y] in mm." });

export const crossProbe = defineCommand({
  id: "query.crossProbe",
  title: "Cross-probe",
  about:
    "What on the board belongs to something of the schematic, and the other way round: a part with its symbols and its " +
    "footprint, a pin with its pads, a net with its pins, labels, pads and copper. `path` is the board or the root " +
    "schematic; the other one is read beside it.",
  kind: "query",
  scope: "document",
  args: {
    item: Type.String({
      description: "A part (R1), a pin or pad (U1.3), a net's name, or the uuid of a symbol, footprint, pin or pad.",
      minLength: 1,
    }),
    limit: Type.Optional(Type.Integer({ description: "At most so many of each kind; 200 when left out.", minimum: 1 })),
  },
  result: Type.Object({
    kind: Type.Union([Type.Literal("part"), Type.Literal("pin"), Type.Literal("net")]),
    name: Type.String({ description: "R1, U1.3, or the net's name in the schematic." }),
    net: Type.Optional(Type.String({ description: "Of a pin: its net in the schematic." })),
    schematic: Type.Array(
      Type.Object({
        kind: Type.String({ description: "symbol, pin, label, globalLabel, hierLabel or sheetPin." }),
        id: Type.String(),
        name: Type.String({ description: "R1, U1.3, or the label's text." }),
        file: Type.String({ description: "The sheet's file." }),
        sheet: Type.String({ description: "Names from the root down: /, /Power/." }),
        at: place,
      }),
    ),
    board: Type.Array(
      Type.Object({
        kind: Type.String({ description: "footprint, pad, track, via, zone, …" }),
        id: Type.String(),
        name: Type.String({ description: "R1, U1.3, or the net." }),
        layer: Type.Optional(Type.String()),
        at: Type.Optional(place),
      }),
    ),
    left: Type.Optional(Type.Integer({ description: "How many more there are, beyond the limit." })),
  }),
  examples: [
    { about: "Where is R1?", fixture: "blinky/blinky.kicad_pcb", args: { item: "R1" } },
    { about: "A pin's pad.", fixture: "blinky/blinky.kicad_sch", args: { item: "U1.3" } },
    { about: "A net on both sides.", fixture: "blinky/blinky.kicad_sch", args: { item: "GND", limit: 10 } },
  ],
  async run(cx, args) {
    const { board, design } = await designPair(cx, "cross-probe");
    const found = probe(board.doc, design.netlist, args.item);
    const limit = args.limit ?? DEFAULT_LIMIT;
    const left = Math.max(0, found.schematic.length - limit) + Math.max(0, found.board.length - limit);
    return {
      ...found,
      schematic: found.schematic.slice(0, limit),
      board: found.board.slice(0, limit),
      ...(left === 0 ? {} : { left }),
    };
  },
});

function probe(board: Doc, netlist: Netlist, item: string) {
  const parts = partsNamed(board, netlist, item);
  if (parts !== null) return partAnswer(parts);
  const pin = pinNamed(board, netlist, item);
  if (pin !== null) return pinAnswer(board, netlist, pin.reference, pin.number);
  const net = netlist.netCalled(item);
  if (net !== undefined || itemsOnNet(board, item).length > 0 || padsOnNet(board, item).length > 0)
    return netAnswer(board, net, item);
  const known = [...new Set(netlist.parts.map((part) => part.reference)), ...netlist.nets.map((each) => each.name)];
  const near = nearest(item, known);
  throw new CommandError({
    code: "not-found",
    message: `Cannot cross-probe ${JSON.stringify(item)}: neither schematic nor board has such a part, pin or net.`,
    hint: near === undefined ? "List the parts with query.symbols, the nets with query.nets." : `Did you mean ${near}?`,
    data: { item },
  });
}

interface NamedPart {
  readonly reference: string;
  readonly units: readonly Part[];
  readonly footprint: Item | undefined;
}

/** A part by its reference, or by the uuid of a symbol or a footprint; a footprint's link goes before its reference. */
function partsNamed(board: Doc, netlist: Netlist, item: string): NamedPart | null {
  const footprints = [...board.items.ofKind("footprint")];
  const own = footprints.find((each) => each.id === item);
  const linked = own === undefined ? undefined : netlist.parts.find((part) => symbolPath(part) === own["path"]);
  const symbol = netlist.parts.find((part) => part.symbol.id === item);
  const reference = linked?.reference ?? symbol?.reference ?? (own === undefined ? item : referenceOf(own));
  const units = netlist.parts.filter((part) => part.reference === reference);
  const paths = new Set(units.map((part) => symbolPath(part)));
  const footprint =
    own ??
    footprints.find((each) => paths.has(String(each["path"] ?? ""))) ??
    footprints.find((each) => referenceOf(each) === reference);
  return units.length === 0 && footprint === undefined ? null : { reference, units, footprint };
}

function partAnswer({ reference, units, footprint }: NamedPart) {
  return {
    kind: "part" as const,
    name: reference,
    schematic: units.map((part) => onSheet("symbol", part.symbol.id, reference, part, part.symbol.at)),
    board: footprint === undefined ? [] : [footprintJson(footprint)],
  };
}

/** A pin or pad by `U1.3`, or by its uuid. */
function pinNamed(board: Doc, netlist: Netlist, item: string): { reference: string; number: string } | null {
  for (const part of netlist.parts)
    for (const pin of part.pins) {
      const named = `${part.reference}.${pin.number}` === item;
      if (named || pin.id === item) return { reference: part.reference, number: pin.number };
    }
  for (const footprint of board.items.ofKind("footprint"))
    for (const pad of footprint.children)
      if (pad.kind === "pad" && (pad.id === item || `${referenceOf(footprint)}.${String(pad["number"])}` === item))
        return { reference: referenceOf(footprint), number: String(pad["number"]) };
  return null;
}

function pinAnswer(board: Doc, netlist: Netlist, reference: string, number: string) {
  const pins = netlist.parts
    .filter((part) => part.reference === reference)
    .flatMap((part) => part.pins.filter((pin) => pin.number === number));
  const footprint = partsNamed(board, netlist, reference)?.footprint;
  const pads = (footprint?.children ?? []).filter((child) => child.kind === "pad" && child["number"] === number);
  const net = pins[0] === undefined ? undefined : netlist.netOf(pins[0])?.name;
  return {
    kind: "pin" as const,
    name: `${reference}.${number}`,
    ...(net === undefined ? {} : { net }),
    schematic: pins.map(pinJson),
    board: pads.map((pad) => padJson(footprint!, pad)),
  };
}

function netAnswer(board: Doc, net: Net | undefined, name: string) {
  const nodes = net?.subgraphs.flatMap((subgraph) => subgraph.nodes) ?? [];
  const labels = nodes.filter(({ kind }) => ["label", "globalLabel", "hierLabel", "sheetPin"].includes(kind));
  return {
    kind: "net" as const,
    name,
    schematic: [
      ...(net?.pins ?? []).map(pinJson),
      ...labels.map(({ kind, id, text, sheet, points }) => onSheet(kind, id, text, { sheet }, points[0]!)),
    ],
    board: [
      ...padsOnNet(board, name).map(({ footprint, pad }) => padJson(footprint, pad)),
      ...itemsOnNet(board, name).map((item) => ({
        ...{ kind: item.kind, id: item.id, name },
        ...(typeof item["layer"] === "string" ? { layer: item["layer"] } : {}),
      })),
    ],
  };
}

function padsOnNet(board: Doc, net: string): { footprint: Item; pad: Item }[] {
  return [...board.items.ofKind("footprint")].flatMap((footprint) =>
    footprint.children
      .filter((child) => child.kind === "pad" && net !== "" && child["net"] === net)
      .map((pad) => ({ footprint, pad })),
  );
}

function pinJson(pin: Pin) {
  return onSheet("pin", pin.id, `${pin.part.reference}.${pin.number}`, pin.part, pin.at);
}

function onSheet(kind: string, id: string, name: string, { sheet }: Pick<Part, "sheet">, at: Point) {
  return { kind, id, name, file: sheet.file, sheet: sheet.names, at: [toMm(at.x), toMm(at.y)] };
}

function footprintJson(footprint: Item) {
  const { x, y } = footprint["at"] as Point;
  const layer = String(footprint["layer"]);
  return { kind: "footprint", id: footprint.id, name: referenceOf(footprint), layer, at: [toMm(x), toMm(y)] };
}

function padJson(footprint: Item, pad: Item) {
  const at = padPlace(pad as unknown as Pad, footprint["at"] as Placement);
  const name = `${referenceOf(footprint)}.${String(pad["number"])}`;
  return { kind: "pad", id: pad.id, name, at: [toMm(Math.round(at.x)), toMm(Math.round(at.y))] };
}
