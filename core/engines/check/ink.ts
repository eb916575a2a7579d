import type { Nm } from "../../base/nm.ts";
import type { Shape } from "../../geometry/shape.ts";
import { arc as arcShape, circle, polygon, segment } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { ItemId } from "../../model/item.ts";
import type { PaintContext } from "../render/context.ts";
import { paintItem } from "../render/paint.ts";
import type { Sink } from "../render/sink.ts";

/** The ink of an item, layer by layer. */
export type Ink = ReadonlyMap<string, readonly Shape[]>;

const NONE: Ink = new Map();

/** Texts, text boxes and dimensions as the strokes and areas that they are drawn with; made when first asked for. */
export class InkStore {
  private readonly cx: PaintContext;
  private readonly painted = new Set<ItemId>();
  private readonly found = new Map<string, Map<string, Shape[]>>();

  constructor(cx: PaintContext) {
    this.cx = cx;
  }

  of(item: BoardItem): Ink {
    const owner = item.footprint ?? item;
    if (!this.painted.has(owner.id)) {
      this.painted.add(owner.id);
      paintItem(this.cx, owner.item, this.sink());
    }
    return this.found.get(`${owner.id}/${item.footprint === null ? "" : item.id}`) ?? NONE;
  }

  private sink(): Sink {
    const { found } = this;
    const path: string[] = [];
    let key = "";
    let layer = "";
    const add = (shape: Shape) => {
      let layers = found.get(key);
      if (layers === undefined) found.set(key, (layers = new Map()));
      const list = layers.get(layer);
      if (list === undefined) layers.set(layer, [shape]);
      else list.push(shape);
    };
    return {
      begin(id, part) {
        path.push((key = `${id}/${part ?? ""}`));
      },
      end() {
        path.pop();
        key = path.at(-1) ?? "";
      },
      layer(name) {
        layer = name;
      },
      polyline(points, width) {
        const n = points.length / 2;
        for (let i = 0; i + 1 < n; i++)
          add(segment(points[2 * i]!, points[2 * i + 1]!, points[2 * i + 2]!, points[2 * i + 3]!, width / 2));
      },
      arc(cx, cy, radius, from, sweep, width) {
        const at = (angle: number) => place(cx, cy, radius, angle);
        add(arcShape(at(from), at(from + sweep / 2), at(from + sweep), width / 2));
      },
      disc(x, y, radius) {
        add(circle(x, y, radius));
      },
      polygon(points, ends) {
        const rings: number[][] = [];
        let start = 0;
        for (const end of Array.from(ends ?? [points.length])) {
          rings.push(Array.from(points).slice(start, end));
          start = end;
        }
        add(polygon(rings));
      },
    };
  }
}

function place(cx: Nm, cy: Nm, radius: Nm, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  return { x: cx + radius * Math.cos(angle), y: cy - radius * Math.sin(angle) };
}
