import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Track } from "../../model/board/track.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import { padCentre } from "../../model/shape/pad-copper.ts";
import { resolveItems } from "../item-refs.ts";
import { toPoint } from "../schemas.ts";

/** Where a track begins or ends. */
export interface RouteEnd {
  readonly name: string;
  readonly at: Point;
  /** Where it may be instead: a track's other end. */
  readonly or?: Point;
  /** Copper layers on which it may, one bit each. */
  readonly layers: number;
  /** The net of what is there; null for a bare place. */
  readonly net: string | null;
}

/** Of the places of two ends those that are nearest. */
export function nearestEnds(a: RouteEnd, b: RouteEnd): [RouteEnd, RouteEnd] {
  const places = ({ at, or }: RouteEnd) => (or === undefined ? [at] : [at, or]);
  const pairs = places(a).flatMap((p) => places(b).map((q) => ({ p, q, length: Math.hypot(p.x - q.x, p.y - q.y) })));
  const { p, q } = pairs.reduce((best, pair) => (pair.length < best.length ? pair : best));
  return [
    { ...a, at: p },
    { ...b, at: q },
  ];
}

/** A pad by its reference, a via or a track by its id, or a place as the end of a track. */
export function routeEnd(doc: Doc, ref: string | readonly number[], allowed: number, every: number): RouteEnd {
  if (typeof ref !== "string") return { name: `[${ref.join(", ")}]`, at: toPoint(ref), layers: allowed, net: null };
  const [first, second] = resolveItems(doc, ref, "route");
  const { item, owner } = first!;
  if (second !== undefined || !["pad", "via", "track", "arcTrack"].includes(item.kind)) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot route from or to ${JSON.stringify(ref)}: ${second !== undefined ? "it names several items" : `it is a ${item.kind}`}.`,
      hint: 'Name a pad ("R1.2"), a via or a track by its id, or give [x, y].',
    });
  }
  if (item.kind === "via") {
    const at = item["at"] as Placement;
    return { name: ref, at: { x: at.x, y: at.y }, layers: every, net: String(item["net"]) };
  }
  if (item.kind !== "pad") {
    const { start, end, layer, net } = item as unknown as Track;
    const own = 1 << copperLayers(doc).indexOf(layer);
    return { name: ref, at: start, or: end, layers: own, net };
  }
  const pad = item as unknown as Pad;
  const names = copperLayers(doc);
  const layers = expandLayers(pad.layers, names).reduce((sum, name) => {
    const i = names.indexOf(name);
    return i < 0 ? sum : sum | (1 << i);
  }, 0);
  const centre = padCentre(pad, owner!["at"] as Placement);
  return { name: ref, at: { x: Math.round(centre.x), y: Math.round(centre.y) }, layers, net: pad.net };
}
