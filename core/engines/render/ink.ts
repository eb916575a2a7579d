import type { Shape } from "../../geometry/shape.ts";
import { chain, circle, polygon } from "../../geometry/shape.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { PaintContext } from "./context.ts";
import { paintItem } from "./paint.ts";
import type { Sink } from "./sink.ts";

/**
 * What an item, or a part of one, puts on its own layer: the strokes of a text's letters, not the box that a knocked-out
 * text is cut from. `owner` is the footprint of a part.
 */
export function inkOf(cx: PaintContext, item: Item, owner: Item | null): readonly Shape[] {
  const top = owner ?? item;
  let byPart = known.get(top);
  if (byPart === undefined) {
    byPart = collect(cx, top);
    known.set(top, byPart);
  }
  return byPart.get(owner === null ? "" : item.id) ?? [];
}

/** Items never change; neither does what they show, as long as the context is the same (texts may name variables). */
const known = new WeakMap<Item, Map<ItemId, Shape[]>>();

function collect(cx: PaintContext, top: Item): Map<ItemId, Shape[]> {
  const layers = new Map<ItemId, string>([["", String(top["layer"] ?? "")]]);
  for (const child of top.children) layers.set(child.id, String(child["layer"] ?? ""));
  const found = new Map<ItemId, Shape[]>();
  const parts: ItemId[] = [];
  let layer = "";
  const put = (...shapes: Shape[]) => {
    const part = parts.at(-1) ?? "";
    if (layers.get(part) !== layer) return;
    const list = found.get(part);
    if (list === undefined) found.set(part, shapes);
    else list.push(...shapes);
  };
  const sink: Sink = {
    begin: (_id, part) => parts.push(part ?? ""),
    end: () => parts.pop(),
    layer(name) {
      layer = name;
    },
    polyline: (points, width) => put(...chain(Array.from(points), width / 2)),
    arc(cx2, cy, radius, from, sweep, width) {
      const points: number[] = [];
      for (let i = 0; i <= 64; i++) {
        const angle = ((from + (sweep * i) / 64) * Math.PI) / 180;
        points.push(cx2 + radius * Math.cos(angle), cy - radius * Math.sin(angle));
      }
      put(...chain(points, width / 2));
    },
    disc: (x, y, radius) => put(circle(x, y, radius)),
    polygon(points, ends) {
      const rings: number[][] = [];
      let from = 0;
      for (const end of Array.from(ends ?? [points.length])) {
        rings.push(Array.from(points).slice(from, end));
        from = end;
      }
      put(polygon(rings));
    },
  };
  paintItem(cx, plain({ ...top, children: top.children.map(plain) }), sink);
  return found;
}

function plain(item: Item): Item {
  return item["knockout"] === true ? { ...item, knockout: false } : item;
}
