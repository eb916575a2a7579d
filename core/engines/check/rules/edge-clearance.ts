import type { Nm, Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { Shape } from "../../../geometry/shape.ts";
import { grown } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import { buildBoxIndex, searchBoxIndex } from "../../render/box-index.ts";
import type { CheckBoard } from "../check-board.ts";
import { gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** A line of the board's edge, a margin line, or a milled slot. */
interface Edge {
  readonly item: BoardItem;
  readonly shape: Shape;
}

interface Near {
  readonly edge: Edge;
  readonly shapes: readonly Shape[];
}

/** Copper and silkscreen against the board's edge, its margins, and its unplated slots. */
export const edgeClearance = defineRule({
  name: "edge-clearance",
  about: "Distance of copper and silkscreen from the board's edge.",
  types: ["copper_edge_clearance", "silk_edge_clearance"],
  run(board, report) {
    const edges = edgesOf(board);
    const worst = Math.max(board.rulebook.worst("edge_clearance"), board.rulebook.worst("silk_clearance"));
    const index = buildBoxIndex(edges.map(({ shape }) => grown(shape, worst).box));
    const castellated = board.items.all.filter(
      (item) => item.type === "pad" && (item.item as unknown as Pad).property === "pad_prop_castellated",
    );
    for (const item of board.items.all) {
      if (item.type === "footprint" || item.type === "image" || item.isRuleArea) continue;
      // KiCad looks at no fills here: they keep their distance when they are made.
      if (item.type === "zone") continue;
      report.pause();
      const pad = item.type === "pad" ? (item.item as unknown as Pad) : null;
      if (pad !== null && (pad.property === "pad_prop_castellated" || pad.type === "connect")) continue;
      const copper = board.items.copper.filter((layer) => hasLayer(item.layers, layer));
      if (copper.length > 0 && report.wants("copper_edge_clearance")) {
        against(board, report, item, near(board.shapes(item, copper[0]!)), "copper", castellated);
      }
      for (const layer of ["F.SilkS", "B.SilkS"])
        if (hasLayer(item.layers, layer) && report.wants("silk_edge_clearance"))
          against(board, report, item, near(board.shapes(item, layer)), "silk", castellated);
    }

    /** The edges near shapes, each with those of the shapes that it is near to. */
    function near(shapes: readonly Shape[]): Near[] {
      const found = new Map<number, Shape[]>();
      for (const shape of shapes)
        searchBoxIndex(index, shape.box, (i) => {
          const list = found.get(i);
          if (list === undefined) found.set(i, [shape]);
          else list.push(shape);
        });
      return [...found].sort(([a], [b]) => a - b).map(([i, own]) => ({ edge: edges[i]!, shapes: own }));
    }
  },
});

function against(
  board: CheckBoard,
  report: Report,
  item: BoardItem,
  edges: readonly Near[],
  what: "copper" | "silk",
  castellated: readonly BoardItem[],
): void {
  const isTrack = item.type === "track" || item.type === "arc";
  const told = new Set<BoardItem>();
  for (const { edge, shapes } of edges) {
    if (edge.item === item || told.has(edge.item)) continue;
    // Two holes are no matter of copper.
    if (edge.item.type === "pad" && isBareHole(board, item)) continue;
    const ruling = board.rulebook.resolve(
      what === "copper" ? "edge_clearance" : "silk_clearance",
      edge.item,
      item,
      null,
    );
    const min: Nm = ruling.min ?? 0;
    if (ruling.severity === "ignore" || min < 0 || ruling.isNull) continue;
    const found = gapBetween(shapes, [edge.shape], min);
    if (found === null || (min > 0 && Math.round(found.gap) === min)) continue;
    if (isTrack && castellated.some((pad) => inHole(board, pad, found.at))) continue;
    const actual = Math.round(found.gap);
    report({
      type: what === "copper" ? "copper_edge_clearance" : "silk_edge_clearance",
      detail: min > 0 ? `${ruling.name} clearance ${mm(min)}; actual ${mm(actual)}` : "",
      items: [edge.item.id, item.id],
      at: found.at,
      severity: ruling.severity,
      rule: ruling.name,
      limit: min,
      actual,
    });
    // Of other items than tracks one edge is enough.
    if (!isTrack) return;
    told.add(edge.item);
  }
}

function isBareHole(board: CheckBoard, item: BoardItem): boolean {
  return (
    item.type === "pad" &&
    (item.item as unknown as Pad).type === "np_thru_hole" &&
    !board.items.copper.some((layer) => board.flashes(item, layer))
  );
}

function inHole(board: CheckBoard, pad: BoardItem, at: Point): boolean {
  return board.hole(pad).some((shape) => holds(shape, at.x, at.y));
}

/** The board's edges without their pen, margins with it, and slots of unplated pads. */
function edgesOf(board: CheckBoard): Edge[] {
  const edges: Edge[] = [];
  for (const item of board.items.all) {
    if (item.type === "graphic" && (item.item["layer"] === "Edge.Cuts" || item.item["layer"] === "Margin")) {
      const layer = layerOf(item);
      for (const shape of board.shapes(item, layer))
        edges.push({
          item,
          shape: layer === "Edge.Cuts" && item.item["fill"] === "none" ? grown(shape, -shape.radius) : shape,
        });
    }
    if (item.type !== "pad") continue;
    const pad = item.item as unknown as Pad;
    if (pad.type !== "np_thru_hole" || pad.drill === null || pad.drill.x === pad.drill.y) continue;
    for (const shape of board.hole(item)) edges.push({ item, shape });
  }
  return edges;
}
