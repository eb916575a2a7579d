import type { Nm, Point } from "../../../base/nm.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { layersMeet } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Via } from "../../../model/board/via.ts";
import { buildBoxIndex, searchBoxIndex } from "../../render/box-index.ts";
import type { CheckBoard } from "../check-board.ts";
import { EPSILON } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

interface Hole {
  readonly item: BoardItem;
  readonly at: Point;
  readonly radius: Nm;
}

/** Round holes against round holes. Slots are milled after drilling, so they do not count. */
export const holeToHole = defineRule({
  name: "hole-to-hole",
  about: "Distance between drilled holes, and holes drilled twice.",
  types: ["hole_to_hole", "holes_co_located"],
  run(board, report) {
    const worst = board.rulebook.worst("hole_to_hole");
    const holes = board.items.all.flatMap((item) => holeOf(board, item));
    const index = buildBoxIndex(
      holes.map(({ at, radius }) => ({
        minX: at.x - radius - worst,
        minY: at.y - radius - worst,
        maxX: at.x + radius + worst,
        maxY: at.y + radius + worst,
      })),
    );
    for (const [i, a] of holes.entries()) {
      report.pause();
      const box = {
        minX: a.at.x - a.radius,
        minY: a.at.y - a.radius,
        maxX: a.at.x + a.radius,
        maxY: a.at.y + a.radius,
      };
      searchBoxIndex(index, box, (j) => {
        const b = holes[j]!;
        if (j <= i || (isMicro(a.item) && isMicro(b.item))) return;
        if (a.item.type === "via" && b.item.type === "via" && !layersMeet(a.item.layers, b.item.layers)) return;
        const apart = Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y);
        if (apart < EPSILON) {
          report({ type: "holes_co_located", detail: "", items: [a.item.id, b.item.id], at: a.at });
          return;
        }
        const actual = Math.max(0, Math.round(apart - a.radius - b.radius));
        const ruling = board.rulebook.resolve("hole_to_hole", a.item, b.item, null);
        const min = Math.max(0, (ruling.min ?? 0) - EPSILON);
        if (ruling.severity === "ignore" || actual >= min) return;
        report({
          type: "hole_to_hole",
          detail: `${ruling.name} min ${mm(ruling.min ?? 0)}; actual ${mm(actual)}`,
          items: [a.item.id, b.item.id],
          at: a.at,
          severity: ruling.severity,
          rule: ruling.name,
          limit: ruling.min ?? 0,
          actual,
        });
      });
    }
  },
});

function holeOf(board: CheckBoard, item: BoardItem): Hole[] {
  if (item.type === "via") {
    const via = item.item as unknown as Via;
    return [{ item, at: via.at, radius: via.drill / 2 }];
  }
  const drill = item.type === "pad" ? (item.item as unknown as Pad).drill : null;
  if (drill === null || drill.x <= 0 || drill.x !== drill.y) return [];
  return [{ item, at: board.place(item), radius: drill.x / 2 }];
}

function isMicro({ type, item }: BoardItem): boolean {
  return type === "via" && item["type"] === "micro";
}
