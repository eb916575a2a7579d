import { connectedPins, flagOf } from "../no-connect-flag.ts";
import { samePlace } from "../places.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject, pinSubject } from "../subject.ts";

export const noConnectConnected = defineRule({
  type: "no_connect_connected",
  title: "A pin with a “no connection” flag is connected",
  about: "A flag, or a pin of type unconnected, says that nothing is to be connected, and something is.",
  severity: "warning",
  *check({ subgraphs, netlist }) {
    for (const subgraph of subgraphs) {
      const flag = flagOf(subgraph, netlist);
      if (flag === null) continue;
      const pins = connectedPins(subgraph, netlist);
      if (pins.length < 2) continue;
      const own = subgraph.nodes.filter((node) => node.pin !== null).at(-1);
      const items = own === undefined ? [nodeSubject(flag)] : [nodeSubject(own), nodeSubject(flag)];
      yield { sheet: subgraph.sheet, items };
    }
    // Pins that are of that type by themselves connect to nothing, whatever touches them.
    const message = "Pin with 'no connection' type is connected";
    for (const sheet of netlist.sheets) {
      const nodes = netlist.nodesOf(sheet).filter((node) => node.kind !== "noConnect");
      for (const node of nodes) {
        if (node.pin?.type !== "no_connect") continue;
        const here = nodes.filter((other) => other.points.some((p) => samePlace(p, node.points[0]!)));
        if (here.every((other) => other.pin?.type === "no_connect")) continue;
        if (here.find((other) => other.pin?.type === "no_connect") !== node) continue;
        const flags = here.filter((other) => other.pin?.type === "no_connect");
        const others = here.filter((other) => other.pin?.type !== "no_connect");
        yield {
          sheet,
          items: [...flags, ...others].slice(0, 4).map((n) => (n.pin === null ? nodeSubject(n) : pinSubject(n.pin))),
          message,
        };
      }
    }
  },
});
