import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { Sheet } from "../netlist/design.ts";
import type { Node } from "../netlist/node.ts";
import type { Part, Pin } from "../netlist/parts.ts";
import { fieldOf } from "../netlist/sheet-text.ts";

/** One thing that a finding is about. */
export interface Subject {
  /** Its uuid. */
  readonly id: string;
  /** As people read it: `Symbol R1 Pin 2 [Passive, Line]`. */
  readonly text: string;
  readonly at: Point;
  readonly sheet: Sheet;
}

/** A connecting item as a finding shows it. */
export function nodeSubject(node: Node): Subject {
  if (node.pin !== null) return pinSubject(node.pin);
  return { id: node.id, text: nodeText(node), at: node.points[0]!, sheet: node.sheet };
}

export function pinSubject(pin: Pin): Subject {
  const words = [pin.name, TYPES[pin.type] ?? pin.type, STYLES[pin.style] ?? "Line"].filter((word) => word !== "");
  const hidden = pin.hidden ? "Hidden pin" : "Pin";
  const text = `Symbol ${pin.part.reference} ${hidden} ${pin.number} [${words.join(", ")}]`;
  return { id: pin.id, text, at: pin.at, sheet: pin.part.sheet };
}

export function partSubject(part: Part): Subject {
  const name = (part.symbol.libId ?? "").split(":").at(-1)!;
  return {
    id: part.symbol.id,
    text: `Symbol ${part.reference} [${name}]`,
    at: part.symbol.at,
    sheet: part.sheet,
  };
}

export function sheetSymbolSubject(symbol: Item, sheet: Sheet): Subject {
  const text = `Hierarchical Sheet '${propertyValue(symbol, "Sheetname")}'`;
  return { id: symbol.id, text, at: symbol["at"] as Point, sheet };
}

export function itemSubject(item: Item, text: string, sheet: Sheet): Subject {
  return { id: item.id, text, at: (item["at"] as Point | undefined) ?? { x: 0, y: 0 }, sheet };
}

function nodeText(node: Node): string {
  switch (node.kind) {
    case "wire":
      return lineText("Wire", node.points);
    case "bus":
      return lineText("Bus", node.points);
    case "busEntry":
      return "Bus to Wire Entry";
    case "label":
      return `Label '${node.text}'`;
    case "globalLabel":
      return `Global Label '${node.text}'`;
    case "hierLabel":
      return `Hierarchical Label '${node.text}'`;
    case "directive": {
      const netClass = fieldOf(node.item, "Netclass");
      return netClass === undefined ? "Directive Label" : `Directive Label [Net Class ${netClass}]`;
    }
    case "sheetPin":
      return `Hierarchical Sheet Pin ${node.text}`;
    case "junction":
      return "Junction";
    default:
      return "No Connect";
  }
}

function lineText(what: string, [from, to]: readonly Point[]): string {
  const length = Math.hypot(to!.x - from!.x, to!.y - from!.y);
  const shape = from!.x === to!.x ? "Vertical " : from!.y === to!.y ? "Horizontal " : "";
  return `${shape}${what}, length ${toMm(Math.round(length)).toFixed(4)} mm`;
}

export const TYPES: Readonly<Record<string, string>> = {
  input: "Input",
  output: "Output",
  bidirectional: "Bidirectional",
  tri_state: "Tri-state",
  passive: "Passive",
  free: "Free",
  unspecified: "Unspecified",
  power_in: "Power input",
  power_out: "Power output",
  open_collector: "Open collector",
  open_emitter: "Open emitter",
  no_connect: "Unconnected",
};

const STYLES: Readonly<Record<string, string>> = {
  line: "Line",
  inverted: "Inverted",
  clock: "Clock",
  inverted_clock: "Inverted clock",
  input_low: "Input low",
  clock_low: "Clock low",
  output_low: "Output low",
  edge_clock_high: "Falling edge clock",
  non_logic: "NonLogic",
};
