import type { Nm, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { arcThrough, curvePoints, staysInRange } from "../../geometry/arc.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { fracture } from "../../geometry/fracture.ts";
import { convexHull } from "../../geometry/hull.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import { placed } from "../../geometry/placed.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringOf, turnedAs } from "../../geometry/ring.ts";
import type { Shape } from "../../geometry/shape.ts";
import { boxAround, grown, skeletonOf } from "../../geometry/shape.ts";
import type { Chords } from "../../geometry/stroke-outline.ts";
import { arcStrokeRing, circleRing, strokeRing } from "../../geometry/stroke-outline.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { shapeOf } from "../../model/board/graphic.ts";
import type { Pad, Primitive } from "../../model/board/pad.ts";
import { isCopper } from "../../model/board/pad-shape.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Placement } from "../../model/field.ts";
import { nodesOnBoard, onBoard } from "../../model/shape/item-shapes.ts";
import { padCentre, padPlace } from "../../model/shape/pad-copper.ts";
import { padRing } from "../../model/shape/pad-ring.ts";
import type { PadShape } from "../../model/shape/pad-stack.ts";
import { padShapeOn } from "../../model/shape/pad-stack.ts";
import type { GraphicItem } from "./board-items.ts";
import { pathRing } from "./outline-rings.ts";

const ORIGIN: Point = { x: 0, y: 0 };

/** What a zone leaves out around items: outlines that go around the true shape, with KiCad's numbers of chords. */
export class Knockouts {
  readonly chords: Chords;
  private readonly clipper: Clipper;
  private readonly merged = new WeakMap<Pad, Map<string, Rings>>();

  constructor(clipper: Clipper, maxError: Nm) {
    this.clipper = clipper;
    this.chords = { error: maxError, outside: true };
  }

  /** A pad on a layer, grown by `gap`; a custom one that asks for it as its hull, unless its own shape is wanted. */
  pad(pad: Pad, at: Placement, layer: string, gap: Nm, ownShape = false): Ring[] {
    const shape = padShapeOn(pad, layer);
    const place = padCentre(pad, at, layer);
    const { angle } = pad.at;
    if (shape.shape === "custom") {
      const rings = this.custom(pad, at, layer, gap);
      if (ownShape || pad.options?.clearance !== "convexhull") return rings;
      return [convexHull(rings.flatMap((ring) => Array.from(ring)))];
    }
    return [padRing(shape, place, angle, gap, this.chords)];
  }

  /** A pad's hole, grown by `gap`. */
  hole(pad: Pad, at: Placement, gap: Nm): Ring[] {
    if (pad.drill === null || pad.drill.x <= 0 || pad.drill.y <= 0) return [];
    const place = padPlace(pad, at);
    const half = { x: Math.trunc(pad.drill.x / 2), y: Math.trunc(pad.drill.y / 2) };
    const radius = Math.min(half.x, half.y);
    const reach = rotatePoint({ x: half.x - radius, y: half.y - radius }, pad.at.angle);
    const width = 2 * radius + 2 * gap;
    return [strokeRing(place.x - reach.x, place.y - reach.y, place.x + reach.x, place.y + reach.y, width, this.chords)];
  }

  /** A custom pad's parts as one, grown by `gap`. */
  private custom(pad: Pad, at: Placement, layer: string, gap: Nm): Ring[] {
    const byLayer = this.merged.get(pad) ?? new Map<string, Rings>();
    this.merged.set(pad, byLayer);
    let whole = byLayer.get(layer);
    if (whole === undefined) {
      const place = padCentre(pad, at, layer);
      const shape = padShapeOn(pad, layer);
      const parts = [customAnchor(shape, this.chords), ...shape.primitives.flatMap((p) => this.primitive(p))];
      whole = this.clipper
        .union(parts.map((ring) => turnedAs(ring, true)))
        .map((ring) => ringOf(placed(Array.from(ring), pad.at.angle, place)));
      byLayer.set(layer, whole);
    }
    const reach = gap + this.chords.error;
    return fracture(this.clipper.offset(whole, reach, "round", chordsOfTurn(reach, this.chords.error)));
  }

