import { inRings, nearest, rimDistance, shapesMeet } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxesMeet, polygon, skeletonOf } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer, layersMeet } from "../../model/board/layer-set.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { ItemId } from "../../model/item.ts";
import { pathPoints } from "../../model/shape/path.ts";
import type { RuleGeometry, Side } from "../rules/world.ts";
import type { CheckBoard } from "./check-board.ts";
import type { Courtyards } from "./courtyards.ts";
import { courtyardsOf } from "./courtyards.ts";
import { waysBetween } from "./from-to.ts";

/** How far an area's edge may be overlapped: fills lie exactly along it. */
const EDGE = 500;

/** Outlines and courtyards, which hang on nothing but the item itself: they may be kept from one board to the next. */
export class KnownPlaces {
  readonly outlines = new WeakMap<BoardItem, PolygonShape>();
  readonly courtyards = new WeakMap<BoardItem, Courtyards>();
}

/** Answers the rules' questions about places from a board's shapes; every answer is kept. */
export class BoardGeometry implements RuleGeometry {
  private readonly board: CheckBoard;
  private readonly outlines: WeakMap<BoardItem, PolygonShape>;
  private readonly courtyards: WeakMap<BoardItem, Courtyards>;
  private readonly answers = new Map<string, Map<number, boolean>>();
  private readonly ways = new Map<string, ReadonlySet<ItemId>>();
  private whilePouring = false;

  constructor(board: CheckBoard, { outlines, courtyards }: KnownPlaces = new KnownPlaces()) {
    this.board = board;
    this.outlines = outlines;
    this.courtyards = courtyards;
  }

  /** From now on zones have no copper yet, so that none of them overlaps an area: as KiCad has it while it fills them. */
  pour(): void {
    this.whilePouring = true;
  }

  intersectsArea(item: BoardItem, area: BoardItem, layer: string | null, hole: boolean): boolean {
    if (this.whilePouring && item.type === "zone" && !item.isRuleArea) return false;
    return this.keep(hole ? "area of hole" : "area", layer, item, area, () => {
      if (item.type !== "footprint" && !layersMeet(item.layers, area.layers)) return false;
      const outline = this.outline(area);
      if (hole) return this.overlaps(outline, this.board.hole(item));
      if (item.type === "footprint") return this.footprintMeets(item, area, outline);
      if (!boxesMeet(outline.box, this.board.box(item))) return false;
      const layers = layer === null ? this.board.cx.layerNames : [layer];
      return layers.some(
        (name) =>
          hasLayer(area.layers, name) &&
          hasLayer(item.layers, name) &&
          this.overlaps(outline, this.board.shapes(item, name)),
      );
    });
  }

  enclosedByArea(item: BoardItem, area: BoardItem, layer: string | null): boolean {
    return this.keep("enclosed", layer, item, area, () => {
      const outline = this.outline(area);
      const parts = item.type === "footprint" ? this.board.items.childrenOf(item) : [item];
      const shapes = parts.flatMap((part) => this.coverage(part, layer));
      if (shapes.length === 0) return false;
      if (item.type !== "footprint" && !layersMeet(item.layers, area.layers)) return false;
      return shapes.every((shape) => isInside(shape, outline));
    });
  }

  intersectsCourtyard(item: BoardItem, footprint: BoardItem, side: Side, layer: string | null): boolean {
    return this.keep(side, layer, item, footprint, () => {
      const court = this.courtyard(footprint)[side];
      if (court.length === 0) return false;
      const shapes = this.coverage(item, layer);
      return court.some((each) => shapes.some((shape) => boxesMeet(each.box, shape.box) && touches(each, shape)));
    });
  }

  fromTo(item: BoardItem, from: string, to: string): boolean {
    const key = `${from}\n${to}`;
    let items = this.ways.get(key);
    if (items === undefined) this.ways.set(key, (items = waysBetween(this.board.items, from, to)));
    return items.has(item.id);
  }

  /** A footprint's courtyards. */
  courtyard(footprint: BoardItem): Courtyards {
    let made = this.courtyards.get(footprint);
    if (made === undefined) this.courtyards.set(footprint, (made = courtyardsOf(this.board, footprint)));
    return made;
  }

