import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import { liveNets } from "../../engines/connect/live-nets.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import { distance } from "../../geometry/distance.ts";
import { copperHeights } from "../../model/board/copper-heights.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import { settingsFor } from "../board-settings.ts";
import { defineCommand } from "../define.ts";
import { placeOnBoard } from "../item-json.ts";
import type { Found } from "../item-refs.ts";
import { resolveItems } from "../item-refs.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { trackDelay } from "../track-delay.ts";
import { trackLength } from "../track-length.ts";

const end = (description: string) => Type.Union([Type.String({ minLength: 1 }), pointMm("A place")], { description });

export const measure = defineCommand({
  id: "query.measure",
  title: "Measure",
  about:
    "Between two things (pads, items or places): the distance of their places, the clearance of their copper from rim to " +
    "rim on layers that both have, and, between two pads of a net, the length of the tracks that join them, with the height " +
    "of the vias on the way (as the project's rules say) and the lengths inside the packages, and an estimate of the delay.",
  kind: "query",
  scope: "board",
  args: { from: end("A pad (R1.2), an item, or [x, y]"), to: end("The other one") },
  result: Type.Object({
    distance: Type.Number({ description: "Of the two places (mm)." }),
    dx: Type.Number(),
    dy: Type.Number(),
    angle: Type.Number({ description: "Direction from the first to the second (degrees, counter-clockwise)." }),
    clearance: Type.Optional(Type.Number({ description: "Of their copper (mm); 0 when it meets." })),
    routed: Type.Optional(
      Type.Object({
        length: Type.Number({ description: "All of it (mm)." }),
        tracks: Type.Number({ description: "Of the tracks (mm)." }),
        vias: Type.Number({ description: "Height of the vias (mm)." }),
        inPackage: Type.Number({ description: "From pads to dies (mm)." }),
        viaCount: Type.Integer(),
        delay: Type.Number({
          description: "ps, from the stackup (FR4 without one): microstrip outside, stripline inside.",
        }),
      }),
    ),
  }),
  examples: [
    { about: "Along copper.", fixture: "blinky/blinky.kicad_pcb", args: { from: "R3.2", to: "D1.2" } },
    {
      about: "From a pad to a place.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { from: "R1.1", to: [120, 90] },
    },
  ],
  async run(cx, args) {
    const [a, b] = [thingOf(cx.doc, args.from), thingOf(cx.doc, args.to)];
    const [dx, dy] = [b.at.x - a.at.x, b.at.y - a.at.y];
    const clearance = clearanceOf(cx.doc, a.ids, b.ids);
    const useHeight = (await settingsFor(cx)).constraints.useHeightForLength;
    const routed = a.found === null || b.found === null ? null : routedBetween(cx.doc, a.found, b.found, useHeight);
    return {
      distance: toMm(Math.round(Math.hypot(dx, dy))),
      dx: toMm(dx),
      dy: toMm(dy),
      angle:
        dx === 0 && dy === 0 ? 0 : Number((((((-Math.atan2(dy, dx) * 180) / Math.PI) % 360) + 360) % 360).toFixed(4)),
      ...(clearance === null ? {} : { clearance: toMm(Math.round(clearance)) }),
      ...(routed === null ? {} : { routed }),
    };
  },
});

interface Thing {
  readonly at: Point;
  readonly ids: ReadonlySet<string>;
  readonly found: Found | null;
}

function thingOf(doc: Doc, ref: string | number[]): Thing {
  if (typeof ref !== "string") return { at: toPoint(ref), ids: new Set(), found: null };
  const [found, second] = resolveItems(doc, ref, "measure");
  const at = placeOnBoard(found!);
  if (second !== undefined || at === null) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot measure ${JSON.stringify(ref)}: ${second === undefined ? "it has no place" : "it names several items"}.`,
      hint: 'Name one pad ("R1.2") or item, or give [x, y].',
    });
  }
  return { at: { x: at.x, y: at.y }, ids: new Set([found!.item.id]), found: found! };
}

function clearanceOf(doc: Doc, a: ReadonlySet<string>, b: ReadonlySet<string>): Nm | null {
  const own = (ids: ReadonlySet<string>) =>
    obstaclesOf(doc).all.filter(
      (each) => each.kind !== "hole" && (ids.has(each.id) || (each.part !== null && ids.has(each.part))),
    );
  let least: Nm | null = null;
  for (const one of own(a)) {
    for (const other of own(b)) {
      if ((one.layers & other.layers) === 0) continue;
      const gap = distance(one.shape, other.shape);
      if (least === null || gap < least) least = gap;
    }
  }
  return least;
}

function routedBetween(doc: Doc, a: Found, b: Found, useHeight: boolean) {
  const net = a.item["net"];
  if (a.item.kind !== "pad" || b.item.kind !== "pad" || net === "" || net !== b.item["net"]) return null;
  connect(doc);
  const nets = liveNets(doc);
  nets.update(doc);
  const way = nets.graph(String(net))?.waysFrom((copper) => copper.id === a.item.id)(b.item.id);
  // Through a zone there is no length to tell.
  if (way === null || way === undefined || way.some((copper) => copper.kind === "fill")) return null;
  let tracks = 0;
  let vias = 0;
  let viaCount = 0;
  let delay = 0;
  const times = trackDelay(doc);
  const heights = copperHeights(doc);
  const names = copperLayers(doc);
  for (const [i, copper] of way.entries()) {
    const item = doc.items.get(copper.parent);
    if (copper.kind === "track") {
      const length = trackLength(item!);
      tracks += length;
      delay += times.track(String(item!["layer"]), item!["width"] as Nm, length);
    }
    if (copper.kind !== "via") continue;
    viaCount++;
    const [before, after] = [way[i - 1], way[i + 1]].map((each) =>
      each === undefined ? -1 : layerIn(each.layers & copper.layers, names.length),
    );
    if (before! < 0 || after! < 0) continue;
    const height = Math.abs(heights[before!]! - heights[after!]!);
    delay += times.through(height);
    if (useHeight) vias += height;
  }
  let inPackage = 0;
  for (const { item } of [a, b]) {
    const length = (item["dieLength"] as Nm | null) ?? 0;
    inPackage += length;
    delay += (item["dieDelay"] as number | null) ?? times.through(length);
  }
  return {
    length: toMm(Math.round(tracks + vias + inPackage)),
    tracks: toMm(Math.round(tracks)),
    vias: toMm(Math.round(vias)),
    inPackage: toMm(inPackage),
    viaCount,
    delay: Math.round(delay * 1000) / 1000,
  };
}

/** The only layer of a set; -1 when there are more. */
function layerIn(bits: number, count: number): number {
  for (let i = 0; i < count; i++) if (bits === 1 << i) return i;
  return -1;
}
