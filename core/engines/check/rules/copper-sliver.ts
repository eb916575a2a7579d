import type { Nm, Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../../geometry/shape.ts";
import { boxAround } from "../../../geometry/shape.ts";
import type { CheckBoard } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import { sliversOf } from "../slivers.ts";

/** How far apart the sides of a sliver must come: KiCad's width. */
const LEAST: Nm = 80_000;
/** Of a border with so few corners KiCad says nothing. */
const FEW = 5;
/** How exactly the place is found where a side runs into other copper. */
const STEPS = 64;

/** Sharp corners of the copper of a layer, taken all together: they lift off the board. */
export const copperSliver = defineRule({
  name: "copper-sliver",
  about: "Copper that ends in a sharp corner.",
  types: ["copper_sliver"],
  scope: "board",
  concerns: (_, { layers }) => layers.copper !== 0,
  run(board, report) {
    for (const layer of board.items.copper)
      for (const shape of polygonsOn(board, layer)) {
        report.pause();
        for (const { tip, before, after, corners } of sliversOf(shape.rings)) {
          const others = copperAt(board, layer, [tip, before, after]).filter((each) => each !== shape);
          if (others.some((each) => holds(each, tip.x, tip.y))) continue;
          const [a, b] = [cut(tip, before, others), cut(tip, after, others)];
          if (corners <= FEW && a === before && b === after) continue;
          if (Math.hypot(a.x - b.x, a.y - b.y) <= LEAST) continue;
          report({ type: "copper_sliver", detail: layer, items: [], at: tip, layer });
        }
      }
  },
});

/** What may have sharp corners: polygons without a pen. */
function* polygonsOn(board: CheckBoard, layer: string): Iterable<PolygonShape> {
  for (const item of [...board.onLayer(layer), ...board.zonesOn(layer)])
    for (const shape of board.shapes(item, layer)) if (shape.kind === "polygon" && shape.radius === 0) yield shape;
}

/** All copper around some places. */
function copperAt(board: CheckBoard, layer: string, places: readonly Point[]): Shape[] {
  const box = boxAround(places.flatMap(({ x, y }) => [x, y]));
  const found: Shape[] = [];
  board.near(layer, box, 0, (item) => found.push(...board.shapes(item, layer)));
  for (const zone of board.zonesOn(layer)) found.push(...board.shapes(zone, layer));
  return found.filter((each) => {
    const { minX, minY, maxX, maxY } = each.box;
    return minX <= box.maxX && maxX >= box.minX && minY <= box.maxY && maxY >= box.minY;
  });
}

/** How far a side of a corner goes before it meets other copper; the same place when it meets none. */
function cut(tip: Point, end: Point, others: readonly Shape[]): Point {
  if (others.length === 0) return end;
  for (let i = 1; i <= STEPS; i++) {
    const [x, y] = [tip.x + ((end.x - tip.x) * i) / STEPS, tip.y + ((end.y - tip.y) * i) / STEPS];
    if (others.some((each) => holds(each, x, y))) return { x, y };
  }
  return end;
}
