import type { Connection } from "./connection.ts";
import { Connection as NewConnection } from "./connection.ts";
import type { Sheet } from "./design.ts";
import type { Graph } from "./graph.ts";
import { compareText } from "./names.ts";
import type { Subgraph } from "./subgraph.ts";
import { PRIORITY, priorityOf } from "./subgraph.ts";

/** Carries names through the hierarchy: by sheet pins and hierarchical labels, buses to their members and back. */
export function propagateNames(graph: Graph): void {
  const subgraphs = graph.carrying();
  const globals = new Map<string, Subgraph[]>();
  for (const subgraph of subgraphs) {
    if (subgraph.local) continue;
    for (const name of new Set(subgraph.drivers.map((driver) => graph.names.of(driver)))) {
      const there = globals.get(name);
      if (there === undefined) globals.set(name, [subgraph]);
      else there.push(subgraph);
    }
  }
  const below = childSheets(graph);
  for (const subgraph of subgraphs) {
    if (!subgraph.dirty) continue;
    if (!subgraph.local && subgraph.multipleDrivers) takeOtherGlobals(subgraph, graph, globals, below);
    propagate(subgraph, false, graph, below);
  }
  for (const subgraph of subgraphs) if (subgraph.dirty) propagate(subgraph, true, graph, below);
  const joined = new Map<string, string>();
  for (const subgraph of subgraphs) if (subgraph.busParents.size >= 2) joinBuses(subgraph, graph, joined);
}

type Below = ReadonlyMap<Sheet, ReadonlyMap<string, Sheet>>;

/** The sheets below each sheet, by the sheet symbol's uuid. */
function childSheets(graph: Graph): Below {
  const found = new Map<Sheet, Map<string, Sheet>>();
  for (const sheet of graph.bySheet.keys()) {
    if (sheet.parent === null) continue;
    const there = found.get(sheet.parent);
    if (there === undefined) found.set(sheet.parent, new Map([[sheet.uuid, sheet]]));
    else there.set(sheet.uuid, sheet);
  }
  return found;
}

/** Where a net has several global names, what only has the others gets the chosen one. */
function takeOtherGlobals(
  subgraph: Subgraph,
  graph: Graph,
  globals: ReadonlyMap<string, readonly Subgraph[]>,
  below: Below,
): void {
  for (const driver of subgraph.drivers) {
    const name = graph.names.of(driver);
    if (driver === subgraph.driver || name === subgraph.connection!.fullName) continue;
    const everywhere = priorityOf(driver) >= PRIORITY.globalPower;
    for (const other of globals.get(name) ?? []) {
      if (other === subgraph || (!everywhere && other.sheet !== subgraph.sheet)) continue;
      other.connection!.become(subgraph.connection!);
      other.dirty = false;
      propagate(other, false, graph, below);
    }
  }
}

function propagate(subgraph: Subgraph, force: boolean, graph: Graph, below: Below): void {
  const stale = new Set<Connection>();
  if (subgraph.connection!.isBus) nameMembers(subgraph, force, graph, below, stale);
  const [up, down] = [subgraph.hierLabels.length > 0, subgraph.sheetPins.length > 0];
  // In between, it waits for its parent or its child.
  if (!force && up && down) return;
  if (!up && !down) {
    subgraph.dirty = false;
    return;
  }
  const visited = new Set<Subgraph>([subgraph]);
  for (const each of visited) {
    for (const next of [...childrenOf(each, visited, graph, below), ...parentsOf(each, visited, graph)])
      visited.add(next);
    if (each !== subgraph) each.dirty = false;
  }
  const chosen = bestOf(subgraph, visited).connection!;
  for (const each of visited) {
    const connection = each.connection!;
    const before = connection.fullName;
    connection.become(chosen);
    if (before !== chosen.fullName) graph.renamed(each, before);
    if (chosen.isBus) nameMembers(each, force, graph, below, stale);
  }
  if (chosen.isBus) {
    for (const member of [...stale]) {
      for (const each of visited) {
        const own = each.connection!.match(member);
        if (own === null) continue;
        own.become(member);
        nameMembers(each, force, graph, below, stale);
      }
    }
  }
  subgraph.dirty = false;
}

/** What a subgraph's sheet pins lead down to. */
function childrenOf(parent: Subgraph, visited: ReadonlySet<Subgraph>, graph: Graph, below: Below): Subgraph[] {
  const found: Subgraph[] = [];
  for (const pin of parent.sheetPins) {
    const sheet = below.get(parent.sheet)?.get(pin.owner!.id);
    if (sheet === undefined) continue;
    const name = graph.names.of(pin);
    for (const candidate of graph.bySheet.get(sheet) ?? []) {
      if (!candidate.strong || visited.has(candidate)) continue;
      if (!candidate.hierLabels.some((label) => graph.names.of(label) === name)) continue;
      candidate.hierParent = parent;
      found.push(candidate);
    }
  }
  return found;
}

