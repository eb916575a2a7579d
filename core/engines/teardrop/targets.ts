import type { Box, Nm, Point } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringArea, ringOf, turnedAs } from "../../geometry/ring.ts";
import type { Shape } from "../../geometry/shape.ts";
import { boxOf, skeletonOf } from "../../geometry/shape.ts";
import type { Chords } from "../../geometry/stroke-outline.ts";
import { circleRing, strokeRing } from "../../geometry/stroke-outline.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Via } from "../../model/board/via.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { ItemId } from "../../model/item.ts";
import { trackShape, viaShape, viaSpan } from "../../model/shape/item-shapes.ts";
import { padCentre, padCopper, padPlace } from "../../model/shape/pad-copper.ts";
import { PAD_CHORDS, padRing } from "../../model/shape/pad-ring.ts";
import { padShapeOn, viaSizeOn } from "../../model/shape/pad-stack.ts";
import type { AnyTrack, Target } from "./outline.ts";
import type { Parameters } from "./parameters.ts";
import { parametersOf } from "./parameters.ts";

/** A pad or a via as something that tracks run into. */
export interface NetTarget {
  readonly id: ItemId;
  /** Null for a via. */
  readonly pad: Pad | null;
  /** Null when it has no teardrops. */
  readonly parameters: Parameters | null;
  readonly layers: ReadonlySet<string>;
  readonly box: Box;
  /** Its shape there; null where there is nothing to speak of. */
  on(layer: string): Target | null;
}

/** Outlines that lie within have half the chords of those that go round, hence four times their error (measured on KiCad 9's teardrops). */
const COARSE = 4;

/** Pads and vias by their nets. */
export class NetTargets {
  private readonly nets = new Map<string, NetTarget[]>();
  private readonly chords: Chords;
  private readonly clipper: Clipper;

  constructor(doc: Doc, clipper: Clipper, maxError: Nm, only?: ReadonlySet<string>) {
    this.clipper = clipper;
    const wanted = (item: unknown) => only === undefined || only.has((item as { readonly net: string }).net);
    this.chords = { error: COARSE * maxError, outside: false };
    const copper = copperLayers(doc);
    for (const item of doc.items.ofKind("via", "footprint")) {
      if (item.kind === "via") {
        if (wanted(item)) this.addVia(item as unknown as Via, copper);
      } else
        for (const child of item.children)
          if (child.kind === "pad" && wanted(child))
            this.addPad(child as unknown as Pad, item["at"] as Placement, copper);
    }
  }

  of(net: string): readonly NetTarget[] {
    return this.nets.get(net) ?? [];
  }

  private add(net: string, target: NetTarget): void {
    const list = this.nets.get(net);
    if (list === undefined) this.nets.set(net, [target]);
    else list.push(target);
  }

  private addVia(via: Via, copper: readonly string[]): void {
    const known = new Map<string, Target | null>();
    const make = (layer: string): Target | null => {
      const width = viaSizeOn(via, layer);
      if (width <= 0) return null;
      const ring = circleRing(via.at.x, via.at.y, width / 2, this.chords, PAD_CHORDS);
      return { at: { x: via.at.x, y: via.at.y }, width, round: true, ring, shapes: [viaShape(via, layer)] };
    };
    this.add(via.net, {
      id: via.id,
      pad: null,
      parameters: parametersOf(via),
      layers: new Set(viaSpan(via, copper)),
      box: viaShape(via).box,
      on: (layer) => remembered(known, layer, make),
    });
  }

  private addPad(pad: Pad, at: Placement, copper: readonly string[]): void {
    if (pad.type === "np_thru_hole" || pad.net === "") return;
    const known = new Map<string, Target | null>();
    const make = (layer: string): Target | null => {
      const shape = padShapeOn(pad, layer);
      const { size } = shape;
      const width = Math.min(size.x, size.y);
      if (width <= 0) return null;
      const round = shape.shape === "circle" || (shape.shape === "oval" && size.x === size.y);
      const place = padPlace(pad, at);
      const shapes = padCopper(pad, at, layer);
      const ring = round
        ? circleRing(Math.round(place.x), Math.round(place.y), width / 2, this.chords, PAD_CHORDS)
        : shape.shape === "custom"
          ? this.around(shapes)
          : padRing(shape, padCentre(pad, at, layer), pad.at.angle, 0, this.chords);
      return { at: { x: Math.round(place.x), y: Math.round(place.y) }, width, round, ring, shapes };
    };
    this.add(pad.net, {
      id: pad.id,
      pad,
      parameters: parametersOf(pad),
      layers: new Set(expandLayers(pad.layers, copper).filter((name) => name.endsWith(".Cu"))),
      box: boxOf(padCopper(pad, at)),
      on: (layer) => remembered(known, layer, make),
    });
  }

  /** The outline of a custom pad: of its pieces as one the largest. */
  private around(shapes: readonly Shape[]): Ring {
    const { error } = this.chords;
    const rings = shapes.flatMap((shape): Ring[] => {
      if (shape.kind === "circle") return [circleRing(shape.x, shape.y, shape.radius, this.chords)];
      if (shape.kind === "segment")
        return [strokeRing(shape.ax, shape.ay, shape.bx, shape.by, 2 * shape.radius, this.chords)];
      if (shape.kind === "polygon") {
        const own = shape.rings.map((ring, i) => turnedAs(ringOf(ring), i === 0));
        if (shape.radius === 0) return own;
        return [...this.clipper.offset(own, shape.radius, "round", chordsOfTurn(shape.radius, error))];
      }
      const line = skeletonOf(shape, error);
      const strokes: Ring[] = [];
      for (let i = 0; i + 3 < line.length; i += 2) {
        const [ax, ay, bx, by] = line.slice(i, i + 4) as [number, number, number, number];
        strokes.push(strokeRing(ax, ay, bx, by, 2 * shape.radius, this.chords));
      }
      return strokes;
    });
    const whole = this.clipper.union(rings);
    return whole.reduce((best, ring) => (ringArea(ring) > ringArea(best) ? ring : best), whole[0] ?? ringOf([]));
  }
}

/** A wider track's end as something that a thinner one runs into. */
export function trackTarget(track: AnyTrack, at: Point, maxError: Nm): Target {
  const ring = circleRing(at.x, at.y, track.width / 2, { error: COARSE * maxError, outside: false }, PAD_CHORDS);
  return { at, width: track.width, round: true, ring, shapes: [trackShape(track)] };
}

function remembered(
  known: Map<string, Target | null>,
  layer: string,
  make: (layer: string) => Target | null,
): Target | null {
  let target = known.get(layer);
  if (target === undefined) known.set(layer, (target = make(layer)));
  return target;
}
