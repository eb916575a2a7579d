import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import { padCentre } from "../../model/shape/pad-copper.ts";
import { resolveItems } from "../item-refs.ts";
import { toPoint } from "../schemas.ts";

/** Where a track begins or ends. */
export interface RouteEnd {
  readonly name: string;
  readonly at: Point;
  /** Copper layers on which it may, one bit each. */
  readonly layers: number;
  /** The pad's net; null for a bare place. */
  readonly net: string | null;
}

/** A pad by its reference, a via by its id, or a place as the end of a track. */
export function routeEnd(doc: Doc, ref: string | readonly number[], allowed: number, every: number): RouteEnd {
  if (typeof ref !== "string") return { name: `[${ref.join(", ")}]`, at: toPoint(ref), layers: allowed, net: null };
  const [first, second] = resolveItems(doc, ref, "route");
  const { item, owner } = first!;
  if (second !== undefined || (item.kind !== "pad" && item.kind !== "via")) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot route from or to ${JSON.stringify(ref)}: ${second !== undefined ? "it names several items" : `it is a ${item.kind}`}.`,
      hint: 'Name a pad ("R1.2"), a via by its id, or give [x, y].',
    });
  }
  if (item.kind === "via") {
    const at = item["at"] as Placement;
    return { name: ref, at: { x: at.x, y: at.y }, layers: every, net: String(item["net"]) };
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
