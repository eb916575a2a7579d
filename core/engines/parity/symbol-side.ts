import { exportedParts, shownFields } from "../netlist/export-tree.ts";
import { footprintFilters } from "../netlist/footprint-filters.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Pin } from "../netlist/parts.ts";
import { symbolPath } from "../netlist/parts.ts";

/** A part as KiCad's netlist tells it to the board. */
export interface SymbolSide {
  readonly reference: string;
  /** `~` when the symbol has none. */
  readonly value: string;
  /** `Library:Name`, or "". */
  readonly footprint: string;
  /** Patterns of the library symbol. */
  readonly filters: readonly string[];
  readonly dnp: boolean;
  readonly excludedFromBom: boolean;
  /** Shown texts of the fields but Reference, Value and Footprint. */
  readonly fields: ReadonlyMap<string, string>;
  /** Nets by pin number, in the order of nets. */
  readonly nets: ReadonlyMap<string, string>;
  /** Paths of its units without the root, `/sheet/…/symbol`, by which a footprint remembers it. */
  readonly paths: readonly string[];
}

/** The parts that go to the board, in the netlist's order. Parts without a number are among them, as in KiCad's netlist. */
export function symbolSides(netlist: Netlist): SymbolSide[] {
  const nets = netsByReference(netlist);
  return exportedParts(netlist).map((units) => {
    const part = units[0]!;
    const shown = shownFields(part, netlist);
    const fields = new Map([...shown].filter(([name]) => name !== "Value" && name !== "Footprint"));
    return {
      reference: part.reference,
      value: shown.get("Value") || "~",
      footprint: shown.get("Footprint") ?? "",
      filters: footprintFilters(part),
      dnp: part.dnp,
      excludedFromBom: !part.inBom,
      fields,
      nets: nets.get(part.reference) ?? new Map(),
      paths: netlist.parts.filter((each) => each.reference === part.reference).map(symbolPath),
    };
  });
}

function netsByReference(netlist: Netlist): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  const goes = ({ part }: Pin) => part.onBoard && !part.reference.startsWith("#");
  for (const net of netlist.nets) {
    for (const pin of net.pins) {
      if (!goes(pin)) continue;
      const own = found.get(pin.part.reference) ?? new Map<string, string>();
      found.set(pin.part.reference, own);
      // Of one number on several nets KiCad takes the first net.
      if (!own.has(pin.number)) own.set(pin.number, net.name);
    }
  }
  return found;
}
