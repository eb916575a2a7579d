import type { Item } from "../../model/item.ts";
import { compareNumbered } from "./names.ts";
import type { Net, Netlist } from "./netlist.ts";
import type { Part, Pin } from "./parts.ts";
import { symbolPath } from "./parts.ts";

/** What a pad is on the board by the schematic. */
export interface PadUse {
  readonly net: string;
  /** The pin's name; "" where it has none. */
  readonly pinFunction: string;
  /** Its electrical type, with `+no_connect` behind it where the pin is marked so. */
  readonly pinType: string;
}

/** A part as the board is to have it: all units of a reference in one. */
export interface BoardPart {
  readonly reference: string;
  readonly value: string;
  /** `Library:Name`; "" when none is assigned. */
  readonly footprint: string;
  /** Where it comes from, without the root: `/sheet/…/symbol`; of several units the first one's. */
  readonly path: string;
  /** The paths of all units. */
  readonly paths: readonly string[];
  /** Names of the sheets above with a slash at both ends. */
  readonly sheetname: string;
  readonly sheetfile: string;
  /** Shown texts of the fields but Reference, Value and Footprint. */
  readonly fields: ReadonlyMap<string, string>;
  readonly inBom: boolean;
  readonly dnp: boolean;
  readonly padUses: ReadonlyMap<string, PadUse>;
}

/** The parts that go to the board, by reference. Parts without a number are left out: they have no name there. */
export function boardParts(netlist: Netlist): BoardPart[] {
  const units = new Map<string, Part[]>();
  for (const part of netlist.parts) {
    // By the reference that it has here: a logo may be made of a symbol that the library means for no netlist.
    if (part.reference.startsWith("#") || part.power !== null || !part.onBoard || !part.annotated) continue;
    const known = units.get(part.reference);
    if (known === undefined) units.set(part.reference, [part]);
    else known.push(part);
  }
  const marked = markedNets(netlist);
  return [...units]
    .sort(([a], [b]) => compareNumbered(a, b))
    .map(([reference, own]) =>
      boardPart(
        reference,
        own.sort((a, b) => a.unit - b.unit),
        netlist,
        marked,
      ),
    );
}

function boardPart(reference: string, units: readonly Part[], netlist: Netlist, marked: ReadonlySet<Net>): BoardPart {
  const [first] = units as [Part];
  const fields = new Map<string, string>();
  let footprint = "";
  for (const unit of units) {
    for (const child of unit.symbol.children) {
      if (child.kind !== "property") continue;
      const name = (child as Item)["name"] as string;
      const text = netlist.textOf(unit.sheet).ofSymbol((child as Item)["value"] as string, unit);
      if (name === "Footprint") footprint ||= text;
      else if (name !== "Reference" && name !== "Value" && !name.startsWith("ki_") && (fields.get(name) ?? "") === "")
        fields.set(name, text);
    }
  }
  const padUses = new Map<string, PadUse>();
  for (const unit of units)
    for (const pin of unit.pins) if (!padUses.has(pin.number)) padUses.set(pin.number, padUse(pin, netlist, marked));
  const paths = units.map((unit) => symbolPath(unit));
  return {
    reference,
    value: first.value,
    footprint,
    path: paths[0]!,
    paths,
    sheetname: first.sheet.names,
    sheetfile: first.sheet.file.replace(/^.*[/\\]/, ""),
    fields,
    inBom: units.every((unit) => unit.inBom),
    dnp: units.some((unit) => unit.dnp),
    padUses,
  };
}

function padUse(pin: Pin, netlist: Netlist, marked: ReadonlySet<Net>): PadUse {
  const net = netlist.netOf(pin);
  const noConnect = net !== undefined && marked.has(net) && net.pins.length === 1;
  return { net: net?.name ?? "", pinFunction: pin.name, pinType: noConnect ? `${pin.type}+no_connect` : pin.type };
}

/** Nets with a no-connect flag. */
function markedNets(netlist: Netlist): Set<Net> {
  return new Set(
    netlist.nets.filter((net) =>
      net.subgraphs.some((subgraph) => subgraph.nodes.some((node) => node.kind === "noConnect")),
    ),
  );
}
