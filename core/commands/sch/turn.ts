import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { ItemPatch } from "../../engines/sheet/shift.ts";
import type { Effects } from "../../model/effects.ts";
import type { Item } from "../../model/item.ts";
import { type RuleArea, reshapedOutline } from "../../model/schematic/rule-area.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import type { Patch } from "../../model/step.ts";

/** A turn by right angles, counter-clockwise as seen on the sheet (y down). */
export interface Turn {
  readonly center: Point;
  /** How many quarter turns: 1, 2 or 3. */
  readonly quarters: number;
}

type Placed = Point & { readonly angle: number };

/** Kinds that can be turned: all that has a place but pictures. */
const TURNING: ReadonlySet<string> = new Set([
  ...["symbol", "sheet", "label", "text", "textBox", "graphic"],
  ...["wire", "bus", "busEntry", "junction", "noConnect", "ruleArea"],
]);

export function canTurn(item: Item): boolean {
  return TURNING.has(item.kind);
}

/** What turns or mirrors must have a place of its own; a picture's pixels are stored as they are shown. */
export function refuseUnturned(items: readonly Item[], verb: "rotate" | "mirror"): void {
  const item = items.find((each) => !canTurn(each));
  if (item === undefined) return;
  const [acting, done] = verb === "rotate" ? ["turning", "turned"] : ["mirroring", "mirrored"];
  const reason =
    item.kind === "image"
      ? `a picture's pixels are stored as they are shown, and ${acting} them is not done yet`
      : `a ${item.kind} has no place of its own that could be ${done}`;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} ${item.id}: ${reason}.`,
    hint: "Name symbols, sheets, wires, labels, texts or drawings.",
    data: { id: item.id },
  });
}

/** Where a place is after a turn. */
export function turnPoint<P extends Point>(p: P, { center, quarters }: Turn): P {
  const v = turnVector({ x: p.x - center.x, y: p.y - center.y }, quarters);
  return { ...p, x: center.x + v.x, y: center.y + v.y };
}

/** What turns an item, with the fields and pins inside it. */
export function turnPatches(item: Item, turn: Turn): ItemPatch[] {
  const to = ownPatch(item, turn);
  const patches: ItemPatch[] = [{ id: item.id, to }];
  for (const child of item.children) {
    const patch = childPatch(item, child, to, turn);
    if (patch !== null) patches.push({ id: child.id, owner: item.id, to: patch });
  }
  return patches;
}

function ownPatch(item: Item, turn: Turn): Patch {
  const at = item["at"] as Placed;
  switch (item.kind) {
    case "symbol":
      return { ...turnedStance(item as unknown as PlacedSymbol, turn) };
    case "label":
      return turnedLabel(item, turn);
    case "text": {
      const look = turnedText(at.angle, item["effects"] as Effects, turn.quarters);
      return { at: { ...turnPoint(at, turn), angle: look.angle }, effects: look.effects };
    }
    case "textBox": {
      const box = turnedBox(at, item["size"] as Point, turn);
      const angle = turn.quarters === 2 ? at.angle : at.angle % 180 === 90 ? 0 : 90;
      return { at: { ...box.at, angle }, size: box.size };
    }
    case "sheet":
      return { ...turnedBox(at, item["size"] as Point, turn) };
    case "busEntry":
      return { at: turnPoint(at, turn), size: turnVector(item["size"] as Point, turn.quarters) };
    default:
      return turnedPlaces(item, turn);
  }
}

function childPatch(owner: Item, child: Item, ownerTo: Patch, turn: Turn): Patch | null {
  const at = child["at"] as Placed | undefined;
  if (at === undefined) return null;
  if (child.kind === "sheetPin") {
    const angle = turnedAngle(at.angle, turn.quarters);
    // The text of a sheet's pin goes inward, so it hangs on the other side than a label's.
    const hAlign = angle < 180 ? "right" : "left";
    return { at: { ...turnPoint(at, turn), angle }, effects: { ...(child["effects"] as Effects), hAlign } };
  }
  // A symbol's field keeps angle and alignment: both are meant in the symbol's own frame.
  if (owner.kind === "symbol") return { at: turnPoint(at, turn) };
  if (owner.kind === "sheet") return { at: keptBeside(owner, at, ownerTo) };
  const effects = child["effects"] as Effects;
  // KiCad leaves the angle of a label's centred field alone.
  if (effects.hAlign === "center") return { at: turnPoint(at, turn) };
  const look = turnedText(at.angle, effects, turn.quarters);
  return { at: { ...turnPoint(at, turn), angle: look.angle }, effects: look.effects };
}

/**
 * Place, angle and mirror of a turned symbol. A symbol is turned first and mirrored then, so a mirrored one's angle runs
 * backwards. Of the two ways to say the same stance KiCad writes `(mirror x)`, and `(mirror y)` only instead of half a
 * turn.
 */
function turnedStance({ at, mirror }: Pick<PlacedSymbol, "at" | "mirror">, turn: Turn) {
  const flipX = mirror?.includes("y") === true;
  const flipY = mirror?.includes("x") === true;
  const place = turnPoint(at, turn);
  // Mirrored both ways is half a turn, and mirrored left to right is upside down and half a turn.
  const angle = turnedAngle(at.angle, (flipX ? 2 : 0) + (flipX === flipY ? turn.quarters : -turn.quarters));
  if (flipX === flipY) return { at: { ...place, angle }, mirror: null };
  return angle === 180 ? { at: { ...place, angle: 0 }, mirror: "y" } : { at: { ...place, angle }, mirror: "x" };
}

/** The angle tells where a label's text goes; the text reads from left to right or upward, whatever the angle. */
function turnedLabel(item: Item, turn: Turn): Patch {
  const at = item["at"] as Placed;
  const angle = turnedAngle(at.angle, turn.quarters);
  const hAlign = angle < 180 ? "left" : "right";
  return { at: { ...turnPoint(at, turn), angle }, effects: { ...(item["effects"] as Effects), hAlign } };
}

/** A text lies or stands: from standing to lying it hangs on its other side. Top and bottom stay, as in KiCad. */
function turnedText(angle: number, effects: Effects, quarters: number): { angle: number; effects: Effects } {
  if (angle !== 0 && angle !== 90) return { angle: turnedAngle(angle, quarters), effects };
  const turned = angle + quarters * 90;
  const flips = Math.floor(turned / 180) % 2 === 1;
  const other = { left: "right", center: "center", right: "left" } as const;
  return { angle: turned % 180, effects: flips ? { ...effects, hAlign: other[effects.hAlign] } : effects };
}

function turnedBox<P extends Point>(at: P, size: Point, turn: Turn): { at: P; size: Point } {
  const a = turnPoint(at, turn);
  const b = turnPoint({ x: at.x + size.x, y: at.y + size.y }, turn);
  return {
    at: { ...a, x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
    size: { x: Math.abs(b.x - a.x), y: Math.abs(b.y - a.y) },
  };
}

/** A sheet's fields stay upright: what stands below the sheet keeps to its lower corner, the rest to the upper one. */
function keptBeside(sheet: Item, at: Placed, to: Patch): Placed {
  const [corner, size] = [sheet["at"] as Point, sheet["size"] as Point];
  const [newCorner, newSize] = [to["at"] as Point, to["size"] as Point];
  const below = at.y >= corner.y + size.y;
  const y = newCorner.y - corner.y + (below ? newSize.y - size.y : 0);
  return { ...at, x: at.x + newCorner.x - corner.x, y: at.y + y };
}

function turnedPlaces(item: Item, turn: Turn): Patch {
  const to: Record<string, unknown> = {};
  for (const key of ["at", "start", "mid", "end", "center"]) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) to[key] = turnPoint(place, turn);
  }
  const pts = item["pts"] as readonly Point[] | undefined;
  if (pts !== undefined && pts.length > 0) to["pts"] = pts.map((p) => turnPoint(p, turn));
  if (item.kind === "ruleArea") to["outline"] = reshapedOutline(item as unknown as RuleArea, (p) => turnPoint(p, turn));
  return to;
}

function turnedAngle(angle: number, quarters: number): number {
  return (((angle + quarters * 90) % 360) + 360) % 360;
}

function turnVector({ x, y }: Point, quarters: number): Point {
  // Adding 0 makes -0 a plain 0.
  if (quarters === 1) return { x: y, y: -x + 0 };
  if (quarters === 2) return { x: -x + 0, y: -y + 0 };
  return { x: -y + 0, y: x };
}
