import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Contact, ContactMap, Line } from "./contacts.ts";
import { contactsOf, contactsOfItem, isInside, isOn, linesOf, linesThrough, placeKey, samePlace } from "./contacts.ts";
import type { ItemPatch } from "./shift.ts";
import { shiftPatches } from "./shift.ts";
import { librarySymbolsOf } from "./symbol-pins.ts";

/** A wire or a bus to be drawn. */
export interface NewLine {
  readonly bus: boolean;
  readonly from: Point;
  readonly to: Point;
}

/** What a move does to a sheet. */
export interface MovePlan {
  readonly patches: readonly ItemPatch[];
  readonly removed: readonly ItemId[];
  readonly added: readonly NewLine[];
  /** Where moved things connect now. */
  readonly places: readonly Point[];
  /** Where lines touch something that they were not connected to: no way round it was found. */
  readonly touched: readonly Point[];
}

/** Moves items and leaves what they were connected to. */
export function planMove(doc: Doc, moved: readonly Item[], by: Point): MovePlan {
  const library = librarySymbolsOf(doc);
  const places = moved.flatMap((item) => contactsOfItem(item, library)).map((contact) => moveBy(contact.at, by));
  return { patches: moved.flatMap((item) => shiftPatches(item, by)), removed: [], added: [], places, touched: [] };
}

/**
 * Moves items and keeps their connections: ends of wires and buses at their connection points follow, with the dots,
 * labels and crosses that stand there; where something that stays is connected too (a pin of another part, the middle
 * of a wire), a new wire bridges the gap. A wire keeps its direction by a corner where that touches nothing else.
 */
export function planDrag(doc: Doc, moved: readonly Item[], by: Point): MovePlan {
  const map = contactsOf(doc);
  const movedIds = new Set(moved.map((item) => item.id));
  const patches = moved.flatMap((item) => shiftPatches(item, by));
  const bridges: NewLine[] = [];
  const removed: ItemId[] = [];
  const { nodes, kinds } = movedNodes(doc, moved, map);
  const follow = new Map<string, Point>();
  const followers = new Set<ItemId>();
  const stay = map.lines.filter((line) => !movedIds.has(line.item));
  for (const [key, p] of nodes) {
    const movedKinds = kinds.get(key)!;
    if ([...movedKinds].every((kind) => kind === "noConnect")) continue;
    const here = map.at(p).filter((contact) => !movedIds.has(contact.item));
    const through = linesThrough(stay, p);
    const joined = through.length > 0 && (movedKinds.has("label") || map.at(p).some((c) => c.kind === "junction"));
    const fixed = joined || here.some((c) => c.kind === "pin" || c.kind === "sheetPin" || c.kind === "busEntryEnd");
    if (fixed) {
      const to = moveBy(p, by);
      const bus = movedKinds.has("busEnd") || (through.length > 0 && through.every((line) => line.bus));
      if (!through.some((line) => isOn(to, line.from, line.to))) bridges.push({ bus, from: leave(p, to, through), to });
      continue;
    }
    follow.set(key, p);
    for (const contact of here) if (FOLLOWING.has(contact.kind)) followers.add(contact.item);
  }
  for (const id of followers) patches.push(...shiftPatches(doc.items.get(id)!, by));

  const rerouted = new Set(stay.filter((line) => follow.has(placeKey(line.from)) !== follow.has(placeKey(line.to))));
  const scene = sceneAfter(map, movedIds, followers, follow, by, rerouted);
  const added: NewLine[] = [];
  const touched: Point[] = [];
  for (const { bus, from, to } of bridges) {
    const path = pathFor(bridgePaths(from, to), [], to, scene)!;
    touched.push(...touchedBy(path, [], scene));
    draw(bus, path, 1);
  }
  for (const line of stay) {
    const [fromFollows, toFollows] = [follow.has(placeKey(line.from)), follow.has(placeKey(line.to))];
    if (!fromFollows && !toFollows) continue;
    const attached = attachedTo(line, map, movedIds);
    if (fromFollows && toFollows) {
      patches.push(...shiftPatches(doc.items.get(line.item)!, by));
      for (const c of attached) if (c.kind !== "busEntryEnd") patches.push(...shiftPatches(doc.items.get(c.item)!, by));
      continue;
    }
    const a = toFollows ? line.from : line.to;
    const b = toFollows ? line.to : line.from;
    const to = moveBy(b, by);
    if (samePlace(a, to) && attached.length === 0) {
      removed.push(line.item);
      continue;
    }
    const path = pathFor(wirePaths(a, b, to, attached), attached, to, scene);
    if (path === null) {
      // Nothing fits: the wire stays as it is, and a new one bridges the gap.
      touched.push(...touchedBy([b, to], [], scene));
      draw(line.bus, [b, to], 1);
      scene.lines.push(line);
      continue;
    }
    touched.push(...touchedBy(path, attached, scene));
    patches.push({ id: line.item, to: { pts: toFollows ? path.slice(0, 2) : [path[1]!, path[0]!] } });
    draw(line.bus, path, 2);
  }

  /** Adds the pieces of a path from the n-th point on, and lets later paths see all of it. */
  function draw(bus: boolean, path: readonly Point[], first: number): void {
    for (let n = 1; n < path.length; n++) {
      const line = { item: "", bus, from: path[n - 1]!, to: path[n]! };
      if (n >= first) added.push({ bus, from: line.from, to: line.to });
      scene.lines.push(line);
      scene.points.push(path[n]!);
    }
  }

  const places = [...nodes.values()].map((p) => moveBy(p, by));
  return { patches, removed, added, places, touched };
}

