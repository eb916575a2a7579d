import { polygon } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import { clustersOf } from "./clusters.ts";
import type { Copper } from "./copper.ts";
import { copperByNet } from "./copper.ts";

/** A piece of fill that a zone is to have: a ring x, y, x, y … without holes. */
export interface FillPiece {
  readonly zone: ItemId;
  readonly layer: string;
  readonly ring: ArrayLike<number>;
}

/**
 * Which pieces hang on no pad of their net, when these zones have these pieces and all other copper is the document's.
 * Pieces without a net never count: nothing could connect them.
 */
export function isolatedPieces<P extends FillPiece>(doc: Doc, pieces: readonly P[]): Set<P> {
  const zones = new Set(pieces.map((piece) => piece.zone));
  const bits = new Map(copperLayers(doc).map((name, i) => [name, 1 << i]));
  const byNet = new Map<string, { readonly copper: Copper; readonly piece: P }[]>();
  for (const piece of pieces) {
    const net = String(doc.items.get(piece.zone)?.["net"] ?? "");
    if (net === "") continue;
    const list = byNet.get(net) ?? [];
    byNet.set(net, list);
    const points = Array.from(piece.ring);
    const copper: Copper = {
      id: `${piece.zone}/${list.length}`,
      parent: piece.zone,
      kind: "fill",
      ref: "",
      net,
      layers: bits.get(piece.layer) ?? 0,
      bare: 0,
      shapes: [],
      hole: [],
      fill: polygon([points]),
      anchors: [{ x: points[0]!, y: points[1]! }],
    };
    list.push({ copper, piece });
  }
  const standing = copperByNet(doc);
  const isolated = new Set<P>();
  for (const [net, fills] of byNet) {
    const others = (standing.get(net) ?? []).filter((each) => each.fill === null || !zones.has(each.parent));
    const pieceOf = new Map(fills.map(({ copper, piece }) => [copper, piece]));
    for (const cluster of clustersOf([...others, ...fills.map((each) => each.copper)])) {
      if (cluster.some((each) => each.kind === "pad")) continue;
      for (const each of cluster) {
        const piece = pieceOf.get(each);
        if (piece !== undefined) isolated.add(piece);
      }
    }
  }
  return isolated;
}
