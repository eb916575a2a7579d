import { CommandError } from "../../base/error.ts";
import type { Degrees, Point } from "../../base/nm.ts";
import { fromMm, normalizeDegrees, rotatePoint } from "../../base/nm.ts";
import type { PictureTurn } from "../../engines/render/turned-picture.ts";
import { isPng, quartersOf, turnedPicture } from "../../engines/render/turned-picture.ts";
import { formatDegrees, formatNm } from "../../format/text.ts";
import type { Dimension } from "../../model/board/dimension.ts";
import type { Fill } from "../../model/board/zone.ts";
import type { Effects } from "../../model/effects.ts";
import type { PathNode, Placement } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Patch } from "../../model/step.ts";
import { textOfEntry } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";

/** What becomes of one item, or of one inside another. */
export interface Alteration {
  readonly id: ItemId;
  readonly owner?: ItemId;
  readonly patch: Patch;
  /** A new text in place of the old, for what has parts of its own inside a footprint (a dimension). */
  readonly rewrite?: (text: string) => string;
}

/** Carries alterations out. */
export function alter(edit: Edit, alterations: readonly Alteration[]): void {
  for (const { id, owner, patch, rewrite } of alterations) {
    if (rewrite === undefined || owner === undefined) {
      edit.set(id, patch, owner);
      continue;
    }
    const parent = edit.doc.items.get(owner)!;
    const child = parent.children.find((each) => each.id === id)!;
    const { edits: _, ...item } = textOfEntry(edit.doc, child, parent);
    const text = rewrite(item.text);
    if (text === item.text) continue;
    edit.remove(id, owner);
    edit.apply({ op: "add", in: owner, item: { ...item, text } });
  }
}

type Place = (p: Point) => Point;

/** Properties that hold one place, in items of any kind. */
const places = ["at", "start", "mid", "end", "center", "origin"] as const;
const paths = ["pts", "baseLine", "baseLineCoupled"] as const;

/**
 * A board item moved by a vector. Of a footprint only its own place changes, what is in it is relative to it; but its
 * zones stand in board coordinates. Groups are no places: their members move one by one.
 */
export function moveItem(item: Item, by: Point): Alteration[] {
  return relocate(item, (p) => ({ x: p.x + by.x, y: p.y + by.y }));
}

function relocate(item: Item, to: Place): Alteration[] {
  const own = { id: item.id, patch: placesAfter(item, to) };
  const inside = item.children.filter((child) => isOnBoard(item, child));
  return [own, ...inside.map((child) => insideAfter(item, child, to, 0))];
}

function insideAfter(owner: Item, child: Item, to: Place, angle: Degrees): Alteration {
  const alteration = { id: child.id, owner: owner.id, patch: placesAfter(child, to) };
  if (child.kind !== "dimension") return alteration;
  return { ...alteration, rewrite: (text) => placesInText(text, to, angle) };
}

/** All places in a dimension's text, and the angle of its label. */
function placesInText(text: string, to: Place, angle: Degrees): string {
  return text.replace(/\((xy|at)\s+([-\d.]+)\s+([-\d.]+)(?:\s+([-\d.]+))?\s*\)/g, (_, token: string, x, y, a) => {
    const p = to({ x: fromMm(Number(x)), y: fromMm(Number(y)) });
    const turned = token === "at" ? ` ${formatDegrees(full(Number(a ?? 0) + angle))}` : "";
    return `(${token} ${formatNm(p.x)} ${formatNm(p.y)}${turned})`;
  });
}

/** Whether something inside an item has board coordinates: a footprint's zones and dimensions, a dimension's text. */
export function isOnBoard(owner: Item, child: Item): boolean {
  return owner.kind === "dimension" || (owner.kind === "footprint" && ["zone", "dimension"].includes(child.kind));
}

/** An item's places after a rigid motion of the board's plane. */
export function placesAfter(item: Item, to: Place): Patch {
  const patch: Record<string, unknown> = {};
  for (const name of places) {
    const p = item[name] as Point | null | undefined;
    if (p !== null && p !== undefined) patch[name] = { ...p, ...to({ x: p.x, y: p.y }) };
  }
  for (const name of paths) {
    const path = item[name] as readonly PathNode[] | undefined;
    if (path !== undefined && path.length > 0) patch[name] = path.map((node) => nodeAfter(node, to));
  }
  const outlines = item["outlines"] as readonly (readonly PathNode[])[] | undefined;
  if (outlines !== undefined && outlines.length > 0)
    patch["outlines"] = outlines.map((path) => path.map((node) => nodeAfter(node, to)));
  const fills = item["fills"] as readonly Fill[] | undefined;
  if (fills !== undefined && fills.length > 0) patch["fills"] = fills.map((fill) => fillAfter(fill, to));
  const cache = item["renderCache"] as string | null | undefined;
  if (cache !== null && cache !== undefined) patch["renderCache"] = cacheAfter(cache, to);
  return patch;
}

