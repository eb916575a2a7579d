import type { Copper } from "../../engines/connect/copper.ts";
import { copperOfItem } from "../../engines/connect/copper.ts";
import { difference } from "../../engines/connect/live-nets.ts";
import type { Teardrop } from "../../engines/teardrop/plan.ts";
import { planTeardrops } from "../../engines/teardrop/plan.ts";
import { shapesMeet } from "../../geometry/distance.ts";
import { ringArea } from "../../geometry/ring.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxesMeet, polygon } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Entry } from "../../model/item-table.ts";
import { pathPoints } from "../../model/shape/path.ts";
import { settingsFor } from "../board-settings.ts";
import type { EditContext } from "../define.ts";
import { addTeardrop, teardropZones } from "./teardrop-zones.ts";

const carriers = new Set(["track", "arcTrack", "via", "footprint"]);

/**
 * Teardrops after an edit, as KiCad makes them anew after each: those that touch a track, via or pad that changed are
 * taken away where they no longer fit, and made where they do now. Their fill is their outline until zones are filled.
 * Answers lines about it; boards without teardrops are left alone.
 */
export async function followTeardrops(cx: EditContext): Promise<string[]> {
  const { edit } = cx;
  const { gone, come } = difference(edit.start.items.entries, edit.doc.items.entries);
  if (![...gone, ...come].some(({ kind }) => carriers.has(kind)) || !hasTeardrops(edit.doc)) return [];
  const filling = await cx.services.filling?.();
  if (filling === undefined) return [];
  const changed = changedCopper(edit.start, edit.doc, gone, come);
  if (changed.length === 0) return [];
  const nets = new Set(changed.map(({ net }) => net));
  const settings = await settingsFor(cx);
  const planned = planTeardrops(edit.doc, filling.clipper, settings, nets);
  const zones = teardropZones(edit.doc);
  const own = zones.filter((zone) => nets.has(zone.net) && zone.net !== "");
  const layers = copperLayers(edit.doc);
  const { unfit, missing } = matched(own, planned);
  const stale = unfit.filter((zone) => touchesAny(zone, changed, layers));
  const staleShapes = stale.map((zone) => ({ zone, shape: outlineOf(zone) }));
  const ids = new Set(changed.map(({ id }) => id));
  const fresh = missing.filter((each) => {
    if (ids.has(each.track) || ids.has(each.target)) return true;
    const shape = polygon([[...each.points]]);
    return staleShapes.some(
      (old) => old.zone.net === each.net && old.zone.layer === each.layer && shapesMeet(old.shape, shape),
    );
  });
  const openings = zones.filter(
    (zone) =>
      zone.layer.endsWith(".Mask") &&
      staleShapes.some((old) => old.zone.layer[0] === zone.layer[0] && shapesMeet(old.shape, outlineOf(zone))),
  );
  for (const zone of [...stale, ...openings]) edit.remove(zone.id);
  for (const each of fresh) addTeardrop(edit, { ...each, priority: priorityOf(each, teardropZones(edit.doc)) });
  if (stale.length + fresh.length === 0) return [];
  return [`Teardrops followed: ${fresh.length} made, ${stale.length} taken away.`];
}

const known = new WeakMap<Item, boolean>();

/** Whether any zone is a teardrop, or any pad or via has them turned on. */
function hasTeardrops(doc: Doc): boolean {
  for (const item of doc.items.ofKind("zone", "via", "footprint")) {
    let has = known.get(item);
    if (has === undefined) {
      has =
        item.kind === "zone"
          ? (item as unknown as Zone).attr?.teardrop != null
          : [item, ...item.children].some((each) => (each["teardrops"] as Pad["teardrops"] | undefined)?.enabled);
      known.set(item, has);
    }
    if (has) return true;
  }
  return false;
}

/** Pieces of copper that an edit changed, as they were and as they are. */
function changedCopper(start: Doc, end: Doc, gone: readonly Entry[], come: readonly Entry[]): Copper[] {
  const read = (doc: Doc, entries: readonly Entry[]) => {
    const pieces = new Map<string, { readonly copper: Copper; readonly says: string }>();
    for (const entry of entries) {
      if (!carriers.has(entry.kind)) continue;
      const item = entry.item();
      const teardrops = new Map([item, ...item.children].map((each) => [each.id, each["teardrops"] ?? null]));
      for (const copper of copperOfItem(doc, entry)) {
        const { net, layers, shapes } = copper;
        pieces.set(copper.id, { copper, says: JSON.stringify([net, layers, shapes, teardrops.get(copper.id)]) });
      }
    }
    return pieces;
  };
  const before = read(start, gone);
  const after = read(end, come);
  const differing = (own: typeof before, other: typeof before) =>
    [...own.values()].filter(({ copper, says }) => other.get(copper.id)?.says !== says).map(({ copper }) => copper);
  return [...differing(before, after), ...differing(after, before)].filter(({ net }) => net !== "");
}

function touchesAny(zone: Zone, changed: readonly Copper[], layers: readonly string[]): boolean {
  const bit = 1 << layers.indexOf(zone.layer);
  const shape = outlineOf(zone);
  return changed.some(
    (copper) =>
      copper.net === zone.net &&
      (copper.layers & bit) !== 0 &&
      copper.shapes.some((each) => boxesMeet(each.box, shape.box) && shapesMeet(each, shape)),
  );
}

/** Teardrops that stand and are not wanted, and those wanted that do not stand; tracks on each other have one each. */
function matched(standing: readonly Zone[], planned: readonly Teardrop[]): { unfit: Zone[]; missing: Teardrop[] } {
  const left = new Map<string, Teardrop[]>();
  for (const each of planned) {
    const list = left.get(keyOf(each));
    if (list === undefined) left.set(keyOf(each), [each]);
    else list.push(each);
  }
  const unfit = standing.filter((zone) => left.get(zoneKey(zone))?.pop() === undefined);
  return { unfit, missing: [...left.values()].flat() };
}

function keyOf({ net, layer, points }: Teardrop): string {
  return `${net} ${layer} ${points.join()}`;
}

function zoneKey(zone: Zone): string {
  return `${zone.net} ${zone.layer} ${pathPoints(zone.outlines[0] ?? []).join()}`;
}

function outlineOf(zone: Zone): PolygonShape {
  return polygon([pathPoints(zone.outlines[0] ?? [])]);
}

/** Larger ones are filled first: one below the smallest of those on its layer that are larger. */
function priorityOf({ layer, points, priority }: Teardrop, zones: readonly Zone[]): number {
  const area = Math.abs(ringArea([...points]));
  const larger = zones.filter(
    (zone) => zone.layer === layer && Math.abs(ringArea(pathPoints(zone.outlines[0] ?? []))) > area,
  );
  return larger.reduce((most, zone) => Math.max(most, (zone.priority ?? 0) + 1), larger.length > 0 ? 0 : priority);
}
