import type { Shape } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { CheckBoard } from "../check-board.ts";
import { gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

const sides = ["F", "B"] as const;
/** What silkscreen is held against, on its own side and on both. */
const targets = ["SilkS", "Mask", "Adhes", "Paste", "CrtYd", "Fab", "Cu"];
const shared = ["Edge.Cuts", "Margin"];

/** Silkscreen against silkscreen, and whatever else custom rules name; mask openings are the mask's own check. */
export const silk = defineRule({
  name: "silk",
  about: "Silkscreen over silkscreen.",
  types: ["silk_overlap"],
  run(board, report) {
    const worst = board.rulebook.worst("silk_clearance");
    const hasRules = board.rulebook.hasCustom("silk_clearance");
    for (const side of sides) {
      const layer = `${side}.SilkS`;
      const others = [...targets.map((name) => `${side}.${name}`), ...shared];
      const seen = new Set<number>();
      for (const item of board.onLayer(layer)) {
        const shapes = board.shapes(item, layer);
        if (shapes.length === 0) continue;
        report.pause();
        const box = board.boxOn(item, layer);
        for (const other of others) {
          if (other !== layer && !hasRules) continue;
          board.near(other, box, worst, (found) => {
            if (found === item || (other === layer && found.index < item.index)) return;
            const key = item.slot * board.items.slots + found.slot;
            if (seen.has(key)) return;
            if (test(board, report, item, shapes, found, other)) seen.add(key);
          });
        }
      }
    }
  },
});

function test(
  board: CheckBoard,
  report: Report,
  item: BoardItem,
  shapes: readonly Shape[],
  other: BoardItem,
  layer: string,
): boolean {
  // Drawings are often made of several lines.
  if (item.type === "graphic" && other.type === "graphic" && item.footprint === other.footprint) return false;
  const ruling = board.rulebook.resolve("silk_clearance", item, other, layer);
  if (ruling.isNull || ruling.severity === "ignore") return false;
  const min = ruling.min ?? 0;
  if (min < 0) return false;
  const theirs = board.shapes(other, layer);
  const found = gapBetween(shapes, theirs, min);
  if (found === null) return false;
  report({
    type: "silk_overlap",
    detail: min > 0 ? `${ruling.name} clearance ${mm(min)}; actual ${mm(Math.round(found.gap))}` : "",
    items: [item.id, other.id],
    at: found.at,
    layer,
    severity: ruling.severity,
    rule: ruling.name,
    limit: min,
    actual: Math.round(found.gap),
  });
  return true;
}
