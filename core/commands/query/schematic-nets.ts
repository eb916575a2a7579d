import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import type { Net, Netlist } from "../../engines/netlist/netlist.ts";
import type { Node } from "../../engines/netlist/node.ts";
import type { Pin } from "../../engines/netlist/parts.ts";
import { noNet } from "./unrouted.ts";

/** A net of a schematic by its name; throws not-found with the nearest. */
export function schematicNet(netlist: Netlist, name: string): Net {
  const found = netlist.netCalled(name);
  if (found === undefined)
    throw noNet(
      name,
      netNamesOf(netlist).map((each) => each.name),
    );
  return found;
}

/** The nets of a schematic: no buses, no names that nothing carries. */
export function netNamesOf(netlist: Netlist): Net[] {
  return netlist.nets.filter(
    (net) =>
      net.subgraphs.some((s) => s.connection?.isBus !== true) && (pinNames(net).length > 0 || labelIds(net).length > 0),
  );
}

/** The pins of a net as R1.2, each once, without power symbols. */
export function pinNames(net: Net): string[] {
  return [...new Set(net.pins.filter((pin) => !pin.part.reference.startsWith("#")).map(pinName))];
}

/** The ids of the labels and sheet pins that name a net. */
export function labelIds(net: Net): string[] {
  return [
    ...new Set(net.subgraphs.flatMap(({ nodes }) => nodes.filter((node) => node.text !== "").map((node) => node.id))),
  ];
}

/** The ids of all that draws a net, by sheet file. */
export function drawnOf(net: Net): { file: string; ids: string[] }[] {
  const files = new Map<string, Set<string>>();
  for (const { sheet, nodes } of net.subgraphs) {
    const ids = files.get(sheet.file) ?? new Set();
    files.set(sheet.file, ids);
    for (const { id } of nodes) ids.add(id);
  }
  return [...files].map(([file, ids]) => ({ file, ids: [...ids] }));
}

/** Names of the sheets that a net is on, from the root down. */
export function sheetsOfNet(net: Net): string[] {
  return [...new Set(net.subgraphs.map(({ sheet }) => sheet.names))];
}

/** One thing of a schematic with its net, and what hangs together with it. */
export interface SchematicConnection {
  readonly item: string;
  readonly net: string;
  readonly reaches: string[];
  readonly missing: string[];
  readonly wires: number;
  readonly labels: string[];
}

/** What a pin (R1.2), a symbol (R1), or a wire, label or sheet pin (by uuid) is joined with. */
export function schematicConnections(netlist: Netlist, ref: string): SchematicConnection[] {
  const pins = pinsCalled(netlist, ref);
  if (pins.length > 0) return pins.map((pin) => connection(pinName(pin), netlist.netOf(pin)));
  const node = netlist.nodes.find((each) => each.id === ref);
  if (node === undefined)
    throw new CommandError({
      code: "not-found",
      message: `Cannot follow ${JSON.stringify(ref)}: the schematic has no such pin, symbol, wire or label.`,
      hint: "Name a pin such as R1.2, a symbol such as R1, or the uuid of a wire or label; query.symbols lists the parts.",
      data: { item: ref },
    });
  return [connection(node.id, netOfNode(netlist, node))];
}

function pinsCalled(netlist: Netlist, ref: string): Pin[] {
  const dot = ref.lastIndexOf(".");
  const found = netlist.parts
    .flatMap((part) => part.pins)
    .filter(
      (pin) =>
        pin.id === ref ||
        pin.part.symbol.id === ref ||
        pin.part.reference === ref ||
        (pin.part.reference === ref.slice(0, Math.max(dot, 0)) && pin.number === ref.slice(dot + 1)),
    );
  const seen = new Set<string>();
  return found.filter((pin) => !seen.has(pinName(pin)) && seen.add(pinName(pin)) !== undefined);
}

function netOfNode(netlist: Netlist, node: Node): Net | undefined {
  const name = netlist.subgraphOf(node).connection?.fullName;
  return name === undefined ? undefined : netlist.netCalled(name);
}

function connection(item: string, net: Net | undefined): SchematicConnection {
  const lines = net?.subgraphs.flatMap(({ nodes }) =>
    nodes.filter((node) => node.kind === "wire" || node.kind === "bus"),
  );
  return {
    item,
    net: net?.name ?? "",
    reaches: net === undefined ? [] : pinNames(net).filter((pin) => pin !== item),
    missing: [],
    wires: new Set(lines?.map((node) => node.id)).size,
    labels: net === undefined ? [] : labelIds(net),
  };
}

function pinName(pin: Pin): string {
  return `${pin.part.reference}.${pin.number}`;
}

/** What a net's class asks for on the board, in mm. */
export function rulesOf({ netClass }: Net) {
  return {
    clearance: toMm(netClass.clearance),
    trackWidth: toMm(netClass.trackWidth),
    viaDiameter: toMm(netClass.viaDiameter),
    viaDrill: toMm(netClass.viaDrill),
  };
}
