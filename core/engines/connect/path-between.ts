import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { connect } from "./clusters.ts";
import { liveNets } from "./live-nets.ts";

/**
 * The items that hang together with these pads, tracks or vias; or (`way`, of two of them) those on the shortest way
 * from the first to the second: null when no copper joins them.
 */
export function pathBetween(doc: Doc, ends: readonly Item[], way: boolean): Set<ItemId> | null {
  const found = new Set<ItemId>();
  const states = connect(doc);
  if (way) {
    // The live nets follow the document that was asked for last.
    liveNets(doc).update(doc);
    const [from, to] = ends;
    const graph = liveNets(doc).graph(String(from?.["net"] ?? ""));
    const pieces = graph?.way(
      (copper) => copper.parent === from!.id,
      (copper) => copper.parent === to!.id,
    );
    if (pieces === null || pieces === undefined) return null;
    for (const each of pieces) found.add(each.parent);
    return found;
  }
  for (const end of ends) {
    const state = states.find((each) => each.net === end["net"]);
    for (const cluster of state?.clusters ?? []) {
      if (!cluster.some((copper) => copper.parent === end.id)) continue;
      for (const copper of cluster) found.add(copper.parent);
    }
  }
  return found;
}
