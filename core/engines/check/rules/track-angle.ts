import type { Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Track } from "../../../model/board/track.ts";
import type { CheckBoard } from "../check-board.ts";
import { anyMeet } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";

/** Angles between straight tracks that join outside of pads. Each pair is told from either side, as KiCad tells it. */
export const trackAngle = defineRule({
  name: "track-angle",
  about: "Angles between joined tracks.",
  types: ["track_angle"],
  run(board, report) {
    if (!board.rulebook.has("track_angle")) return;
    for (const item of board.items.all) {
      if (item.type !== "track") continue;
      report.pause();
      const layer = layerOf(item);
      const own = board.shapes(item, layer);
      board.near(layer, board.boxOn(item, layer), 0, (other) => {
        if (other === item || other.type !== "track" || !anyMeet(own, board.shapes(other, layer))) return;
        const found = angleBetween(item, other);
        if (found === null || isInPad(board, found.at, layer)) return;
        const { min, max, name, severity } = board.rulebook.resolve("track_angle", item, other, layer);
        if (severity === "ignore") return;
        const isLess = min !== undefined && found.angle < min;
        if (!isLess && (max === undefined || found.angle <= max)) return;
        report({
          type: "track_angle",
          detail: `${name} ${isLess ? "min" : "max"} angle ${isLess ? min : max}°; actual ${found.angle.toFixed(2)}°`,
          items: [item.id, other.id],
          at: found.at,
          layer,
          severity,
          rule: name,
          limit: (isLess ? min : max)!,
          actual: found.angle,
        });
      });
    }
  },
});

/** The angle at which two tracks leave the place where they meet, in degrees; null where their lines do not meet. */
function angleBetween(a: BoardItem, b: BoardItem): { readonly angle: number; readonly at: Point } | null {
  const { start: p, end: q } = a.item as unknown as Track;
  const { start: r, end: s } = b.item as unknown as Track;
  const at = meeting(p, q, r, s);
  if (at === null) return null;
  const same = (x: Point) => x.x === at.x && x.y === at.y;
  let [dx, dy] = [q.x - p.x, q.y - p.y];
  let [ex, ey] = [s.x - r.x, s.y - r.y];
  let crosses = false;
  if (same(q)) [dx, dy] = [-dx, -dy];
  else if (!same(p)) crosses = true;
  if (same(s)) [ex, ey] = [-ex, -ey];
  else if (!same(r)) crosses = true;
  const length = Math.hypot(dx, dy) * Math.hypot(ex, ey);
  if (length === 0) return null;
  const angle = (Math.acos(Math.min(1, Math.max(-1, (dx * ex + dy * ey) / length))) * 180) / Math.PI;
  return { angle: crosses && angle > 90 ? angle - 90 : angle, at };
}

/** Where two lines of tracks cross or touch; parallel ones never do, to KiCad. */
function meeting(p: Point, q: Point, r: Point, s: Point): Point | null {
  const [dx, dy, ex, ey] = [q.x - p.x, q.y - p.y, s.x - r.x, s.y - r.y];
  const det = dx * ey - dy * ex;
  if (det === 0) return null;
  const t = ((r.x - p.x) * ey - (r.y - p.y) * ex) / det;
  const u = ((r.x - p.x) * dy - (r.y - p.y) * dx) / det;
  if (t < 0 || t > 1 || u < 0 || u > 1) return null;
  return { x: Math.round(p.x + t * dx), y: Math.round(p.y + t * dy) };
}

function isInPad(board: CheckBoard, { x, y }: Point, layer: string): boolean {
  let found = false;
  board.near(layer, { minX: x, minY: y, maxX: x, maxY: y }, 0, (pad) => {
    if (found || pad.type !== "pad" || !hasLayer(pad.layers, layer)) return;
    found = board.shapes(pad, layer).some((shape) => holds(shape, x, y));
  });
  return found;
}
