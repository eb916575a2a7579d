import type { Connection } from "../../netlist/connection.ts";
import { unescapeText } from "../../netlist/names.ts";
import { PRIORITY, priorityOf } from "../../netlist/subgraph.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const netNotBusMember = defineRule({
  type: "net_not_bus_member",
  title: "Net is graphically connected to a bus but not a bus member",
  about: "A bus entry leads to a net that the bus does not have: the entry joins nothing. Label the net as a member.",
  severity: "warning",
  *check({ subgraphs, netlist }) {
    for (const subgraph of subgraphs) {
      const { nodes, sheet, connection, driver, drivers } = subgraph;
      const entry = nodes.find((node) => node.kind === "busEntry");
      if (connection === null || entry?.bus == null || priorityOf(driver) >= PRIORITY.globalPower) continue;
      const bus = netlist.subgraphOf(entry.bus).connection;
      const names = new Set([connection.fullLocalName, ...drivers.map((node) => netlist.driverName(node))]);
      if (bus !== null && leaves(bus).some((member) => names.has(member.fullLocalName))) continue;
      const busName = bus === null ? `${sheet.names}<NO NET>` : unescapeText(bus.fullName);
      const net = unescapeText(connection.fullName);
      const message = `Net ${net} is graphically connected to bus ${busName} but is not a member of that bus`;
      yield { sheet, items: [nodeSubject(entry), nodeSubject(entry.bus)], message };
    }
  },
});

function leaves(bus: Connection): Connection[] {
  return bus.members.flatMap((member) => (member.isBus ? member.members : [member]));
}
