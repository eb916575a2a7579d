import type { Nm, Point } from "../../../base/nm.ts";
import { nearest } from "../../../geometry/distance.ts";
import type { Ring } from "../../../geometry/ring.ts";
import type { Shape } from "../../../geometry/shape.ts";
import type { Chords } from "../../../geometry/stroke-outline.ts";
import { circleRing, strokeRing } from "../../../geometry/stroke-outline.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Pad } from "../../../model/board/pad.ts";
import { BoardSurface } from "../board-surface.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** A hole's corners lie on its rim, so that a way around it is at most so much too short. */
const CHORDS: Chords = { error: 500, outside: false };

/** Two nets whose items come near each other on a layer. */
interface NetPair {
  readonly first: Set<BoardItem>;
  readonly second: Set<BoardItem>;
}

/** Copper of two items, and the way between. */
interface Way {
  readonly length: number;
  readonly at: Point;
  readonly items: readonly [BoardItem, BoardItem];
}

/**
 * The shortest way along a layer of the board from one net's copper to another's, around cutouts and unplated holes: one
 * finding for two nets on a layer, and none for the same two items on a further layer.
 * KiCad 9.0.8 sees straight ways only, and none at rectangles that are turned; so we tell more (test/oracle/creepage).
 */
export const creepage = defineRule({
  name: "creepage",
  about: "Distance of different nets along the board's surface.",
  types: ["creepage"],
  scope: "board",
  run(board, report) {
    if (!board.rulebook.has("creepage")) return;
    const worst = board.rulebook.worst("creepage");
    if (worst <= 0) return;
    const surface = new BoardSurface(board.outline(), bareHoles(board));
    const told = new Set<string>();
    for (const layer of board.items.copper)
      for (const pair of netPairs(board, layer, worst, report)) {
        report.pause();
        const [a, b] = [asker(pair.first), asker(pair.second)];
        const { min = 0, name, severity } = board.rulebook.resolve("creepage", a, b, layer);
        if (severity === "ignore" || min <= 0) continue;
        const way = shortest(board, surface, pair, layer, min);
        if (way === null) continue;
        const items = way.items.map(({ id }) => id);
        const key = items.join(" ");
        if (told.has(key)) continue;
        told.add(key);
        const actual = Math.round(way.length);
        report({
          type: "creepage",
          detail: `${name} creepage ${mm(min)}; actual ${mm(actual)}`,
          items,
          at: way.at,
          layer,
          severity,
          rule: name,
          limit: min,
          actual,
        });
      }
  },
});

/** The nets that come near each other on a layer, in the order of the file. */
function netPairs(board: CheckBoard, layer: string, worst: Nm, report: Report): Iterable<NetPair> {
  const pairs = new Map<string, NetPair>();
  const add = (a: BoardItem, b: BoardItem) => {
    if (a.net === b.net || !a.connected || !b.connected) return;
    const [first, second] = a.net < b.net ? [a, b] : [b, a];
    const key = `${first.net}\n${second.net}`;
    let pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, (pair = { first: new Set(), second: new Set() }));
    pair.first.add(first);
    pair.second.add(second);
  };
  for (const item of board.onLayer(layer)) {
    if (!item.connected) continue;
    report.pause();
    board.near(layer, board.boxOn(item, layer), worst, (other) => {
      if (other.index > item.index) add(item, other);
    });
  }
  const zones = board.zonesOn(layer);
  for (const [i, zone] of zones.entries()) {
    report.pause();
    board.near(layer, board.box(zone), worst, (item) => add(zone, item));
    for (const other of zones.slice(i + 1)) add(zone, other);
  }
  return pairs.values();
}

/** Who stands for a net when rules are asked: KiCad asks for a track. */
function asker(items: ReadonlySet<BoardItem>): BoardItem {
  const all = [...items].sort((a, b) => a.index - b.index);
  return all.find(({ type }) => type === "track") ?? all[0]!;
}

function shortest(
  board: CheckBoard,
  surface: BoardSurface,
  { first, second }: NetPair,
  layer: string,
  min: Nm,
): Way | null {
  const [from, to] = [copperOf(board, first, layer), copperOf(board, second, layer)];
  let best: Way | null = null;
  let within = min;
  let isCut = false;
  for (const [a, own] of from)
    for (const [b, theirs] of to) {
      const found = nearest(own, theirs, within);
      if (found === null || found.distance >= within) continue;
      if (found.distance > 0 && surface.isCut(found.a, found.b)) isCut = true;
      else {
        within = found.distance;
        best = { length: found.distance, at: found.a, items: [a, b] };
      }
    }
  if (!isCut) return best;
  const around = surface.around(
    from.map(([, shape]) => shape),
    to.map(([, shape]) => shape),
    within,
  );
  if (around === null) return best;
  return { length: around.length, at: around.at, items: [from[around.from]![0], to[around.to]![0]] };
}

function copperOf(board: CheckBoard, items: ReadonlySet<BoardItem>, layer: string): [BoardItem, Shape][] {
  return [...items]
    .sort((a, b) => a.index - b.index)
    .flatMap((item) => board.copper(item, layer).map((shape): [BoardItem, Shape] => [item, shape]));
}

/** The unplated holes and slots, as rings. */
function bareHoles(board: CheckBoard): Ring[] {
  return board.items.all
    .filter((item) => item.type === "pad" && (item.item as unknown as Pad).type === "np_thru_hole")
    .flatMap((item) => board.hole(item))
    .flatMap((hole) => {
      if (hole.kind === "circle") return [circleRing(hole.x, hole.y, hole.radius, CHORDS)];
      if (hole.kind === "segment") return [strokeRing(hole.ax, hole.ay, hole.bx, hole.by, 2 * hole.radius, CHORDS)];
      return [];
    });
}
