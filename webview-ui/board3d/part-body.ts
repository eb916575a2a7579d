import type { Point } from "../../core/base/nm.ts";
import type { Graphic } from "../../core/model/board/graphic.ts";
import { shapeOf } from "../../core/model/board/graphic.ts";
import type { Pad } from "../../core/model/board/pad.ts";
import type { Item } from "../../core/model/item.ts";

/** A block or a standing cylinder of a part, in mm from the footprint's origin: x right, y up, z away from the board. */
export interface Solid {
  readonly is: "box" | "cylinder";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
  readonly bottom: number;
  readonly top: number;
  /** Degrees counter-clockwise. */
  readonly turn: number;
  readonly color: number;
  readonly isMetal: boolean;
}

const colors = {
  body: 0x2b2c2f,
  resistor: 0x232427,
  capacitor: 0xa88a63,
  coil: 0x3a3b3e,
  light: 0xe9e6d2,
  connector: 0x2f3033,
  can: 0x3b4a6b,
  metal: 0xb9bdc1,
};

interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly isRound: boolean;
}

/**
 * What a part without a model is shown as: a body on its fabrication outline, else inside its courtyard, as high as
 * parts of its sort are, and the metal of its pads. Nothing for what is no part: logos, holes, fiducials.
 */
export function bodyOf(footprint: Item): readonly Solid[] {
  const pads = footprint.children.filter(({ kind }) => kind === "pad") as unknown as Pad[];
  const soldered = pads.filter(({ type }) => type !== "np_thru_hole");
  const reference = fieldOf(footprint, "Reference");
  const sort = /^[A-Za-z]+/.exec(reference)?.[0]?.toUpperCase() ?? "";
  if (soldered.length === 0 || /^(TP|FID|H|MH|NT|LOGO|JP|SJ|G)$/.test(sort)) return [];
  const outline =
    outlineOf(footprint, "Fab", 0) ?? outlineOf(footprint, "CrtYd", 0.25) ?? padsExtent(footprint, soldered);
  if (outline === null) return [];
  const width = outline.maxX - outline.minX;
  const depth = outline.maxY - outline.minY;
  if (width < 0.1 || depth < 0.1) return [];
  const isThrough = soldered.some(({ type }) => type === "thru_hole");
  const isChip = !isThrough && soldered.length === 2 && Math.max(width, depth) < 8 && !outline.isRound;
  const top = heightOf(sort, isThrough, outline);
  const x = (outline.minX + outline.maxX) / 2;
  const y = (outline.minY + outline.maxY) / 2;
  const body: Solid = {
    is: outline.isRound ? "cylinder" : "box",
    ...{ x, y, width, depth, turn: 0 },
    bottom: isChip ? 0.02 : 0.1,
    top,
    color: colorOf(sort, outline.isRound),
    isMetal: false,
  };
  return [body, ...(isChip ? caps(body) : leads(footprint, soldered, outline))];
}

/** The metal ends of a chip. */
function caps(body: Solid): Solid[] {
  const isWide = body.width >= body.depth;
  const part = isWide ? { width: body.width * 0.2 } : { depth: body.depth * 0.2 };
  const off = (isWide ? body.width : body.depth) * 0.4;
  return [-1, 1].map((side) => ({
    ...body,
    ...part,
    x: body.x + (isWide ? side * off : 0),
    y: body.y + (isWide ? 0 : side * off),
    // A little larger than the body, so that it is seen.
    ...(isWide ? { depth: body.depth * 1.01 } : { width: body.width * 1.01 }),
    bottom: 0,
    top: body.top * 1.02,
    color: colors.metal,
    isMetal: true,
  }));
}

/** The part of each pad's metal that comes out of the body. */
function leads(footprint: Item, pads: readonly Pad[], outline: Extent): Solid[] {
  const fpAngle = (footprint["at"] as { angle: number }).angle;
  return pads.flatMap((pad) => {
    const at = { x: pad.at.x / 1e6, y: -pad.at.y / 1e6 };
    const turn = pad.at.angle - fpAngle;
    const isUnder =
      at.x > outline.minX && at.x < outline.maxX && at.y > outline.minY && at.y < outline.maxY && pad.type === "smd";
    if (isUnder) return [];
    const [w, d] = pad.type === "smd" ? [pad.size.x * 0.7, pad.size.y * 0.7] : pinOf(pad);
    const bottom = pad.type === "smd" ? 0 : -2.4;
    const lead = { x: at.x, y: at.y, width: w / 1e6, depth: d / 1e6, turn, color: colors.metal, isMetal: true };
    return [{ is: "box" as const, ...lead, bottom, top: pad.type === "smd" ? 0.18 : 0.9 }];
  });
}

