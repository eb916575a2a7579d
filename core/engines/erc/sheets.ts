import type { Sheet } from "../netlist/design.ts";
import type { Netlist } from "../netlist/netlist.ts";

/** Each file of the design once, by its first use. */
export function firstUses(netlist: Netlist): Sheet[] {
  const seen = new Set<string>();
  return netlist.sheets.filter((sheet) => !seen.has(sheet.file) && seen.add(sheet.file) !== undefined);
}
