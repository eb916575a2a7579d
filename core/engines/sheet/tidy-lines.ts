import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { sameValue } from "../../model/kind.ts";
import { contactsOf, isOn, placeKey, samePlace } from "./contacts.ts";
import { needsJunction } from "./junctions.ts";

/** What makes a sheet's lines tidy without changing what is connected. */
export interface TidyPlan {
  readonly removed: readonly ItemId[];
  /** Lines that take in others: their new ends. */
  readonly stretched: ReadonlyMap<ItemId, readonly [Point, Point]>;
}

interface Piece {
  readonly item: Item;
  ends: readonly [Point, Point];
}

/**
 * KiCad's clean-up: lines without length and doubles go, lines that overlap or follow each other in one direction
 * become one where nothing needs a break between them, dots and crosses that stand twice or join nothing go.
 */
export function tidyLines(doc: Doc): TidyPlan {
  const removed: ItemId[] = [];
  const map = contactsOf(doc);
  const stretched = new Map<ItemId, readonly [Point, Point]>();
  const dots = new Set<string>();
  for (const mark of doc.items.ofKind("junction", "noConnect")) {
    const at = mark["at"] as Point;
    const key = `${mark.kind} ${placeKey(at)}`;
    if (dots.has(key) || (mark.kind === "junction" && !needsJunction(at, map))) removed.push(mark.id);
    dots.add(key);
  }
  for (const kind of ["wire", "bus"]) {
    const lines = new Map<string, Piece[]>();
    for (const item of doc.items.ofKind(kind)) {
      const pts = item["pts"] as readonly Point[];
      if (pts.length !== 2) continue;
      if (samePlace(pts[0]!, pts[1]!)) {
        removed.push(item.id);
        continue;
      }
      const key = carrierOf(pts[0]!, pts[1]!);
      const piece: Piece = { item, ends: [pts[0]!, pts[1]!] };
      const row = lines.get(key);
      if (row === undefined) lines.set(key, [piece]);
      else row.push(piece);
    }
    for (const row of lines.values()) {
      for (const { piece, gone } of joinRow(row, (p) => needsJunction(p, map))) {
        removed.push(...gone.map((each) => each.item.id));
        if (gone.length > 0) stretched.set(piece.item.id, piece.ends);
      }
    }
  }
  return { removed, stretched };
}

/** Names the endless line that two points lie on; exact in integers. */
function carrierOf(a: Point, b: Point): string {
  let [dx, dy] = [BigInt(b.x - a.x), BigInt(b.y - a.y)];
  const divisor = gcd(dx < 0n ? -dx : dx, dy < 0n ? -dy : dy);
  dx /= divisor;
  dy /= divisor;
  if (dx < 0n || (dx === 0n && dy < 0n)) [dx, dy] = [-dx, -dy];
  return `${dx} ${dy} ${BigInt(a.x) * dy - BigInt(a.y) * dx}`;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Lines of one carrier, joined where they overlap, or where they meet and nothing needs the break. */
function joinRow(row: readonly Piece[], isBreak: (p: Point) => boolean): { piece: Piece; gone: Piece[] }[] {
  const along = (p: Point, q: Point) => (p.x !== q.x ? p.x - q.x : p.y - q.y);
  const sorted = row
    .map((piece) => ({
      ...piece,
      ends: (along(piece.ends[0], piece.ends[1]) <= 0 ? piece.ends : [piece.ends[1], piece.ends[0]]) as readonly [
        Point,
        Point,
      ],
    }))
    .sort((a, b) => along(a.ends[0], b.ends[0]));
  const joined: { piece: Piece; gone: Piece[] }[] = [];
  for (const next of sorted) {
    const last = joined.at(-1);
    const overlap = last === undefined ? 1 : along(next.ends[0], last.piece.ends[1]);
    const alike = last !== undefined && sameValue(last.piece.item["stroke"], next.item["stroke"]);
    if (last === undefined || overlap > 0 || !alike || (overlap === 0 && isBreak(next.ends[0]))) {
      joined.push({ piece: next, gone: [] });
      continue;
    }
    // A dot inside an overlap breaks the line there all the same.
    if (overlap < 0 && isBreak(next.ends[0]) && !isOn(next.ends[1], last.piece.ends[0], last.piece.ends[1])) {
      last.piece.ends = [last.piece.ends[0], next.ends[0]];
      joined.push({ piece: next, gone: [] });
      continue;
    }
    const end = along(next.ends[1], last.piece.ends[1]) > 0 ? next.ends[1] : last.piece.ends[1];
    last.piece.ends = [last.piece.ends[0], end];
    last.gone.push(next);
  }
  return joined;
}
