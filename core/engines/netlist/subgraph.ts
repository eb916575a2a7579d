import type { BusAliases } from "./connection.ts";
import { Connection } from "./connection.ts";
import type { Design, Sheet } from "./design.ts";
import { compareText, escapeNetName } from "./names.ts";
import type { Node } from "./node.ts";
import type { Pin } from "./parts.ts";
import { referenceWithUnit } from "./parts.ts";

/** How strongly an item names its net: the highest wins. From `hierLabel` on a driver is a strong one. */
export const PRIORITY = {
  none: 0,
  pin: 1,
  sheetPin: 2,
  hierLabel: 3,
  label: 4,
  localPower: 5,
  globalPower: 6,
  globalLabel: 7,
} as const;

/** What is joined on one sheet by touching and, later, by labels of one name. */
export class Subgraph {
  readonly code: number;
  readonly sheet: Sheet;
  readonly nodes: Node[] = [];
  /** What may name it; once there is a strong one, the strong ones. */
  drivers: Node[] = [];
  readonly sheetPins: Node[] = [];
  readonly hierLabels: Node[] = [];
  driver: Node | null = null;
  connection: Connection | null = null;
  strong = false;
  /** False when a global label or a global power pin names it. */
  local = true;
  multipleDrivers = false;
  noConnect: Node | null = null;
  absorbedBy: Subgraph | null = null;
  /** Subgraphs of this sheet that are members of this bus, by member. */
  readonly busMembers = new Map<Connection, Set<Subgraph>>();
  /** Buses of this sheet that this net is a member of, by member. */
  readonly busParents = new Map<Connection, Set<Subgraph>>();
  hierParent: Subgraph | null = null;
  /** Stands for the member of a bus that a label names, whether or not a wire goes on with it. */
  busMember = false;
  /** Not yet propagated. */
  dirty = false;

  constructor(code: number, sheet: Sheet) {
    this.code = code;
    this.sheet = sheet;
  }

  add(node: Node): void {
    this.nodes.push(node);
    if (mayDrive(node)) this.drivers.push(node);
    if (node.kind === "sheetPin") this.sheetPins.push(node);
    if (node.kind === "hierLabel") this.hierLabels.push(node);
  }

  /** Takes another subgraph of the same sheet in. */
  absorb(other: Subgraph): void {
    for (const node of other.nodes) this.add(node);
    this.sort();
    for (const [member, nets] of other.busMembers) this.busMembers.set(member, nets);
    for (const [member, buses] of other.busParents) this.busParents.set(member, buses);
    this.multipleDrivers ||= other.multipleDrivers;
    other.absorbedBy = this;
    other.dirty = false;
    other.driver = null;
    other.connection = null;
  }

  /** Puts nodes and drivers in file order. */
  sort(): void {
    this.nodes.sort((a, b) => a.order - b.order);
    this.drivers.sort((a, b) => a.order - b.order);
  }

  /** The subgraph that this one has become part of. */
  top(): Subgraph {
    let at: Subgraph = this;
    while (at.absorbedBy !== null) at = at.absorbedBy;
    return at;
  }
}

function mayDrive(node: Node): boolean {
  if (node.kind === "pin") return node.pin!.power !== null || node.pin!.part.annotated;
  return node.kind === "label" || node.kind === "globalLabel" || node.kind === "hierLabel" || node.kind === "sheetPin";
}

export function priorityOf(node: Node | null): number {
  switch (node?.kind) {
    case "sheetPin":
      return PRIORITY.sheetPin;
    case "hierLabel":
      return PRIORITY.hierLabel;
    case "label":
      return PRIORITY.label;
    case "globalLabel":
      return PRIORITY.globalLabel;
    case "pin": {
      const pin = node.pin!;
      if (pin.power === "global") return PRIORITY.globalPower;
      if (pin.power === "local") return PRIORITY.localPower;
      return pin.part.virtual || !pin.part.onBoard ? PRIORITY.none : PRIORITY.pin;
    }
    default:
      return PRIORITY.none;
  }
}