  /** A zone's or rule area's outline. */
  outline(area: BoardItem): PolygonShape {
    let made = this.outlines.get(area);
    if (made === undefined) {
      // The file gives the areas of footprints in the board's own coordinates.
      const zone = area.item as unknown as Zone;
      this.outlines.set(area, (made = polygon(zone.outlines.map((ring) => pathPoints(ring)))));
    }
    return made;
  }

  /** What an item covers: a zone its outline, since its fill may depend on the answer. */
  private coverage(item: BoardItem, layer: string | null): readonly Shape[] {
    if (item.type === "zone") return [this.outline(item)];
    if (item.type === "footprint")
      return this.board.items
        .childrenOf(item)
        .filter((child) => child.type === "pad" || child.type === "graphic")
        .flatMap((child) => this.coverage(child, layer));
    if (layer !== null) return this.board.shapes(item, layer);
    const own = this.board.cx.layerNames.find((name) => hasLayer(item.layers, name));
    return own === undefined ? [] : this.board.shapes(item, own);
  }

  private footprintMeets(item: BoardItem, area: BoardItem, outline: PolygonShape): boolean {
    const { front, back, malformed } = this.courtyard(item);
    if (malformed.length > 0) return false;
    const onSide = (side: "F" | "B") =>
      this.board.cx.layerNames.some((name) => name.startsWith(`${side}.`) && hasLayer(area.layers, name));
    return (onSide("F") && this.overlaps(outline, front)) || (onSide("B") && this.overlaps(outline, back));
  }

  /** Whether shapes reach further into an outline than along its edge. */
  private overlaps(outline: PolygonShape, shapes: readonly Shape[]): boolean {
    return shapes.some((shape) => boxesMeet(outline.box, shape.box) && reaches(outline, shape));
  }

  /** Answers a question about an item and another one; it is thought about once. */
  private keep(what: string, layer: string | null, item: BoardItem, other: BoardItem, make: () => boolean): boolean {
    const question = layer === null ? what : `${what} on ${layer}`;
    let answers = this.answers.get(question);
    if (answers === undefined) this.answers.set(question, (answers = new Map()));
    const key = item.slot * this.board.items.slots + other.slot;
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = make()));
    return answer;
  }
}

/** Whether a shape overlaps an area by more than its edge's tolerance. */
function reaches(area: PolygonShape, shape: Shape): boolean {
  if (shape.kind === "polygon") {
    // Polygons that only share an edge do not overlap: a corner or an edge's middle must lie well inside the other.
    return deepInside(area, shape) || deepInside(shape, area);
  }
  const slim = { ...shape, radius: Math.max(0, shape.radius - EDGE) };
  return shapesMeet(area, slim) || (shape.radius <= EDGE && nearest(area, slim)?.distance === 0);
}

function deepInside(area: PolygonShape, other: PolygonShape): boolean {
  for (const ring of other.rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      for (const [x, y] of [
        [ring[i]!, ring[i + 1]!],
        [(ring[i]! + ring[j]!) / 2, (ring[i + 1]! + ring[j + 1]!) / 2],
      ] as const)
        if (inRings(area, x, y) && rimDistance(area, x, y, EDGE) > EDGE) return true;
    }
  }
  return false;
}

function touches(a: Shape, b: Shape): boolean {
  return nearest(a, b, 0) !== null;
}

/** Whether all of a shape lies in an area. */
function isInside(shape: Shape, area: PolygonShape): boolean {
  const points = skeletonOf(shape, 100);
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    if (!inRings(area, x, y) && rimDistance(area, x, y, 1) > 1) return false;
    if (rimDistance(area, x, y, shape.radius) < shape.radius - 1) return false;
  }
  // Corners inside, yet an edge may leave the area: then it crosses the area's edge.
  if (points.length >= 4 && shape.kind !== "circle") {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const j = (i + 2) % points.length;
      const [mx, my] = [(points[i]! + points[j]!) / 2, (points[i + 1]! + points[j + 1]!) / 2];
      if (!inRings(area, mx, my) && rimDistance(area, mx, my, 1) > 1) return false;
    }
  }
  return true;
}
