import type { Box, Nm, Point } from "../../base/nm.ts";
import { nearest, shapesMeet } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxOf, EMPTY_BOX, grown, grownBox, middleOf } from "../../geometry/shape.ts";
import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { boardItems, layerOf } from "../../model/board/board-items.ts";
import { hasLayer, layerBit, layersMeet } from "../../model/board/layer-set.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Track } from "../../model/board/track.ts";
import type { Doc } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { onBoard } from "../../model/shape/item-shapes.ts";
import { padPlace } from "../../model/shape/pad-copper.ts";
import type { BoxIndex } from "../render/box-index.ts";
import { buildBoxIndex, searchBoxIndex } from "../render/box-index.ts";
import type { PaintContext } from "../render/context.ts";
import { contextOf } from "../render/context.ts";
import type { Rule } from "../rules/constraint.ts";
import type { Rulebook } from "../rules/resolve.ts";
import { makeRulebook } from "../rules/resolve.ts";
import { BoardGeometry } from "./board-geometry.ts";
import type { BoardOutline } from "./board-outline.ts";
import { boardOutline } from "./board-outline.ts";
import type { FootprintLibraries } from "./library/port.ts";
import { frameOf, ShapeStore } from "./shape-store.ts";
import { UnusedRings } from "./unused-rings.ts";

/** KiCad's tolerance: what is nearer by less than this is near enough to be right. */
export const EPSILON: Nm = 500;

const NO_SHAPES: readonly Shape[] = [];

export { frameOf } from "./shape-store.ts";

/** A board as the checks see it: its items, their shapes by layer, where they are, and the rules that hold for them. */
export class CheckBoard {
  readonly doc: Doc;
  readonly settings: ProjectSettings;
  readonly items: BoardItems;
  readonly cx: PaintContext;
  readonly geometry: BoardGeometry;
  readonly rulebook: Rulebook;
  /** What libraries have of the board's footprints; null where nobody looked. */
  readonly libraries: FootprintLibraries | null;
  private readonly store: ShapeStore;
  private readonly rings: UnusedRings;
  private readonly boxCache: (Box | undefined)[];
  private readonly indices = new Map<string, LayerIndex>();
  private readonly zonesByLayer = new Map<string, readonly BoardItem[]>();
  private edge: BoardOutline | null = null;

  constructor(
    doc: Doc,
    settings: ProjectSettings,
    custom: readonly Rule[],
    libraries: FootprintLibraries | null = null,
  ) {
    this.doc = doc;
    this.settings = settings;
    this.libraries = libraries;
    this.items = boardItems(doc);
    this.cx = contextOf(doc, { variables: Object.fromEntries(settings.textVariables) });
    this.store = new ShapeStore(this.cx, this.items.all.length);
    this.rings = new UnusedRings(this);
    this.boxCache = new Array(this.items.all.length);
    this.geometry = new BoardGeometry(this);
    this.rulebook = makeRulebook({ items: this.items, settings, geometry: this.geometry }, custom);
  }

  /** What an item covers on a layer; asked of its own layers only. Of a hidden text nothing. */
  shapes(item: BoardItem, layer: string): readonly Shape[] {
    return this.store.shapes(item, layer);
  }

  /** What a text that may be hidden would cover on a layer. */
  shownInk(item: BoardItem, layer: string): readonly Shape[] {
    return this.store.shownInk(item, layer);
  }

  /** What copper there is on a layer: a pad's or via's ring, or its hole where an unused ring was left away. */
  copper(item: BoardItem, layer: string): readonly Shape[] {
    if ((item.type === "pad" || item.type === "via") && !this.flashes(item, layer)) return this.hole(item);
    return this.shapes(item, layer);
  }

  /** A pad's or a via's hole. */
  hole(item: BoardItem): readonly Shape[] {
    return this.store.hole(item);
  }

  /** Whether a pad or via has its ring on a copper layer. */
  flashes(item: BoardItem, layer: string): boolean {
    return this.rings.flashes(item, layer);
  }

  /** What an item covers on all its layers, holes included. */
  box(item: BoardItem): Box {
    let box = this.boxCache[item.index];
    if (box === undefined) this.boxCache[item.index] = box = this.makeBox(item);
    return box;
  }

  /** Where KiCad says that an item is. */
  place(item: BoardItem): Point {
    const at = item.item["at"] as Point | undefined;
    if (item.type === "pad") return padPlace(item.item as unknown as Pad, frameOf(item)!);
    if (item.type === "via" || item.type === "footprint") return at!;
    if (item.type === "track" || item.type === "arc") return (item.item as unknown as Track).start;
    if ((item.type === "text" || item.type === "field") && at !== undefined)
      return onBoard({ x: at.x, y: at.y }, frameOf(item));
    const shape = [...this.allShapes(item)][0];
    return shape === undefined ? (at ?? { x: 0, y: 0 }) : middleOf(shape);
  }

