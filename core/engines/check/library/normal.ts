import type { Degrees, Nm, Point } from "../../../base/nm.ts";
import { rotatePoint } from "../../../base/nm.ts";
import type { PathNode, Placement } from "../../../model/field.ts";
import type { FootprintForm, GraphicForm, PadForm, PadLayerForm, ZoneForm } from "./form.ts";

/** Where and how a footprint lies on a board, and what the board's layers are. */
export interface Lie {
  readonly at: Placement;
  readonly back: boolean;
  /** Copper layers from front to back. */
  readonly copper: readonly string[];
}

/** A form with every place as it is on the board: what KiCad sorts and compares. */
export function onBoardForm(form: FootprintForm, { at }: Lie): FootprintForm {
  return { ...form, graphics: form.graphics.map((each) => normal(placed(each, at))), pads: form.pads.map(unturned) };

  // KiCad keeps the place on the board and works the one in the footprint out again.
  function unturned(pad: PadForm): PadForm {
    return { ...pad, at: rotatePoint(rotatePoint(pad.at, at.angle), -at.angle) };
  }
}

/** A library's form brought where a footprint of a board lies: turned over first, then put there, then turned. */
export function laidForm(form: FootprintForm, lie: Lie): FootprintForm {
  const turned = lie.back ? turnedOver(form, lie.copper) : form;
  const zones = turned.zones.map((zone) => ({
    ...zone,
    outlines: zone.outlines.map((outline) => mapPoints(outline, (p) => laid(p, lie.at))),
  }));
  return onBoardForm({ ...turned, zones }, lie);
}

function laid(p: Point, at: Placement): Point {
  const turned = rotatePoint(p, at.angle);
  return { x: at.x + turned.x, y: at.y + turned.y };
}

function mapPoints(points: readonly Nm[], to: (p: Point) => Point): Nm[] {
  const found: Nm[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const p = to({ x: points[i]!, y: points[i + 1]! });
    found.push(p.x, p.y);
  }
  return found;
}

function placed(form: GraphicForm, at: Placement): GraphicForm {
  // Turned by other than quarter turns a rectangle is a polygon.
  if (form.shape === "rect" && at.angle % 90 !== 0) {
    const [ax, ay, bx, by] = form.points as [Nm, Nm, Nm, Nm];
    const points = mapPoints([ax, ay, bx, ay, bx, by, ax, by], (p) => laid(p, at));
    return { ...form, shape: "poly", points };
  }
  return { ...form, points: mapPoints(form.points, (p) => laid(p, at)) };
}

/** KiCad's order of a graphic's own points, so that the same ink is the same points. */
function normal(form: GraphicForm): GraphicForm {
  const p = form.points;
  switch (form.shape) {
    case "line": {
      const [ax, ay, bx, by] = p as [Nm, Nm, Nm, Nm];
      return ax > bx || (ax === bx && ay < by) ? { ...form, points: [bx, by, ax, ay] } : form;
    }
    case "rect": {
      const [ax, ay, bx, by] = p as [Nm, Nm, Nm, Nm];
      return { ...form, points: [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] };
    }
    case "arc": {
      const [ax, ay, mx, my, bx, by] = p as [Nm, Nm, Nm, Nm, Nm, Nm];
      const turn = (mx - ax) * (by - my) - (my - ay) * (bx - mx);
      return turn < 0 ? { ...form, points: [bx, by, mx, my, ax, ay] } : form;
    }
    case "poly": {
      const points = distinct(p);
      const box = upright(points);
      return box === null ? { ...form, points } : { ...form, shape: "rect", points: box };
    }
    default:
      return form;
  }
}

/** Without corners that repeat the one before. */
function distinct(points: readonly Nm[]): Nm[] {
  const found: Nm[] = [];
  for (let i = 0; i < points.length; i += 2)
    if (found.length === 0 || found.at(-2) !== points[i] || found.at(-1) !== points[i + 1])
      found.push(points[i]!, points[i + 1]!);
  if (found.length > 2 && found[0] === found.at(-2) && found[1] === found.at(-1)) found.length -= 2;
  return found;
}

/** The corners of a polygon that is an upright rectangle. */
function upright(p: readonly Nm[]): Nm[] | null {
  if (p.length !== 8) return null;
  const [ax, ay, bx, by, cx, cy, dx, dy] = p as [Nm, Nm, Nm, Nm, Nm, Nm, Nm, Nm];
  const flatFirst = ay === by && bx === cx && cy === dy && dx === ax;
  const steepFirst = ax === bx && by === cy && cx === dx && dy === ay;
  if (!flatFirst && !steepFirst) return null;
  return [Math.min(ax, cx), Math.min(ay, cy), Math.max(ax, cx), Math.max(ay, cy)];
}

/** The form seen from the other side, about its own x axis. */
function turnedOver(form: FootprintForm, copper: readonly string[]): FootprintForm {
  const swap = (layer: string): string => {
    const i = copper.indexOf(layer);
    if (i >= 0) return copper[copper.length - 1 - i]!;
    return layer.startsWith("F.") ? `B.${layer.slice(2)}` : layer.startsWith("B.") ? `F.${layer.slice(2)}` : layer;
  };
  const flat = (points: readonly Nm[]) => mapPoints(points, mirrored);
  return {
    ...form,
    graphics: form.graphics.map((each) => ({ ...each, layer: swap(each.layer), points: flat(each.points) })),
    pads: form.pads.map((each) => turnedPad(each, swap)),
    zones: form.zones.map(
      (each): ZoneForm => ({ ...each, layers: each.layers.map(swap), outlines: each.outlines.map(flat) }),
    ),
  };
}

function mirrored({ x, y }: Point): Point {
  return { x, y: -y };
}

const acrossX: Readonly<Record<string, string>> = {
  top_left: "bottom_left",
  top_right: "bottom_right",
  bottom_left: "top_left",
  bottom_right: "top_right",
};

function turnedPad(pad: PadForm, swap: (layer: string) => string): PadForm {
  const stack = pad.stack.map(
    (each): PadLayerForm => ({
      ...each,
      layer: each.layer === "" || each.layer === "Inner" ? each.layer : swap(each.layer),
      delta: mirrored(each.delta),
      offset: mirrored(each.offset),
      chamfer: each.chamfer.map((corner) => acrossX[corner] ?? corner),
      primitives: each.primitives.map((part) => ({ ...part, points: part.points.map(mirroredNode) })),
    }),
  );
  return { ...pad, at: mirrored(pad.at), angle: -pad.angle as Degrees, layers: pad.layers.map(swap), stack };
}

function mirroredNode(node: PathNode): PathNode {
  if (!("start" in node)) return mirrored(node);
  return { start: mirrored(node.end), mid: mirrored(node.mid), end: mirrored(node.start) };
}