/** What a subgraph's hierarchical labels lead up to. */
function parentsOf(child: Subgraph, visited: ReadonlySet<Subgraph>, graph: Graph): Subgraph[] {
  const above = child.sheet.parent;
  if (above === null || child.hierLabels.length === 0) return [];
  const found: Subgraph[] = [];
  for (const candidate of graph.bySheet.get(above) ?? []) {
    if (candidate.sheetPins.length === 0 || visited.has(candidate)) continue;
    if (candidate.connection!.kind !== child.connection!.kind) continue;
    const leads = candidate.sheetPins.some(
      (pin) =>
        pin.owner!.id === child.sheet.uuid &&
        child.hierLabels.some((label) => graph.names.of(label) === graph.names.of(pin)),
    );
    if (leads) found.push(candidate);
  }
  return found;
}

/** Which subgraph of a chain names it: global before local, strong before weak, nearer the root, then the alphabet. */
function bestOf(first: Subgraph, visited: ReadonlySet<Subgraph>): Subgraph {
  let best = first;
  let highest: number = priorityOf(first.driver);
  if (highest >= PRIORITY.globalPower) return best;
  let strong = highest >= PRIORITY.hierLabel;
  let name = first.connection!.fullName;
  for (const each of visited) {
    if (each === first) continue;
    const priority = priorityOf(each.driver);
    const eachStrong = priority >= PRIORITY.hierLabel;
    const eachName = each.connection!.fullName;
    const depth = each.sheet.depth - best.sheet.depth;
    if (
      priority >= PRIORITY.globalPower ||
      (!strong && eachStrong) ||
      (priority > highest && eachStrong) ||
      (priority === highest && eachStrong && depth < 0) ||
      (strong === eachStrong && depth <= 0 && priority === highest && compareText(eachName, name) < 0)
    ) {
      best = each;
      highest = priority;
      strong = eachStrong;
      name = eachName;
    }
  }
  return best;
}

/** Gives the nets of a bus, on its sheet, the names of its members; a global name of a net goes to the bus instead. */
function nameMembers(bus: Subgraph, force: boolean, graph: Graph, below: Below, stale: Set<Connection>): void {
  const parent = bus.connection!;
  const members = [...bus.busMembers].sort(([a], [b]) => compareText(a.fullName, b.fullName));
  for (const [asked, nets] of members) {
    for (const net of nets) {
      const neighbour = net.top();
      const member = parent.match(asked) ?? matchOther(parent, nets, graph);
      const connection = neighbour.connection;
      if (member === null || connection === null) continue;
      const before = connection.fullName;
      if (before === member.fullName) continue;
      // Named from another sheet already: the first bus wins, unless its member has got another name since.
      if (connection.sheet !== neighbour.sheet) {
        if (connection.sheet !== parent.sheet) continue;
        const probe = new NewConnection(neighbour.sheet, graph.names.aliases);
        probe.take(before);
        if (parent.match(probe) !== null) continue;
      }
      if (connection.isBus) continue;
      if (priorityOf(neighbour.driver) >= PRIORITY.globalPower) {
        member.become(connection);
        stale.add(member);
        continue;
      }
      connection.become(member);
      graph.renamed(neighbour, before);
      neighbour.dirty = true;
      propagate(neighbour, force, graph, below);
      if (connection.fullName !== member.fullName) {
        member.become(connection);
        stale.add(member);
      }
    }
  }
}

/** A member found by another label of its net. */
function matchOther(parent: Connection, nets: ReadonlySet<Subgraph>, graph: Graph): Connection | null {
  for (const net of nets) {
    if (!net.multipleDrivers) continue;
    for (const driver of net.drivers) {
      if (driver.kind === "sheetPin" || (driver.kind === "pin" && driver.pin!.power === null)) continue;
      const member = parent.match(graph.names.connection(driver, net));
      if (member !== null) return member;
    }
  }
  return null;
}

/**
 * Buses of one sheet that share a net share that member everywhere. `joined` says which name went up in which: the same
 * bus on another sheet still calls its member by the old one.
 */
function joinBuses(net: Subgraph, graph: Graph, joined: Map<string, string>): void {
  const connection = net.connection!;
  if (connection.isBus) return;
  for (const [asked, buses] of net.busParents) {
    for (const bus of buses) {
      const member = bus.top().connection?.match(asked) ?? null;
      if (member === null || member.fullName === connection.fullName) continue;
      const own = member.fullName;
      const before = (graph.byName.get(own) ?? []).length > 0 ? own : lastName(own, joined);
      member.become(connection);
      if (before === connection.fullName) continue;
      // A name that is in use again leads nowhere else.
      joined.delete(connection.fullName);
      joined.set(before, connection.fullName);
      for (const each of [...(graph.byName.get(before) ?? [])]) {
        const other = each.top();
        if (other.connection === null) continue;
        const old = other.connection.fullName;
        other.connection.become(connection);
        if (old !== other.connection.fullName) graph.renamed(other, old);
      }
    }
  }
}

function lastName(name: string, joined: ReadonlyMap<string, string>): string {
  let at = name;
  for (let next = joined.get(at); next !== undefined; next = joined.get(at)) at = next;
  return at;
}
