import type { Shape } from "../../../geometry/shape.ts";
import { boxesMeet, grownBox } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { CheckBoard } from "../check-board.ts";
import { EPSILON, gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** Distances that custom rules ask for whatever the nets: of things on one layer, and of things from holes. */
export const physicalClearance = defineRule({
  name: "physical-clearance",
  about: "Physical clearances of custom rules, whatever the nets.",
  types: ["clearance", "hole_clearance"],
  run(board, report) {
    const { rulebook } = board;
    if (!rulebook.has("physical_clearance") && !rulebook.has("physical_hole_clearance")) return;
    const worst = Math.max(rulebook.worst("physical_clearance"), rulebook.worst("physical_hole_clearance"));
    const done = new Set<number>();
    for (const layer of board.cx.layerNames) {
      for (const item of board.onLayer(layer)) {
        if (item.type === "image" || !hasLayer(item.layers, layer)) continue;
        report.pause();
        const box = board.boxOn(item, layer);
        board.near(layer, box, worst, (other) => {
          if (other === item || other.type === "image") return;
          const [a, b] = item.index < other.index ? [item, other] : [other, item];
          const key = a.slot * board.items.slots + b.slot;
          if (done.has(key)) return;
          done.add(key);
          test(board, report, item, other, layer);
        });
        for (const zone of board.zonesOn(layer)) {
          const fill = board.shapes(zone, layer);
          if (fill.length > 0 && boxesMeet(grownBox(box, worst), board.box(zone)))
            againstZone(board, report, item, zone, fill, layer);
        }
      }
    }
  },
});

function test(board: CheckBoard, report: Report, item: BoardItem, other: BoardItem, layer: string): void {
  const own = board.copper(item, layer);
  const theirs = hasLayer(other.layers, layer) ? board.copper(other, layer) : [];
  const { min = 0, name, severity } = board.rulebook.resolve("physical_clearance", item, other, layer);
  if (severity !== "ignore" && min > 0) {
    const found = gapBetween(own, theirs, min - EPSILON);
    if (found !== null) {
      const actual = Math.round(found.gap);
      report({ ...said("clearance", name, min, actual), items: [item.id, other.id], at: found.at, layer, severity });
    }
  }
  const holes = [board.hole(item), board.hole(other)] as const;
  if (holes[0].length === 0 && holes[1].length === 0) return;
  const ruling = board.rulebook.resolve("physical_hole_clearance", other, item, layer);
  const least = ruling.min ?? 0;
  if (ruling.severity === "ignore" || least <= 0) return;
  for (const [hole, shapes] of [
    [holes[0], theirs],
    [holes[1], own],
  ] as const) {
    const found = hole.length === 0 ? null : gapBetween(hole, shapes, least - EPSILON);
    if (found === null) continue;
    report({
      ...said("hole_clearance", ruling.name, least, Math.round(found.gap)),
      items: [item.id, other.id],
      at: found.at,
      layer,
      severity: ruling.severity,
    });
  }
}

function againstZone(
  board: CheckBoard,
  report: Report,
  item: BoardItem,
  zone: BoardItem,
  fill: readonly Shape[],
  layer: string,
): void {
  for (const [constraint, type, shapes] of [
    ["physical_clearance", "clearance", board.copper(item, layer)],
    ["physical_hole_clearance", "hole_clearance", board.hole(item)],
  ] as const) {
    if (shapes.length === 0) continue;
    const { min = 0, name, severity } = board.rulebook.resolve(constraint, item, zone, layer);
    if (severity === "ignore" || min <= 0) continue;
    const found = gapBetween(shapes, fill, min - EPSILON);
    if (found === null) continue;
    report({
      ...said(type, name, min, Math.round(found.gap)),
      items: [item.id, zone.id],
      at: found.at,
      layer,
      severity,
    });
  }
}

function said(type: "clearance" | "hole_clearance", name: string, limit: number, actual: number) {
  return { type, detail: `${name} clearance ${mm(limit)}; actual ${mm(actual)}`, rule: name, limit, actual };
}
