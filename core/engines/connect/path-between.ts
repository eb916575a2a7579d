import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { connect } from "./clusters.ts";
import { liveNets } from "./live-nets.ts";

/** The items that hang together with these pads, tracks or vias. */
export function joinedTo(doc: Doc, ends: readonly Item[]): Set<ItemId> {
  const found = new Set<ItemId>();
  const states = connect(doc);
  for (const end of ends) {
    const state = states.find((each) => each.net === end["net"]);
    for (const cluster of state?.clusters ?? []) {
      if (!cluster.some((copper) => copper.parent === end.id)) continue;
      for (const copper of cluster) found.add(copper.parent);
    }
  }
  return found;
}

/** The items on the shortest way from a pad, track or via to others of its net: null where no copper joins them. */
export function waysFrom(doc: Doc, from: Item): (to: Item) => Set<ItemId> | null {
  // The live nets follow the document that was asked for last.
  liveNets(doc).update(doc);
  const ways = liveNets(doc)
    .graph(String(from["net"] ?? ""))
    ?.waysFrom((copper) => copper.parent === from.id);
  return (to) => {
    const pieces = ways?.(to.id) ?? null;
    return pieces === null ? null : new Set(pieces.map((each) => each.parent));
  };
}
