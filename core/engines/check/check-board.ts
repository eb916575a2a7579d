import type { Box, Nm, Point } from "../../base/nm.ts";
import { nearest, shapesMeet } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxesMeet, boxOf, EMPTY_BOX, grown, grownBox, middleOf } from "../../geometry/shape.ts";
import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { boardItems, layerOf } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
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
import type { KnownPlaces } from "./board-geometry.ts";
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

/** What a board may take over from the one before it, or be given besides its document. */
export interface BoardParts {
  readonly items?: BoardItems;
  readonly store?: ShapeStore;
  readonly places?: KnownPlaces;
  /** Calls `found` for every item, zones and footprints left out, whose box meets this one, until it answers true. */
  // biome-ignore lint/suspicious/noConfusingVoidType: whoever wants all of them answers nothing.
  readonly search?: (box: Box, found: (item: BoardItem) => true | void) => void;
  /** Whether pieces of fill hang on one item only, where that is known. */
  readonly singles?: Map<Shape, boolean>;
}

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
  readonly parts: BoardParts;
  /** The whole board, where this one has some of its items only. */
  readonly whole: CheckBoard;
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
    parts: BoardParts = {},
    whole: CheckBoard | null = null,
  ) {
    this.doc = doc;
    this.settings = settings;
    this.libraries = libraries;
    this.parts = parts;
    this.whole = whole ?? this;
    this.items = parts.items ?? boardItems(doc);
    this.cx = whole?.cx ?? contextOf(doc, { variables: Object.fromEntries(settings.textVariables) });
    this.store = whole?.store ?? parts.store ?? new ShapeStore(this.cx);
    this.rings = whole?.rings ?? new UnusedRings(this);
    this.boxCache = whole?.boxCache ?? new Array(this.items.slots);
    this.geometry = whole?.geometry ?? new BoardGeometry(this, parts.places);
    this.rulebook = whole?.rulebook ?? makeRulebook({ items: this.items, settings, geometry: this.geometry }, custom);
  }

  /**
   * This board with some of its items only, as if the others were not there: what lies near one of them is looked for
   * among them. Rules, outlines, and what was found out before are those of the whole board.
   */
  within(items: BoardItems): CheckBoard {
    return new CheckBoard(this.doc, this.settings, [], this.libraries, { items }, this.whole);
  }

  /** This board, with what libraries have of its footprints. */
  withLibraries(libraries: FootprintLibraries | null): CheckBoard {
    return new CheckBoard(this.doc, this.settings, [], libraries, { items: this.items }, this.whole);
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

  /** Calls `found` for every item that has something within `by` of the box on a layer, in the order of the file. */
  near(layer: string, box: Box, by: Nm, found: (item: BoardItem) => void): void {
    const wide = grownBox(box, by);
    const { search } = this.parts;
    if (search !== undefined) {
      const items: BoardItem[] = [];
      search(wide, (item) => {
        if (this.isIn(item, layer) && boxesMeet(this.makeBoxOn(item, layer), wide)) items.push(item);
      });
      for (const item of items.sort((a, b) => a.index - b.index)) found(item);
      return;
    }
    const index = this.indexOf(layer);
    const places: number[] = [];
    searchBoxIndex(index.boxes, wide, (i) => {
      places.push(i);
    });
    // What is found first may decide, and the tree's order hangs on all that is in it.
    if (places.length > 1) places.sort((a, b) => a - b);
    for (const i of places) found(index.items[i]!);
  }

  /** Whether any item that has something in the box on a layer passes; they come in no order. */
  any(layer: string, box: Box, test: (item: BoardItem) => boolean): boolean {
    let found = false;
    const { search } = this.parts;
    if (search !== undefined)
      search(box, (item) => {
        if (!this.isIn(item, layer) || !boxesMeet(this.makeBoxOn(item, layer), box) || !test(item)) return;
        found = true;
        return true;
      });
    else {
      const index = this.indexOf(layer);
      searchBoxIndex(index.boxes, box, (i) => {
        if (!test(index.items[i]!)) return;
        found = true;
        return true;
      });
    }
    return found;
  }

  /** Whether any of it lies on the board; true while the board has no outline. */
  isOnBoard(shapes: readonly Shape[]): boolean {
    const outline = this.outline();
    return outline.length === 0 || shapes.some((shape) => outline.some((area) => nearest(area, shape, 0) !== null));
  }

  /** The board's areas; empty when its edges do not close. */
  outline(): readonly PolygonShape[] {
    if (this.whole !== this) return this.whole.outline();
    this.edge ??= boardOutline(this);
    return this.edge.areas;
  }

  /** What is wrong with the board's edges. */
  outlineFaults(): BoardOutline["faults"] {
    if (this.whole !== this) return this.whole.outlineFaults();
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
    const items = this.items.all.filter((item) => this.isIn(item, layer));
    const ofItem = new Map<number, Box>();
    const boxes = items.map((item) => {
      const box = this.makeBoxOn(item, layer);
      ofItem.set(item.index, box);
      return box;
    });
    return { items, ofItem, boxes: buildBoxIndex(boxes) };
  }

  /** Whether an item has something on a layer; a hole goes through all copper. Zones and footprints are in no index. */
  private isIn(item: BoardItem, layer: string): boolean {
    if (item.type === "zone" || item.type === "footprint") return false;
    return hasLayer(item.layers, layer) || (item.type === "pad" && layer.endsWith(".Cu") && this.hole(item).length > 0);
  }

  /** The box of an item on a layer, its hole included. */
  boxOn(item: BoardItem, layer: string): Box {
    if (this.parts.search !== undefined) return this.makeBoxOn(item, layer);
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
