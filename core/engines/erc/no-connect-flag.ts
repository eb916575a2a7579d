import type { Netlist } from "../netlist/netlist.ts";
import type { Node } from "../netlist/node.ts";
import type { Pin } from "../netlist/parts.ts";
import { isStacked } from "../netlist/parts.ts";
import type { Subgraph } from "../netlist/subgraph.ts";
import { samePlace } from "./places.ts";

/** The subgraphs of the subgraph's net, itself included. */
export function netSubgraphs(subgraph: Subgraph, netlist: Netlist): readonly Subgraph[] {
  const net = subgraph.connection === null ? undefined : netlist.netCalled(subgraph.connection.fullName);
  return net?.subgraphs ?? [subgraph];
}

/** The pins of the subgraph's net, those that lie on each other counted as one. */
export function connectedPins(subgraph: Subgraph, netlist: Netlist): Pin[] {
  const unique: Pin[] = [];
  for (const { nodes } of netSubgraphs(subgraph, netlist))
    for (const { pin } of nodes) if (pin !== null && !unique.some((other) => isStacked(pin, other))) unique.push(pin);
  return unique;
}

/** The flag of a subgraph that is to be checked: not one on a sheet pin, a hierarchical label or an unconnected pin. */
export function flagOf(subgraph: Subgraph, netlist: Netlist): Node | null {
  const flag = subgraph.noConnect;
  if (flag === null) return null;
  const at = flag.points[0]!;
  const here = (node: Node) => samePlace(node.points[0]!, at);
  if (subgraph.sheetPins.some(here) || subgraph.hierLabels.some(here)) return null;
  const pins = netlist.nodesOf(subgraph.sheet);
  return pins.some((node) => node.pin?.type === "no_connect" && here(node)) ? null : flag;
}