/** Where a bridge leaves the lines through `p`: at their end where it would run on along them, which joins nothing. */
function leave(p: Point, to: Point, through: readonly Line[]): Point {
  for (const { from, to: end } of through) for (const e of [from, end]) if (isInside(e, p, to)) return e;
  return p;
}

const FOLLOWING: ReadonlySet<string> = new Set(["label", "junction", "noConnect"]);

/** Where moved items connect: their own contacts, and what hangs on the middle of moved wires. */
function movedNodes(doc: Doc, moved: readonly Item[], map: ContactMap) {
  const nodes = new Map<string, Point>();
  const kinds = new Map<string, Set<string>>();
  const note = (p: Point, kind: string) => {
    const key = placeKey(p);
    nodes.set(key, p);
    kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
  };
  const library = librarySymbolsOf(doc);
  for (const item of moved) {
    for (const contact of contactsOfItem(item, library)) note(contact.at, contact.kind);
    for (const line of linesOf(item)) {
      for (const contacts of map.byPlace.values())
        for (const { kind, at } of contacts)
          if ((kind === "label" || kind === "junction" || kind === "busEntryEnd") && isInside(at, line.from, line.to))
            note(at, line.bus ? "busEnd" : "wireEnd");
    }
  }
  return { nodes, kinds };
}

/** What hangs on the middle of a line that is not moved. */
function attachedTo(line: Line, map: ContactMap, movedIds: ReadonlySet<ItemId>): Contact[] {
  return [...map.byPlace.values()]
    .flat()
    .filter((c) => !movedIds.has(c.item) && (c.kind === "label" || c.kind === "junction" || c.kind === "busEntryEnd"))
    .filter((c) => isInside(c.at, line.from, line.to));
}

/** Points and lines as they will be, to see what a new line would touch. */
interface Scene {
  readonly points: Point[];
  readonly lines: Line[];
}

function sceneAfter(
  map: ContactMap,
  movedIds: ReadonlySet<ItemId>,
  followers: ReadonlySet<ItemId>,
  follow: ReadonlyMap<string, Point>,
  by: Point,
  rerouted: ReadonlySet<Line>,
): Scene {
  const points: Point[] = [];
  for (const contacts of map.byPlace.values()) {
    for (const { at, item, kind } of contacts) {
      const end = kind === "wireEnd" || kind === "busEnd";
      const moves = movedIds.has(item) || followers.has(item) || (end && follow.has(placeKey(at)));
      points.push(moves ? moveBy(at, by) : at);
    }
  }
  const lines = map.lines
    .filter((line) => !rerouted.has(line))
    .map((line) => {
      const moves = movedIds.has(line.item) || follow.has(placeKey(line.from));
      return moves ? { ...line, from: moveBy(line.from, by), to: moveBy(line.to, by) } : line;
    });
  return { points, lines };
}

