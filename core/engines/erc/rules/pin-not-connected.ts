import type { Pin } from "../../netlist/parts.ts";
import { isStacked } from "../../netlist/parts.ts";
import type { Subgraph } from "../../netlist/subgraph.ts";
import { PRIORITY, priorityOf } from "../../netlist/subgraph.ts";
import type { ErcContext, RawFinding } from "../rule.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject, pinSubject } from "../subject.ts";

export const pinNotConnected = defineRule({
  type: "pin_not_connected",
  title: "Pin not connected",
  about: "A pin leads nowhere. Connect it, or mark it with a “no connection” flag.",
  severity: "error",
  *check(cx) {
    for (const subgraph of cx.subgraphs) if (subgraph.noConnect === null) yield* ofPins(subgraph);
    yield* ofSheets(cx);
  },
});

function* ofPins({ nodes, sheet, strong, driver }: Subgraph): Iterable<RawFinding> {
  const pins: Pin[] = [];
  let elsewhere = false;
  for (const node of nodes) {
    if (node.pin === null) {
      if (priorityOf(node) !== PRIORITY.none) elsewhere = true;
      continue;
    }
    const { pin } = node;
    if (pins.length > 0 && pin.part.power === null && pins.some((other) => !isStacked(pin, other))) elsewhere = true;
    pins.push(pin);
  }
  // Pins of parts are more telling than those of power symbols.
  const pin = pins.find((each) => each.type === "power_in" && each.power === null) ?? pins[0];
  // A name that labels or power symbols give joins more than what touches.
  if (pin?.power === null && pin.part.power === null && strong && driver?.kind !== "sheetPin") elsewhere = true;
  if (pin !== undefined && !elsewhere && pin.type !== "no_connect" && pin.type !== "free")
    yield { sheet, items: [pinSubject(pin)] };
  if (pins.length < 2) return;
  // A power symbol that hangs on nothing is a mistake, also where its net is known by name.
  for (const node of nodes)
    if (node.pin !== null && node.pin.part.power !== null && node.touching.length === 0)
      yield { sheet, items: [pinSubject(node.pin)] };
}

function* ofSheets({ netlist }: ErcContext): Iterable<RawFinding> {
  for (const sheet of netlist.sheets) {
    for (const node of netlist.nodesOf(sheet)) {
      if (node.kind === "sheetPin" && node.dangling[0] === true) yield { sheet, items: [nodeSubject(node)] };
      if (node.kind !== "hierLabel" || sheet.parent !== null) continue;
      const message = `Hierarchical label "${node.text}" in root sheet cannot be connected to non-existent parent sheet`;
      yield { sheet, items: [nodeSubject(node)], message };
    }
  }
}