function nodeAfter(node: PathNode, to: Place): PathNode {
  return "start" in node ? { start: to(node.start), mid: to(node.mid), end: to(node.end) } : to(node);
}

function fillAfter(fill: Fill, to: Place): Fill {
  const points = new Array<number>(fill.points.length);
  for (let i = 0; i + 1 < points.length; i += 2) {
    const p = to({ x: fill.points[i]!, y: fill.points[i + 1]! });
    points[i] = p.x;
    points[i + 1] = p.y;
  }
  return { ...fill, points };
}

/** The outlines of an outline font's text, kept in the file in board coordinates. */
function cacheAfter(cache: string, to: Place): string {
  return cache.replace(/\(xy\s+(\S+)\s+([^\s)]+)\s*\)/g, (_, x: string, y: string) => {
    const p = to({ x: fromMm(Number(x)), y: fromMm(Number(y)) });
    return `(xy ${formatNm(p.x)} ${formatNm(p.y)})`;
  });
}

/** A board item turned about a place, as KiCad turns it. Throws a reason in words for what cannot be turned. */
export function rotateItem(item: Item, angle: Degrees, center: Point): Alteration[] {
  const turn: Place = (p) => rotatePoint(p, angle, center);
  switch (item.kind) {
    case "footprint":
      return rotateFootprint(item, angle, turn);
    case "text":
      return [{ id: item.id, patch: rotateText(item, angle, turn) }];
    case "textBox":
      return [{ id: item.id, patch: rotateTextBox(item, angle, turn) }];
    case "graphic":
      return [{ id: item.id, patch: rotateShape(item, shapeName(item), angle, turn) }];
    case "dimension":
      return rotateDimension(item, angle, turn);
    // On their own only in a footprint's file, whose axes are the board's.
    case "pad":
    case "property":
      return [{ id: item.id, patch: { ...placesAfter(item, turn), ...turnedAt(item, angle, turn) } }];
    case "image":
      return [{ id: item.id, patch: { ...placesAfter(item, turn), ...pictureAfter(item, quartersOf(angle), null) } }];
    default:
      return relocate(item, turn);
  }
}

