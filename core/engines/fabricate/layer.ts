import type { Nm, Point } from "../../base/nm.ts";
import { arcThrough } from "../../geometry/arc.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { insideEdges } from "../../geometry/edge-grid.ts";
import { fracture } from "../../geometry/fracture.ts";
import { type Ring, ringArea, ringBox, ringOf, turnedAs } from "../../geometry/ring.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import { zoneLayers } from "../../model/board/zone.ts";

import { padCentre } from "../../model/shape/pad-copper.ts";
import { padMaskMargin, padPasteMargin } from "../../model/shape/pad-margins.ts";
import { padShapeOn, viaSizeOn } from "../../model/shape/pad-stack.ts";
import { copperLayerOf } from "../../model/shape/track-reach.ts";
import type { Aperture } from "./aperture.ts";
import { MOST_CORNERS } from "./aperture.ts";
import type { ObjectTags } from "./attributes.ts";
import type { FabBoard, FabPad } from "./board.ts";
import type { Drawn } from "./drawn.ts";
import type { AperFunction, Gerber } from "./gerber.ts";
import { padAperture } from "./pad-aperture.ts";
import { padFunction } from "./pad-function.ts";

/** Where the objects of a layer go: a Gerber file, or whoever needs their outlines. */
export type LayerSink = Pick<Gerber, "flash" | "stroke" | "arc" | "region">;

const ORIGIN_TAGS: ObjectTags = {};

/** Lines without a width are drawn so thin, as KiCad does. */
const HAIRLINE: Nm = 21_200;

/** Fills of boards before this version have a pen unless the file says otherwise. */
const PEN_UNTIL = 20220131;

/** Everything on a layer: what is drawn, then pads, vias, tracks and the copper of zones. */
export function plotLayer(board: FabBoard, layer: string, sink: LayerSink): void {
  for (const drawn of board.drawn.get(layer) ?? []) plotDrawn(board, sink, drawn, layer);
  for (const pad of board.pads) if (pad.layers.has(layer)) plotPad(board, sink, pad, layer);
  plotVias(board, sink, layer);
  for (const track of board.tracks) plotTrack(board, sink, track, layer);
  plotZones(board, sink, layer);
}

function plotDrawn(board: FabBoard, sink: LayerSink, { item, component, strokes }: Drawn, layer: string): void {
  const isText = item.kind !== "graphic";
  const net = String(item["net"] ?? "");
  const copper = layer.endsWith(".Cu");
  const use =
    layer === "Edge.Cuts"
      ? "Profile"
      : !copper
        ? ""
        : component !== null && !isText
          ? "EtchedComponent"
          : net !== "" && !isText
            ? "Conductor"
            : "NonConductor";
  const tags: ObjectTags = {
    ...(component === null || isText ? {} : { component }),
    ...(use === "Conductor" ? { net } : {}),
  };
  for (const stroke of strokes) {
    switch (stroke.kind) {
      case "polyline":
        sink.stroke(stroke.points, stroke.width || HAIRLINE, use, tags);
        break;
      case "arc": {
        const { cx, cy, radius, from, sweep, width } = stroke;
        sink.arc(cx, cy, radius, from, sweep, width || HAIRLINE, use, tags);
        break;
      }
      case "disc":
        sink.flash({ x: stroke.cx, y: stroke.cy }, { kind: "circle", diameter: 2 * stroke.radius }, use, tags);
        break;
      case "polygon":
        for (const ring of filledRings(board.clipper, stroke.rings)) sink.region(ring, use, tags);
    }
  }
}

/**
 * The contours of a filled shape, even-odd: each border with its holes cut in. Contours that cross themselves, which
 * Gerber does not allow, become ones that do not.
 */
function filledRings(clipper: Clipper, rings: readonly (readonly Nm[])[]): Ring[] {
  const whole = rings.map(ringOf).filter((ring) => ringArea(ring) !== 0);
  const boxes = whole.map(ringBox);
  const turned = whole.map((ring, i) => {
    const box = boxes[i]!;
    let depth = 0;
    for (let k = 0; k < whole.length; k++) {
      const other = boxes[k]!;
      if (k === i || other.minX > box.minX || other.maxX < box.maxX) continue;
      if (other.minY > box.minY || other.maxY < box.maxY) continue;
      if (insideEdges([Array.from(whole[k]!)], ring[0]!, ring[1]!)) depth++;
    }
    return turnedAs(ring, depth % 2 === 0);
  });
  return fracture(clipper.union(turned));
}