  /** Calls `found` for every item that has something within `by` of the box on a layer. */
  near(layer: string, box: Box, by: Nm, found: (item: BoardItem) => void): void {
    const index = this.indexOf(layer);
    searchBoxIndex(index.boxes, grownBox(box, by), (i) => found(index.items[i]!));
  }

  /** Whether any of it lies on the board; true while the board has no outline. */
  isOnBoard(shapes: readonly Shape[]): boolean {
    const outline = this.outline();
    return outline.length === 0 || shapes.some((shape) => outline.some((area) => nearest(area, shape, 0) !== null));
  }

  /** The board's areas; empty when its edges do not close. */
  outline(): readonly PolygonShape[] {
    this.edge ??= boardOutline(this);
    return this.edge.areas;
  }

  /** What is wrong with the board's edges. */
  outlineFaults(): BoardOutline["faults"] {
    this.edge ??= boardOutline(this);
    return this.edge.faults;
  }

  /** The items of a layer; zones are not among them. */
  onLayer(layer: string): readonly BoardItem[] {
    return this.indexOf(layer).items;
  }

  /** The copper zones that are filled on a layer. */
  zonesOn(layer: string): readonly BoardItem[] {
    let zones = this.zonesByLayer.get(layer);
    if (zones === undefined) {
      zones = this.items.zones.filter(
        (zone) => !zone.isRuleArea && zone.footprint === null && hasLayer(zone.layers, layer),
      );
      this.zonesByLayer.set(layer, zones);
    }
    return zones;
  }

  private indexOf(layer: string): LayerIndex {
    let index = this.indices.get(layer);
    if (index === undefined) this.indices.set(layer, (index = this.makeIndex(layer)));
    return index;
  }

  private makeIndex(layer: string): LayerIndex {
    const bit = layerBit(layer);
    // A hole goes through all copper.
    const isCopper = layer.endsWith(".Cu");
    const items = this.items.all.filter(
      (item) =>
        item.type !== "zone" &&
        item.type !== "footprint" &&
        (layersMeet(item.layers, bit) || (isCopper && item.type === "pad" && this.hole(item).length > 0)),
    );
    const ofItem = new Map<number, Box>();
    const boxes = items.map((item) => {
      const box = this.makeBoxOn(item, layer);
      ofItem.set(item.index, box);
      return box;
    });
    return { items, ofItem, boxes: buildBoxIndex(boxes) };
  }

  /** The box of an item on a layer, its hole included. */
  boxOn(item: BoardItem, layer: string): Box {
    return this.indexOf(layer).ofItem.get(item.index) ?? this.makeBoxOn(item, layer);
  }

  private makeBoxOn(item: BoardItem, layer: string): Box {
    const shapes = hasLayer(item.layers, layer) ? this.shapes(item, layer) : NO_SHAPES;
    const hole = this.hole(item);
    return shapes.length === 1 && hole.length === 0 ? shapes[0]!.box : boxOf([...shapes, ...hole]);
  }

  private *allShapes(item: BoardItem): Iterable<Shape> {
    if (item.type === "zone") {
      for (const name of this.cx.layerNames) if (hasLayer(item.layers, name)) yield* this.shapes(item, name);
    } else if (item.type === "pad" || item.type === "via") {
      yield* this.shapes(item, "F.Cu");
      yield* this.hole(item);
    } else yield* this.shapes(item, layerOf(item));
  }

  private makeBox(item: BoardItem): Box {
    const boxes = [...this.allShapes(item)];
    return boxes.length === 0 ? EMPTY_BOX : boxOf(boxes);
  }
}

interface LayerIndex {
  readonly items: readonly BoardItem[];
  /** By an item's place in the list of all. */
  readonly ofItem: ReadonlyMap<number, Box>;
  readonly boxes: BoxIndex;
}

/** Whether two sets of shapes overlap. */
export function anyMeet(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.some((x) => b.some((y) => shapesMeet(x, y)));
}

/** How near two sets of shapes come, and the ends of the gap on either. */
export interface Gap {
  readonly gap: number;
  readonly at: Point;
  readonly other: Point;
}

/** Whether two shapes overlap by more than rounding; lines without a width that cross do. */
function overlap(a: Shape, b: Shape): boolean {
  return shapesMeet(a.radius > 1 ? grown(a, -1) : a, b);
}

/** How near two sets of shapes come, with the place; null when it is not nearer than `within`, and they do not touch. */
export function gapBetween(a: readonly Shape[], b: readonly Shape[], within: Nm): Gap | null {
  let best: Gap | null = null;
  let reach = within;
  for (const x of a)
    for (const y of b) {
      const found = nearest(x, y, reach);
      if (found === null || (found.distance >= within && found.distance > 0)) continue;
      if (best !== null && found.distance >= best.gap) continue;
      // Rims that only touch are no overlap.
      if (within === 0 && !overlap(x, y)) continue;
      best = { gap: found.distance, at: found.a, other: found.b };
      reach = found.distance;
      if (reach === 0) return best;
    }
  return best;
}
