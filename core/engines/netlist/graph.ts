import { Connection } from "./connection.ts";
import type { Sheet } from "./design.ts";
import type { Node } from "./node.ts";
import type { DriverNames } from "./subgraph.ts";
import { Subgraph } from "./subgraph.ts";

/** What the steps of net building share: the subgraphs, by sheet and by name. */
export class Graph {
  readonly names: DriverNames;
  /** All, those that became part of others included, in the order in which they were found. */
  readonly subgraphs: Subgraph[] = [];
  readonly byNode = new Map<Node, Subgraph>();
  /** Subgraphs that carry something, by sheet. */
  bySheet = new Map<Sheet, Subgraph[]>();
  /** Subgraphs by the full name that they carry now. */
  readonly byName = new Map<string, Subgraph[]>();

  constructor(names: DriverNames) {
    this.names = names;
  }

  /** Subgraphs of what touches on one sheet. */
  addSheet(nodes: readonly Node[]): void {
    for (const first of nodes) {
      if (this.byNode.has(first)) continue;
      const subgraph = new Subgraph(this.subgraphs.length + 1, first.sheet);
      this.subgraphs.push(subgraph);
      const waiting: Node[] = [first];
      this.byNode.set(first, subgraph);
      for (let i = 0; i < waiting.length; i++) {
        const node = waiting[i]!;
        subgraph.add(node);
        if (node.kind === "noConnect" || (node.kind === "pin" && node.pin!.type === "no_connect"))
          subgraph.noConnect = node;
        for (const other of node.touching) {
          if (this.byNode.has(other)) continue;
          this.byNode.set(other, subgraph);
          waiting.push(other);
        }
      }
      subgraph.sort();
    }
  }

  /** The net of a bus's member, by its name on the sheet. */
  addMember(bus: Subgraph, name: string): Subgraph {
    const net = new Subgraph(this.subgraphs.length + 1, bus.sheet);
    net.connection = new Connection(bus.sheet, this.names.aliases);
    net.connection.name = name;
    net.busMember = true;
    net.strong = true;
    this.subgraphs.push(net);
    return net;
  }

  /** Those that carry something and are not part of others. */
  carrying(): Subgraph[] {
    return this.subgraphs.filter((each) => each.connection !== null && each.absorbedBy === null);
  }

  indexSheets(): void {
    this.bySheet = new Map();
    for (const subgraph of this.carrying()) {
      const there = this.bySheet.get(subgraph.sheet);
      if (there === undefined) this.bySheet.set(subgraph.sheet, [subgraph]);
      else there.push(subgraph);
    }
  }

  called(name: string): Subgraph[] {
    let list = this.byName.get(name);
    if (list === undefined) {
      list = [];
      this.byName.set(name, list);
    }
    return list;
  }

  /** Notes that a subgraph has got another name. */
  renamed(subgraph: Subgraph, before: string): void {
    const list = this.byName.get(before);
    const at = list?.indexOf(subgraph) ?? -1;
    if (at >= 0) list!.splice(at, 1);
    this.called(subgraph.connection!.fullName).push(subgraph);
  }
}