function plotPad(board: FabBoard, sink: LayerSink, item: FabPad, layer: string): void {
  const { pad, footprint, reference } = item;
  const copper = layer.endsWith(".Cu");
  if (copper && !board.hasRing(item, layer)) return;
  const shape = padShapeOn(pad, layer);
  const aperture = padAperture(board.clipper, pad, shape, marginOn(board, item, layer));
  if (aperture === null) return;
  const at = padCentre(pad, footprint.at, layer);
  if (!copper) {
    flash(sink, at, aperture, "", { component: reference });
    return;
  }
  const outer = layer === "F.Cu" || layer === "B.Cu";
  // A pad without a number or without plating is on no net, by KiCad's word.
  const net = pad.type === "np_thru_hole" || pad.number === "" ? "" : pad.net === "" ? "N/C" : pad.net;
  const pin = pad.number === "" ? "" : (pad.pinFunction ?? "");
  const owner = outer ? { pad: { component: reference, number: pad.number, pin } } : { component: reference };
  flash(sink, at, aperture, padFunction(pad, layer), { ...owner, net });
}

function marginOn(board: FabBoard, { pad, footprint }: FabPad, layer: string): Point {
  const { size } = padShapeOn(pad, layer);
  if (layer.endsWith(".Paste")) return padPasteMargin(pad, size, footprint, board.setup);
  if (!layer.endsWith(".Mask")) return { x: 0, y: 0 };
  const margin = padMaskMargin(pad, size, footprint, board.setup.maskMargin);
  return { x: margin, y: margin };
}

/** Flashes, or fills where a macro cannot hold so many corners. */
function flash(sink: LayerSink, at: Point, aperture: Aperture, use: AperFunction, tags: ObjectTags): void {
  const isLarge =
    aperture.kind === "macro" &&
    aperture.parts.some((part) => part.kind === "outline" && part.points.length / 2 > MOST_CORNERS);
  if (!isLarge) {
    sink.flash(at, aperture, use, tags);
    return;
  }
  for (const part of aperture.parts) {
    if (part.kind !== "outline") continue;
    const points = part.points.map((v, i) => v + (i % 2 === 0 ? at.x : at.y));
    sink.region(points, use, tags);
  }
}

function plotVias(board: FabBoard, sink: LayerSink, layer: string): void {
  const mask = layer === "F.Mask" ? "front" : layer === "B.Mask" ? "back" : null;
  for (const item of board.vias) {
    const { via } = item;
    if (mask !== null) {
      const side = mask === "front" ? "F.Cu" : "B.Cu";
      const tented = via.tenting?.[mask] ?? (mask === "front" ? board.setup.tentFront : board.setup.tentBack);
      if (tented || !item.layers.includes(side)) continue;
      const diameter = viaSizeOn(via, side) + 2 * board.setup.maskMargin;
      if (diameter > 0) sink.flash(via.at, { kind: "circle", diameter }, "", ORIGIN_TAGS);
    } else if (item.layers.includes(layer) && board.hasRing(item, layer)) {
      const diameter = viaSizeOn(via, layer);
      if (diameter > 0) sink.flash(via.at, { kind: "circle", diameter }, "ViaPad", { net: via.net });
    }
  }
}

function plotTrack(board: FabBoard, sink: LayerSink, track: Track | ArcTrack, layer: string): void {
  const copper = copperLayerOf(track);
  const open = track.layers.includes(layer) && layer.endsWith(".Mask");
  if (copper !== layer && !open) return;
  const width = open ? track.width + 2 * (track.maskMargin ?? board.setup.maskMargin) : track.width;
  if (width <= 0) return;
  const use = open ? "" : "Conductor";
  const tags: ObjectTags = open ? {} : { net: track.net };
  const { start, end } = track;
  const arc = track.kind === "arcTrack" ? arcThrough(start, track.mid, end) : null;
  if (arc === null) {
    sink.stroke([start.x, start.y, end.x, end.y], width, use, tags);
    return;
  }
  // Radians, y down, become degrees, counter-clockwise on screen.
  const degrees = (radians: number) => (-radians * 180) / Math.PI;
  sink.arc(arc.cx, arc.cy, arc.radius, degrees(arc.from), degrees(arc.sweep), width, use, tags);
}

function plotZones(board: FabBoard, sink: LayerSink, layer: string): void {
  const copper = layer.endsWith(".Cu");
  for (const zone of board.zones) {
    const own = zoneLayers(zone);
    const stroked = zone.filledAreasThickness ?? board.doc.version < PEN_UNTIL;
    const pen = stroked ? (zone.minThickness ?? 0) : 0;
    for (const fill of zone.fills) {
      if ((fill.layer === "" ? own[0] : fill.layer) !== layer) continue;
      // Copper that hangs on nothing is on no net.
      const net = fill.island ? "" : zone.net;
      const use = !copper ? "" : net === "" ? "NonConductor" : "Conductor";
      const tags: ObjectTags = copper && net !== "" ? { net } : {};
      sink.region(fill.points, use, tags);
      if (pen > 0) sink.stroke([...fill.points, fill.points[0] ?? 0, fill.points[1] ?? 0], pen, use, tags);
    }
  }
}
