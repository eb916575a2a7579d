import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { copperOfItem } from "../../engines/connect/copper.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { PathNode, Stroke } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { defineEdit } from "../define.ts";
import { itemRefs, mm } from "../schemas.ts";
import { alone, force } from "./move.ts";
import { roundCorner } from "./round-corner.ts";
import { selectItems } from "./selection.ts";

export const fillet = defineEdit({
  id: "pcb.fillet",
  title: "Fillet",
  about:
    "Rounds the corners between the named tracks, or between named lines, by arcs of a radius, as KiCad's Fillet Tracks and " +
    "Fillet Lines; rectangles and polygons get round corners of their own. A corner counts where exactly two ends meet and " +
    "no via or pad sits there, and both sides are long enough; the notes tell how many did not.",
  scope: "board",
  args: {
    items: itemRefs("Tracks, lines, rectangles or polygons"),
    radius: mm("Radius of the arcs", { exclusiveMinimum: 0 }),
    force,
    alone,
  },
  examples: [
    {
      about: "The corner of a track.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "/SPARE", radius: 1.5 },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "fillet", { force: args.force, alone: args.alone, notes });
    const radius = Math.round(args.radius * 1e6);
    let made = 0;
    let left = 0;
    for (const item of items) {
      if (item.kind !== "graphic") continue;
      const token = String(item["token"]);
      if (token === "gr_rect" || token === "gr_poly") {
        const corners = roundedPath(item, radius);
        made += corners.made;
        left += corners.left;
        if (corners.made > 0) cx.edit.set(item.id, { token: "gr_poly", start: null, end: null, pts: corners.pts });
      }
    }
    for (const [one, other, corner] of cornersOf(cx.edit, items)) {
      if (roundBetween(cx.edit, one, other, corner, radius)) made++;
      else left++;
    }
    if (made === 0) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot fillet: none of ${left} corners has sides long enough for a radius of ${toMm(radius)} mm.`,
        hint: left === 0 ? "Name two tracks or two lines that meet at a corner." : "Give a smaller radius.",
      });
    }
    if (left > 0) notes.push(`${left} corners stayed: their sides are too short, or run on straight.`);
    return notes;
  },
});

/** Places where exactly two of the items' straight ends meet, and no other end, no via and no pad is. */
function cornersOf(edit: Edit, items: readonly Item[]): [ItemId, ItemId, Point][] {
  const held = joinedPlaces(edit.doc);
  const named = new Set(items.map((item) => item.id));
  const ends = new Map<string, { readonly id: ItemId; readonly straight: boolean }[]>();
  const places = new Map<string, Point>();
  for (const item of edit.doc.items.ofKind("track", "arcTrack", "graphic")) {
    if (item.kind === "graphic" && !["gr_line", "gr_arc"].includes(String(item["token"]))) continue;
    const straight = item.kind === "track" || item["token"] === "gr_line";
    for (const end of [item["start"] as Point, item["end"] as Point]) {
      const key = placeKey(item.kind === "graphic" ? "line" : "track", String(item["layer"]), end);
      places.set(key, end);
      ends.set(key, [...(ends.get(key) ?? []), { id: item.id, straight }]);
    }
  }
  return [...ends].flatMap(([key, [one, other, more]]) => {
    if (one === undefined || other === undefined || more !== undefined || held.has(key)) return [];
    const fits = [one, other].every(({ id, straight }) => straight && named.has(id));
    return fits && one.id !== other.id ? [[one.id, other.id, places.get(key)!] as [ItemId, ItemId, Point]] : [];
  });
}

function placeKey(kind: "line" | "track", layer: string, { x, y }: Point): string {
  return `${kind} ${layer} ${x} ${y}`;
}

/** Places of vias and pads, on each of their layers: a track that leaves one is cut off from it. */
function joinedPlaces(doc: Doc): ReadonlySet<string> {
  const names = copperLayers(doc);
  const places = new Set<string>();
  for (const entry of doc.items.entries) {
    if (entry.kind !== "via" && entry.kind !== "footprint") continue;
    for (const { anchors, layers } of copperOfItem(doc, entry))
      for (const [i, layer] of names.entries())
        if ((layers & (1 << i)) !== 0) for (const p of anchors) places.add(placeKey("track", layer, p));
  }
  return places;
}

function roundBetween(edit: Edit, oneId: ItemId, otherId: ItemId, corner: Point, radius: Nm): boolean {
  const one = edit.doc.items.get(oneId);
  const other = edit.doc.items.get(otherId);
  if (one === undefined || other === undefined || (one["net"] ?? "") !== (other["net"] ?? "")) return false;
  const [farOne, farOther] = [farEnd(one, corner), farEnd(other, corner)];
  const turn = roundCorner(farOne, corner, farOther, radius);
  if (turn === null || turn.arc === null) return false;
  const [roomOne, roomOther] = [farOne, farOther].map((far) => Math.hypot(far.x - corner.x, far.y - corner.y));
  if (turn.reach > Math.min(roomOne!, roomOther!) + 0.5) return false;
  shorten(edit, one, corner, turn.arc.start);
  shorten(edit, other, corner, turn.arc.end);
  if (one.kind === "track") {
    const { width, layer, net } = one as unknown as { width: Nm; layer: string; net: string };
    edit.add("arcTrack", { ...turn.arc, width, locked: one["locked"] === true, layer, net });
  } else {
    const rest = { center: null, pts: [], fill: "none", net: "" };
    edit.add("graphic", {
      ...rest,
      token: "gr_arc",
      ...turn.arc,
      stroke: one["stroke"] as Stroke,
      layer: one["layer"],
    });
  }
  return true;
}

function farEnd(item: Item, corner: Point): Point {
  const [start, end] = [item["start"] as Point, item["end"] as Point];
  return start.x === corner.x && start.y === corner.y ? end : start;
}

/** A side now ends at the arc; one that the arc takes whole goes. */
function shorten(edit: Edit, item: Item, corner: Point, to: Point): void {
  const far = farEnd(item, corner);
  if (far.x === to.x && far.y === to.y) edit.remove(item.id);
  else edit.set(item.id, far === item["end"] ? { start: to } : { end: to });
}

function roundedPath(item: Item, radius: Nm): { pts: readonly PathNode[]; made: number; left: number } {
  const start = item["start"] as Point | null;
  const end = item["end"] as Point | null;
  const corners: readonly PathNode[] =
    start !== null && end !== null
      ? [start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }]
      : (item["pts"] as readonly PathNode[]);
  const n = corners.length;
  let made = 0;
  let left = 0;
  const room = (a: PathNode, b: PathNode) => ("start" in a || "start" in b ? 0 : Math.hypot(a.x - b.x, a.y - b.y));
  const turns = corners.map((node, i) => {
    const before = corners[(i + n - 1) % n]!;
    const after = corners[(i + 1) % n]!;
    if ("start" in node || "start" in before || "start" in after) return null;
    return roundCorner(before, node, after, radius);
  });
  const pts = corners.map((node, i) => {
    const turn = turns[i];
    if (turn === null || turn === undefined || turn.arc === null) return node;
    const fits = [(i + n - 1) % n, (i + 1) % n].every(
      (k) => turn.reach + (turns[k]?.arc ? turns[k]!.reach : 0) <= room(node, corners[k]!) + 0.5,
    );
    if (!fits) {
      left++;
      return node;
    }
    made++;
    return turn.arc;
  });
  return { pts, made, left };
}
