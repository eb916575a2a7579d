import type { Box, Point } from "../../base/nm.ts";
import { copperMeets } from "../../engines/connect/contact.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { copperOfItem } from "../../engines/connect/copper.ts";
import { nearerThan } from "../../geometry/distance.ts";
import { boxesMeet, boxOf, circle } from "../../geometry/shape.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { leaveGroups } from "./delete.ts";

/** A piece of copper of a net, and where it is. */
interface Piece {
  readonly item: Item;
  readonly copper: Copper;
  readonly box: Box;
}

/**
 * Straight tracks of one net, layer and width that touch and lie in one line become one, also where they overlap, unless
 * something is joined to an end that would go. Answers how many went into another. Pieces that `may` is false for stay.
 */
export function mergeTracks(edit: Edit, may: (item: Item) => boolean): number {
  const nets = new Map<string, Piece[]>();
  for (const entry of edit.doc.items.entries) {
    if (!["track", "arcTrack", "via", "footprint"].includes(entry.kind)) continue;
    for (const copper of copperOfItem(edit.doc, entry)) {
      const piece = { item: entry.item(), copper, box: boxOf([...copper.shapes, ...copper.hole]) };
      const list = nets.get(copper.net);
      if (list === undefined) nets.set(copper.net, [piece]);
      else list.push(piece);
    }
  }
  let joined = 0;
  for (const [net, pieces] of nets) if (net !== "") joined += mergeNet(edit, pieces, may);
  return joined;
}

function mergeNet(edit: Edit, pieces: Piece[], may: (item: Item) => boolean): number {
  let joined = 0;
  for (let i = 0; i < pieces.length; i++) {
    for (let k = i + 1; k < pieces.length; ) {
      const whole = merged(pieces, pieces[i]!, pieces[k]!, may);
      if (whole === null) {
        k++;
        continue;
      }
      const gone = pieces[k]!.item.id;
      const id = pieces[i]!.item.id;
      edit.set(id, whole);
      leaveGroups(edit, new Set([gone]));
      edit.remove(gone);
      pieces.splice(k, 1);
      pieces[i] = pieceOf(edit, id);
      joined++;
      // What did not reach it before may do so now.
      k = i + 1;
    }
  }
  return joined;
}

function pieceOf(edit: Edit, id: ItemId): Piece {
  const entry = edit.doc.items.entry(id)!;
  const [copper] = copperOfItem(edit.doc, entry);
  return { item: entry.item(), copper: copper!, box: boxOf(copper!.shapes) };
}

/** Ends of the track that two become, or null where they are to stay two. */
function merged(
  pieces: readonly Piece[],
  one: Piece,
  other: Piece,
  may: (item: Item) => boolean,
): { start: Point; end: Point } | null {
  const [a, b] = [one.item, other.item];
  if (a.kind !== "track" || b.kind !== "track" || !boxesMeet(one.box, other.box)) return null;
  if (a["layer"] !== b["layer"] || a["width"] !== b["width"] || !may(a) || !may(b)) return null;
  const [start, end] = [a["start"] as Point, a["end"] as Point];
  const ends = [start, end, b["start"] as Point, b["end"] as Point];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return null;
  const along = ends.map((p) => ((p.x - start.x) * dx + (p.y - start.y) * dy) / length);
  const first = along.indexOf(Math.min(...along));
  const last = along.indexOf(Math.max(...along));
  const whole = { start: ends[first]!, end: ends[last]! };
  if (!ends.every((p) => aside(whole, p) <= NEAR) || !copperMeets(one.copper, other.copper)) return null;
  const goes = ends.filter((p) => !same(p, whole.start) && !same(p, whole.end));
  return goes.some((p) => isJoined(pieces, one, other, p)) ? null : whole;
}

/** KiCad takes what is off by no more than its unit as in line. */
const NEAR = 1;

/** How far a place is from the line through two others. */
function aside({ start, end }: { start: Point; end: Point }, p: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return Math.abs(dx * (p.y - start.y) - dy * (p.x - start.x)) / Math.hypot(dx, dy);
}

/** Whether something else is joined to one of the tracks at an end of it: an end of a track, a via, a pad. */
function isJoined(pieces: readonly Piece[], one: Piece, other: Piece, at: Point): boolean {
  const tip = circle(at.x, at.y, Math.ceil(Number(one.item["width"]) / 2));
  return pieces.some((each) => {
    if (each === one || each === other || !boxesMeet(each.box, tip.box)) return false;
    if ((each.copper.layers & one.copper.layers) === 0) return false;
    if (each.copper.kind !== "pad") return each.copper.anchors.some((p) => same(p, at));
    return each.copper.shapes.some((shape) => nearerThan(shape, tip, 1));
  });
}

function same(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
