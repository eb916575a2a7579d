import { holds, inRings, shapesMeet } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxesMeet } from "../../geometry/shape.ts";
import type { Copper } from "./copper.ts";

/** Whether two pieces of one net's copper are in contact. */
export function copperMeets(a: Copper, b: Copper): boolean {
  if (a.fill === null) return b.fill === null ? touch(a, b) : touchesFill(a, b);
  if (b.fill === null) return touchesFill(b, a);
  return a.parent !== b.parent && (a.layers & b.layers) !== 0 && fillsMeet(a.fill, b.fill);
}

/** Whether two pieces of copper overlap on a layer that both have. */
function touch(a: Copper, b: Copper): boolean {
  const common = a.layers & b.layers;
  if (common === 0) return false;
  // The four ways that rings and bare holes can come together, each tried once.
  const full = common & ~a.bare & ~b.bare;
  if (full !== 0 && anyMeet(a.shapes, b.shapes)) return true;
  if ((common & a.bare & ~b.bare) !== 0 && anyMeet(a.hole, b.shapes)) return true;
  if ((common & ~a.bare & b.bare) !== 0 && anyMeet(a.shapes, b.hole)) return true;
  return (common & a.bare & b.bare) !== 0 && anyMeet(a.hole, b.hole);
}

function anyMeet(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.some((x) => b.some((y) => shapesMeet(x, y)));
}

/** An anchor in the area is enough; else the whole shape counts, with its ring even where that may be left away. */
function touchesFill(item: Copper, area: Copper): boolean {
  if ((item.layers & area.layers) === 0) return false;
  const fill = area.fill!;
  return item.anchors.some((p) => inRings(fill, p.x, p.y)) || item.shapes.some((each) => shapesMeet(fill, each));
}

/** Whether a corner of one area lies in the other or on its edge: zones that only share an edge are joined too. */
function fillsMeet(a: PolygonShape, b: PolygonShape): boolean {
  return boxesMeet(a.box, b.box) && (holdsCornerOf(a, b) || holdsCornerOf(b, a));
}

function holdsCornerOf(area: PolygonShape, other: PolygonShape): boolean {
  for (const ring of other.rings)
    for (let i = 0; i + 1 < ring.length; i += 2) if (holds(area, ring[i]!, ring[i + 1]!)) return true;
  return false;
}
