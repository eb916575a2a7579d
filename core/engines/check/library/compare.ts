import type { Degrees, Nm, Point } from "../../../base/nm.ts";
import { layerRow } from "../../../model/board/layer-numbers.ts";
import { expandLayers } from "../../../model/board/pad.ts";
import type { Primitive } from "../../../model/board/pad-shape.ts";
import { pathPoints } from "../../../model/shape/path.ts";
import type { FootprintForm, GraphicForm, PadForm, PadLayerForm, ZoneForm } from "./form.ts";
import type { Lie } from "./normal.ts";
import { laidForm, onBoardForm } from "./normal.ts";

/** How far places may be apart: rotating there and back rounds. */
const NEAR: Nm = 10;
/** The same of angles in degrees and of ratios. */
const NEAR_NUMBER = 0.000_01;
/** How far the middle of an arc may be, which is worked out. */
const NEAR_MIDDLE: Nm = 500;
/** A file of KiCad 9, whose layer numbers KiCad sorts by. */
const KICAD_9 = 20241229;

/**
 * What first differs between a footprint of a board and its library, as KiCad compares them when it checks: type, ties,
 * graphics, pads and zones count; texts, models, names and whatever belongs to the design do not. Parts are paired in
 * KiCad's own sorting order, so a moved part may be paired with its neighbour. Null when nothing differs.
 */
export function difference(
  board: FootprintForm,
  library: FootprintForm,
  lie: Lie,
  enabled: readonly string[],
): string | null {
  if (board.type !== library.type) return "type";
  if (board.noCourtyard !== library.noCourtyard) return "exemption from the courtyard";
  if (board.bridges !== library.bridges) return "allowed mask bridges";
  if (board.ties.length !== library.ties.length || board.ties.some((tie, i) => tie !== library.ties[i]))
    return "net ties";
  const own = onBoardForm(board, lie);
  const wanted = laidForm(library, lie);
  if (own.graphics.length !== wanted.graphics.length)
    return `${own.graphics.length} graphics instead of ${wanted.graphics.length}`;
  const [a, b] = [[...own.graphics].sort(byGraphic), [...wanted.graphics].sort(byGraphic)];
  for (const [i, graphic] of a.entries())
    if (graphicsDiffer(graphic, b[i]!)) return `a ${words[graphic.shape]} on ${graphic.layer}`;
  if (own.pads.length !== wanted.pads.length) return `${own.pads.length} pads instead of ${wanted.pads.length}`;
  const layersOfPad = ({ layers }: PadForm) => layerKey(layers, enabled);
  const byPad = padOrder(layersOfPad);
  const [p, q] = [[...own.pads].sort(byPad), [...wanted.pads].sort(byPad)];
  for (const [i, pad] of p.entries()) {
    const what = padDifference(pad, q[i]!, layersOfPad);
    if (what !== null) return `${what} of pad ${pad.number}`;
  }
  if (own.zones.length !== wanted.zones.length)
    return `${own.zones.length} rule areas instead of ${wanted.zones.length}`;
  const layersOfZone = ({ layers }: ZoneForm) => layerKey(layers, enabled);
  const byZone = zoneOrder(layersOfZone);
  const [y, z] = [[...own.zones].sort(byZone), [...wanted.zones].sort(byZone)];
  for (const [i, zone] of y.entries()) if (zonesDiffer(zone, z[i]!, layersOfZone)) return "a rule area";
  return null;
}

const words = {
  line: "line",
  rect: "rectangle",
  arc: "arc",
  circle: "circle",
  poly: "polygon",
  curve: "curve",
} as const;

const shapeRanks: Readonly<Record<GraphicForm["shape"], number>> = {
  line: 0,
  rect: 1,
  arc: 2,
  circle: 3,
  poly: 4,
  curve: 5,
};

function layerRank(name: string): number {
  return layerRow(KICAD_9, name)?.ordinal ?? 1000;
}

function layerKey(layers: readonly string[], enabled: readonly string[]): string {
  return expandLayers(layers, enabled)
    .filter((name) => enabled.includes(name))
    .map((name) => String(layerRank(name)).padStart(4, "0"))
    .sort()
    .join(" ");
}

function byNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - b[i]!;
  return 0;
}

function byGraphic(a: GraphicForm, b: GraphicForm): number {
  if (a.layer !== b.layer) return layerRank(a.layer) - layerRank(b.layer);
  if (a.shape !== b.shape) return shapeRanks[a.shape] - shapeRanks[b.shape];
  if (a.points.length !== b.points.length) return a.points.length - b.points.length;
  const points = byNumbers(ordered(a), ordered(b));
  return points !== 0 ? points : a.width - b.width;
}

