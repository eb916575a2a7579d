import type { EffectiveNetClass } from "../../model/project/net-class.ts";
import { busAliasesOf } from "./bus-aliases.ts";
import type { Connection } from "./connection.ts";
import type { Design, Sheet } from "./design.ts";
import { orderSheets } from "./design.ts";
import { Graph } from "./graph.ts";
import { joinByName } from "./join-by-name.ts";
import { compareNumbered, compareText } from "./names.ts";
import { netClassesOf } from "./net-classes.ts";
import type { Node } from "./node.ts";
import type { Part, Pin } from "./parts.ts";
import { partsOf } from "./parts.ts";
import { propagateNames } from "./propagate.ts";
import type { SheetText } from "./sheet-text.ts";
import { sheetText } from "./sheet-text.ts";
import type { Subgraph } from "./subgraph.ts";
import { chooseDriver, DriverNames } from "./subgraph.ts";
import { touchingNodes } from "./touching.ts";

/** A net of the whole design. */
export interface Net {
  /** As KiCad names it: `/Power/VCC`, `GND`, `Net-(R1-Pad1)`, `unconnected-(U1-NC-Pad3)`; a slash in a label is `{slash}`. */
  readonly name: string;
  /** All its pins, those of power symbols and of parts that stay off the board too; by reference, then number. */
  readonly pins: readonly Pin[];
  readonly subgraphs: readonly Subgraph[];
  readonly netClass: EffectiveNetClass;
}

/**
 * All that is known of a design's connectivity. Checks, queries, cross-probing and the board's update go by this: what
 * touches what on each use of a sheet (`nodes`), what is joined on a sheet (`subgraphs`) and in the design (`nets`).
 */
export interface Netlist {
  readonly design: Design;
  /** Uses of sheets in the order of pages. */
  readonly sheets: readonly Sheet[];
  /** Placed symbols of every use of a sheet, sheet by sheet. */
  readonly parts: readonly Part[];
  readonly nodes: readonly Node[];
  /** Subgraphs in the order in which they were found; those that became part of another one (`absorbedBy`) included. */
  readonly subgraphs: readonly Subgraph[];
  /** Every net and every bus's name, sorted with numbers by value. */
  readonly nets: readonly Net[];
  /** The subgraph that a node ended in. */
  subgraphOf(node: Node): Subgraph;
  /** The net of a pin; undefined when nothing names it (pins of parts without reference). */
  netOf(pin: Pin): Net | undefined;
  netCalled(name: string): Net | undefined;
  textOf(sheet: Sheet): SheetText;
  /** What connects on one use of a sheet. */
  nodesOf(sheet: Sheet): readonly Node[];
  /** The name (escaped, without sheet) that an item gives its net. */
  driverName(node: Node): string;
  /** The members of the bus that a label or a sheet pin names; none when it names a net. */
  busMembers(node: Node): readonly Connection[];
}

/** Builds the nets of a design. Pure; parents must come before children in `design.sheets`. */
export function buildNetlist(design: Design, signal?: AbortSignal): Netlist {
  const sheets = orderSheets(design.sheets);
  const root = design.sheets[0]!.doc;
  const graph = new Graph(new DriverNames(design, busAliasesOf(design)));
  const parts: Part[] = [];
  const nodes: Node[] = [];
  const texts = new Map<Sheet, SheetText>();
  const bySheet = new Map<Sheet, readonly Node[]>();
  for (const sheet of sheets) {
    signal?.throwIfAborted();
    const text = sheetText(sheet, design);
    texts.set(sheet, text);
    const own = partsOf(sheet, text, root);
    const touching = touchingNodes(sheet, own, text);
    for (const part of own) parts.push(part);
    for (const node of touching) nodes.push(node);
    bySheet.set(sheet, touching);
    graph.addSheet(touching);
  }
  for (const subgraph of graph.subgraphs) chooseDriver(subgraph, graph.names);
  joinByName(graph);
  graph.indexSheets();
  propagateNames(graph);
  nameUnconnected(graph);
  const nets = netsOf(graph, design, texts);
  const byName = new Map(nets.map((net) => [net.name, net]));
  const byPin = new Map<Pin, Net>();
  for (const net of nets) for (const pin of net.pins) byPin.set(pin, net);
  return {
    design,
    sheets,
    parts,
    nodes,
    subgraphs: graph.subgraphs,
    nets,
    subgraphOf: (node) => graph.byNode.get(node)!.top(),
    netOf: (pin) => byPin.get(pin),
    netCalled: (name) => byName.get(name),
    textOf: (sheet) => texts.get(sheet)!,
    nodesOf: (sheet) => bySheet.get(sheet)!,
    driverName: (node) => graph.names.of(node, graph.byNode.get(node)?.top().noConnect != null),
    busMembers: (node) => graph.names.connection(node, graph.byNode.get(node)!.top()).members,
  };
}

/** A net that only one pin names is an unconnected one. */
function nameUnconnected(graph: Graph): void {
  for (const subgraph of graph.carrying()) {
    const { driver, connection } = subgraph;
    if (subgraph.strong || subgraph.drivers.length !== 1 || driver?.kind !== "pin") continue;
    connection!.take(graph.names.of(driver, true));
  }
}

function netsOf(graph: Graph, design: Design, texts: ReadonlyMap<Sheet, SheetText>): Net[] {
  const byName = new Map<string, Subgraph[]>();
  for (const subgraph of graph.carrying()) {
    const name = subgraph.connection!.fullName;
    const there = byName.get(name);
    if (there === undefined) byName.set(name, [subgraph]);
    else there.push(subgraph);
  }
  const classes = netClassesOf(byName, design, texts);
  const names = [...byName.keys()].sort((a, b) => compareNumbered(a, b) || compareText(a, b));
  return names.map((name) => {
    const subgraphs = byName.get(name)!;
    const pins = subgraphs.flatMap((subgraph) =>
      subgraph.nodes.flatMap((node) => (node.pin === null ? [] : [node.pin])),
    );
    pins.sort((a, b) => compareText(a.part.reference, b.part.reference) || compareText(a.number, b.number));
    return { name, pins, subgraphs, netClass: classes(name) };
  });
}
