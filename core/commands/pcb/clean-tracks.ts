import type { Point } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { copperByNet } from "../../engines/connect/copper.ts";
import { holds } from "../../geometry/distance.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";

export interface TrackCleaning {
  readonly duplicates: boolean;
  readonly vias: boolean;
  readonly merge: boolean;
  readonly dangling: boolean;
  readonly shorts: boolean;
}

type May = (item: Item) => boolean;
type Take = (id: ItemId, why: string) => void;

/** KiCad's order: shorts, vias, tracks of no length and twice the same, loose ends until none is left, then merging. */
export function cleanTracks(edit: Edit, may: May, take: Take, counts: Map<string, number>, what: TrackCleaning): void {
  if (what.shorts) takeShorts(edit, may, take);
  if (what.vias) takeVias(edit, may, take);
  if (what.duplicates) takeDuplicates(edit, may, take);
  if (what.dangling) while (takeLoose(edit, may, take));
  if (what.merge) mergeStraight(edit, may, counts);
  // What was joined may leave loose ends no longer; what is left of no length goes in any case.
  if (what.duplicates) takeDuplicates(edit, may, take);
}

/** Tracks one of whose ends lies in copper of another net. */
function takeShorts(edit: Edit, may: May, take: Take): void {
  const { doc } = edit;
  const names = copperLayers(doc);
  const nets = copperByNet(doc);
  for (const item of [...doc.items.ofKind("track", "arcTrack")]) {
    const bit = 1 << names.indexOf(String(item["layer"]));
    const ends = [item["start"] as Point, item["end"] as Point];
    if (!may(item)) continue;
    const joins = [...nets].some(
      ([net, copper]) =>
        net !== item["net"] &&
        copper.some((each) => each.kind !== "fill" && (each.layers & bit) !== 0 && ends.some((p) => covers(each, p))),
    );
    if (joins) take(item.id, "tracks that joined two nets went");
  }
}

/** Through vias at the place of another, and on a through-hole pad of their net. */
function takeVias(edit: Edit, may: May, take: Take): void {
  const { doc } = edit;
  const seen = new Map<string, Item>();
  const drilled = new Set<string>();
  for (const footprint of doc.items.ofKind("footprint")) {
    for (const copper of padsAt(doc, footprint)) drilled.add(copper);
  }
  for (const via of [...doc.items.ofKind("via")]) {
    if (via["type"] !== "" && via["type"] !== "through") continue;
    const { x, y } = via["at"] as Point;
    const key = `${x} ${y}`;
    const other = seen.get(key);
    if (may(via) && other !== undefined && other["net"] === via["net"])
      take(via.id, "vias at the place of another went");
    else if (may(via) && drilled.has(`${key} ${String(via["net"])}`)) take(via.id, "vias on through-hole pads went");
    else seen.set(key, via);
  }
}

function* padsAt(doc: Edit["doc"], footprint: Item): Iterable<string> {
  for (const copper of copperOf(doc, footprint.id)) {
    const pad = footprint.children.find((child) => child.id === copper.id);
    const p = copper.anchors[0]!;
    if (pad?.["type"] === "thru_hole") yield `${p.x} ${p.y} ${copper.net}`;
  }
}

const byOwner = new WeakMap<Edit["doc"], Map<ItemId, Copper[]>>();