  private primitive(p: Primitive): Ring[] {
    if (!isCopper(p)) return [];
    const [a, b, c] = p.points as readonly Point[];
    const geometry = {
      shape: p.shape,
      start: a ?? null,
      mid: p.shape === "arc" ? (b ?? null) : null,
      end: (p.shape === "arc" ? c : b) ?? null,
      center: p.shape === "circle" ? (a ?? null) : null,
      pts: p.points,
      filled: p.filled,
    };
    return this.drawn(geometry, p.width, null);
  }

  track(track: Track | ArcTrack, gap: Nm): Ring[] {
    const width = track.width + 2 * gap;
    if (track.kind === "arcTrack") return this.arc(track.start, track.mid, track.end, width);
    return [strokeRing(track.start.x, track.start.y, track.end.x, track.end.y, width, this.chords)];
  }

  circle(place: Point, radius: Nm): Ring[] {
    return [circleRing(place.x, place.y, radius, this.chords)];
  }

  /** A graphic grown by `gap`; the board's edge counts without its pen. */
  graphic(item: Graphic, frame: Placement | null, gap: Nm, withoutPen: boolean): Ring[] {
    const width = (withoutPen ? 0 : item.stroke.width) + 2 * gap;
    return this.drawn({ ...item, shape: shapeOf(item), filled: item.fill !== "none" }, width, frame);
  }

  /**
   * A text keeps the upright box around its ink, turned with it; one that is knocked out leaves just its letters.
   * Anything else made of strokes keeps each of them.
   */
  inked({ item, shapes }: GraphicItem, gap: Nm): Ring[] {
    if (item["knockout"] === true) return shapes.flatMap((each) => this.shapeRing(each));
    if (item.kind !== "text" && item.kind !== "property")
      return shapes.flatMap((each) => this.shapeRing(grown(each, gap)));
    const angle = (item["at"] as Placement).angle;
    const strokes = shapes.flatMap((each) => this.shapeRing(each));
    const turned = strokes.flatMap((ring) => placed(Array.from(ring), -angle, ORIGIN));
    const { minX, minY, maxX, maxY } = boxAround(turned, gap + this.chords.error);
    return [ringOf(placed([minX, minY, maxX, minY, maxX, maxY, minX, maxY], angle, ORIGIN))];
  }

  private shapeRing(shape: Shape): Ring[] {
    if (shape.kind === "circle") return this.circle({ x: shape.x, y: shape.y }, shape.radius);
    if (shape.kind === "segment")
      return [strokeRing(shape.ax, shape.ay, shape.bx, shape.by, 2 * shape.radius, this.chords)];
    if (shape.kind === "polygon") return shape.rings.map(ringOf);
    return this.strokes(skeletonOf(shape, this.chords.error), 2 * shape.radius);
  }

  /** A fill of another zone, grown by `gap`. */
  fill(fill: Ring, gap: Nm): Rings {
    if (gap <= 0) return [fill];
    const reach = gap + this.chords.error;
    return this.clipper.offset(this.clipper.union([fill]), reach, "round", chordsOfTurn(reach, this.chords.error));
  }

