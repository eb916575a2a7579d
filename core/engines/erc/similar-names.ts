import type { Sheet } from "../netlist/design.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Node } from "../netlist/node.ts";
import { isLabel } from "../netlist/node.ts";
import { netsByName } from "./nets.ts";
import type { RawFinding } from "./rule.ts";
import { nodeSubject } from "./subject.ts";

/** Pairs of names that differ only in case: of two labels, of two power pins, or of one of each. */
export function* similarNames(netlist: Netlist, wanted: "labels" | "powers" | "both"): Iterable<RawFinding> {
  const known = new Map<string, { readonly text: string; readonly node: Node; readonly sheet: Sheet }[]>();
  for (const { subgraphs } of netsByName(netlist)) {
    for (const { nodes, sheet } of subgraphs) {
      for (const node of nodes) {
        const power = node.pin !== null && node.pin.power !== null;
        if (!isLabel(node) && !power) continue;
        const text = power ? node.pin!.part.value : node.text;
        const others = known.get(text.toLowerCase()) ?? [];
        for (const other of others) {
          if (other.text === text) continue;
          // Local labels of two sheets never meet.
          if (node.kind === "label" && other.node.kind === "label" && sheet !== other.sheet) continue;
          const powers = (power ? 1 : 0) + (other.node.pin === null ? 0 : 1);
          if (powers !== (wanted === "labels" ? 0 : wanted === "both" ? 1 : 2)) continue;
          yield { sheet, items: [nodeSubject(node), nodeSubject(other.node)] };
        }
        others.push({ text, node, sheet });
        known.set(text.toLowerCase(), others);
      }
    }
  }
}