function copperOf(doc: Edit["doc"], footprint: ItemId): readonly Copper[] {
  let known = byOwner.get(doc);
  if (known === undefined) {
    const owners = new Map<ItemId, ItemId>();
    for (const item of doc.items.ofKind("footprint")) for (const child of item.children) owners.set(child.id, item.id);
    known = new Map();
    for (const list of copperByNet(doc).values()) {
      for (const each of list) {
        const owner = each.kind === "pad" ? owners.get(each.id) : undefined;
        if (owner !== undefined) known.set(owner, [...(known.get(owner) ?? []), each]);
      }
    }
    byOwner.set(doc, known);
  }
  return known.get(footprint) ?? [];
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

/** One round: tracks with an end that lies in no other copper of the net, vias that join fewer than two things. */
function takeLoose(edit: Edit, may: May, take: Take): boolean {
  const { doc } = edit;
  let gone = 0;
  for (const { clusters } of connect(doc)) {
    for (const cluster of clusters) {
      for (const each of cluster) {
        if (each.kind !== "track" && each.kind !== "via") continue;
        const item = doc.items.get(each.parent)!;
        if (!may(item) || !isLoose(each, cluster)) continue;
        take(each.parent, each.kind === "via" ? "vias that joined nothing went" : "tracks with a loose end went");
        gone++;
      }
    }
  }
  return gone > 0;
}

function isLoose(copper: Copper, cluster: readonly Copper[]): boolean {
  const others = cluster.filter((each) => each !== copper && (each.layers & copper.layers) !== 0);
  if (copper.kind === "track") return copper.anchors.some((p) => !others.some((each) => covers(each, p)));
  const [at] = copper.anchors;
  const touching = others.filter((each) => covers(each, at!) || each.anchors.some((p) => covers(copper, p)));
  // A via has a use where it joins copper of two layers.
  const layers = touching.reduce((sum, each) => sum | each.layers, 0) & copper.layers;
  return (layers & (layers - 1)) === 0;
}

function covers(copper: Copper, p: Point): boolean {
  if (copper.fill !== null) return holds(copper.fill, p.x, p.y);
  return copper.shapes.some((shape) => holds(shape, p.x, p.y));
}

/** Two straight pieces of one width that meet end to end in one line, where nothing else ends, become one. */
function mergeStraight(edit: Edit, may: May, counts: Map<string, number>): void {
  for (let again = true; again; ) {
    again = false;
    const ends = endsOf(edit);
    for (const item of [...edit.doc.items.ofKind("track")]) {
      const now = edit.doc.items.get(item.id);
      if (now === undefined || now !== item || !may(item)) continue;
      const partner = partnerOf(edit, item, ends, may);
      if (partner === null) continue;
      const { other, corner } = partner;
      const far = farEnd(other, corner);
      const own = farEnd(item, corner) === item["start"] ? { end: far } : { start: far };
      edit.remove(other.id);
      edit.set(item.id, own);
      counts.set("pieces were joined to the one before", (counts.get("pieces were joined to the one before") ?? 0) + 1);
      again = true;
      break;
    }
  }
}

type Ends = ReadonlyMap<string, readonly ItemId[]>;

/** Who ends at each place: tracks by layer; vias and pads end on every layer, which keeps pieces apart. */
function endsOf(edit: Edit): Ends {
  const ends = new Map<string, ItemId[]>();
  const add = (p: Point, id: ItemId) => {
    const key = `${p.x} ${p.y}`;
    const list = ends.get(key);
    if (list === undefined) ends.set(key, [id]);
    else list.push(id);
  };
  for (const list of copperByNet(edit.doc).values())
    for (const each of list) if (each.kind !== "fill") for (const p of each.anchors) add(p, each.parent);
  return ends;
}

function partnerOf(edit: Edit, item: Item, ends: Ends, may: May): { other: Item; corner: Point } | null {
  for (const corner of [item["start"] as Point, item["end"] as Point]) {
    const here = ends.get(`${corner.x} ${corner.y}`) ?? [];
    if (here.length !== 2) continue;
    const other = edit.doc.items.get(here.find((id) => id !== item.id) ?? "");
    if (other?.kind !== "track" || !may(other) || other.id === item.id) continue;
    if (["layer", "net", "width"].some((name) => other[name] !== item[name])) continue;
    const [a, b] = [farEnd(item, corner), farEnd(other, corner)];
    const [ux, uy, vx, vy] = [corner.x - a.x, corner.y - a.y, b.x - corner.x, b.y - corner.y];
    if (ux * vy - uy * vx === 0 && ux * vx + uy * vy > 0) return { other, corner };
  }
  return null;
}

function farEnd(item: Item, corner: Point): Point {
  const [start, end] = [item["start"] as Point, item["end"] as Point];
  return start.x === corner.x && start.y === corner.y ? end : start;
}
