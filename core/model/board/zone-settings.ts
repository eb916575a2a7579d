import type { Point } from "../../base/nm.ts";
import { formatNm } from "../../format/text.ts";
import type { Absent, Field } from "../field.ts";
import {
  layer,
  listOf,
  oneWord,
  optionalInteger,
  optionalLength,
  optionalNumber,
  optionalText,
  optionalYesNo,
  pointOf,
} from "../field.ts";
import { listFlag, optionalWord, positionalLength } from "../field-forms.ts";
import { struct, structWithDefaults } from "../struct.ts";
import { mmPoint, oneOf, orNull } from "../surface.ts";

const hatchPosition: Field<Point | Absent> = {
  about: "Where the hatch of this layer starts (mm).",
  tokens: ["hatch_position"],
  absent: null,
  surface: orNull(mmPoint),
  read(tree, [node]) {
    const xy = listOf(tree, node!, "xy");
    return xy < 0 ? null : pointOf(tree, xy);
  },
  write: (p) => (p === null ? null : `(hatch_position (xy ${formatNm(p.x)} ${formatNm(p.y)}))`),
};

/** `(property (layer "F.Cu") (hatch_position (xy 1 2)))` of a zone (KiCad 10). */
export const zoneLayerSettings = { layer: layer("The layer."), hatchPosition };

/** `(hatch edge 0.5)`: how the outline is drawn. */
export const zoneHatch = structWithDefaults("hatch", "How the outline is drawn on screen.", {
  style: {
    ...oneWord(["none", "edge", "full"], "none, edge or full."),
    surface: oneOf<string>(["none", "edge", "full"]),
  },
  pitch: positionalLength(0, "Distance of the hatch lines."),
});

/** `(attr (teardrop (type padvia)))`. */
export const zoneAttr = struct("attr", "What made the zone.", {
  teardrop: struct("teardrop", "The zone is a teardrop.", {
    type: optionalWord("type", ["padvia", "track_end"], "padvia or track_end."),
  }),
});

/** `(connect_pads thru_hole_only (clearance 0.5))`. */
export const connectPads = structWithDefaults("connect_pads", "How pads are joined, and the zone's clearance.", {
  mode: oneWord(
    ["yes", "no", "thru_hole_only"],
    "yes solid, no not at all, thru_hole_only, or empty for thermal relief.",
  ),
  clearance: optionalLength("clearance", "The zone's clearance."),
});

/** `(placement (enabled yes) (sheetname "/CH2/"))` of a rule area that places footprints. */
export const placementArea = struct(
  "placement",
  "For a rule area that places footprints: what it takes.",
  {
    enabled: optionalYesNo("enabled", "Whether it does."),
    sheetName: optionalText("sheetname", "Footprints of this sheet."),
    componentClass: optionalText("component_class", "Footprints of this class."),
    group: optionalText("group", "Footprints of this group."),
    sourceType: optionalText("source_type", "What names the footprints (early KiCad 9).", false),
    source: optionalText("source", "The name (early KiCad 9)."),
  },
  { since: 20240928 },
);

/** `(fill yes (thermal_gap 0.5) …)`. */
export const zoneFill = structWithDefaults("fill", "Whether the zone is filled, and how.", {
  filled: {
    ...listFlag("yes", "Whether it is filled."),
    tokens: [],
    write: (value: boolean) => (value ? "yes" : null),
  } as Field<boolean>,
  mode: optionalWord("mode", ["hatch", "polygon", "segment"], "hatch for hatched copper; null for solid."),
  thermalGap: optionalLength("thermal_gap", "Gap of thermal reliefs."),
  thermalBridgeWidth: optionalLength("thermal_bridge_width", "Width of thermal spokes."),
  smoothing: optionalWord("smoothing", ["chamfer", "fillet", "none"], "Corners of the outline: chamfer or fillet."),
  radius: optionalLength("radius", "Radius of the smoothed corners."),
  islandRemoval: optionalInteger("island_removal_mode", "Islands are 0 removed, 1 kept, 2 removed below the area."),
  islandAreaMin: optionalNumber("island_area_min", "Islands smaller than this go (mm²)."),
  hatchThickness: optionalLength("hatch_thickness", "Width of the hatch's lines."),
  hatchGap: optionalLength("hatch_gap", "Gap between them."),
  hatchOrientation: optionalNumber("hatch_orientation", "Their angle in degrees."),
  hatchSmoothingLevel: optionalInteger("hatch_smoothing_level", "Holes are 0 sharp, 1 chamfered, 2 or 3 rounded."),
  hatchSmoothingValue: optionalNumber("hatch_smoothing_value", "How much, 0 to 1."),
  hatchBorder: optionalWord(
    "hatch_border_algorithm",
    ["hatch_thickness", "min_thickness"],
    "Width of the hatch's border.",
  ),
  hatchMinHoleArea: optionalNumber("hatch_min_hole_area", "Smaller holes are closed: a part of the usual hole."),
  arcSegments: optionalInteger("arc_segments", "Segments of a full circle (KiCad 6)."),
});