/** A picture's pixels turned and mirrored. Throws `invalid-args` for one that cannot be read. */
export function pictureAfter(item: Item, quarters: number, mirror: PictureTurn["mirror"]): Patch {
  if (quarters === 0 && mirror === null) return {};
  const data = turnedPicture(String(item["data"]), { quarters, mirror });
  if (data !== null) return { data };
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot turn image ${item.id}: its picture cannot be read.`,
    hint: "Leave it out of the call, or put it in anew with pcb.addImage.",
    data: { id: item.id },
  });
}

/** Why a picture cannot be turned or mirrored; null when it can. */
export function pictureRefusal(item: Item): string | null {
  if (item.kind !== "image" || isPng(String(item["data"]))) return null;
  return "its picture is no PNG (a JPEG would lose by it)";
}

function shapeName(item: Item): string {
  return String(item["token"]).slice(3);
}

/** A rectangle that is not turned by right angles becomes a polygon, as in KiCad. */
function rotateShape(item: Item, name: string, angle: Degrees, turn: Place): Patch {
  const start = item["start"] as Point | null;
  const end = item["end"] as Point | null;
  if (name !== "rect" || angle % 90 === 0 || start === null || end === null) return placesAfter(item, turn);
  const corners = [start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }].map(turn);
  const token = typeof item["token"] === "string" ? { token: item["token"].replace("rect", "poly") } : {};
  return { ...token, start: null, end: null, pts: corners };
}

function rotateTextBox(item: Item, angle: Degrees, turn: Place): Patch {
  const turned = full((item["angle"] as number) + angle);
  return { ...squared(rotateShape(item, "rect", angle, turn), turned), angle: turned };
}

/** A text box with corners becomes a rectangle when its text comes to stand square, beginning at the text's top left. */
function squared(patch: Patch, angle: Degrees): Patch {
  const points = patch["pts"] as readonly PathNode[] | undefined;
  if (angle % 90 !== 0 || points === undefined || points.length === 0) return patch;
  const [xs, ys] = [points.map((p) => ("mid" in p ? p.mid.x : p.x)), points.map((p) => ("mid" in p ? p.mid.y : p.y))];
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const quarter = angle / 90;
  const start = { x: quarter >= 2 ? right : left, y: quarter === 1 || quarter === 2 ? bottom : top };
  return { ...patch, pts: [], start, end: { x: left + right - start.x, y: top + bottom - start.y } };
}

function rotateText(item: Item, angle: Degrees, turn: Place): Patch {
  const patch = { ...placesAfter(item, turn), ...turnedAt(item, angle, turn) } as Record<string, unknown>;
  const cache = patch["renderCache"];
  // The cache says what angle it was drawn for; KiCad draws it anew when that is not the text's.
  if (typeof cache === "string") {
    const turned = formatDegrees((patch["at"] as Placement).angle);
    patch["renderCache"] = cache.replace(/^(\(render_cache\s+"(?:[^"\\]|\\.)*"\s+)\S+/, `$1${turned}`);
  }
  return patch;
}

function turnedAt(item: Item, angle: Degrees, turn: Place): Patch {
  const at = item["at"] as Placement;
  return { at: { ...turn({ x: at.x, y: at.y }), angle: full(at.angle + angle) } };
}

/** KiCad's angle of a text or a pad in a file: 0 up to, but not, 360. */
export function full(angle: Degrees): Degrees {
  const a = ((angle % 360) + 360) % 360;
  // Sums of decimal fractions carry dust.
  return Number(a.toFixed(9)) % 360;
}

function rotateFootprint(item: Item, angle: Degrees, turn: Place): Alteration[] {
  const at = item["at"] as Placement;
  const turned = { ...turn({ x: at.x, y: at.y }), angle: normalizeDegrees(Number((at.angle + angle).toFixed(9))) };
  const out: Alteration[] = [{ id: item.id, patch: { at: turned } }];
  for (const child of item.children) {
    if (isOnBoard(item, child)) {
      out.push(insideAfter(item, child, turn, angle));
      continue;
    }
    const patch = rotateInside(child, angle, at.angle);
    if (patch !== null) out.push({ id: child.id, owner: item.id, patch });
  }
  return out;
}

/** What turning a footprint changes in its parts: they are relative to it, but angles are the board's. */
function rotateInside(child: Item, angle: Degrees, frame: Degrees): Patch | null {
  const at = child["at"] as Placement | undefined;
  switch (child.kind) {
    case "pad":
      return { at: { ...at, angle: full(at!.angle + angle) } };
    case "property":
      // Which footprints a symbol takes is no text on the board.
      return child["name"] === "ki_fp_filters" || child["layer"] === "" ? null : rotateLabel(child, angle);
    case "text":
      return rotateLabel(child, angle);
    case "textBox":
      return textBoxInside(child, angle, frame);
    case "graphic":
      return shapeName(child) === "rect" && angle % 90 !== 0 ? polygonInside(child, frame) : null;
    default:
      return null;
  }
}

/** The angle of a footprint's text box is relative to it (unlike other texts'), so it stays; its outline may change its kind. */
function textBoxInside(child: Item, angle: Degrees, frame: Degrees): Patch | null {
  if (child["start"] !== null && angle % 90 !== 0) return polygonInside(child, frame);
  const now = full((child["angle"] as number) + frame + angle);
  if (child["start"] !== null || now % 90 !== 0) return null;
  const board = { ...child, start: null, end: null };
  const patch = squared(
    rotateShape(board, "rect", 1, (p) => rotatePoint(p, frame + angle)),
    now,
  );
  return { ...patch, ...placesAfter({ ...child, ...patch } as Item, (p) => rotatePoint(p, -frame - angle)) };
}

/** A footprint's rectangle as a polygon: its corners go round as they do on the board. */
function polygonInside(child: Item, frame: Degrees): Patch {
  const out: Place = (p) => rotatePoint(p, frame);
  const board = { ...child, start: out(child["start"] as Point), end: out(child["end"] as Point) };
  return rotateShape(board, "rect", 1, (p) => rotatePoint(p, -frame));
}

/** A footprint's text keeps upright unless told not to: one that would stand on its head is turned by half a turn. */
function rotateLabel(child: Item, angle: Degrees): Patch {
  const at = child["at"] as Placement;
  const turned = full(at.angle + angle);
  const effects = child["effects"] as Effects;
  if (child["unlocked"] === true || turned < 180) return { at: { ...at, angle: turned } };
  return {
    at: { ...at, angle: full(turned + 180) },
    effects: { ...effects, hAlign: opposite[effects.hAlign], vAlign: opposite[effects.vAlign] },
  };
}

const opposite = { left: "right", right: "left", top: "bottom", bottom: "top", center: "center" } as {
  readonly left: "right";
  readonly right: "left";
  readonly top: "bottom";
  readonly bottom: "top";
  readonly center: "center";
};

function rotateDimension(item: Item, angle: Degrees, turn: Place): Alteration[] {
  const [own, ...texts] = relocate(item, turn);
  const turned = { ...item, ...own!.patch, ...quarterTurn(item, angle) };
  const patch = Object.fromEntries(
    Object.entries(turned).filter(([key]) => key in own!.patch || key in quarterTurn(item, angle)),
  );
  const inside = texts.map((text) => {
    const child = item.children.find((each) => each.id === text.id)!;
    return {
      ...text,
      patch: { ...text.patch, ...turnedAt(child, angle, turn), ...dimensionText(item, turned, child, turn) },
    };
  });
  return [{ id: item.id, patch }, ...inside];
}

/** An orthogonal dimension stays horizontal or vertical: by quarter turns it changes from one to the other. */
function quarterTurn(item: Item, angle: Degrees): Patch {
  if (item["type"] !== "orthogonal") return {};
  const quarter = (((angle / 90) % 4) + 4) % 4;
  const horizontal = (item["orientation"] ?? 0) === 0;
  const flips = quarter === 2 || (quarter === 1 && !horizontal) || (quarter === 3 && horizontal);
  return {
    ...(quarter % 2 === 1 ? { orientation: horizontal ? 1 : 0 } : {}),
    ...(flips && item["height"] !== null ? { height: -(item["height"] as number) } : {}),
  };
}

/** KiCad keeps the text of a linear dimension readable and above its line (left of a vertical one). */
export function dimensionText(before: Item, after: Item, text: Item, turn: Place): Patch {
  const [old, now] = [crossbarOf(before), crossbarOf(after)];
  const style = before["style"] as Dimension["style"];
  if (old === null || now === null) return {};
  const at = text["at"] as Placement;
  const mode = style?.textPosition ?? 0;
  const aligned = style?.keepTextAligned ?? false;
  const middle = { x: (now.start.x + now.end.x) / 2, y: (now.start.y + now.end.y) / 2 };
  const [dx, dy] = [now.end.x - now.start.x, now.end.y - now.start.y];
  let place = turn({ x: at.x, y: at.y });
  if (mode !== 2) {
    const distance = Math.hypot(at.x - (old.start.x + old.end.x) / 2, at.y - (old.start.y + old.end.y) / 2);
    const length = Math.hypot(dx, dy) || 1;
    // Of the two perpendiculars the one that points up; left when the line is vertical.
    const side = dx > 0 || (dx === 0 && dy < 0) ? 1 : -1;
    place = {
      x: Math.round(middle.x + (side * dy * distance) / length),
      y: Math.round(middle.y - (side * dx * distance) / length),
    };
  }
  if (!aligned) return { at: { ...place, angle: full(at.angle) } };
  let direction = full((-Math.atan2(dy, dx) * 180) / Math.PI);
  if (direction > 90 && direction <= 270) direction = full(direction + 180);
  return { at: { ...place, angle: direction } };
}

/** The line that carries the arrows of an aligned or orthogonal dimension; null for other types. */
export function crossbarOf(item: { readonly [property: string]: unknown }): { start: Point; end: Point } | null {
  const [start, end] = item["pts"] as readonly Point[];
  const height = item["height"] as number | null;
  if (start === undefined || end === undefined || height === null) return null;
  if (item["type"] === "orthogonal") {
    return (item["orientation"] ?? 0) === 0
      ? { start: { x: start.x, y: start.y + height }, end: { x: end.x, y: start.y + height } }
      : { start: { x: start.x + height, y: start.y }, end: { x: start.x + height, y: end.y } };
  }
  if (item["type"] !== "aligned") return null;
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const off = { x: Math.round((-dy * height) / length), y: Math.round((dx * height) / length) };
  return { start: { x: start.x + off.x, y: start.y + off.y }, end: { x: end.x + off.x, y: end.y + off.y } };
}
