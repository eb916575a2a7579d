import type { Box, Nm, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { Cells } from "../../geometry/cells.ts";
import type { Shape } from "../../geometry/shape.ts";
import { polygon } from "../../geometry/shape.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneLayers } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Effects } from "../../model/effects.ts";
import type { Placement } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { graphicShapes, onBoard, trackShape, viaHole, viaShape, viaSpan } from "../../model/shape/item-shapes.ts";
import { padCopper, padHole } from "../../model/shape/pad-copper.ts";
import { pathPoints } from "../../model/shape/path.ts";

/** Something that copper keeps away from: copper, a hole, the board's edge, an area that forbids tracks or vias. */
export interface Obstacle {
  readonly id: ItemId;
  /** The pad, text or drawing inside a footprint. */
  readonly part: ItemId | null;
  readonly kind: "track" | "via" | "pad" | "graphic" | "text" | "hole" | "edge" | "keepout";
  /** `R1.2` of a pad, else "". */
  readonly ref: string;
  readonly net: string;
  /** Bit n is set when it is on the n-th copper layer. */
  readonly layers: number;
  readonly shape: Shape;
  /** What asks for a distance of its own: a pad's clearance. */
  readonly clearance: Nm;
  /** Of an area: whether it forbids tracks and vias. */
  readonly noTracks: boolean;
  readonly noVias: boolean;
}

/** All obstacles of a board, to be asked by place. */
export interface Obstacles {
  readonly layers: readonly string[];
  readonly all: readonly Obstacle[];
  /** Those whose boxes meet `box`. */
  near(box: Box): Iterable<Obstacle>;
}

const known = new WeakMap<Doc, Obstacles>();
const parts = new WeakMap<object, WeakMap<Item, readonly Obstacle[]>>();

/** The obstacles of a board. Zones' fills are none: they make room when they are filled anew. */
export function obstaclesOf(doc: Doc): Obstacles {
  const made = known.get(doc);
  if (made !== undefined) return made;
  const layers = copperLayers(doc);
  const table = layersOf(doc);
  let cache = parts.get(table);
  if (cache === undefined) parts.set(table, (cache = new WeakMap()));
  const all: Obstacle[] = [];
  for (const item of doc.items.ofKind("track", "arcTrack", "via", "footprint", "graphic", "text", "textBox", "zone")) {
    let own = cache.get(item);
    if (own === undefined) cache.set(item, (own = obstaclesIn(item, layers)));
    for (const each of own) all.push(each);
  }
  const cells = new Cells(all.map((each) => each.shape.box));
  const found: Obstacles = {
    layers,
    all,
    *near(box) {
      for (const i of cells.search(box)) yield all[i]!;
    },
  };
  known.set(doc, found);
  return found;
}

const plain = { part: null, ref: "", net: "", clearance: 0, noTracks: false, noVias: false };

function obstaclesIn(item: Item, layers: readonly string[]): Obstacle[] {
  const bit = (name: string) => {
    const i = layers.indexOf(name);
    return i < 0 ? 0 : 1 << i;
  };
  const every = layers.reduce((sum, _, i) => sum | (1 << i), 0);
  const own = { ...plain, id: item.id };
  switch (item.kind) {
    case "track":
    case "arcTrack": {
      const track = item as unknown as Track | ArcTrack;
      return [{ ...own, kind: "track", net: track.net, layers: bit(track.layer), shape: trackShape(track) }];
    }
    case "via": {
      const via = item as unknown as Via;
      const span = viaSpan(via, layers).reduce((sum, name) => sum | bit(name), 0);
      const ring = { ...own, kind: "via" as const, net: via.net, layers: span, shape: viaShape(via) };
      return [ring, { ...own, kind: "hole", net: via.net, layers: span, shape: viaHole(via) }];
    }
    case "graphic":
      return drawn(item, null, own, bit, every);
    case "text":
    case "textBox":
      return bit(String(item["layer"])) === 0 ? [] : lettered(item, null, own, bit);
    case "zone":
      return area(item as unknown as Zone, own, bit);
    default:
      return footprintParts(item, layers, bit, every);
  }
}

type Own = Omit<typeof plain, "part"> & { readonly id: ItemId; readonly part: ItemId | null };
type Bit = (layer: string) => number;

function drawn(item: Item, frame: Placement | null, own: Own, bit: Bit, every: number): Obstacle[] {
  const edge = item["layer"] === "Edge.Cuts";
  const listed = (item["layers"] as readonly string[] | undefined) ?? [];
  const layers = edge ? every : bit(String(item["layer"])) | listed.reduce((sum, name) => sum | bit(name), 0);
  if (layers === 0) return [];
  const graphic = item as unknown as Graphic;
  // An edge is cut along the middle of its line.
  const shapes = graphicShapes(
    edge ? { ...graphic, stroke: { ...graphic.stroke, width: 0 }, fill: "none" } : graphic,
    frame,
  );
  const net = String(item["net"] ?? "");
  return shapes.map((shape) => ({ ...own, kind: edge ? "edge" : "graphic", net: edge ? "" : net, layers, shape }));
}

/** Texts on copper, as boxes: letters are about as wide as the size says, lines 1.6 times as high. */
function lettered(item: Item, frame: Placement | null, own: Own, bit: Bit): Obstacle[] {
  if (item["hide"] === true) return [];
  const box = corners(item, frame);
  if (box.length === 0) return [];
  const shape = polygon([box]);
  return [{ ...own, kind: "text", layers: bit(String(item["layer"])), shape }];
}

function corners(item: Item, frame: Placement | null): number[] {
  const start = item["start"] as Point | null | undefined;
  const end = item["end"] as Point | null | undefined;
  if (start && end) {
    const all = [start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }];
    return all.flatMap((p) => flat(onBoard(p, frame)));
  }
  const at = item["at"] as Placement | undefined;
  if (at === undefined) return [];
  const effects = item["effects"] as Effects;
  const lines = String(item["text"] ?? item["value"] ?? "").split("\n");
  const width = Math.max(...lines.map((line) => line.length)) * effects.width;
  const height = (lines.length - 1) * effects.height * 1.6 + effects.height;
  const left = effects.hAlign === "left" ? 0 : effects.hAlign === "right" ? -width : -width / 2;
  const top = effects.vAlign === "top" ? 0 : effects.vAlign === "bottom" ? -height : -height / 2;
  const place = onBoard({ x: at.x, y: at.y }, frame);
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ].flatMap(([x, y]) => {
    const turned = rotatePoint({ x: effects.mirror ? -x! : x!, y: y! }, at.angle);
    return [place.x + turned.x, place.y + turned.y];
  });
}

