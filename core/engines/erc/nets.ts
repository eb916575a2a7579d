import { compareText } from "../netlist/names.ts";
import type { Net, Netlist } from "../netlist/netlist.ts";

/** Nets in the order in which KiCad's checks go through them: names by code points. */
export function netsByName(netlist: Netlist): Net[] {
  return [...netlist.nets].sort((a, b) => compareText(a.name, b.name));
}
