import type { PolygonShape } from "../../../geometry/shape.ts";
import { boxesMeet, grownBox } from "../../../geometry/shape.ts";
import type { Zone } from "../../../model/board/zone.ts";
import { gapBetween } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** Zones against zones: fills of different nets by distance, outlines of one net by priority. */
export const zoneClearance = defineRule({
  name: "zone-clearance",
  about: "Distance between the fills of zones; zones of one net and priority that overlap.",
  types: ["zones_intersect", "clearance"],
  scope: "board",
  concerns: ({ rulebook }, { type }) => type === "zone" || rulebook.hasCustom("clearance"),
  run(board, report) {
    for (const layer of board.items.copper) {
      const zones = board.zonesOn(layer);
      for (const [i, a] of zones.entries()) {
        report.pause();
        for (const b of zones.slice(i + 1)) {
          if (a.net === b.net) {
            if (priority(a.item as unknown as Zone) !== priority(b.item as unknown as Zone)) continue;
            const found = gapBetween([board.geometry.outline(a)], [board.geometry.outline(b)], 0);
            if (found !== null)
              report({
                type: "zones_intersect",
                detail: "zones that overlap must have different priorities",
                items: [a.id, b.id],
                at: found.at,
                layer,
              });
            continue;
          }
          const [fillA, fillB] = [board.shapes(a, layer), board.shapes(b, layer)];
          if (fillA.length === 0 || fillB.length === 0) continue;
          const ruling = board.rulebook.resolve("clearance", a, b, layer);
          const min = ruling.min ?? 0;
          if (ruling.severity === "ignore" || min <= 0) continue;
          if (!boxesMeet(grownBox(board.box(a), min), board.box(b))) continue;
          const found = gapBetween(fillA as readonly PolygonShape[], fillB as readonly PolygonShape[], min);
          if (found === null || Math.floor(found.gap + 0.5) >= min) continue;
          report({
            type: "clearance",
            detail: `${ruling.name} clearance ${mm(min)}; actual ${mm(Math.round(found.gap))}`,
            items: [a.id, b.id],
            at: found.at,
            layer,
            severity: ruling.severity,
            rule: ruling.name,
            limit: min,
            actual: Math.round(found.gap),
          });
        }
      }
    }
  },
});

function priority(zone: Zone): number {
  return zone.priority ?? 0;
}
