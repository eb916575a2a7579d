import type { Nm, Point } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { holds, shapesMeet } from "../../geometry/distance.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringArea, ringOf, turnedAs } from "../../geometry/ring.ts";
import { boxesMeet, polygon } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { trackShape } from "../../model/shape/item-shapes.ts";
import { pathPoints } from "../../model/shape/path.ts";
import type { AnyTrack, OutlineTools, Target } from "./outline.ts";
import { lengthOf, teardropOutline } from "./outline.ts";
import type { Parameters } from "./parameters.ts";
import { projectParameters, projectTargets } from "./parameters.ts";
import { NetTargets, trackTarget } from "./targets.ts";

/** A teardrop to be made: a zone of its track's net and layer. */
export interface Teardrop {
  readonly type: "padvia" | "track_end";
  readonly track: ItemId;
  /** The pad, via or wider track. */
  readonly target: ItemId;
  readonly net: string;
  readonly layer: string;
  /** x, y, x, y … */
  readonly points: readonly number[];
  /** Larger ones are filled first. */
  readonly priority: number;
  /** The opening in the mask of a track that has one. */
  readonly mask: { readonly layer: string; readonly points: readonly number[]; readonly minThickness: Nm } | null;
}

/** The least priority of a teardrop, as KiCad gives it. */
const FIRST_PRIORITY = 30_000;

/** How far apart the ends of two tracks may be that go on in each other. */
const TOLERANCE: Nm = 10_000;

/**
 * All teardrops of a board (of these nets, when `nets` is given) by what its pads, vias and project say, as KiCad 9's
 * Update Teardrops makes them.
 */
export function planTeardrops(
  doc: Doc,
  clipper: Clipper,
  settings: ProjectSettings,
  nets?: ReadonlySet<string>,
): Teardrop[] {
  const { maxError } = settings.constraints;
  const tracks = [...doc.items.ofKind("track", "arcTrack")]
    .map((item) => item as unknown as AnyTrack)
    .filter(({ net }) => nets === undefined || nets.has(net));
  const ends = new TrackEnds(tracks);
  const tools: OutlineTools = { clipper, maxError, next: (track, end) => ends.next(track, end) };
  const targets = new NetTargets(doc, clipper, maxError, nets);
  const zones = [...doc.items.ofKind("zone")]
    .map((item) => item as unknown as Zone)
    .filter((zone) => zone.keepout === null && zone.attr?.teardrop == null);
  const found: Omit<Teardrop, "priority">[] = [];
  const add = (type: Teardrop["type"], params: Parameters, track: AnyTrack, target: Target, id: ItemId) => {
    const points = teardropOutline(tools, params, track, target);
    if (points === null) return;
    const { net } = track;
    const layer = layerOf(track);
    found.push({
      type,
      track: track.id,
      target: id,
      net,
      layer,
      points,
      mask: maskOf(clipper, maxError, track, points),
    });
    return true;
  };
  const touched = new Map<AnyTrack, Target[]>();
  for (const track of tracks) {
    const shape = trackShape(track);
    for (const each of targets.of(track.net)) {
      if (!boxesMeet(each.box, shape.box) || !each.layers.has(layerOf(track))) continue;
      const target = each.on(layerOf(track));
      if (target === null || !target.shapes.some((own) => shapesMeet(own, shape))) continue;
      touched.set(track, [...(touched.get(track) ?? []), target]);
      const params = each.parameters;
      if (params === null || !isThin(track, target, params)) continue;
      const [startIn, endIn] = [track.start, track.end].map((p) => target.shapes.some((own) => holds(own, p.x, p.y)));
      if (startIn && endIn) continue;
      if (each.pad !== null && !params.inZones && inZone(zones, each.pad.zoneConnect, track, target.at, maxError))
        continue;
      if (startIn || endIn) {
        add("padvia", params, track, target, each.id);
        continue;
      }
      // A track that crosses the target has one to either side. KiCad 9 makes a third of the whole track, which has two
      // corners in one place or lies across the target; that one is left out.
      if (!holds(shape, target.at.x, target.at.y)) continue;
      for (const start of [track.end, track.start])
        add("padvia", params, { ...track, kind: "track", start, end: target.at } as AnyTrack, target, each.id);
    }
  }
  if (projectTargets(settings).trackEnds) {
    const params = projectParameters(settings, "td_track_end");
    for (const { track, wider, at } of widerNeighbours(tracks, params)) {
      const taken = touched.get(track)?.some(({ shapes }) => shapes.some((own) => holds(own, at.x, at.y))) === true;
      if (!taken) add("track_end", params, track, trackTarget(wider, at, maxError), wider.id);
    }
  }
  return ranked(found, copperLayers(doc));
}

/** A track's copper layer, which tracks that are free of mask name with the mask's. */
function layerOf(track: AnyTrack): string {
  return track.layer !== "" ? track.layer : (track.layers.find((name) => name.endsWith(".Cu")) ?? "");
}