/** Chooses what names a subgraph, and sets its connection. */
export function chooseDriver(subgraph: Subgraph, names: DriverNames): void {
  subgraph.driver = null;
  let highest = -1;
  let candidates: Node[] = [];
  const strong: Node[] = [];
  for (const node of subgraph.drivers) {
    const priority = priorityOf(node);
    if (priority === PRIORITY.pin && node.pin!.part.virtual) continue;
    if (priority >= PRIORITY.hierLabel) strong.push(node);
    if (priority > highest) {
      candidates = [node];
      highest = priority;
    } else if (priority === highest) candidates.push(node);
  }
  if (highest >= PRIORITY.hierLabel) subgraph.strong = true;
  subgraph.local = highest < PRIORITY.globalPower;
  if (candidates.length > 0) {
    const better = (a: Node, b: Node) => compareDrivers(a, b, subgraph, names);
    subgraph.driver = candidates.reduce((best, node) => (better(node, best) < 0 ? node : best));
  }
  if (strong.length > 1) subgraph.multipleDrivers = true;
  if (subgraph.strong) subgraph.drivers = strong;
  if (subgraph.driver === null) {
    if (!subgraph.busMember) subgraph.connection = null;
    return;
  }
  const connection = new Connection(subgraph.sheet, names.aliases);
  connection.take(names.of(subgraph.driver, subgraph.noConnect !== null));
  connection.drive(subgraph.driver);
  subgraph.connection = connection;
}

/** The better name first: wider bus, power symbol, output, no made-up name, then by the alphabet. */
function compareDrivers(a: Node, b: Node, subgraph: Subgraph, names: DriverNames): number {
  const [p, q] = [names.connection(a, subgraph), names.connection(b, subgraph)];
  if (p.isBus && q.isBus) {
    const [inside, outside] = [q.isSubsetOf(p), p.isSubsetOf(q)];
    if (inside !== outside) return inside ? -1 : 1;
  }
  if (a.kind === "pin" && b.kind === "pin") {
    const [m, n] = [a.pin!.part.power, b.pin!.part.power];
    for (const power of ["global", "local"]) if ((m === power) !== (n === power)) return m === power ? -1 : 1;
  }
  if (a.kind === "sheetPin" && b.kind === "sheetPin") {
    const [m, n] = [a.item["shape"] === "output", b.item["shape"] === "output"];
    if (m !== n) return m ? -1 : 1;
  }
  const forced = subgraph.noConnect !== null;
  const [m, n] = [names.of(a, forced), names.of(b, forced)];
  const [low, high] = [m.includes("-Pad"), n.includes("-Pad")];
  if (low !== high) return low ? 1 : -1;
  return compareText(m, n);
}

/** The names that items give, each worked out once. */
export class DriverNames {
  readonly aliases: BusAliases;
  private readonly design: Design;
  private readonly plain = new Map<Node, string>();
  private readonly unconnected = new Map<Node, string>();
  private readonly connections = new Map<Node, Connection>();

  constructor(design: Design, aliases: BusAliases) {
    this.design = design;
    this.aliases = aliases;
  }

  /** The name (escaped, without sheet) that a driver gives; `alone` for a pin of an unconnected net. */
  of(node: Node, alone = false): string {
    const names = alone && node.kind === "pin" ? this.unconnected : this.plain;
    let name = names.get(node);
    if (name === undefined) {
      name = node.kind === "pin" ? pinNetName(node.pin!, this.design, alone) : escapeNetName(node.text);
      names.set(node, name);
    }
    return name;
  }

  /** What the item would carry if it named its subgraph. */
  connection(node: Node, subgraph: Subgraph): Connection {
    let connection = this.connections.get(node);
    if (connection === undefined) {
      connection = new Connection(subgraph.sheet, this.aliases);
      connection.take(this.of(node, subgraph.noConnect !== null));
      this.connections.set(node, connection);
    }
    return connection;
  }
}

/** `Net-(R1-Pad1)`, `Net-(U1A-OUT)`, `unconnected-(U1-NC-Pad3)`; of a power pin its power. */
export function pinNetName(pin: Pin, design: Design, alone: boolean): string {
  const { part } = pin;
  if (pin.power !== null) return escapeNetName(part.power !== null ? part.value : pin.libraryName);
  const unconnected = alone || pin.type === "no_connect";
  const head = unconnected ? "unconnected-(" : "Net-(";
  if (part.reference.endsWith("?")) return `${head}${part.symbol.id}-Pad${pin.number})`;
  const number = escapeNetName(pin.number);
  if (pin.libraryName === "" || pin.libraryName === pin.number) return `${head}${part.reference}-Pad${number})`;
  const several = part.pins.some(
    (other) => other.name === pin.name && other.number !== pin.number && unconnected === (other.type === "no_connect"),
  );
  const pad = unconnected || several ? `-Pad${number}` : "";
  return `${head}${referenceWithUnit(part, design)}-${escapeNetName(pin.libraryName)}${pad})`;
}