function pinOf(pad: Pad): [number, number] {
  const wide = Math.min(pad.drill?.x ?? pad.size.x, pad.size.x) * 0.62;
  return [wide, wide];
}

function heightOf(sort: string, isThrough: boolean, { minX, minY, maxX, maxY, isRound }: Extent): number {
  const short = Math.min(maxX - minX, maxY - minY);
  const within = (low: number, high: number, height: number) => Math.max(low, Math.min(high, height));
  if (isRound) return within(1, 25, short * (isThrough || short > 4 ? 1.1 : 0.6));
  if (/^(J|P|CN|X|CON|K)$/.test(sort)) return isThrough ? within(2.5, 12, short) : within(1.2, 4, short * 0.6);
  if (/^(SW|S|BTN)$/.test(sort)) return within(1.5, 6, short * 0.7);
  if (/^R$/.test(sort)) return isThrough ? within(1.6, 8, short) : within(0.3, 1, short * 0.4);
  if (/^(C|L|FB|F|D|LED)$/.test(sort)) return isThrough ? within(2.5, 12, short) : within(0.35, 3, short * 0.6);
  if (/^(Y|XTAL)$/.test(sort)) return isThrough ? 3.5 : within(0.6, 1.6, short * 0.4);
  return isThrough ? within(3, 5, short * 0.6) : within(0.8, 1.75, short * 0.3);
}

function colorOf(sort: string, isRound: boolean): number {
  if (sort === "R") return colors.resistor;
  if (sort === "C") return isRound ? colors.can : colors.capacitor;
  if (/^(L|FB)$/.test(sort)) return colors.coil;
  if (/^LED$/.test(sort)) return colors.light;
  if (/^(J|P|CN|X|CON)$/.test(sort)) return colors.connector;
  return /^(Y|XTAL)$/.test(sort) ? colors.metal : colors.body;
}

/** The box of what is drawn on a layer of the part's side, `inside` it by so many mm. */
function outlineOf(footprint: Item, layer: "Fab" | "CrtYd", inside: number): Extent | null {
  const side = String(footprint["layer"]).startsWith("B") ? "B" : "F";
  const shapes = footprint.children.filter(
    (child) => child.kind === "graphic" && child["layer"] === `${side}.${layer}`,
  );
  const places: Point[] = [];
  let largest = 0;
  for (const shape of shapes) {
    const { start, mid, end, center, pts } = shape as unknown as Graphic;
    if (shapeOf(shape as unknown as Graphic) === "circle" && center !== null && end !== null) {
      const radius = Math.hypot(end.x - center.x, end.y - center.y);
      largest = Math.max(largest, 2 * radius);
      places.push({ x: center.x - radius, y: center.y - radius }, { x: center.x + radius, y: center.y + radius });
      continue;
    }
    for (const place of [start, mid, end]) if (place !== null) places.push(place);
    for (const each of pts ?? []) if ("x" in each) places.push(each as Point);
  }
  const box = extentOf(places);
  if (box === null) return null;
  const isRound = largest > 0.95e6 * Math.max(box.maxX - box.minX, box.maxY - box.minY);
  const { minX, minY, maxX, maxY } = box;
  return { minX: minX + inside, minY: minY + inside, maxX: maxX - inside, maxY: maxY - inside, isRound };
}

function padsExtent(footprint: Item, pads: readonly Pad[]): Extent | null {
  const angle = (footprint["at"] as { angle: number }).angle;
  return extentOf(
    pads.flatMap(({ at, size }) => {
      const isTurned = Math.round((at.angle - angle) / 90) % 2 !== 0;
      const [w, h] = isTurned ? [size.y / 2, size.x / 2] : [size.x / 2, size.y / 2];
      return [
        { x: at.x - w, y: at.y - h },
        { x: at.x + w, y: at.y + h },
      ];
    }),
  );
}

/** In mm, y up. */
function extentOf(places: readonly Point[]): Extent | null {
  if (places.length === 0) return null;
  const xs = places.map(({ x }) => x / 1e6);
  const ys = places.map(({ y }) => -y / 1e6);
  return {
    minX: Math.min(...xs),
    minY: Math.min(...ys),
    maxX: Math.max(...xs),
    maxY: Math.max(...ys),
    isRound: false,
  };
}

export function fieldOf(item: Item, name: string): string {
  return String(item.children.find((child) => child.kind === "property" && child["name"] === name)?.["value"] ?? "");
}
