import type { Degrees, Nm } from "../../base/nm.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";

/** Draws one top-level item of a board into an ink; the host of fonts and painters brings it. */
export type Paint = (item: Item, ink: Ink) => void;

/** What an item is drawn with. Nanometres, y down; angles in degrees, counter-clockwise on screen. */
export interface Ink {
  begin(id: ItemId, part?: ItemId): void;
  end(): void;
  layer(name: string): void;
  polyline(points: ArrayLike<Nm>, width: Nm): void;
  arc(cx: Nm, cy: Nm, radius: Nm, from: Degrees, sweep: Degrees, width: Nm): void;
  disc(cx: Nm, cy: Nm, radius: Nm): void;
  polygon(points: ArrayLike<Nm>, ends?: ArrayLike<number>): void;
}

export type Stroke =
  | { readonly kind: "polyline"; readonly points: readonly Nm[]; readonly width: Nm }
  | {
      readonly kind: "arc";
      readonly cx: Nm;
      readonly cy: Nm;
      readonly radius: Nm;
      readonly from: Degrees;
      readonly sweep: Degrees;
      readonly width: Nm;
    }
  | { readonly kind: "disc"; readonly cx: Nm; readonly cy: Nm; readonly radius: Nm }
  | { readonly kind: "polygon"; readonly rings: readonly (readonly Nm[])[] };

/** What one graphic, text, dimension, … puts on one layer. */
export interface Drawn {
  readonly item: Item;
  /** Reference of the footprint that it belongs to; null on the board itself. */
  readonly component: string | null;
  readonly strokes: readonly Stroke[];
}

/** Tracks, vias, pads and zones are flashed, drawn and filled by what they are. */
const copperKinds: ReadonlySet<string> = new Set(["track", "arcTrack", "via", "pad", "zone"]);

/** Everything drawn that is not a pad, track, via or zone, by layer. Private layers of footprints stay away. */
export function drawnByLayer(doc: Doc, paint: Paint): ReadonlyMap<string, readonly Drawn[]> {
  const layers = new Map<string, Drawn[]>();
  for (const top of doc.items.ofKind("graphic", "text", "textBox", "dimension", "table", "barcode", "footprint")) {
    const isFootprint = top.kind === "footprint";
    const component = isFootprint ? fieldValue(top, "Reference") : null;
    const hidden = new Set((top["privateLayers"] as readonly string[] | undefined) ?? []);
    const shown = isFootprint
      ? { ...top, children: top.children.filter((child) => !copperKinds.has(child.kind)) }
      : top;
    const parts = new Map(top.children.map((child) => [child.id, child]));
    let item = top;
    let layer = "";
    let open: Stroke[] | null = null;
    const put = (stroke: Stroke) => {
      if (open === null) {
        if (hidden.has(layer)) return;
        open = [];
        const list = layers.get(layer) ?? [];
        layers.set(layer, list);
        list.push({ item, component, strokes: open });
      }
      open.push(stroke);
    };
    paint(shown, {
      begin(_id, part) {
        item = (part === undefined ? undefined : parts.get(part)) ?? top;
        open = null;
      },
      end() {
        item = top;
        open = null;
      },
      layer(name) {
        layer = name;
        open = null;
      },
      polyline: (points, width) => put({ kind: "polyline", points: Array.from(points), width }),
      arc: (cx, cy, radius, from, sweep, width) => put({ kind: "arc", cx, cy, radius, from, sweep, width }),
      disc: (cx, cy, radius) => put({ kind: "disc", cx, cy, radius }),
      polygon: (points, ends) => put({ kind: "polygon", rings: ringsOf(points, ends) }),
    });
  }
  return layers;
}

function ringsOf(points: ArrayLike<Nm>, ends: ArrayLike<number> | undefined): Nm[][] {
  const all = Array.from(points);
  if (ends === undefined) return [all];
  const rings: Nm[][] = [];
  let from = 0;
  for (let i = 0; i < ends.length; i++) {
    rings.push(all.slice(from, ends[i]));
    from = ends[i]!;
  }
  return rings;
}
