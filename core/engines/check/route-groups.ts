import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { layerOf } from "../../model/board/board-items.ts";
import { copperHeights } from "../../model/board/copper-heights.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { ConstraintType, Rule } from "../rules/constraint.ts";
import type { CheckBoard } from "./check-board.ts";
import { anyMeet } from "./check-board.ts";
import { trackLength } from "./track-length.ts";

/** What of one net a rule about lengths chooses, and what it measures. */
export interface RouteGroup {
  readonly net: string;
  readonly items: readonly BoardItem[];
  readonly vias: number;
  /** Tracks, vias between the layers that they join, and the way from pads to the die. */
  readonly length: Nm;
}

/** What of a board's thickness without a stackup is not between the middles of its outer layers: masks and half the copper. */
const OUTSIDE: Nm = 55_000;

const asked: readonly ConstraintType[] = ["length", "skew", "via_count"];

/** The rules about lengths, skews and numbers of vias with what each chooses, net by net in the order of their names. */
export function routeGroups(board: CheckBoard, pause: () => void): Map<Rule, RouteGroup[]> {
  const chosen = new Map<Rule, Map<string, Set<BoardItem>>>();
  for (const item of board.items.all) {
    if (item.type !== "track" && item.type !== "arc" && item.type !== "via" && item.type !== "pad") continue;
    pause();
    for (const type of asked) {
      if (!board.rulebook.has(type)) continue;
      const layer = item.type === "track" || item.type === "arc" ? layerOf(item) : null;
      const { rule, isNull } = board.rulebook.resolve(type, item, null, layer);
      if (isNull || rule === null) continue;
      let nets = chosen.get(rule);
      if (nets === undefined) chosen.set(rule, (nets = new Map()));
      let items = nets.get(item.net);
      if (items === undefined) nets.set(item.net, (items = new Set()));
      items.add(item);
    }
  }
  const heights = copperHeights(board.doc);
  const groups = new Map<Rule, RouteGroup[]>();
  for (const [rule, nets] of chosen) {
    const found = [...nets].map(([net, items]) => measured(board, net, [...items], heights));
    groups.set(
      rule,
      found.sort((a, b) => (a.net < b.net ? -1 : 1)),
    );
  }
  return groups;
}

function measured(board: CheckBoard, net: string, items: readonly BoardItem[], heights: readonly Nm[]): RouteGroup {
  let length = 0;
  let vias = 0;
  for (const { type, item } of items) {
    if (type === "track" || type === "arc") length += trackLength(item as unknown as Track | ArcTrack);
    else if (type === "pad") length += (item as unknown as Pad).dieLength ?? 0;
  }
  for (const item of items) {
    if (item.type !== "via") continue;
    vias++;
    length += usedHeight(board, item, heights);
  }
  return { net, items, vias, length: Math.round(length) };
}

/** How far a via is passed: between the outermost layers on which tracks or pads of its net meet it. */
function usedHeight(board: CheckBoard, via: BoardItem, heights: readonly Nm[]): Nm {
  const { at } = via.item as unknown as Via;
  const box = { minX: at.x, minY: at.y, maxX: at.x, maxY: at.y };
  const met = board.items.copper.map((layer) => {
    let found = false;
    if (!hasLayer(via.layers, layer)) return false;
    board.near(layer, box, 0, (item) => {
      if (found || item === via || item.net !== via.net || !hasLayer(item.layers, layer)) return;
      if (item.type !== "track" && item.type !== "arc" && item.type !== "pad") return;
      found = anyMeet(board.shapes(item, layer), board.shapes(via, layer));
    });
    return found;
  });
  const first = met.indexOf(true);
  const last = met.lastIndexOf(true);
  if (first === last) return 0;
  // KiCad 9 counts no height between a via's ends where one of them is on an inner layer.
  if (first > 0 || last < met.length - 1) return 0;
  const height = Math.abs(heights[last]! - heights[first]!);
  return hasStackup(board) ? height : height - OUTSIDE;
}

function hasStackup({ doc }: CheckBoard): boolean {
  const [setup] = [...doc.items.ofKind("setup")];
  return setup !== undefined && setup["stackup"] != null;
}