/** Ends first, what lies between them after. */
function ordered({ shape, points }: GraphicForm): readonly number[] {
  if (shape === "arc") return [...points.slice(0, 2), ...points.slice(4), ...points.slice(2, 4)];
  if (shape === "curve") return [...points.slice(0, 2), ...points.slice(6), ...points.slice(2, 6)];
  return points;
}

function near(a: number, b: number, by: number): boolean {
  return Math.abs(a - b) <= by;
}

function pointsNear(a: readonly Nm[], b: readonly Nm[]): boolean {
  return a.length === b.length && a.every((value, i) => near(value, b[i]!, NEAR));
}

function graphicsDiffer(a: GraphicForm, b: GraphicForm): boolean {
  if (a.shape !== b.shape || a.layer !== b.layer || a.fill !== b.fill) return true;
  if (a.layer.endsWith(".Cu") && (a.width !== b.width || a.line !== b.line)) return true;
  if (a.shape === "poly") return a.points.length !== b.points.length || !sameRing(a.points, b.points);
  if (a.shape === "arc") return !sameArc(a.points, b.points);
  return !pointsNear(a.points, b.points);
}

function sameArc(a: readonly Nm[], b: readonly Nm[]): boolean {
  const ends = (p: readonly Nm[]) => [...p.slice(0, 2), ...p.slice(4)];
  return pointsNear(ends(a), ends(b)) && Math.hypot(a[2]! - b[2]!, a[3]! - b[3]!) <= NEAR_MIDDLE;
}

/** Whether two rings have the same corners, wherever they start and whichever way they go. */
function sameRing(a: readonly Nm[], b: readonly Nm[]): boolean {
  return pointsNear(byAngle(simplified(a)), byAngle(simplified(b)));
}

/** Without the corners that lie on the way between their neighbours. */
function simplified(points: readonly Nm[]): readonly Nm[] {
  const n = points.length / 2;
  if (n < 3) return points;
  const found: Nm[] = [];
  for (let i = 0; i < n; i++) {
    const h = found.length >= 2 ? [found.at(-2)!, found.at(-1)!] : [points[2 * n - 2]!, points[2 * n - 1]!];
    const j = (i + 1) % n;
    const [x, y] = [points[2 * i]!, points[2 * i + 1]!];
    const [dx, dy] = [points[2 * j]! - h[0]!, points[2 * j + 1]! - h[1]!];
    const t = Math.min(1, Math.max(0, ((x - h[0]!) * dx + (y - h[1]!) * dy) / (dx * dx + dy * dy || 1)));
    const isBetween = Math.round(h[0]! + t * dx) === x && Math.round(h[1]! + t * dy) === y;
    if (!isBetween) found.push(x, y);
  }
  return found;
}

function byAngle(points: readonly Nm[]): Nm[] {
  const all: Point[] = [];
  for (let i = 0; i < points.length; i += 2) all.push({ x: points[i]!, y: points[i + 1]! });
  const x = all.reduce((sum, p) => sum + p.x, 0) / all.length;
  const y = all.reduce((sum, p) => sum + p.y, 0) / all.length;
  return all
    .map((p) => ({ p, angle: Math.atan2(p.y - y, p.x - x) }))
    .sort((a, b) => a.angle - b.angle)
    .flatMap(({ p }) => [p.x, p.y]);
}

function padOrder(layersOf: (pad: PadForm) => string): (a: PadForm, b: PadForm) => number {
  return (a, b) => {
    if (a.number !== b.number) return byNumber(a.number, b.number);
    const [s, t] = [a.stack[0]!, b.stack[0]!];
    const first = byNumbers([a.at.x, a.at.y, s.size.x, s.size.y], [b.at.x, b.at.y, t.size.x, t.size.y]);
    if (first !== 0) return first;
    if (s.shape !== t.shape) return s.shape < t.shape ? -1 : 1;
    const [l, m] = [layersOf(a), layersOf(b)];
    return l < m ? -1 : l > m ? 1 : 0;
  };
}

const digits = /\d+|\D+/g;