/** How far bends keep from a pin, and from each other: 50 mil, KiCad's grid. */
const STEP = 1_270_000;

/** How many places are tried for a bend. */
const TRIES = 24;

/** Ways for a line from `a` whose other end goes from `b` to `to`, the best first: it keeps its direction at `a`. */
function* wirePaths(a: Point, b: Point, to: Point, attached: readonly Contact[]): Iterable<readonly Point[]> {
  const flat = a.y === b.y;
  const upright = a.x === b.x;
  const corner = flat ? { x: to.x, y: a.y } : { x: a.x, y: to.y };
  const aligned = flat ? a.y === to.y : upright && a.x === to.x;
  if (aligned || (!flat && !upright) || samePlace(corner, a)) yield [a, to];
  if ((flat || upright) && !aligned && !samePlace(corner, a)) {
    yield [a, corner, to];
    const back = flat ? Math.sign(a.x - b.x) : Math.sign(a.y - b.y);
    const room = flat ? Math.abs(a.x - b.x) : Math.abs(a.y - b.y);
    for (let k = 1; k <= TRIES && k * STEP < room; k++) {
      const first = flat ? { x: b.x + back * k * STEP, y: a.y } : { x: a.x, y: b.y + back * k * STEP };
      const second = flat ? { x: first.x, y: to.y } : { x: to.x, y: first.y };
      if (!samePlace(second, to)) yield [a, first, second, to];
    }
    const other = flat ? { x: a.x, y: to.y } : { x: to.x, y: a.y };
    if (!samePlace(other, to)) yield [a, other, to];
  }
  yield [a, to];
  // Slanted from the last thing on the line: side by side, such pieces never touch.
  const far = (p: Point) => Math.abs(p.x - a.x) + Math.abs(p.y - a.y);
  const last = attached.reduce<Point | null>(
    (best, { at }) => (best === null || far(at) > far(best) ? at : best),
    null,
  );
  if (last !== null) yield [a, last, to];
}

/** Ways for a new line between two places. */
function* bridgePaths(from: Point, to: Point): Iterable<readonly Point[]> {
  if (from.x !== to.x && from.y !== to.y) {
    yield [from, { x: to.x, y: from.y }, to];
    yield [from, { x: from.x, y: to.y }, to];
  }
  yield [from, to];
}

/** The first way that touches nothing else and still passes what hangs on the line; null when there is none. */
function pathFor(
  paths: Iterable<readonly Point[]>,
  attached: readonly Contact[],
  to: Point,
  scene: Scene,
): readonly Point[] | null {
  let last: readonly Point[] | null = null;
  for (const path of paths) {
    const holds = attached.every((c) =>
      path.some((p, i) => i > 0 && isOn(c.at, path[i - 1]!, p) && !samePlace(c.at, to)),
    );
    if (!holds) continue;
    if (touchedBy(path, attached, scene).length === 0) return path;
    last = path;
  }
  return last;
}

/** What a path touches between its ends, but for what hangs on it. */
function touchedBy(path: readonly Point[], attached: readonly Contact[], scene: Scene): Point[] {
  const isOwn = (p: Point) => attached.some((c) => samePlace(c.at, p));
  const found: Point[] = [];
  for (let i = 1; i < path.length; i++)
    for (const p of scene.points) if (isInside(p, path[i - 1]!, path[i]!) && !isOwn(p)) found.push(p);
  for (const corner of path.slice(1, -1)) {
    const meets =
      scene.points.some((p) => samePlace(p, corner) && !isOwn(p)) ||
      scene.lines.some((line) => isOn(corner, line.from, line.to));
    if (meets) found.push(corner);
  }
  return found;
}

function moveBy(p: Point, by: Point): Point {
  return { x: p.x + by.x, y: p.y + by.y };
}
