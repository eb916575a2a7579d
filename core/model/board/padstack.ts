import type { Absent, Field } from "../field.ts";
import {
  layerNameField,
  length,
  optionalInteger,
  optionalLength,
  optionalNumber,
  optionalPoint,
  optionalYesNo,
  positional,
  texts,
} from "../field.ts";
import { optionalWord } from "../field-forms.ts";
import { rows, struct } from "../struct.ts";
import { layerNames, oneOf, orNull } from "../surface.ts";
import { chamfer, padShapes, padSizeField, primitives } from "./pad-shape.ts";

/** Versions of the board format that brought these tokens. */
export const PADSTACKS = 20240929;
export const TEARDROPS = 20240108;
export const DRILLS = 20251101;

const modes = ["front_inner_back", "custom"];

/** `(padstack (mode custom) (layer "In1.Cu" (shape rect) (size 1 2) …) …)` of a pad: the layers but the front. */
export const padstack = struct(
  "padstack",
  "Copper that differs by layer: the pad itself says the front's.",
  {
    mode: optionalWord("mode", modes, "front_inner_back or custom (each layer of its own)."),
    layers: rows("layer", "The other layers: Inner and B.Cu, or each by name.", {
      name: layerNameField(0),
      shape: optionalWord("shape", padShapes, `${padShapes.slice(0, -1).join(", ")} or ${padShapes.at(-1)}.`),
      size: padSizeField,
      rectDelta: optionalPoint("rect_delta", "How much a trapezoid's sides differ."),
      offset: optionalPoint("offset", "Shift of the copper."),
      roundrectRatio: optionalNumber("roundrect_rratio", "Corner radius as a part of the smaller side, 0 to 0.5."),
      chamferRatio: optionalNumber("chamfer_ratio", "Chamfer as a part of the smaller side, 0 to 0.5."),
      chamfer,
      options: struct("options", "A custom shape's anchor.", {
        anchor: optionalWord("anchor", ["rect", "circle"], "rect or circle."),
      }),
      primitives,
      thermalAngle: optionalNumber("thermal_bridge_angle", "Angle of the first thermal spoke in degrees."),
      thermalGap: optionalLength("thermal_gap", "Gap of the thermal relief."),
      thermalWidth: optionalLength("thermal_bridge_width", "Width of thermal spokes."),
      clearance: optionalLength("clearance", "Clearance on this layer."),
      zoneConnect: optionalInteger(
        "zone_connect",
        "-1 as the footprint, 0 none, 1 thermal, 2 solid, 3 thermal for holes.",
      ),
    }),
  },
  { since: PADSTACKS },
);

/** The same of a via: only its size differs. */
export const viaStack = struct(
  "padstack",
  "Rings that differ by layer: the via itself says the front's.",
  {
    mode: optionalWord("mode", modes, "front_inner_back or custom (each layer of its own)."),
    layers: rows("layer", "The other layers: Inner and B.Cu, or each by name.", {
      name: layerNameField(0),
      size: length("size", "Outer diameter."),
    }),
  },
  { since: PADSTACKS },
);

/** `(teardrops (best_length_ratio 0.5) … (enabled yes) …)`. */
export const teardrops = struct(
  "teardrops",
  "Settings of its teardrops; null for the board's.",
  {
    bestLengthRatio: optionalNumber("best_length_ratio", "Length as a part of the width."),
    maxLength: optionalLength("max_length", "Greatest length."),
    bestWidthRatio: optionalNumber("best_width_ratio", "Width as a part of the pad."),
    maxWidth: optionalLength("max_width", "Greatest width."),
    curvePoints: { ...optionalInteger("curve_points", "Points of curved edges (KiCad 8)."), until: 20241228 },
    curvedEdges: { ...optionalYesNo("curved_edges", "Whether the edges are curved."), since: 20241228 },
    filterRatio: optionalNumber("filter_ratio", "Tracks wider than this part of the pad get none."),
    enabled: optionalYesNo("enabled", "Whether it has teardrops."),
    allowTwoSegments: optionalYesNo("allow_two_segments", "Whether they may take two track segments."),
    preferZoneConnections: optionalYesNo("prefer_zone_connections", "Whether pads in zones have none."),
  },
  { since: TEARDROPS },
);

/** A second drilling from a side, to take the stub of a hole away. */
const drilling = {
  size: optionalLength("size", "Its diameter."),
  layers: { ...texts("layers", "From and to which layer."), surface: layerNames },
};

export const backdrill = struct("backdrill", "Drilled out from behind.", drilling, { since: DRILLS });
export const tertiaryDrill = struct("tertiary_drill", "Drilled out from the other side.", drilling, { since: DRILLS });

/** `(front_post_machining counterbore (size 2) (depth 1))`. */
function machining(token: string, about: string) {
  return struct(
    token,
    about,
    {
      mode: {
        ...positional(0, "counterbore or countersink.", false),
        surface: oneOf<string>(["counterbore", "countersink"]),
      },
      size: optionalLength("size", "Diameter."),
      depth: optionalLength("depth", "Depth."),
      angle: optionalNumber("angle", "Angle of a countersink in degrees."),
    },
    { since: DRILLS },
  );
}

export const frontMachining = machining("front_post_machining", "Counterbore or countersink of the front.");
export const backMachining = machining("back_post_machining", "Counterbore or countersink of the back.");

/** Inner layers on which zones keep the ring of an unused layer. */
export const zoneLayerConnections: Field<readonly string[] | Absent> = {
  ...texts("zone_layer_connections", ""),
  about: "Layers whose zones keep the copper although it is removed where nothing connects; null when none is.",
  absent: null,
  since: 20221018,
  surface: orNull(layerNames),
  write: (value) => (value === null ? null : `(zone_layer_connections${value.map((v) => ` "${v}"`).join("")})`),
};