/** Digits inside pad numbers count as numbers. */
function byNumber(a: string, b: string): number {
  const [p, q] = [a.match(digits) ?? [], b.match(digits) ?? []];
  for (let i = 0; i < Math.min(p.length, q.length); i++) {
    const [x, y] = [p[i]!, q[i]!];
    if (x === y) continue;
    const isNumber = /^\d/.test(x) && /^\d/.test(y);
    if (isNumber && Number(x) !== Number(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return p.length - q.length || (a < b ? -1 : 1);
}

function padDifference(a: PadForm, b: PadForm, layersOf: (pad: PadForm) => string): string | null {
  if (a.dieLength !== b.dieLength) return "die length";
  if (!near(a.at.x, b.at.x, NEAR) || !near(a.at.y, b.at.y, NEAR)) return "place";
  if (a.number !== b.number) return "number";
  if (a.removeUnused !== b.removeUnused || (a.removeUnused && a.keepEnds !== b.keepEnds)) return "unused layers";
  if (layersOf(a) !== layersOf(b)) return "layers";
  if (a.type !== b.type) return "type";
  if (a.property !== b.property) return "fabrication property";
  if (!near(turn(a.angle), turn(b.angle), NEAR_NUMBER)) return "angle";
  for (const layer of a.stack) {
    const what = layerDifference(layer, b.stack.find((each) => each.layer === layer.layer) ?? b.stack[0]!);
    if (what !== null) return what;
  }
  if (a.drill.oval !== b.drill.oval) return "shape of the hole";
  return a.drill.x !== b.drill.x || a.drill.y !== b.drill.y ? "hole" : null;
}

function turn(angle: Degrees): Degrees {
  // A hair below a full turn is none.
  const turned = ((angle % 360) + 360) % 360;
  return 360 - turned < NEAR_NUMBER ? 0 : turned;
}

function layerDifference(a: PadLayerForm, b: PadLayerForm): string | null {
  if (a.shape !== b.shape) return "shape";
  if (a.size.x !== b.size.x || a.size.y !== b.size.y) return "size";
  if (a.delta.x !== b.delta.x || a.delta.y !== b.delta.y) return "slant";
  if ((a.shape === "roundrect" || a.shape === "chamfered") && !near(a.corner, b.corner, NEAR_NUMBER))
    return "corner radius";
  if (a.shape === "chamfered" && !near(a.chamferRatio, b.chamferRatio, NEAR_NUMBER)) return "chamfer";
  if (a.shape === "chamfered" && [...a.chamfer].sort().join() !== [...b.chamfer].sort().join())
    return "chamfered corners";
  if (!near(a.offset.x, b.offset.x, NEAR) || !near(a.offset.y, b.offset.y, NEAR)) return "offset";
  const isSame =
    a.primitives.length === b.primitives.length && a.primitives.every((p, i) => primitivesAgree(p, b.primitives[i]!));
  return isSame ? null : "outline";
}

function primitivesAgree(a: Primitive, b: Primitive): boolean {
  if (a.shape !== b.shape || a.width !== b.width || a.filled !== b.filled) return false;
  const [p, q] = [pathPoints(a.points), pathPoints(b.points)];
  if (a.shape === "poly") return p.length === q.length && sameRing(p, q);
  if (a.shape === "arc") return sameArc(p, q) || sameArc(p, reversed(q));
  if (a.shape === "rect") return pointsNear(corners(p), corners(q));
  return pointsNear(p, q);
}

function reversed(points: readonly Nm[]): Nm[] {
  const found: Nm[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) found.push(points[i]!, points[i + 1]!);
  return found;
}

function corners(p: readonly Nm[]): Nm[] {
  return [Math.min(p[0]!, p[2]!), Math.min(p[1]!, p[3]!), Math.max(p[0]!, p[2]!), Math.max(p[1]!, p[3]!)];
}

function zoneOrder(layersOf: (zone: ZoneForm) => string): (a: ZoneForm, b: ZoneForm) => number {
  const points = ({ outlines }: ZoneForm) => outlines.flat();
  return (a, b) => {
    if (a.priority !== b.priority) return a.priority - b.priority;
    const [l, m] = [layersOf(a), layersOf(b)];
    if (l !== m) return l < m ? -1 : 1;
    const [p, q] = [points(a), points(b)];
    return p.length !== q.length ? p.length - q.length : byNumbers(p, q);
  };
}

function zonesDiffer(a: ZoneForm, b: ZoneForm, layersOf: (zone: ZoneForm) => string): boolean {
  if (a.priority !== b.priority || a.settings !== b.settings || layersOf(a) !== layersOf(b)) return true;
  if (a.outlines.length !== b.outlines.length) return true;
  return a.outlines.some(
    (outline, i) => outline.length !== b.outlines[i]!.length || !sameRing(outline, b.outlines[i]!),
  );
}
