import { layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { Entry } from "../../model/item-table.ts";
import type { Copper } from "./copper.ts";
import { copperOfItem } from "./copper.ts";
import { NetGraph } from "./net-graph.ts";
import type { NetState } from "./net-state.ts";
import { netStateOf } from "./net-state.ts";

/**
 * The nets of a board, kept while it changes: what an edit leaves alone is not looked at again. One of these follows one
 * board from version to version, forwards and back.
 */
export class LiveNets {
  private entries: readonly Entry[] = [];
  private readonly graphs = new Map<string, NetGraph>();
  private readonly states = new Map<string, NetState>();

  /** All nets with copper, as the document has them. Answers for nets that did not change are the same objects. */
  update(doc: Doc): readonly NetState[] {
    const changed = new Set<string>();
    const { gone, come } = difference(this.entries, doc.items.entries);
    for (const entry of gone) for (const each of copperOfItem(doc, entry)) this.remove(each, changed);
    for (const entry of come)
      for (const [part, each] of copperOfItem(doc, entry).entries()) this.add(each, entry.order, part, changed);
    this.entries = doc.items.entries;
    for (const net of changed) {
      const graph = this.graphs.get(net)!;
      if (graph.size === 0) {
        this.graphs.delete(net);
        this.states.delete(net);
      } else this.states.set(net, netStateOf(net, graph.clusters()));
    }
    return [...this.states.values()];
  }

  /** How the copper of a net hangs together, as of the last update. */
  graph(net: string): NetGraph | undefined {
    return this.graphs.get(net);
  }

  private add(copper: Copper, order: number, part: number, changed: Set<string>): void {
    if (copper.net === "" || (copper.layers | copper.bare) === 0) return;
    let graph = this.graphs.get(copper.net);
    if (graph === undefined) this.graphs.set(copper.net, (graph = new NetGraph()));
    graph.add(copper, order, part);
    changed.add(copper.net);
  }

  private remove(copper: Copper, changed: Set<string>): void {
    const graph = this.graphs.get(copper.net);
    if (graph?.remove(copper) === true) changed.add(copper.net);
  }
}

const live = new WeakMap<object, LiveNets>();

/** The nets of a document; those of its last version are the start. */
export function liveNets(doc: Doc): LiveNets {
  const key = layersOf(doc);
  let own = live.get(key);
  if (own === undefined) live.set(key, (own = new LiveNets()));
  return own;
}

/** The entries of one list that the other has not, both ways; both are in file order. */
export function difference(before: readonly Entry[], after: readonly Entry[]): { gone: Entry[]; come: Entry[] } {
  let start = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const kept = new Set(after.slice(start, endAfter));
  const had = new Set(before.slice(start, endBefore));
  return {
    gone: before.slice(start, endBefore).filter((entry) => !kept.has(entry)),
    come: after.slice(start, endAfter).filter((entry) => !had.has(entry)),
  };
}
