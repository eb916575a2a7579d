import type { Box, Nm, Point } from "../../base/nm.ts";
import { emptyBox, grownBox, isEmptyBox, joinBoxes } from "../../engines/render/bounds.ts";
import { fieldExtent } from "../../engines/render/font/schematic-text.ts";
import { drawnParts, turnOf } from "../../engines/render/paint/symbol.ts";
import { pinsOf, symbolTransform } from "../../engines/sheet/symbol-pins.ts";
import type { Effects } from "../../model/effects.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { SchematicGraphic } from "../../model/schematic/graphic.ts";
import type { LibraryPin, LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { boundsOfArc } from "./arc-box.ts";

/** A visible field before and after. */
export interface ShownField {
  readonly name: string;
  /** What is shown. */
  readonly text: string;
  readonly at: Placement;
  readonly effects: Effects;
}

/** Lengths by which KiCad places fields: 50, 25 and 15 mil. */
const GRID: Nm = 1_270_000;
const BESIDE: Nm = 635_000;
const ABOVE: Nm = 381_000;

/** A side of a symbol as a unit vector on the sheet, y down. */
interface Side {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

const right: Side = { x: 1, y: 0 };
const left: Side = { x: -1, y: 0 };
const top: Side = { x: 0, y: -1 };
const bottom: Side = { x: 0, y: 1 };

/** What autoplacing looks at of a placed symbol. */
export type Autoplaced = Pick<
  PlacedSymbol,
  "at" | "mirror" | "unit" | "convert" | "bodyStyle" | "libId" | "libName"
> & {
  readonly children: readonly Item[];
};

/**
 * Where KiCad's automatic placing puts the visible fields of a symbol that was just placed: beside the side without
 * pins, stacked, on its grid, their text upright. Source: what KiCad's own
 * placing does.
 */
export function autoplaceFields(
  symbol: Autoplaced,
  definition: LibrarySymbol,
  fields: readonly ShownField[],
): ShownField[] {
  if (fields.length === 0) return [];
  const isPower = definition.power !== null;
  const turn = turnOf(symbol);
  const body = bodyBox(symbol, definition as unknown as Item);
  const vertical = turn.xy !== 0;
  const sizes = fields.map((field) => fieldExtent(field.text, sizeOf(field.effects)));
  const heights = sizes.map((size) => roundUp(size.height));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = heights.reduce((sum, each) => sum + each, 0);
  const pins = pinsOf(symbol as unknown as PlacedSymbol, new Map([[symbol.libName ?? symbol.libId ?? "", definition]]));
  const counted = pins.filter((pin) => !pin.hidden || isPower);
  const onSide = (side: Side) => counted.filter((pin) => pin.inward.x === -side.x && pin.inward.y === -side.y);
  const side = chooseSide(symbol, body, isPower, (each) => onSide(each).length);
  const sidePins = onSide(side);

  const center = { x: (body.minX + body.maxX) / 2, y: (body.minY + body.maxY) / 2 };
  const offX = (body.maxX - body.minX + width) / 2 + (side.x === 0 ? 0 : BESIDE);
  const offY = (body.maxY - body.minY + height) / 2 + (side.y === 0 ? 0 : ABOVE);
  let x = center.x + side.x * offX - width / 2;
  let y = center.y + side.y * offY - height / 2;
  if (sidePins.length > 0) {
    const box = pinBox(
      symbol,
      definition,
      sidePins.map((pin) => pin.number),
    );
    if (side.x === 0) x = box.maxX + 2 * BESIDE;
    else y = box.minY - (height + 2 * ABOVE);
  }
  const facing = sidePins.length === 0 ? side : side.x === 0 ? right : top;
  const flipped = vertical ? turn.xy > 0 : turn.xx < 0;
  let down = y;
  return fields.map((field, i) => {
    const shown = facing.x === 0 ? "center" : facing.x > 0 ? "left" : "right";
    const place = {
      x: shown === "left" ? x : shown === "right" ? x + width : x + width / 2,
      y: down + heights[i]! / 2,
    };
    down += heights[i]!;
    return {
      ...field,
      at: {
        x: Math.round(side.x === 0 ? place.x : onGrid(place.x, side.x > 0)),
        y: Math.round(side.y === 0 ? place.y : onGrid(place.y, side.y > 0)),
        angle: vertical ? 90 : 0,
      },
      effects: { ...field.effects, hAlign: flipped ? mirrored[shown] : shown, vAlign: "center" },
    };
  });
}

const mirrored = { left: "right", right: "left", center: "center" } as const;

function sizeOf(effects: Effects) {
  return {
    size: { x: effects.width, y: effects.height },
    thickness: effects.thickness ?? 0,
    bold: effects.bold,
    italic: effects.italic,
  };
}

function roundUp(length: Nm): Nm {
  return Math.ceil(length / GRID) * GRID;
}

/** The next place on the grid, away from zero when `up`: as KiCad rounds. */
function onGrid(value: Nm, up: boolean): Nm {
  if (value % GRID === 0) return value;
  return GRID * (Math.trunc(value / GRID) + (up ? 1 : 0));
}

/** The preferred side without pins, else the last of those with the fewest. */
function chooseSide(symbol: Autoplaced, body: Box, isPower: boolean, pins: (side: Side) => number): Side {
  const sides = preferred(symbol, body, isPower);
  const free = sides.find((side) => pins(side) === 0);
  if (free !== undefined) return free;
  let best = sides.at(-1)!;
  for (const side of [...sides].reverse()) if (pins(side) <= pins(best)) best = side;
  return best;
}

function preferred(symbol: Autoplaced, body: Box, isPower: boolean): Side[] {
  const quarter = ((Math.round(symbol.at.angle / 90) % 4) + 4) % 4;
  if (isPower) {
    if (quarter === 0) return [top, bottom, right, left].sort(() => 0);
    if (quarter === 1) return [left, right, top, bottom];
    if (quarter === 2) return [bottom, top, left, right];
    return [right, left, top, bottom];
  }
  const sides = [right, top, left, bottom];
  const acrossX = symbol.mirror === "x" && quarter % 2 === 0;
  const ordered = acrossX ? [left, top, right, bottom] : sides;
  const isLong = (body.maxX - body.minX) / (body.maxY - body.minY) > 3;
  return isLong ? [ordered[1]!, ordered[3]!, ordered[2]!, ordered[0]!] : ordered;
}

/** The symbol's drawing without its pins, but with where they meet it, on the sheet. */
function bodyBox(symbol: Autoplaced, definition: Item): Box {
  const map = symbolTransform(symbol);
  let box = emptyBox;
  const add = (p: Point, by: Nm = 0) => {
    box = joinBoxes(box, grownBox({ minX: p.x, maxX: p.x, minY: p.y, maxY: p.y }, by));
  };
  for (const part of drawnParts(definition, symbol)) {
    if (part.kind === "libraryPin") {
      const pin = part as unknown as LibraryPin;
      if (!pin.hide) add(map(rootOf(pin)));
    } else if (part.kind === "graphic")
      for (const p of extremesOf(part as unknown as SchematicGraphic)) add(map(p.at), p.grow);
  }
  const at = map({ x: 0, y: 0 });
  return isEmptyBox(box) ? { minX: at.x, maxX: at.x, minY: at.y, maxY: at.y } : box;
}

function rootOf(pin: LibraryPin): Point {
  const turn = (pin.at.angle * Math.PI) / 180;
  return {
    x: pin.at.x + Math.round(Math.cos(turn) * pin.length),
    y: pin.at.y + Math.round(Math.sin(turn) * pin.length),
  };
}

/** Points that span a graphic, in the library's own axes, with half its pen. */
function extremesOf(graphic: SchematicGraphic): { at: Point; grow: Nm }[] {
  const grow = Math.max(0, graphic.stroke.width) / 2;
  const spread = (points: readonly (Point | null)[]) => points.flatMap((at) => (at === null ? [] : [{ at, grow }]));
  if (graphic.token === "circle" && graphic.center !== null) {
    const r = graphic.radius ?? 0;
    const { x, y } = graphic.center;
    return spread([
      { x: x - r, y },
      { x: x + r, y },
      { x, y: y - r },
      { x, y: y + r },
    ]);
  }
  if (graphic.token === "arc" && graphic.start !== null && graphic.mid !== null && graphic.end !== null)
    return spread(boundsOfArc(graphic.start, graphic.mid, graphic.end));
  if (graphic.pts.length > 0) return spread(graphic.pts.map((node) => ("start" in node ? node.mid : node)));
  return spread([graphic.start, graphic.end]);
}

/** The box around some pins, from where they connect to where they meet the body. */
function pinBox(symbol: Autoplaced, definition: LibrarySymbol, numbers: readonly string[]): Box {
  const map = symbolTransform(symbol);
  let box = emptyBox;
  for (const part of drawnParts(definition as unknown as Item, symbol)) {
    const pin = part as unknown as LibraryPin;
    if (part.kind !== "libraryPin" || !numbers.includes(pin.number.text)) continue;
    for (const p of [map(pin.at), map(rootOf(pin))])
      box = joinBoxes(box, { minX: p.x, maxX: p.x, minY: p.y, maxY: p.y });
  }
  return box;
}
