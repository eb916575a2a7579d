import type { Box } from "../../base/nm.ts";
import { boxesMeet, boxOf } from "../../geometry/shape.ts";
import type { ItemId } from "../../model/item.ts";
import { copperMeets } from "./contact.ts";
import type { Copper } from "./copper.ts";

interface Node {
  readonly copper: Copper;
  readonly box: Box;
  readonly joined: Set<Node>;
  /** Place in file order: of its top-level item, and in that. */
  readonly order: number;
  readonly part: number;
}

function inFileOrder(a: Node, b: Node): number {
  return a.order - b.order || a.part - b.part;
}

/** How the copper of one net hangs together, piece by piece; pieces come and go. */
export class NetGraph {
  private readonly nodes = new Map<Copper, Node>();
  /** Pieces that came since contacts were last looked for. */
  private fresh: Node[] = [];

  get size(): number {
    return this.nodes.size;
  }

  /** `order` is the place of its top-level item in the file, `part` its own place in that: what is found goes by them. */
  add(copper: Copper, order: number, part = 0): void {
    if (this.nodes.has(copper)) return;
    const box = copper.fill === null ? boxOf([...copper.shapes, ...copper.hole]) : copper.fill.box;
    const node: Node = { copper, box, joined: new Set(), order, part };
    this.nodes.set(copper, node);
    this.fresh.push(node);
  }

  /** False when it was not there. */
  remove(copper: Copper): boolean {
    const node = this.nodes.get(copper);
    if (node === undefined) return false;
    for (const other of node.joined) other.joined.delete(node);
    this.nodes.delete(copper);
    this.fresh = this.fresh.filter((each) => each !== node);
    return true;
  }

  /** Copper that hangs together, one list each, in file order. */
  clusters(): Copper[][] {
    this.settle();
    const seen = new Set<Node>();
    const found: Copper[][] = [];
    for (const start of [...this.nodes.values()].sort(inFileOrder)) {
      if (seen.has(start)) continue;
      seen.add(start);
      const cluster: Node[] = [];
      const open = [start];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        cluster.push(node);
        for (const other of node.joined) {
          if (seen.has(other)) continue;
          seen.add(other);
          open.push(other);
        }
      }
      found.push(cluster.sort(inFileOrder).map((node) => node.copper));
    }
    return found;
  }

  /** The shortest ways (fewest pieces) from one set to any item, both ends with it; null where none joins them. */
  waysFrom(from: (copper: Copper) => boolean): (to: ItemId) => Copper[] | null {
    this.settle();
    const before = new Map<Node, Node | null>();
    const reached = new Map<ItemId, Node>();
    let open = [...this.nodes.values()].filter((node) => from(node.copper));
    for (const node of open) before.set(node, null);
    while (open.length > 0) {
      const next: Node[] = [];
      for (const node of open) {
        if (!reached.has(node.copper.parent)) reached.set(node.copper.parent, node);
        for (const other of node.joined) {
          if (before.has(other)) continue;
          before.set(other, node);
          next.push(other);
        }
      }
      open = next;
    }
    return (to) => {
      const end = reached.get(to);
      if (end === undefined) return null;
      const way: Copper[] = [];
      for (let each: Node | null | undefined = end; each; each = before.get(each)) way.push(each.copper);
      return way.reverse();
    };
  }

  /** Looks for the contacts of what came: one by one while that is little, by a sweep when it is much. */
  settle(): void {
    const { fresh } = this;
    if (fresh.length === 0) return;
    this.fresh = [];
    if (fresh.length * 8 < this.nodes.size) {
      for (const node of fresh) for (const other of this.nodes.values()) if (other !== node) meet(node, other);
      return;
    }
    const came = new Set(fresh);
    const sorted = [...this.nodes.values()].sort((a, b) => a.box.minX - b.box.minX);
    let active: Node[] = [];
    for (const node of sorted) {
      active = active.filter((other) => other.box.maxX >= node.box.minX);
      for (const other of active) if (came.has(node) || came.has(other)) meet(node, other);
      active.push(node);
    }
  }
}

function meet(a: Node, b: Node): void {
  if (!boxesMeet(a.box, b.box) || a.joined.has(b) || !copperMeets(a.copper, b.copper)) return;
  a.joined.add(b);
  b.joined.add(a);
}
