import type { Nm } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import { boxOf } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { CheckBoard } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import type { FindingName } from "../finding-types.ts";

type Say = (type: FindingName, detail: string) => void;

/** Holes of this size and less cannot be made. */
const NO_HOLE: Nm = 4;

/** Pads whose parts contradict each other: layers, hole, property, margins. */
export const padstack = defineRule({
  name: "padstack",
  about: "Pads that make no sense: holes in SMD pads, copper and mask on different sides, properties that do not fit.",
  types: ["padstack", "padstack_invalid"],
  scope: "item",
  run(board, report) {
    for (const item of board.items.all) {
      if (item.type !== "pad") continue;
      report.pause();
      const say: Say = (type, detail) => report({ type, detail, items: [item.id], at: board.place(item) });
      copper(board, item, say);
      margins(board, item, say);
      property(item, say);
      layers(item, say);
    }
  },
});

const outer = ["F.Cu", "B.Cu"] as const;

/** The hole against the copper. */
function copper(board: CheckBoard, item: BoardItem, say: Say): void {
  const pad = item.item as unknown as Pad;
  const isCustom = pad.shape === "custom";
  if (!isCustom && (pad.size.x <= 0 || (pad.size.y <= 0 && pad.shape !== "circle")))
    say("padstack_invalid", "pad must have a positive size");
  const drill = holeOf(pad);
  if (pad.type === "thru_hole" && pad.drill === null) say("padstack_invalid", "pad hole is too small");
  if (item.layers.copper === 0 || drill.x <= 0) return;
  if (drill.x <= NO_HOLE || drill.y <= NO_HOLE) say("padstack_invalid", "pad hole is too small");
  const layer = board.items.copper.find((name) => hasLayer(item.layers, name)) ?? "F.Cu";
  const shapes = board.shapes(item, layer);
  if (pad.type === "thru_hole") {
    if (isInHole(pad)) say("padstack", "pad hole leaves no copper");
    return;
  }
  const { x, y } = board.place(item);
  if (!shapes.some((shape) => holds(shape, x, y))) say("padstack", "pad hole not inside pad shape");
}

/** Whether all copper of a pad is drilled away; only told of round and oval pads about their hole. */
function isInHole(pad: Pad): boolean {
  const drill = holeOf(pad);
  const offset = pad.drill?.offset ?? { x: 0, y: 0 };
  if (offset.x !== 0 || offset.y !== 0 || (pad.shape !== "circle" && pad.shape !== "oval")) return false;
  const height = pad.shape === "circle" ? pad.size.x : pad.size.y;
  return pad.size.x <= drill.x && height <= drill.y;
}

function holeOf({ drill, type }: Pad): { readonly x: Nm; readonly y: Nm } {
  return drill === null || type === "smd" || type === "connect" ? { x: 0, y: 0 } : drill;
}

function margins(board: CheckBoard, item: BoardItem, say: Say): void {
  const pad = item.item as unknown as Pad;
  if ((pad.clearance ?? 0) < 0) say("padstack", "negative local clearance has no effect");
  const mask = pad.solderMaskMargin ?? 0;
  let { x, y } = pad.size;
  if (pad.shape === "custom") {
    const box = boxOf(board.shapes(item, "F.Cu"));
    [x, y] = [box.maxX - box.minX, box.maxY - box.minY];
  } else if (mask < 0 && (-mask > x || -mask > y)) say("padstack", "negative solder mask clearance is larger than pad");
  const paste = pad.solderPasteMargin ?? 0;
  const ratio = pad.solderPasteRatio ?? 0;
  if (x + paste + Math.round(x * ratio) <= 0 || y + paste + Math.round(y * ratio) <= 0)
    say("padstack", "negative solder paste margin is larger than pad");
  const { x: dx, y: dy } = pad.rectDelta ?? { x: 0, y: 0 };
  if (pad.shape === "trapezoid" && (Math.abs(dx) > pad.size.y || Math.abs(dy) > pad.size.x))
    say("padstack_invalid", "trapezoid delta is too large");
}

function property(item: BoardItem, say: Say): void {
  const { property: use, type } = item.item as unknown as Pad;
  const isUnplated = type === "np_thru_hole";
  const words: Readonly<Record<string, readonly [wrong: boolean, detail: string]>> = {
    pad_prop_fiducial_glob: [isUnplated, "'fiducial' property makes no sense on NPTH pads"],
    pad_prop_fiducial_loc: [isUnplated, "'fiducial' property makes no sense on NPTH pads"],
    pad_prop_testpoint: [isUnplated, "'testpoint' property makes no sense on NPTH pads"],
    pad_prop_heatsink: [isUnplated, "'heatsink' property makes no sense on NPTH pads"],
    pad_prop_castellated: [type !== "thru_hole", "'castellated' property is for PTH pads"],
    pad_prop_bga: [type !== "smd", "'BGA' property is for SMD pads"],
    pad_prop_mechanical: [type !== "thru_hole", "'mechanical' property is for PTH pads"],
  };
  const [isWrong, detail] = words[use ?? ""] ?? [false, ""];
  if (isWrong) say("padstack", detail);
}

function layers(item: BoardItem, say: Say): void {
  const pad = item.item as unknown as Pad;
  const on = (name: string) => hasLayer(item.layers, name);
  if (pad.type !== "smd" && pad.type !== "connect") return;
  if (pad.type === "connect" && (on("F.Paste") || on("B.Paste")))
    say("padstack", "connector pads normally have no solder paste");
  if (on("F.Cu") && on("B.Cu")) {
    say("padstack", "SMD pad has copper on both sides of the board");
    return;
  }
  const side = outer.find(on);
  if (side === undefined) {
    if (item.layers.copper !== 0) say("padstack", "SMD pad has no outer layers");
    return;
  }
  const other = side === "F.Cu" ? "B" : "F";
  if (on(`${other}.Mask`)) say("padstack", "SMD pad has copper and mask layers on different sides of the board");
  else if (on(`${other}.Paste`)) say("padstack", "SMD pad has copper and paste layers on different sides of the board");
}
