import type { Degrees, Nm, Point } from "../../../base/nm.ts";
import { rotatePoint } from "../../../base/nm.ts";
import { decodeText } from "../../../format/text.ts";
import type { Footprint } from "../../../model/board/footprint.ts";
import type { Graphic } from "../../../model/board/graphic.ts";
import { shapeOf } from "../../../model/board/graphic.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Primitive } from "../../../model/board/pad-shape.ts";
import type { Zone } from "../../../model/board/zone.ts";
import { zoneLayers } from "../../../model/board/zone.ts";
import type { Item } from "../../../model/item.ts";
import { pathPoints } from "../../../model/shape/path.ts";

/**
 * What of a footprint KiCad compares with its library: plain data, so that it travels to workers. Places are those of
 * the file: of graphics and pads relative to the footprint, of the zones of a board's footprint the board's own.
 */
export interface FootprintForm {
  readonly type: "smd" | "through_hole" | "";
  readonly bridges: boolean;
  readonly noCourtyard: boolean;
  readonly ties: readonly string[];
  readonly graphics: readonly GraphicForm[];
  readonly pads: readonly PadForm[];
  readonly zones: readonly ZoneForm[];
}

export interface GraphicForm {
  readonly shape: "line" | "rect" | "arc" | "circle" | "poly" | "curve";
  readonly layer: string;
  /** Corners, ends, control points: x, y, x, y … An arc's three points, a circle's centre and end. */
  readonly points: readonly Nm[];
  readonly width: Nm;
  readonly line: string;
  readonly fill: string;
}

/** The copper of a pad on one layer of its stack; `""` for all. */
export interface PadLayerForm {
  readonly layer: string;
  readonly shape: string;
  readonly size: Point;
  readonly delta: Point;
  readonly corner: number;
  readonly chamferRatio: number;
  readonly chamfer: readonly string[];
  readonly offset: Point;
  readonly primitives: readonly Primitive[];
}

export interface PadForm {
  readonly number: string;
  readonly at: Point;
  /** Relative to the footprint. */
  readonly angle: Degrees;
  readonly dieLength: Nm;
  readonly removeUnused: boolean;
  readonly keepEnds: boolean;
  readonly layers: readonly string[];
  readonly type: string;
  readonly property: string;
  readonly stack: readonly PadLayerForm[];
  readonly drill: { readonly oval: boolean; readonly x: Nm; readonly y: Nm };
}

export interface ZoneForm {
  readonly priority: number;
  readonly layers: readonly string[];
  /** All other settings, as one text. */
  readonly settings: string;
  readonly outlines: readonly (readonly Nm[])[];
}

/** Before this version a footprint without a word was through hole, polygons were filled, arcs had an angle. */
const WORDS_FOR_ALL = 20200826;

/** The form of a footprint, on a board or in a library; the version is that of its file, 0 for files before KiCad 6. */
export function footprintForm(item: Item, version: number): FootprintForm {
  const { attributes, netTiePadGroups, children, at } = item as unknown as Footprint;
  const angle = (at as { readonly angle?: Degrees } | null)?.angle ?? 0;
  const isOld = version < WORDS_FOR_ALL;
  const isThrough = attributes.includes("through_hole") || (isOld && attributes.length === 0);
  return {
    type: isThrough ? "through_hole" : attributes.includes("smd") ? "smd" : "",
    bridges: attributes.includes("allow_soldermask_bridges"),
    noCourtyard: attributes.includes("allow_missing_courtyard"),
    ties: netTiePadGroups,
    graphics: children
      .filter((each) => each.kind === "graphic")
      .map((each) => graphicForm(each as unknown as Graphic, isOld)),
    pads: children.filter((each) => each.kind === "pad").map((each) => padForm(each as unknown as Pad, angle)),
    zones: children.filter((each) => each.kind === "zone").map((each) => zoneForm(each as unknown as Zone)),
  };
}

