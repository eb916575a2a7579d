import { edgeGridOf } from "../../geometry/edge-grid.ts";
import { polygon } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { Copper } from "./copper.ts";
import { copperByNet } from "./copper.ts";
import { NetGraph } from "./net-graph.ts";

/** A piece of fill that a zone is to have: a ring x, y, x, y … without holes. */
export interface FillPiece {
  readonly zone: ItemId;
  readonly layer: string;
  readonly ring: ArrayLike<number>;
}

/**
 * Finds which pieces hang on no pad of their net, when these zones (all with copper when none are named) have the pieces
 * and all other copper is the document's. Pieces without a net never count: nothing could connect them.
 */
export class Isolation<P extends FillPiece> {
  private readonly doc: Doc;
  private readonly zones: ReadonlySet<ItemId>;
  private readonly bits: ReadonlyMap<string, number>;
  private readonly graphs = new Map<string, NetGraph>();
  private readonly pieces = new Map<string, Map<Copper, P>>();
  private count = 0;

  constructor(doc: Doc, zones: ReadonlySet<ItemId>) {
    this.doc = doc;
    this.zones = zones;
    this.bits = new Map(copperLayers(doc).map((name, i) => [name, 1 << i]));
  }

  /** Sorts the copper that stands: all that can be done before there are pieces. */
  prepare(): void {
    if (this.graphs.size > 0) return;
    const nets = new Set([...this.zones].map((zone) => this.netOf(zone)).filter((net) => net !== ""));
    const standing = copperByNet(this.doc);
    for (const net of nets) {
      const graph = new NetGraph();
      for (const each of standing.get(net) ?? [])
        if (each.fill === null || !this.zones.has(each.parent)) graph.add(each, graph.size);
      graph.settle();
      this.graphs.set(net, graph);
    }
  }

  add(pieces: readonly P[]): void {
    for (const piece of pieces) {
      const net = this.netOf(piece.zone);
      if (net === "") continue;
      const list = this.pieces.get(net) ?? new Map<Copper, P>();
      this.pieces.set(net, list);
      const points = Array.from(piece.ring);
      const fill = polygon([points]);
      // What asks whether a place lies in the fill goes by its grid, made here already.
      edgeGridOf(fill.rings);
      const copper: Copper = {
        id: `${piece.zone}/${this.count++}`,
        parent: piece.zone,
        kind: "fill",
        ref: "",
        net,
        layers: this.bits.get(piece.layer) ?? 0,
        bare: 0,
        shapes: [],
        hole: [],
        fill,
        anchors: [{ x: points[0]!, y: points[1]! }],
      };
      list.set(copper, piece);
    }
  }

  /** Those of the pieces told of that hang on no pad. */
  isolated(): Set<P> {
    this.prepare();
    const isolated = new Set<P>();
    for (const [net, pieces] of this.pieces) {
      const graph = this.graphs.get(net)!;
      for (const copper of pieces.keys()) graph.add(copper, graph.size);
      for (const cluster of graph.clusters()) {
        if (cluster.some((each) => each.kind === "pad")) continue;
        for (const each of cluster) {
          const piece = pieces.get(each);
          if (piece !== undefined) isolated.add(piece);
        }
      }
    }
    return isolated;
  }

  private netOf(zone: ItemId): string {
    return String(this.doc.items.get(zone)?.["net"] ?? "");
  }
}

/** The same for pieces that are all there. */
export function isolatedPieces<P extends FillPiece>(doc: Doc, pieces: readonly P[]): Set<P> {
  const isolation = new Isolation<P>(doc, new Set(pieces.map((piece) => piece.zone)));
  isolation.add(pieces);
  return isolation.isolated();
}
