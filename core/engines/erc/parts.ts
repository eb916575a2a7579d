import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Part } from "../netlist/parts.ts";

/** Parts with several units in their library symbol, the units of one reference together. */
export function partsByReference(netlist: Netlist): Part[][] {
  const found = new Map<string, Part[]>();
  for (const part of netlist.parts) {
    if (part.unitCount < 2 || part.reference.startsWith("#") || part.reference.endsWith("?")) continue;
    const there = found.get(part.reference);
    if (there === undefined) found.set(part.reference, [part]);
    else there.push(part);
  }
  return [...found.values()];
}

/** The footprint as it is shown. */
export function footprintOf(part: Part, netlist: Netlist): string {
  const text = propertyValue(part.symbol as unknown as Item, "Footprint");
  return netlist.textOf(part.sheet).ofSymbol(text, part);
}
