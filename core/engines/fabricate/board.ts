import type { Nm, Point } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import type { Footprint } from "../../model/board/footprint.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Setup } from "../../model/board/setup.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { viaSpan } from "../../model/shape/item-shapes.ts";
import { padPlace } from "../../model/shape/pad-copper.ts";
import { type Drawn, drawnByLayer, type Paint } from "./drawn.ts";
import { ringTest } from "./rings.ts";

/** What a board is made of, as its manufacturing files need it. Made once for all of them. */
export interface FabBoard {
  readonly doc: Doc;
  readonly clipper: Clipper;
  /** Copper layers, front to back. */
  readonly copper: readonly string[];
  readonly pads: readonly FabPad[];
  readonly vias: readonly FabVia[];
  readonly tracks: readonly (Track | ArcTrack)[];
  /** Zones with copper, mask, … of their own; no rule areas. */
  readonly zones: readonly Zone[];
  readonly drawn: ReadonlyMap<string, readonly Drawn[]>;
  readonly setup: FabSetup;
  /** Whether a pad or via has copper around its hole on a copper layer that it is on. */
  readonly hasRing: (item: FabPad | FabVia, layer: string) => boolean;
}

export interface FabPad {
  readonly kind: "pad";
  readonly pad: Pad;
  readonly footprint: Footprint;
  readonly reference: string;
  /** Where its hole is. */
  readonly place: Point;
  readonly layers: ReadonlySet<string>;
}

export interface FabVia {
  readonly kind: "via";
  readonly via: Via;
  /** The copper layers that it joins, front to back. */
  readonly layers: readonly string[];
}

export interface FabSetup {
  readonly maskMargin: Nm;
  readonly maskMinWidth: Nm;
  readonly pasteMargin: Nm;
  readonly pasteRatio: number;
  readonly tentFront: boolean;
  readonly tentBack: boolean;
}

export function fabBoard(doc: Doc, clipper: Clipper, paint: Paint): FabBoard {
  const copper = copperLayers(doc);
  const names = layersOf(doc).map((layer) => layer.name);
  const pads: FabPad[] = [];
  const zones: Zone[] = [];
  const addZone = (item: Item) => {
    if (item["keepout"] === null) zones.push(item as unknown as Zone);
  };
  for (const item of doc.items.ofKind("footprint", "zone")) {
    if (item.kind === "zone") {
      addZone(item);
      continue;
    }
    const footprint = item as unknown as Footprint;
    const reference = fieldValue(item, "Reference");
    for (const child of item.children) {
      if (child.kind === "zone") addZone(child);
      if (child.kind !== "pad") continue;
      const pad = child as unknown as Pad;
      const layers = new Set(expandLayers(pad.layers, names));
      pads.push({ kind: "pad", pad, footprint, reference, place: padPlace(pad, footprint.at), layers });
    }
  }
  const vias = [...doc.items.ofKind("via")].map((item): FabVia => {
    const via = item as unknown as Via;
    return { kind: "via", via, layers: viaSpan(via, copper) };
  });
  const tracks = [...doc.items.ofKind("track", "arcTrack")].map((item) => item as unknown as Track | ArcTrack);
  const drawn = drawnByLayer(doc, paint);
  const setup = setupOf(doc);
  return {
    doc,
    clipper,
    copper,
    pads,
    vias,
    tracks,
    zones,
    drawn,
    setup,
    hasRing: ringTest(copper, tracks, [...pads, ...vias]),
  };
}

function setupOf(doc: Doc): FabSetup {
  const [item] = [...doc.items.ofKind("setup")];
  const setup = item as unknown as Setup | undefined;
  const tented = setup?.plot?.viasOnMask !== true;
  return {
    maskMargin: setup?.maskMargin ?? 0,
    maskMinWidth: setup?.maskMinWidth ?? 0,
    pasteMargin: setup?.pasteMargin ?? 0,
    pasteRatio: setup?.pasteRatio ?? 0,
    tentFront: setup?.tenting?.front ?? tented,
    tentBack: setup?.tenting?.back ?? tented,
  };
}
