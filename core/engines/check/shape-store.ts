import type { Shape } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Placement } from "../../model/field.ts";
import { fillShape, graphicShapes, trackShape, viaHole, viaShape } from "../../model/shape/item-shapes.ts";
import { padCopper, padHole } from "../../model/shape/pad-copper.ts";
import type { PaintContext } from "../render/context.ts";
import { InkStore } from "./ink.ts";

const NO_SHAPES: readonly Shape[] = [];

/** The shapes of a board's items, made when first asked for. */
export class ShapeStore {
  private readonly ink: InkStore;
  /** Of items that are alike on all their layers. */
  private readonly whole: (readonly Shape[] | undefined)[] = [];
  private readonly byLayer: (Map<string, readonly Shape[]> | undefined)[] = [];
  private readonly holes: (readonly Shape[] | undefined)[] = [];

  constructor(cx: PaintContext) {
    this.ink = new InkStore(cx);
  }

  /** What an item covers on a layer. */
  shapes(item: BoardItem, layer: string): readonly Shape[] {
    if (isAlike(item)) {
      let shapes = this.whole[item.slot];
      if (shapes === undefined) this.whole[item.slot] = shapes = this.make(item, layer);
      return shapes;
    }
    let layers = this.byLayer[item.slot];
    if (layers === undefined) this.byLayer[item.slot] = layers = new Map();
    const key = item.type === "pad" || item.type === "via" ? (layer.endsWith(".Cu") ? layer : "") : layer;
    let shapes = layers.get(key);
    if (shapes === undefined) layers.set(key, (shapes = this.make(item, layer)));
    return shapes;
  }

  /** What a text that may be hidden would cover on a layer. */
  shownInk(item: BoardItem, layer: string): readonly Shape[] {
    return this.ink.shown(item).get(layer) ?? NO_SHAPES;
  }

  /** A pad's or a via's hole. */
  hole(item: BoardItem): readonly Shape[] {
    if (item.type !== "via" && item.type !== "pad") return NO_SHAPES;
    let shapes = this.holes[item.slot];
    if (shapes === undefined)
      this.holes[item.slot] = shapes =
        item.type === "via"
          ? [viaHole(item.item as unknown as Via)]
          : padHole(item.item as unknown as Pad, frameOf(item)!);
    return shapes;
  }

  private make(item: BoardItem, layer: string): readonly Shape[] {
    switch (item.type) {
      case "track":
      case "arc":
        return [trackShape(item.item as unknown as Track | ArcTrack)];
      case "via":
        return [viaShape(item.item as unknown as Via, layer)];
      case "pad":
        return padCopper(item.item as unknown as Pad, frameOf(item)!, layer.endsWith(".Cu") ? layer : undefined);
      case "graphic":
        return graphicShapes(item.item as unknown as Graphic, frameOf(item));
      case "zone": {
        const zone = item.item as unknown as Zone;
        const pen = zone.filledAreasThickness === true ? (zone.minThickness ?? 0) / 2 : 0;
        return zone.fills
          .filter((fill) => fill.layer === layer && fill.points.length >= 6)
          .map((fill) => fillShape(fill, pen));
      }
      case "text":
      case "field":
      case "textBox":
      case "dimension":
        return this.ink.of(item).get(layer) ?? NO_SHAPES;
      default:
        return NO_SHAPES;
    }
  }
}

/** Whether an item covers the same on all its layers. */
function isAlike({ type, item }: BoardItem): boolean {
  switch (type) {
    case "track":
    case "arc":
    case "graphic":
      return true;
    case "via":
    case "pad":
      return item["padstack"] === null;
    default:
      return false;
  }
}

/** The place of the footprint that an item stands in. */
export function frameOf(item: BoardItem): Placement | null {
  return item.footprint === null ? null : (item.footprint.item["at"] as Placement);
}
