import type { Box, Point } from "../../base/nm.ts";
import { checkBoard } from "../../engines/check/check.ts";
import { copperMeets } from "../../engines/connect/contact.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { copperOfItem } from "../../engines/connect/copper.ts";
import { Cells } from "../../geometry/cells.ts";
import { holds } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { boxOf } from "../../geometry/shape.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { readProjectSettings } from "../../model/project/settings.ts";
import type { Edit } from "../../session/edit.ts";
import { mergeTracks } from "./merge-tracks.ts";

export interface TrackCleaning {
  readonly duplicates: boolean;
  readonly vias: boolean;
  readonly merge: boolean;
  readonly dangling: boolean;
  readonly shorts: boolean;
  readonly inPads: boolean;
}

type May = (item: Item) => boolean;
type Take = (id: ItemId, why: string) => void;

/**
 * KiCad's order: vias, tracks of no length and twice the same, merging, shorts, tracks inside pads, loose ends until none
 * is left, and merging once more where some went.
 */
export function cleanTracks(edit: Edit, may: May, take: Take, counts: Map<string, number>, what: TrackCleaning): void {
  if (what.vias) takeVias(edit, may, take);
  if (what.duplicates) takeDuplicates(edit, may, take);
  const merge = () => {
    const joined = what.merge ? mergeTracks(edit, may) : 0;
    if (joined > 0) counts.set(JOINED, (counts.get(JOINED) ?? 0) + joined);
  };
  merge();
  if (what.shorts) takeShorts(edit, may, take);
  if (what.inPads) takeInPads(edit, may, take);
  if (!what.dangling) return;
  let gone = false;
  while (takeLoose(edit, may, take)) gone = true;
  if (gone) merge();
}

const JOINED = "pieces were joined to the one before";

/** Tracks and vias that touch a pad, a track or a via of another net. */
function takeShorts(edit: Edit, may: May, take: Take): void {
  const { doc } = edit;
  const nodes: { readonly copper: Copper; readonly box: Box; readonly item: Item }[] = [];
  for (const entry of doc.items.entries) {
    if (!["track", "arcTrack", "via", "footprint"].includes(entry.kind)) continue;
    for (const copper of copperOfItem(doc, entry))
      nodes.push({ copper, box: boxOf([...copper.shapes, ...copper.hole]), item: entry.item() });
  }
  const cells = new Cells(nodes.map(({ box }) => box));
  for (const { copper, box, item } of nodes) {
    if (copper.kind === "pad" || copper.net === "" || !may(item)) continue;
    const joins = cells.search(box).some((i) => {
      const other = nodes[i]!;
      return other.copper.net !== "" && other.copper.net !== copper.net && copperMeets(other.copper, copper);
    });
    if (joins) take(item.id, `${copper.kind}s that joined two nets went`);
  }
}

/** Vias at the place of another of their kind, and through vias in the middle of a through-hole pad of their net. */
function takeVias(edit: Edit, may: May, take: Take): void {
  const { doc } = edit;
  const seen = new Set<string>();
  const drilled = new Set<string>();
  for (const { copper, item } of padsOf(edit)) {
    const pad = item.children.find((child) => child.id === copper.id);
    const p = copper.anchors[0]!;
    if (pad?.["type"] === "thru_hole") drilled.add(`${p.x} ${p.y} ${copper.net}`);
  }
  for (const via of [...doc.items.ofKind("via")]) {
    const { x, y } = via["at"] as Point;
    const through = via["type"] === "" || via["type"] === "through";
    const key = JSON.stringify([x, y, via["net"], through ? "through" : [via["type"], via["layers"]]]);
    if (may(via) && seen.has(key)) take(via.id, "vias at the place of another went");
    else if (through && may(via) && drilled.has(`${x} ${y} ${String(via["net"])}`))
      take(via.id, "vias on through-hole pads went");
    else seen.add(key);
  }
}

function* padsOf(edit: Edit): Iterable<{ readonly copper: Copper; readonly item: Item }> {
  for (const entry of edit.doc.items.entries)
    if (entry.kind === "footprint")
      for (const copper of copperOfItem(edit.doc, entry)) yield { copper, item: entry.item() };
}

/** Tracks that lie in one pad of their net from end to end. */
function takeInPads(edit: Edit, may: May, take: Take): void {
  const pads = [...padsOf(edit)].map(({ copper }) => copper);
  const cells = new Cells(pads.map(({ shapes }) => boxOf(shapes)));
  for (const entry of [...edit.doc.items.entries]) {
    if (entry.kind !== "track" && entry.kind !== "arcTrack") continue;
    const item = entry.item();
    const [copper] = copperOfItem(edit.doc, entry);
    if (copper === undefined || !may(item)) continue;
    const box = boxOf(copper.shapes);
    const rim = rimOf(copper.shapes[0]!);
    const inside = cells.search(box).some((i) => {
      const pad = pads[i]!;
      const { bare } = pad;
      if (pad.net !== copper.net || (pad.layers & ~bare & copper.layers) === 0) return false;
      return rim.every((p) => pad.shapes.some((shape) => holds(shape, p.x, p.y)));
    });
    if (inside) take(item.id, "tracks inside pads went");
  }
}

const CHORDS = 32;

/** Places on the outline of a track: round caps at its ends, and at the middle of an arc. */
function rimOf(shape: Shape): Point[] {
  const ends =
    shape.kind === "segment"
      ? [
          [shape.ax, shape.ay],
          [shape.bx, shape.by],
        ]
      : shape.kind === "arc"
        ? Array.from({ length: CHORDS }, (_, i) => {
            const angle = shape.from + (shape.sweep * i) / (CHORDS - 1);
            return [shape.cx + shape.bend * Math.cos(angle), shape.cy + shape.bend * Math.sin(angle)];
          })
        : [];
  return ends.flatMap(([x, y]) =>
    Array.from({ length: CHORDS }, (_, i) => {
      const angle = (2 * Math.PI * i) / CHORDS;
      return { x: x! + shape.radius * Math.cos(angle), y: y! + shape.radius * Math.sin(angle) };
    }),
  );
}

function takeDuplicates(edit: Edit, may: May, take: Take): void {
  const seen = new Set<string>();
  for (const item of [...edit.doc.items.ofKind("track", "arcTrack")]) {
    const [start, end] = [item["start"] as Point, item["end"] as Point];
    if (start.x === end.x && start.y === end.y && may(item)) {
      take(item.id, "tracks of no length went");
      continue;
    }
    const ends = [`${start.x} ${start.y}`, `${end.x} ${end.y}`].sort();
    const key = JSON.stringify([ends, item["mid"] ?? null, item["layer"], item["net"], item["width"]]);
    if (seen.has(key) && may(item)) take(item.id, "tracks that were there twice went");
    else seen.add(key);
  }
}

/** What the design rule check calls dangling, by which KiCad's tool goes too. */
const loose = new Set(["track_dangling", "via_dangling"] as const);

/** One round: tracks with an end that meets nothing, vias that meet nothing on two layers. */
function takeLoose(edit: Edit, may: May, take: Take): boolean {
  const { doc } = edit;
  let gone = 0;
  for (const { type, items } of checkBoard(doc, { settings: readProjectSettings(null), rules: [], only: loose })) {
    const item = doc.items.get(items[0]!);
    if (item === undefined || !may(item)) continue;
    take(item.id, type === "via_dangling" ? "vias that joined nothing went" : "tracks with a loose end went");
    gone++;
  }
  return gone > 0;
}
