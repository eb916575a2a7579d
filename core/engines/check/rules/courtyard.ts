import type { PolygonShape } from "../../../geometry/shape.ts";
import { boxesMeet, boxOf, EMPTY_BOX, grownBox } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { CheckBoard } from "../check-board.ts";
import { gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** Courtyards: missing, not closed, overlapping, or with holes of other footprints in them. */
export const courtyard = defineRule({
  name: "courtyard",
  about: "Courtyards of footprints: missing, malformed, overlapping, or with another footprint's hole inside.",
  types: [
    "courtyards_overlap",
    "missing_courtyard",
    "malformed_courtyard",
    "pth_inside_courtyard",
    "npth_inside_courtyard",
  ],
  run(board, report) {
    const footprints = board.items.footprints;
    for (const each of footprints) define(board, report, each);
    const worst = board.rulebook.worst("courtyard_clearance");
    const boxes = footprints.map((each) => {
      const { front, back } = board.geometry.courtyard(each);
      const holes = board.items.childrenOf(each).flatMap((child) => (child.type === "pad" ? board.hole(child) : []));
      return { front: boxOf(front), back: boxOf(back), both: boxOf([...front, ...back]), holes: boxOf(holes) };
    });
    const looksForHoles = report.wants("pth_inside_courtyard") || report.wants("npth_inside_courtyard");
    for (const [i, a] of footprints.entries()) {
      report.pause();
      for (let j = i + 1; j < footprints.length; j++) {
        const b = footprints[j]!;
        for (const side of ["front", "back"] as const)
          if (boxesMeet(grownBox(boxes[i]![side], worst), boxes[j]![side])) overlap(board, report, a, b, side);
        if (!looksForHoles) continue;
        if (boxesMeet(boxes[i]!.holes, boxes[j]!.both)) holes(board, report, a, b);
        if (boxesMeet(boxes[j]!.holes, boxes[i]!.both)) holes(board, report, b, a);
      }
    }
  },
});

function define(board: CheckBoard, report: Report, footprint: BoardItem): void {
  const { front, back, malformed } = board.geometry.courtyard(footprint);
  for (const { at, layer } of malformed)
    report({ type: "malformed_courtyard", detail: "its lines do not close", items: [footprint.id], at, layer });
  if (malformed.length > 0 || front.length > 0 || back.length > 0) return;
  const attributes = footprint.item["attributes"] as readonly string[];
  if (attributes.includes("allow_missing_courtyard")) return;
  report({ type: "missing_courtyard", detail: "", items: [footprint.id], at: board.place(footprint) });
}

function overlap(board: CheckBoard, report: Report, a: BoardItem, b: BoardItem, side: "front" | "back"): void {
  const [own, theirs] = [board.geometry.courtyard(a)[side], board.geometry.courtyard(b)[side]];
  if (own.length === 0 || theirs.length === 0 || !report.wants("courtyards_overlap")) return;
  const ruling = board.rulebook.resolve("courtyard_clearance", a, b, side === "front" ? "F.Cu" : "B.Cu");
  const min = ruling.min ?? 0;
  if (ruling.severity === "ignore" || min < 0) return;
  const found = gapBetween(own, theirs, min);
  if (found === null) return;
  report({
    type: "courtyards_overlap",
    detail: min > 0 ? `${ruling.name} clearance ${mm(min)}; actual ${mm(Math.round(found.gap))}` : "",
    items: [a.id, b.id],
    at: found.at,
    layer: side === "front" ? "F.CrtYd" : "B.CrtYd",
    severity: ruling.severity,
    rule: ruling.name,
    limit: min,
    actual: Math.round(found.gap),
  });
}

function holes(board: CheckBoard, report: Report, owner: BoardItem, court: BoardItem): void {
  const { front, back } = board.geometry.courtyard(court);
  if (front.length === 0 && back.length === 0) return;
  const box = boxOf([...front, ...back]);
  for (const pad of board.items.childrenOf(owner)) {
    if (pad.type !== "pad") continue;
    const { property, type } = pad.item as unknown as Pad;
    if (property === "pad_prop_heatsink" || (type !== "thru_hole" && type !== "np_thru_hole")) continue;
    const hole = board.hole(pad);
    if (hole.length === 0 || !boxesMeet(box, hole[0]?.box ?? EMPTY_BOX)) continue;
    const side = hits(front) ? "F.CrtYd" : hits(back) ? "B.CrtYd" : null;
    if (side === null) continue;
    report({
      type: type === "thru_hole" ? "pth_inside_courtyard" : "npth_inside_courtyard",
      detail: "",
      items: [pad.id, court.id],
      at: board.place(pad),
      layer: side,
    });

    function hits(areas: readonly PolygonShape[]): boolean {
      return areas.length > 0 && gapBetween(areas, hole, 0) !== null;
    }
  }
}
