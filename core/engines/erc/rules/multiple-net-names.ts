import { isLabel } from "../../netlist/node.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const multipleNetNames = defineRule({
  type: "multiple_net_names",
  title: "More than one name given to this bus or net",
  about: "Two labels or power symbols of different names are joined. One name wins, by kind and then by the alphabet.",
  severity: "warning",
  *check({ subgraphs, netlist }) {
    for (const { multipleDrivers, drivers, driver, sheet } of subgraphs) {
      if (!multipleDrivers || driver === null) continue;
      const first = netlist.driverName(driver);
      const other = drivers.find(
        (node) =>
          node !== driver &&
          (isLabel(node) || (node.pin !== null && node.pin.power !== null)) &&
          netlist.driverName(node) !== first,
      );
      if (other === undefined) continue;
      const second = netlist.driverName(other);
      const message = `Both ${first} and ${second} are attached to the same items; ${first} will be used in the netlist`;
      yield { sheet, items: [nodeSubject(driver), nodeSubject(other)], message };
    }
  },
});
