import type { Netlist } from "../netlist/netlist.ts";
import type { Pin } from "../netlist/parts.ts";
import { sortedPins } from "./rules/pin-to-pin.ts";

const DRIVING: ReadonlySet<string> = new Set(["output", "power_out", "passive", "tri_state", "bidirectional"]);

/** Nets that need a driver and have none: the pin to blame, and whether it is power that is missing. */
export function* pinsWithoutDriver(netlist: Netlist): Iterable<{ readonly pin: Pin; readonly power: boolean }> {
  for (const { pins, subgraphs } of netlist.nets) {
    const power = pins.some((pin) => pin.type === "power_in");
    if (pins.some((pin) => (power ? pin.type === "power_out" : DRIVING.has(pin.type)))) continue;
    if (subgraphs.some((subgraph) => subgraph.noConnect !== null)) continue;
    let blamed: Pin | null = null;
    for (const pin of sortedPins(pins)) {
      if (pin.type !== "input" && pin.type !== "power_in") continue;
      // Better a pin that is seen, and one of power where power is missing.
      if (
        blamed === null ||
        (blamed.hidden && !pin.hidden) ||
        (power !== (blamed.type === "power_in") && power === (pin.type === "power_in"))
      )
        blamed = pin;
    }
    if (blamed !== null) yield { pin: blamed, power };
  }
}