function flat(p: Point): number[] {
  return [p.x, p.y];
}

function area(zone: Zone, own: Own, bit: Bit): Obstacle[] {
  if (zone.keepout === null) return [];
  const noTracks = zone.keepout["tracks"] === "not_allowed";
  const noVias = zone.keepout["vias"] === "not_allowed";
  if (!noTracks && !noVias) return [];
  const layers = zoneLayers(zone).reduce((sum, name) => sum | (name === "*.Cu" ? -1 : bit(name)), 0);
  const shape = polygon(zone.outlines.map((outline) => pathPoints(outline)));
  return [{ ...own, kind: "keepout", layers, shape, noTracks, noVias }];
}

function footprintParts(footprint: Item, layers: readonly string[], bit: Bit, every: number): Obstacle[] {
  const at = footprint["at"] as Placement;
  const reference = String(
    footprint.children.find((c) => c["name"] === "Reference" || c["role"] === "reference")?.["value"] ?? "",
  );
  const found: Obstacle[] = [];
  for (const child of footprint.children) {
    const own = { ...plain, id: footprint.id, part: child.id };
    if (child.kind === "pad") found.push(...padParts(child as unknown as Pad, at, own, reference, layers, bit, every));
    else if (child.kind === "graphic") found.push(...drawn(child, at, own, bit, every));
    else if (child.kind === "zone") found.push(...area(child as unknown as Zone, own, bit));
    else if (["text", "property", "textBox"].includes(child.kind) && bit(String(child["layer"])) !== 0)
      found.push(...lettered(child, at, own, bit));
  }
  return found;
}

function padParts(
  pad: Pad,
  at: Placement,
  base: Own,
  reference: string,
  layers: readonly string[],
  bit: Bit,
  every: number,
): Obstacle[] {
  const own = { ...base, ref: `${reference}.${pad.number}`, net: pad.net, clearance: pad.clearance ?? 0 };
  const names = expandLayers(pad.layers, layers).filter((name) => bit(name) !== 0);
  const found: Obstacle[] = [];
  if (pad.type !== "np_thru_hole") {
    const groups = pad.padstack === null ? [names] : names.map((name) => [name]);
    for (const group of groups) {
      const on = group.reduce((sum, name) => sum | bit(name), 0);
      if (on === 0) continue;
      for (const shape of padCopper(pad, at, group[0])) found.push({ ...own, kind: "pad", layers: on, shape });
    }
  }
  const bare = pad.type === "np_thru_hole";
  for (const shape of padHole(pad, at))
    found.push({ ...own, kind: "hole", net: bare ? "" : pad.net, layers: every, shape });
  return found;
}
