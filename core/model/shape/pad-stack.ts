import type { Point } from "../../base/nm.ts";
import type { Pad, Primitive } from "../board/pad.ts";
import type { Via } from "../board/via.ts";
import type { Item } from "../item.ts";
import { isYes, nmAt, numberAt, type RawList, rawItem, sub, subs, textAt, words } from "../raw-list.ts";

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

/** What a pad with a `(padstack (mode …) (layer …))` is on one layer. */
export function layerShape(shape: PadShape, raw: RawList | null, layer: string): PadShape {
  const stack = sub(raw, "padstack");
  if (stack === null) return shape;
  const side = layer.startsWith("B.") ? "B.Cu" : layer.startsWith("F.") ? "F.Cu" : layer;
  const name = side === "F.Cu" || side === "B.Cu" || textAt(sub(stack, "mode"), 1) === "custom" ? side : "Inner";
  const own = subs(stack, "layer").find((list) => textAt(list, 1) === name);
  if (own === undefined) return shape;
  const pair = (head: string, absent: Point): Point => {
    const list = sub(own, head);
    return { x: nmAt(list, 1, absent.x), y: nmAt(list, 2, absent.y) };
  };
  const kind = textAt(sub(own, "shape"), 1, shape.shape);
  return {
    ...shape,
    shape: kind,
    size: pair("size", shape.size),
    offset: pair("offset", shape.offset),
    rectDelta: pair("rect_delta", { x: 0, y: 0 }),
    roundrectRatio: numberAt(sub(own, "roundrect_rratio"), 1, kind === "roundrect" ? 0.25 : 0),
    chamferRatio: numberAt(sub(own, "chamfer_ratio"), 1, 0),
    chamfer: words(sub(own, "chamfer")),
    primitives: isYes(sub(own, "primitives"), false) ? [] : shape.primitives,
  };
}

/** A via's diameter on a layer, where a `(padstack …)` says another one than the via's own. */
export function viaSizeOn(raw: RawList | null, layer: string, size: number): number {
  const stack = sub(raw, "padstack");
  if (stack === null) return size;
  const name = layer === "F.Cu" || layer === "B.Cu" || textAt(sub(stack, "mode"), 1) === "custom" ? layer : "Inner";
  const own = subs(stack, "layer").find((list) => textAt(list, 1) === name);
  return nmAt(sub(own ?? null, "size"), 1, size);
}

const stacks = new WeakMap<object, RawList | null>();

/** The text of a pad or via that has a padstack of its own, else null: most have none and cost no parsing. */
export function stackOf(item: Pad | Via): RawList | null {
  const { source } = item;
  let raw = stacks.get(source);
  if (raw === undefined) {
    raw = sourceHolds(source, "(padstack") ? rawItem(item as unknown as Item) : null;
    stacks.set(source, raw);
  }
  return raw;
}

function sourceHolds({ bytes, start, end }: Item["source"], word: string): boolean {
  const first = word.charCodeAt(0);
  for (let i = bytes.indexOf(first, start); i >= 0 && i + word.length <= end; i = bytes.indexOf(first, i + 1)) {
    let k = 1;
    while (k < word.length && bytes[i + k] === word.charCodeAt(k)) k++;
    if (k === word.length) return true;
  }
  return false;
}

/** A pad's shape on a copper layer. */
export function padShapeOn(pad: Pad, layer: string | undefined): PadShape {
  const shape = shapeOfPad(pad);
  return layer === undefined ? shape : layerShape(shape, stackOf(pad), layer);
}
