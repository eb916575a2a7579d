import type { Nm, Point } from "../../base/nm.ts";
import type { Pad, Primitive } from "../board/pad.ts";
import type { Via } from "../board/via.ts";

/** The copper of a pad on one layer, about its place and not turned. */
export interface PadShape {
  readonly shape: string;
  readonly size: Point;
  readonly offset: Point;
  readonly rectDelta: Point;
  readonly roundrectRatio: number;
  readonly chamferRatio: number;
  readonly chamfer: readonly string[];
  readonly anchor: string;
  readonly primitives: readonly Primitive[];
}

export function shapeOfPad(pad: Pad): PadShape {
  return {
    shape: pad.shape,
    size: pad.size,
    offset: pad.drill?.offset ?? { x: 0, y: 0 },
    rectDelta: pad.rectDelta ?? { x: 0, y: 0 },
    roundrectRatio: pad.roundrectRatio ?? (pad.shape === "roundrect" ? 0.25 : 0),
    chamferRatio: pad.chamferRatio ?? 0,
    chamfer: pad.chamfer,
    anchor: pad.options?.anchor ?? "rect",
    primitives: pad.primitives,
  };
}

/** A pad's shape on a layer: what its `(padstack …)` says there, or the pad itself. Mask and paste follow the copper. */
export function padShapeOn(pad: Pad, layer: string | undefined): PadShape {
  const shape = shapeOfPad(pad);
  const stack = pad.padstack;
  if (stack === null || layer === undefined) return shape;
  const own = stack.layers.find((each) => each.name === stackLayer(layer, stack.mode));
  if (own === undefined) return shape;
  const kind = own.shape ?? shape.shape;
  return {
    shape: kind,
    size: own.size,
    offset: own.offset ?? shape.offset,
    rectDelta: own.rectDelta ?? { x: 0, y: 0 },
    roundrectRatio: own.roundrectRatio ?? (kind === "roundrect" ? 0.25 : 0),
    chamferRatio: own.chamferRatio ?? 0,
    chamfer: own.chamfer,
    anchor: own.options?.anchor ?? shape.anchor,
    primitives: own.primitives,
  };
}

/** A via's diameter on a layer, where a `(padstack …)` says another one than the via's own. */
export function viaSizeOn(via: Via, layer: string): Nm {
  const stack = via.padstack;
  return stack?.layers.find((each) => each.name === stackLayer(layer, stack.mode))?.size ?? via.size;
}

/** The row of a padstack that stands for a layer. */
function stackLayer(layer: string, mode: string | null): string {
  const side = layer.startsWith("B.") ? "B.Cu" : layer.startsWith("F.") ? "F.Cu" : layer;
  return side === "F.Cu" || side === "B.Cu" || mode === "custom" ? side : "Inner";
}
