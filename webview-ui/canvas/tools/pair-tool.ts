import type { Point } from "../../../core/base/nm.ts";
import { copperOfItem } from "../../../core/engines/connect/copper.ts";
import { holds } from "../../../core/geometry/distance.ts";
import type { PointsSpec } from "./points-tool.ts";
import type { ToolSurface } from "./tool.ts";

/** Routes a differential pair from what lies at one place to what lies at another. */
export const pairTool: PointsSpec = {
  id: "routePair",
  title: "Route differential pair",
  steps: ["Press on a pad or a track's end of either net", "Press on a pad, track or via at the other end"],
  least: 2,
  most: 2,
  isExact: true,
  async done([from, to], surface) {
    const [a, b] = [endAt(surface, from!), endAt(surface, to!)];
    if (a === null || b === null) {
      surface.complain("Cannot route a pair: press on copper of its nets at both ends.");
      return false;
    }
    return (await surface.run("pcb.routePair", { from: a, to: b, ...layerOf(surface) })) !== null;
  },
};

/** The pad (`J1.2`), track or via at a place. */
function endAt(surface: ToolSurface, at: Point): string | null {
  const doc = surface.doc();
  if (doc === null) return null;
  for (const id of surface.hits(at)) {
    const entry = doc.items.entry(id);
    for (const copper of entry === undefined ? [] : copperOfItem(doc, entry)) {
      const isHere = copper.fill === null && copper.shapes.some((shape) => holds(shape, at.x, at.y));
      if (isHere && copper.net !== "") return copper.kind === "pad" ? copper.ref : copper.parent;
    }
  }
  return null;
}

/** The layer that is drawn on where that is copper. */
function layerOf(surface: ToolSurface): { readonly layer?: string } {
  const layer = surface.layer();
  return layer.endsWith(".Cu") ? { layer } : {};
}
