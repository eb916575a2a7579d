import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneLayers } from "../../model/board/zone.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Constraint, Disallowed, LayerTest, Rule } from "./constraint.ts";
import type { Expression } from "./expression.ts";
import { parseExpression } from "./expression.ts";

const silk: LayerTest = { text: "?.Silkscreen", matches: (layer) => layer === "F.SilkS" || layer === "B.SilkS" };

/** The rules that the board's own constraints make, in KiCad's order. Net classes come after these. */
export function boardRules({ constraints: c }: ProjectSettings): Rule[] {
  return [
    rule("board setup constraints", [
      { type: "track_width", min: c.minTrackWidth },
      { type: "connection_width", min: c.minConnection },
      { type: "hole_size", min: c.minThroughHole },
      { type: "annular_width", min: c.minViaAnnularWidth },
      { type: "via_diameter", min: c.minViaDiameter },
      { type: "hole_to_hole", min: c.minHoleToHole },
    ]),
    rule("board setup constraints zone fill strategy", [{ type: "min_resolved_spokes", min: c.minSpokes }]),
    rule("board setup constraints silk", [{ type: "silk_clearance", min: c.minSilkClearance }], { layers: silk }),
    rule("board setup constraints silk text height", [{ type: "text_height", min: c.minTextHeight }], { layers: silk }),
    rule("board setup constraints silk text thickness", [{ type: "text_thickness", min: c.minTextThickness }], {
      layers: silk,
    }),
    rule("board setup constraints hole", [{ type: "hole_clearance", min: c.minHoleClearance }]),
    rule("board setup constraints edge", [{ type: "edge_clearance", min: c.minCopperEdgeClearance }]),
    rule("board setup constraints courtyard", [{ type: "courtyard_clearance" }]),
    rule(
      "board setup micro-via constraints",
      [
        { type: "hole_size", min: c.minMicroviaDrill },
        { type: "via_diameter", min: c.minMicroviaDiameter },
      ],
      { condition: micro, conditionText: MICRO },
    ),
  ];
}

const MICRO = "A.Via_Type == 'Micro'";
const micro = parseExpression(MICRO).tree;

/** One rule for each rule area that forbids something. */
export function areaRules(items: BoardItems): Rule[] {
  const all = layersOf(items.doc).map((layer) => layer.name);
  const found: Rule[] = [];
  for (const area of [...items.zones].sort((a, b) => Number(a.footprint !== null) - Number(b.footprint !== null))) {
    if (!area.isRuleArea) continue;
    const zone = area.item as unknown as Zone;
    const disallow = forbidden(zone);
    if (disallow.size === 0) continue;
    const layers = new Set(expandLayers(zoneLayers(zone), all));
    const test: LayerTest = { text: [...layers].join(", "), matches: (layer) => layers.has(layer) };
    const conditionText = `A.intersectsArea('${area.id}')`;
    const condition: Expression = {
      op: "call",
      of: "A",
      name: "intersectsArea",
      args: [{ op: "text", value: area.id, start: 0, end: 0 }],
      start: 0,
      end: 0,
    };
    found.push({
      ...rule(areaName(area, zone), [{ type: "disallow", disallow }], { layers: test, condition, conditionText }),
      source: "rule area",
    });
  }
  return found;
}

/** What a rule area forbids. */
function forbidden({ keepout }: Zone): ReadonlySet<Disallowed> {
  const found = new Set<Disallowed>();
  const isForbidden = (what: string) => keepout?.[what] === "not_allowed";
  if (isForbidden("tracks")) found.add("track");
  if (isForbidden("vias"))
    for (const kind of ["via", "through_via", "blind_via", "buried_via", "micro_via"] as const) found.add(kind);
  if (isForbidden("pads")) found.add("pad");
  if (isForbidden("copperpour")) found.add("zone");
  if (isForbidden("footprints")) found.add("footprint");
  return found;
}

function areaName({ footprint }: BoardItem, { name }: Zone): string {
  const of = footprint === null ? "" : ` of ${fieldValue(footprint.item, "Reference")}`;
  return `keepout area${name === null || name === "" ? "" : ` '${name}'`}${of}`;
}

function rule(name: string, constraints: readonly Constraint[], more: Partial<Rule> = {}): Rule {
  return {
    name,
    source: "board",
    constraints,
    condition: null,
    conditionText: "",
    layers: null,
    severity: null,
    line: 0,
    ...more,
  };
}
