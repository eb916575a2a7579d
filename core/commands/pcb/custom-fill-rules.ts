import type { BoardGeometry } from "../../engines/check/board-geometry.ts";
import { CheckBoard } from "../../engines/check/check-board.ts";
import type { Courtyard, FillRules, RuleItem } from "../../engines/fill/rules.ts";
import type { ConstraintType, Rule } from "../../engines/rules/constraint.ts";
import type { Ruling } from "../../engines/rules/resolve.ts";
import { ringOf } from "../../geometry/ring.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxOf } from "../../geometry/shape.ts";
import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** What of the rules language filling goes by. */
const filling: ReadonlySet<ConstraintType> = new Set<ConstraintType>([
  "clearance",
  "edge_clearance",
  "hole_clearance",
  "physical_clearance",
  "physical_hole_clearance",
  "thermal_relief_gap",
  "thermal_spoke_width",
  "zone_connection",
]);

/**
 * The rules of a board for filling when custom ones take part; null when none of them is about it, so that the plain
 * rules, which are quicker, hold.
 */
export function customFillRules(doc: Doc, settings: ProjectSettings, custom: readonly Rule[]): FillRules | null {
  const matters = custom.some((rule) => rule.constraints.some(({ type }) => filling.has(type)));
  if (!matters) return null;
  const { items, rulebook, geometry } = new CheckBoard(doc, settings, custom);
  geometry.pour();
  const itemOf = (id: string): BoardItem => items.byId.get(id)!;
  const ask = (type: ConstraintType, zone: Zone, other: RuleItem, layer: string): Ruling =>
    rulebook.resolve(type, itemOf(zone.id), itemOf(other.item.id), layer);
  const least = (type: ConstraintType) => {
    if (!rulebook.has(type)) return () => -1;
    return (zone: Zone, other: RuleItem, layer: string) => {
      const ruling = ask(type, zone, other, layer);
      return ruling.isNull ? -1 : Number(ruling.min ?? 0);
    };
  };
  const forPad = (type: ConstraintType, zone: Zone, pad: Pad, layer: string) =>
    rulebook.resolve(type, itemOf(pad.id), itemOf(zone.id), layer);
  const worst = (
    [
      "clearance",
      "hole_clearance",
      "edge_clearance",
      "physical_clearance",
      "physical_hole_clearance",
      "thermal_relief_gap",
    ] as const
  ).map((type) => rulebook.worst(type));
  return {
    courtyards: rulebook.has("physical_clearance") ? courtyardsOf(items, geometry) : [],
    largest: worst.reduce((most, each) => Math.max(most, each), 0),
    clearance: (zone, other, layer) => rulebook.clearance(itemOf(zone.id), itemOf(other.item.id), layer),
    holeClearance: least("hole_clearance"),
    edgeClearance: least("edge_clearance"),
    physicalClearance: least("physical_clearance"),
    physicalHoleClearance: least("physical_hole_clearance"),
    connection(zone, pad, _footprint, layer) {
      const said = forPad("zone_connection", zone, pad, layer).zoneConnection ?? "thermal";
      if (said !== "tht_thermal") return said;
      return pad.type === "thru_hole" ? "thermal" : "solid";
    },
    thermalGap: (zone, pad, _footprint, layer) => Number(forPad("thermal_relief_gap", zone, pad, layer).min ?? 0),
    spokeWidth(zone, pad, _footprint, layer) {
      const { min, opt } = forPad("thermal_spoke_width", zone, pad, layer);
      return Number(opt ?? min ?? 0);
    },
  };
}

function courtyardsOf({ footprints }: BoardItems, geometry: BoardGeometry): Courtyard[] {
  return footprints.flatMap((each) => {
    const { front, back } = geometry.courtyard(each);
    if (front.length + back.length === 0) return [];
    const rings = (side: readonly PolygonShape[]) => side.flatMap((shape) => shape.rings.map(ringOf));
    const owner = { item: each.item, footprint: null };
    return [{ owner, front: rings(front), back: rings(back), box: boxOf([...front, ...back]) }];
  });
}