function graphicForm(item: Graphic, isOld: boolean): GraphicForm {
  const shape = shapeOf(item) as GraphicForm["shape"];
  const given = {
    line: [item.start, item.end],
    rect: [item.start, item.end],
    arc: item.mid === null ? oldArc(item) : [item.start, item.mid, item.end],
    circle: [item.center, item.end],
    poly: [],
    curve: [],
  }[shape];
  return {
    shape,
    layer: item.layer !== "" ? item.layer : (item.layers.find((name) => name.endsWith(".Cu")) ?? item.layers[0] ?? ""),
    points: given.length > 0 ? given.flatMap((p) => [p?.x ?? 0, p?.y ?? 0]) : pathPoints(item.pts),
    width: item.stroke.width,
    line: item.stroke.type,
    fill: isOld && shape === "poly" && item.layer !== "Edge.Cuts" ? "solid" : item.fill,
  };
}

/** An arc of an old file: `start` is its centre, `end` where it starts, and it goes so far clockwise. */
function oldArc({ start, end, source }: Graphic): readonly Point[] {
  if (start === null || end === null) return [];
  const angle = Number(/\(angle\s+([-+.\deE]+)\)/.exec(decodeText(source.bytes, source.start, source.end))?.[1] ?? 0);
  return [0, angle / 2, angle].map((by) => rotatePoint(end, -by, start));
}

function padForm(item: Pad, frameAngle: Degrees): PadForm {
  const none = { x: 0, y: 0 };
  const drill = item.type === "smd" || item.type === "connect" ? null : item.drill;
  const main: PadLayerForm = {
    layer: "",
    shape: shapeName(item.shape, item.chamferRatio, item.chamfer),
    size: item.size,
    delta: item.rectDelta ?? none,
    corner: item.roundrectRatio ?? 0.25,
    chamferRatio: item.chamferRatio ?? 0,
    chamfer: item.chamfer,
    offset: item.drill?.offset ?? none,
    primitives: item.primitives,
  };
  const further = (item.padstack?.layers ?? []).map(
    (each): PadLayerForm => ({
      layer: each.name,
      shape: shapeName(each.shape ?? "circle", each.chamferRatio, each.chamfer),
      size: each.size,
      delta: each.rectDelta ?? none,
      corner: each.roundrectRatio ?? 0.25,
      chamferRatio: each.chamferRatio ?? 0,
      chamfer: each.chamfer,
      offset: each.offset ?? none,
      primitives: each.primitives,
    }),
  );
  return {
    number: item.number,
    at: { x: item.at.x, y: item.at.y },
    angle: item.at.angle - frameAngle,
    dieLength: item.dieLength ?? 0,
    removeUnused: item.removeUnusedLayers === true,
    keepEnds: item.keepEndLayers === true,
    layers: item.layers,
    type: item.type,
    property: item.property ?? "",
    stack: [main, ...further],
    drill: { oval: drill?.oval ?? false, x: drill?.x ?? 0, y: drill?.y ?? 0 },
  };
}

/** A pad with chamfers is a shape of its own to KiCad. */
function shapeName(shape: string, ratio: number | null, corners: readonly string[]): string {
  return (ratio ?? 0) > 0 && corners.length > 0 ? "chamfered" : shape;
}

function zoneForm(item: Zone): ZoneForm {
  const { keepout, fill, connectPads } = item;
  const settings = [
    fill?.smoothing ?? "none",
    fill?.radius ?? 0,
    item.name ?? "",
    keepout !== null,
    ...["copperpour", "footprints", "pads", "tracks", "vias"].map((what) => keepout?.[what] === "not_allowed"),
    connectPads?.mode ?? "",
    keepout === null ? (connectPads?.clearance ?? 0) : 0,
    fill?.thermalGap ?? 500_000,
    fill?.thermalBridgeWidth ?? 500_000,
    item.minThickness ?? 250_000,
    fill?.islandRemoval ?? 0,
    fill?.islandAreaMin ?? 0,
    fill?.mode === "hatch",
    ...(fill?.mode === "hatch"
      ? [
          fill.hatchThickness,
          fill.hatchGap,
          fill.hatchOrientation,
          fill.hatchSmoothingLevel,
          fill.hatchSmoothingValue,
          fill.hatchMinHoleArea,
        ]
      : []),
  ];
  return {
    priority: item.priority ?? 0,
    layers: zoneLayers(item),
    settings: JSON.stringify(settings),
    outlines: item.outlines.map((outline) => pathPoints(outline)),
  };
}