function isThin({ width }: AnyTrack, target: Target, params: Parameters): boolean {
  const least = Math.min(params.maxWidth, target.width * params.widthRatio, target.width * params.filterRatio);
  return width < least;
}

/** Whether a zone of the net covers the pad's place, and joins pads. */
function inZone(zones: readonly Zone[], connect: number | null, track: AnyTrack, at: Point, maxError: Nm): boolean {
  for (const zone of zones) {
    if (zone.net !== track.net) continue;
    const layers = zone.layer !== "" ? [zone.layer] : zone.layers;
    const layer = layerOf(track);
    if (!layers.includes(layer) && !layers.includes("*.Cu")) continue;
    const [border, ...holes] = zone.outlines;
    if (border === undefined || !holdsPath(border, at, maxError)) continue;
    if (holes.some((hole) => holdsPath(hole, at, maxError))) continue;
    return zone.connectPads.mode !== "no" && connect !== 0;
  }
  return false;
}

function holdsPath(path: Zone["outlines"][number], at: Point, maxError: Nm): boolean {
  const points = pathPoints(path, maxError);
  const shape = polygon([points]);
  return holds(shape, at.x, at.y);
}

/** Pairs of a track and a wider one that begins or ends where it does. */
function widerNeighbours(
  tracks: readonly AnyTrack[],
  params: Parameters,
): { track: AnyTrack; wider: AnyTrack; at: Point }[] {
  const groups = new Map<string, AnyTrack[]>();
  for (const track of tracks) {
    const key = `${layerOf(track)} ${track.net}`;
    groups.set(key, [...(groups.get(key) ?? []), track]);
  }
  const pairs: { track: AnyTrack; wider: AnyTrack; at: Point }[] = [];
  for (const group of groups.values()) {
    const byWidth = [...group].sort((a, b) => a.width - b.width);
    for (const [i, track] of byWidth.entries()) {
      const least = Math.round(track.width / Math.max(params.filterRatio, 0.1));
      for (const wider of byWidth.slice(i + 1)) {
        if (least >= wider.width || Math.trunc(lengthOf(track)) <= wider.width / 2) continue;
        const at = [wider.start, wider.end].find((p) => near(track.start, p) || near(track.end, p));
        if (at !== undefined) pairs.push({ track, wider, at });
      }
    }
  }
  return pairs;
}

function near(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= TOLERANCE;
}

/** Layer by layer the larger ones first. */
function ranked(found: readonly Omit<Teardrop, "priority">[], layers: readonly string[]): Teardrop[] {
  return layers.flatMap((layer) =>
    found
      .filter((each) => each.layer === layer)
      .map((each) => ({ each, area: Math.abs(ringArea(each.points)) }))
      .sort((a, b) => b.area - a.area)
      .map(({ each }, i) => ({ ...each, priority: FIRST_PRIORITY + i })),
  );
}

const LEAST_THICKNESS: Nm = 25_400;

function maskOf(clipper: Clipper, maxError: Nm, track: AnyTrack, points: readonly number[]): Teardrop["mask"] {
  const layer = track.layers.find((name) => name.endsWith(".Mask"));
  if (layer === undefined) return null;
  const margin = track.maskMargin ?? 0;
  let ring: Ring = turnedAs(ringOf(points), true);
  if (margin !== 0) ring = clipper.offset([ring], margin, "miter", chordsOfTurn(Math.abs(margin), maxError))[0] ?? ring;
  return { layer, points: Array.from(ring), minThickness: Math.max(LEAST_THICKNESS, margin) };
}

/** Where tracks begin and end, by squares of a grid. */
class TrackEnds {
  private readonly cells = new Map<string, AnyTrack[]>();

  constructor(tracks: readonly AnyTrack[]) {
    for (const track of tracks)
      for (const { x, y } of [track.start, track.end]) {
        const key = cellOf(layerOf(track), x, y);
        this.cells.set(key, [...(this.cells.get(key) ?? []), track]);
      }
  }

  /** The longest of the other tracks that begin or end there. */
  next(track: AnyTrack, end: Point): { track: AnyTrack; atStart: boolean } | null {
    let longest: AnyTrack | null = null;
    const own = trackShape(track);
    const seen = new Set<AnyTrack>();
    for (const dx of [-CELL, 0, CELL])
      for (const dy of [-CELL, 0, CELL])
        for (const each of this.cells.get(cellOf(layerOf(track), end.x + dx, end.y + dy)) ?? []) {
          if (each.id === track.id || seen.has(each)) continue;
          seen.add(each);
          if (!near(each.start, end) && !near(each.end, end)) continue;
          if (!shapesMeet(own, trackShape(each))) continue;
          if (longest === null || lengthOf(each) > lengthOf(longest)) longest = each;
        }
    return longest === null ? null : { track: longest, atStart: near(longest.start, end) };
  }
}

const CELL: Nm = 100_000;

function cellOf(layer: string, x: Nm, y: Nm): string {
  return `${layer} ${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
}