  private drawn(item: Drawn, width: Nm, frame: Placement | null): Ring[] {
    const start = onBoard(item.start, frame);
    const end = onBoard(item.end, frame);
    const mid = onBoard(item.mid, frame);
    const center = onBoard(item.center, frame);
    switch (item.shape) {
      case "circle": {
        if (center === null || end === null) return [];
        const radius = Math.round(Math.hypot(end.x - center.x, end.y - center.y));
        if (item.filled) return this.circle(center, radius + Math.trunc(width / 2));
        return this.ring(center, radius, width);
      }
      case "rect": {
        if (item.start === null || item.end === null) return [];
        const { x: ax, y: ay } = item.start;
        const { x: bx, y: by } = item.end;
        const local = [item.start, { x: bx, y: ay }, item.end, { x: ax, y: by }];
        const corners = local.flatMap((p) => {
          const at = onBoard(p, frame)!;
          return [at.x, at.y];
        });
        return this.outlined(corners, item.filled, width);
      }
      case "poly": {
        const ring = Array.from(pathRing(nodesOnBoard(item.pts, frame), this.chords.error));
        if (!item.filled) return this.strokes([...ring, ring[0]!, ring[1]!], width);
        if (width <= 0) return [turnedAs(ringOf(ring), true)];
        const reach = Math.trunc(width / 2) + this.chords.error;
        const border = [turnedAs(ringOf(ring), true)];
        return [...this.clipper.offset(border, reach, "round", chordsOfTurn(reach, this.chords.error))];
      }
      case "curve":
        return this.strokes(curvePoints(nodesOnBoard(item.pts, frame) as readonly Point[]), width);
      default:
        if (start === null || end === null) return [];
        if (mid !== null) return this.arc(start, mid, end, width);
        return [strokeRing(start.x, start.y, end.x, end.y, width, this.chords)];
    }
  }

  private outlined(corners: readonly number[], filled: boolean, width: Nm): Ring[] {
    const rings = filled ? [turnedAs(ringOf(corners), true)] : [];
    return width > 0 || !filled ? [...rings, ...this.strokes([...corners, corners[0]!, corners[1]!], width)] : rings;
  }

  private strokes(points: readonly number[], width: Nm): Ring[] {
    const rings: Ring[] = [];
    const at = points.map(Math.round);
    for (let i = 0; i + 3 < at.length; i += 2)
      rings.push(strokeRing(at[i]!, at[i + 1]!, at[i + 2]!, at[i + 3]!, width, this.chords));
    return rings;
  }

  /** A stroke along an arc; one that is as good as straight is a straight stroke. */
  arc(start: Point, mid: Point, end: Point, width: Nm): Ring[] {
    const through = arcThrough(start, mid, end);
    if (through === null || bulge(start, mid, end) <= 1)
      return [strokeRing(start.x, start.y, end.x, end.y, width, this.chords)];
    if (!staysInRange(through, width)) return this.strokes([start.x, start.y, mid.x, mid.y, end.x, end.y], width);
    // Outlines that run over themselves (a short arc with a wide pen) count by their winding: two passes are filled.
    return [arcStrokeRing(through, width, this.chords)];
  }

  private ring(center: Point, radius: Nm, width: Nm): Ring[] {
    const inner = radius - Math.trunc(width / 2);
    const outer = inner + width;
    if (inner <= 0) return this.circle(center, radius + Math.trunc(width / 2));
    const hole = circleRing(center.x, center.y, inner, { ...this.chords, outside: !this.chords.outside });
    // In one ring, since loose holes would cut what else lies there.
    return fracture([turnedAs(circleRing(center.x, center.y, outer, this.chords), true), turnedAs(hole, false)]);
  }
}

interface Drawn {
  readonly shape: string;
  readonly start: Point | null;
  readonly mid: Point | null;
  readonly end: Point | null;
  readonly center: Point | null;
  readonly pts: Graphic["pts"];
  readonly filled: boolean;
}

function bulge(start: Point, mid: Point, end: Point): number {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length === 0) return Math.hypot(mid.x - start.x, mid.y - start.y);
  return Math.abs((end.x - start.x) * (mid.y - start.y) - (end.y - start.y) * (mid.x - start.x)) / length;
}

function customAnchor({ anchor, size }: PadShape, chords: Chords): Ring {
  if (anchor === "circle") return circleRing(0, 0, size.x / 2, chords);
  const [hx, hy] = [Math.trunc(size.x / 2), Math.trunc(size.y / 2)];
  return Int32Array.of(-hx, -hy, hx, -hy, hx, hy, -hx, hy);
}
