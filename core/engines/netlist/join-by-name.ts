import { Connection } from "./connection.ts";
import type { Graph } from "./graph.ts";
import type { Node } from "./node.ts";
import { isLabel } from "./node.ts";
import type { Subgraph } from "./subgraph.ts";
import { chooseDriver } from "./subgraph.ts";

/**
 * Joins subgraphs of one sheet that labels of one name name, and ties nets to the buses of their sheet that they are
 * members of. Weakly named subgraphs (by pins, by sheet pins) of one name are told apart by a number instead.
 */
export function joinByName(graph: Graph): void {
  noteNames(graph);
  const index = new Index(graph);
  const changed = new Set<Subgraph>();
  for (const subgraph of graph.carrying()) {
    if (subgraph.absorbedBy !== null) continue;
    if (!subgraph.strong) settleWeakName(subgraph, graph);
    subgraph.dirty = true;
    if (subgraph.strong) joinInto(subgraph, graph, index, changed);
  }
  for (const subgraph of changed) if (subgraph.absorbedBy === null) chooseDriver(subgraph, graph.names);
}

function noteNames(graph: Graph): void {
  for (const subgraph of graph.carrying()) {
    const { fullName, kind } = subgraph.connection!;
    graph.called(fullName).push(subgraph);
    if (kind === "vector") graph.called(vectorStem(fullName)).push(subgraph);
  }
  // Every member that a label of a bus names is a net of that name, wherever it goes: so buses of one sheet meet.
  for (const bus of graph.carrying()) {
    if (!isLabel(bus.driver!)) continue;
    for (const member of bus.connection!.members) {
      if (member.isBus) continue;
      const net = graph.addMember(bus, member.fullLocalName);
      graph.called(member.fullLocalName).push(net);
    }
  }
}

/** Vectors of one stem are alike, whatever their range. */
function vectorStem(name: string): string {
  const cut = name.indexOf("[");
  return `${cut < 0 ? name : name.slice(0, cut)}[]`;
}

/** A weak name that another subgraph has too gets a number; a sheet pin alone of its name is as good as a label. */
function settleWeakName(subgraph: Subgraph, graph: Graph): void {
  const connection = subgraph.connection!;
  const name = connection.fullName;
  let alike = graph.byName.get(name) ?? [];
  if (alike.length <= 1 && connection.kind === "vector") alike = graph.byName.get(vectorStem(name)) ?? alike;
  if (alike.length > 1) {
    let number = 1;
    let fresh = numbered(connection, number++);
    while (graph.byName.has(fresh)) fresh = numbered(connection, number++);
    const at = alike.indexOf(subgraph);
    if (at >= 0) alike.splice(at, 1);
    graph.called(fresh).push(subgraph);
    return;
  }
  if (subgraph.driver?.kind !== "sheetPin") return;
  // A global label of that name on this sheet would take it in.
  const others = graph.byName.get(connection.shortName) ?? [];
  if (!others.some((other) => other.sheet === subgraph.sheet)) subgraph.strong = true;
}

/** Gives a connection a number and answers the name that KiCad then looks up. */
function numbered(connection: Connection, number: number): string {
  if (connection.kind === "group") {
    const cut = connection.fullName.indexOf("{");
    const stem = readPrefix(connection) || "BUS";
    const label = `${stem}_${number}{${connection.fullName.slice(cut + 1)}`;
    connection.take(label);
    if (connection.driver !== null) connection.drive(connection.driver);
    return label;
  }
  const name = `${connection.fullName}_${number}`;
  connection.addSuffix(`_${number}`);
  return name;
}

function readPrefix(connection: Connection): string {
  const cut = connection.name.indexOf("{");
  return cut < 0 ? connection.name : connection.name.slice(0, cut);
}

/** Subgraphs of each sheet by the names that their strong drivers give. */
class Index {
  private readonly graph: Graph;
  private readonly byName = new Map<string, Subgraph[]>();

  constructor(graph: Graph) {
    this.graph = graph;
    for (const subgraph of graph.carrying()) this.add(subgraph, subgraph);
  }

  /** Notes the names of `from` as names of `subgraph`. */
  add(subgraph: Subgraph, from: Subgraph): void {
    if (from.connection !== null) this.put(subgraph, from.connection.shortName);
    if (!from.multipleDrivers) return;
    for (const driver of from.drivers) {
      if (driver === from.driver || driver.kind === "sheetPin") continue;
      if (driver.kind === "pin" && driver.pin!.power === null) continue;
      this.put(subgraph, this.graph.names.of(driver));
    }
  }

  private put(subgraph: Subgraph, name: string): void {
    const key = `${subgraph.sheet.index} ${name}`;
    const there = this.byName.get(key);
    if (there === undefined) this.byName.set(key, [subgraph]);
    else if (!there.includes(subgraph)) there.push(subgraph);
  }

  find(subgraph: Subgraph, name: string): readonly Subgraph[] {
    return this.byName.get(`${subgraph.sheet.index} ${name}`) ?? [];
  }
}

function joinInto(subgraph: Subgraph, graph: Graph, index: Index, changed: Set<Subgraph>): void {
  const connection = subgraph.connection!;
  const own = new Connection(subgraph.sheet, graph.names.aliases);
  own.become(connection);
  const check: Connection[] = [own, ...otherNames(subgraph, graph)];
  for (let i = 0; i < check.length; i++) {
    const member = check[i]!;
    if (member.isBus) for (const each of member.members) check.push(each);
    for (const candidate of [...index.find(subgraph, member.shortName)]) {
      if (candidate === subgraph || candidate.absorbedBy !== null || !candidate.strong) continue;
      const theirs = candidate.connection!;
      if (connection.isBus && !theirs.isBus) {
        setOf(subgraph.busMembers, member).add(candidate);
        setOf(candidate.busParents, member).add(subgraph);
      } else if (!connection.isBus || connection.kind === theirs.kind) {
        check.push(...otherNames(candidate, graph));
        index.add(subgraph, candidate);
        subgraph.absorb(candidate);
        changed.add(subgraph);
      }
    }
  }
}

/** What the other labels and power pins of a subgraph name. */
function otherNames(subgraph: Subgraph, graph: Graph): Connection[] {
  const connection = subgraph.connection!;
  return subgraph.nodes
    .filter(
      (node: Node) => node !== subgraph.driver && (isLabel(node) || (node.kind === "pin" && node.pin!.power !== null)),
    )
    .map((node) => graph.names.connection(node, subgraph))
    .filter((other) => other.kind === connection.kind && other.shortName !== connection.shortName);
}

function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  let set = map.get(key);
  if (set === undefined) {
    set = new Set();
    map.set(key, set);
  }
  return set;
}
