import type { Netlist } from "../netlist/netlist.ts";
import type { Node } from "../netlist/node.ts";
import { isLabel } from "../netlist/node.ts";
import type { Subgraph } from "../netlist/subgraph.ts";
import { netSubgraphs } from "./no-connect-flag.ts";

/**
 * The labels of a subgraph that lead nowhere: the first that touches nothing, or else all of a net with fewer than two
 * pins that no “no connection” flag excuses. Labels of buses are left alone.
 */
export function danglingLabels(subgraph: Subgraph, netlist: Netlist): readonly Node[] {
  if (subgraph.connection === null || subgraph.connection.isBus) return [];
  const labels = subgraph.nodes.filter(isLabel);
  const loose = labels.find((label) => label.dangling[0] === true);
  if (loose !== undefined) return [loose];
  if (labels.length === 0 || pinsIn(subgraph) > 1) return [];
  const net = netSubgraphs(subgraph, netlist);
  let excused = subgraph.noConnect !== null || net.some((each) => each.noConnect !== null);
  for (const buses of subgraph.busParents.values())
    for (const bus of buses)
      for (let at: Subgraph | null = bus; at !== null; at = at.hierParent) excused ||= at.noConnect !== null;
  const pins = net.reduce((sum, each) => sum + pinsIn(each), 0);
  return pins === 0 || (pins === 1 && !excused) ? labels : [];
}

function pinsIn(subgraph: Subgraph): number {
  return subgraph.nodes.reduce((sum, node) => sum + (node.pin === null ? 0 : 1), 0);
}
