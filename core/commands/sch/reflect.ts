import type { Nm, Point } from "../../base/nm.ts";
import type { ItemPatch } from "../../engines/sheet/shift.ts";
import type { Effects } from "../../model/effects.ts";
import type { Item } from "../../model/item.ts";
import { type RuleArea, reshapedOutline } from "../../model/schematic/rule-area.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import type { Patch } from "../../model/step.ts";

/** A reflection: left to right about `center.x`, or upside down about `center.y`. */
export interface Mirror {
  readonly center: Point;
  readonly leftRight: boolean;
}

type Placed = Point & { readonly angle: number };

/** What mirrors an item, with the fields and pins inside it. */
export function mirrorPatches(item: Item, mirror: Mirror): ItemPatch[] {
  const to = ownPatch(item, mirror);
  const patches: ItemPatch[] = [{ id: item.id, to }];
  for (const child of item.children) {
    const patch = childPatch(item, child, to, mirror);
    if (patch !== null) patches.push({ id: child.id, owner: item.id, to: patch });
  }
  return patches;
}

/** Where a place is after the reflection. */
export function mirrorPoint<P extends Point>(p: P, { center, leftRight }: Mirror): P {
  return leftRight ? { ...p, x: 2 * center.x - p.x } : { ...p, y: 2 * center.y - p.y };
}

function ownPatch(item: Item, mirror: Mirror): Patch {
  const at = item["at"] as Placed;
  switch (item.kind) {
    case "symbol":
      return mirroredStance(item as unknown as PlacedSymbol, mirror);
    case "label": {
      const angle = mirroredAngle(at.angle, mirror);
      const hAlign = angle < 180 ? "left" : "right";
      return { at: { ...mirrorPoint(at, mirror), angle }, effects: { ...(item["effects"] as Effects), hAlign } };
    }
    case "text":
      return { at: mirrorPoint(at, mirror), effects: mirroredText(at.angle, item["effects"] as Effects, mirror) };
    case "textBox":
    case "sheet":
      return { at: mirroredCorner(at, item["size"] as Point, mirror) };
    case "busEntry": {
      const size = item["size"] as Point;
      const to = mirror.leftRight ? { x: -size.x + 0, y: size.y } : { x: size.x, y: -size.y + 0 };
      return { at: mirrorPoint(at, mirror), size: to };
    }
    default:
      return mirroredPlaces(item, mirror);
  }
}

/**
 * Place, angle and mirror of a reflected symbol. A symbol is turned first and mirrored then; mirrored left to right is
 * upside down and half a turn. Of the two ways to say one stance KiCad writes `(mirror x)`, and `(mirror y)` only
 * instead of half a turn.
 */
function mirroredStance(symbol: PlacedSymbol, mirror: Mirror): Patch {
  const at = mirrorPoint(symbol.at, mirror);
  const has = (axis: string) => symbol.mirror?.includes(axis) === true;
  let flipped = has("x");
  let half = 0;
  if (has("y")) {
    flipped = !flipped;
    half += 180;
  }
  flipped = !flipped;
  if (mirror.leftRight) half += 180;
  const angle = (at.angle + half) % 360;
  if (!flipped) return { at: { ...at, angle }, mirror: null };
  return angle === 180 ? { at: { ...at, angle: 0 }, mirror: "y" } : { at: { ...at, angle }, mirror: "x" };
}

function childPatch(owner: Item, child: Item, ownerTo: Patch, mirror: Mirror): Patch | null {
  const at = child["at"] as Placed | undefined;
  if (at === undefined) return null;
  if (child.kind === "sheetPin") {
    const angle = mirroredAngle(at.angle, mirror);
    // The text of a sheet's pin goes inward, so it hangs on the other side than a label's.
    const hAlign = angle < 180 ? "right" : "left";
    return { at: { ...mirrorPoint(at, mirror), angle }, effects: { ...(child["effects"] as Effects), hAlign } };
  }
  if (owner.kind === "symbol") return { at: mirrorPoint(at, mirror) };
  if (owner.kind === "sheet") {
    const [from, to] = [owner["at"] as Point, ownerTo["at"] as Point];
    return { at: { ...at, x: at.x + to.x - from.x, y: at.y + to.y - from.y } };
  }
  return { at: mirrorPoint(at, mirror), effects: mirroredText(at.angle, child["effects"] as Effects, mirror) };
}

/** An angle that tells a direction: 0 and 180 change places left to right, 90 and 270 upside down. */
function mirroredAngle(angle: number, { leftRight }: Mirror): number {
  return leftRight === (angle % 180 === 0) ? (angle + 180) % 360 : angle;
}

/** A text stays readable: it hangs on its other side when it lies along the reflection. */
function mirroredText(angle: number, effects: Effects, { leftRight }: Mirror): Effects {
  const other = { left: "right", center: "center", right: "left" } as const;
  return leftRight === (angle % 180 === 0) ? { ...effects, hAlign: other[effects.hAlign] } : effects;
}

/** The corner of a box that keeps its size. */
function mirroredCorner<P extends Point>(at: P, size: Point, mirror: Mirror): P {
  const far: Nm = mirror.leftRight ? size.x : size.y;
  const to = mirrorPoint(at, mirror);
  return mirror.leftRight ? { ...to, x: to.x - far } : { ...to, y: to.y - far };
}

function mirroredPlaces(item: Item, mirror: Mirror): Patch {
  const to: Record<string, unknown> = {};
  for (const key of ["at", "start", "mid", "end", "center"]) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) to[key] = mirrorPoint(place, mirror);
  }
  // An arc goes the other way round in a mirror; start and end change places so that it reads as before.
  if (item["token"] === "arc") [to["start"], to["end"]] = [to["end"], to["start"]];
  const pts = item["pts"] as readonly Point[] | undefined;
  if (pts !== undefined && pts.length > 0) to["pts"] = pts.map((p) => mirrorPoint(p, mirror));
  if (item.kind === "ruleArea")
    to["outline"] = reshapedOutline(item as unknown as RuleArea, (p) => mirrorPoint(p, mirror));
  return to;
}
