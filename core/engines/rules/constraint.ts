import type { Degrees, Nm } from "../../base/nm.ts";
import type { Expression } from "./expression.ts";

/** What a constraint's numbers are. */
export type Measure = "length" | "number" | "none";

/** Every constraint of KiCad 9's rules language: what its numbers are, and what it means. */
export const constraintTypes = {
  annular_width: { measure: "length", about: "Width of the copper ring around the hole of a via or a plated pad." },
  assertion: { measure: "none", about: "A condition that must hold for every item that the rule's condition chooses." },
  clearance: { measure: "length", about: "Distance between copper of different nets." },
  connection_width: { measure: "length", about: "Narrowest place of the copper that joins items of one net." },
  courtyard_clearance: { measure: "length", about: "Distance between the courtyards of two footprints." },
  creepage: { measure: "length", about: "Distance along the board's surface between copper of different nets." },
  diff_pair_gap: { measure: "length", about: "Gap between the coupled tracks of a differential pair." },
  diff_pair_uncoupled: { measure: "length", about: "Length for which the tracks of a pair may run uncoupled." },
  disallow: { measure: "none", about: "Kinds of items that may not be there." },
  edge_clearance: { measure: "length", about: "Distance of copper from the board's edge." },
  hole_clearance: { measure: "length", about: "Distance of copper of another net from a hole." },
  hole_size: { measure: "length", about: "Diameter of a drilled hole." },
  hole_to_hole: { measure: "length", about: "Distance between two drilled holes." },
  length: { measure: "length", about: "Routed length of a net, or between two pads by fromTo()." },
  min_resolved_spokes: { measure: "number", about: "Number of thermal spokes that must reach the zone." },
  physical_clearance: { measure: "length", about: "Distance between items on a layer, whatever their nets." },
  physical_hole_clearance: { measure: "length", about: "Distance of items from holes, whatever their nets." },
  silk_clearance: { measure: "length", about: "Distance of silkscreen from other items." },
  skew: { measure: "length", about: "Difference of length within a differential pair or a group of nets." },
  text_height: { measure: "length", about: "Height of texts." },
  text_thickness: { measure: "length", about: "Pen width of texts." },
  thermal_relief_gap: { measure: "length", about: "Gap between a pad and its zone." },
  thermal_spoke_width: { measure: "length", about: "Width of the spokes between a pad and its zone." },
  track_angle: { measure: "number", about: "Angle between joined track segments." },
  track_segment_length: { measure: "length", about: "Length of a single track segment." },
  track_width: { measure: "length", about: "Width of tracks." },
  via_count: { measure: "number", about: "Number of vias of a net." },
  via_diameter: { measure: "length", about: "Outer diameter of vias." },
  zone_connection: { measure: "none", about: "How pads connect to zones: solid, thermal_reliefs or none." },
} as const satisfies Readonly<Record<string, { measure: Measure; about: string }>>;

export type ConstraintType = keyof typeof constraintTypes;

/** Old names that are still read. */
export const renamedConstraints: Readonly<Record<string, ConstraintType>> = {
  mechanical_clearance: "physical_clearance",
  mechanical_hole_clearance: "physical_hole_clearance",
  hole: "hole_size",
};

/** What `disallow` may name. */
export const disallowable = [
  "track",
  "via",
  "micro_via",
  "buried_via",
  "blind_via",
  "through_via",
  "pad",
  "zone",
  "text",
  "graphic",
  "hole",
  "footprint",
] as const;

export type Disallowed = (typeof disallowable)[number];

export type ZoneConnection = "none" | "thermal" | "solid" | "tht_thermal";

/** One demand of a rule. Lengths are nanometres, angles degrees. */
export interface Constraint {
  readonly type: ConstraintType;
  readonly min?: Nm | Degrees | number;
  readonly opt?: Nm | Degrees | number;
  readonly max?: Nm | Degrees | number;
  readonly withinDiffPairs?: boolean;
  readonly disallow?: ReadonlySet<Disallowed>;
  readonly zoneConnection?: ZoneConnection;
  readonly test?: Expression;
  /** The test as it is written. */
  readonly testText?: string;
}

export type RuleSeverity = "ignore" | "warning" | "error" | "exclusion";

/** Where a rule comes from: written by a person, or made from what the board, a net class or a rule area says. */
export type RuleSource = "custom" | "board" | "net class" | "rule area";

export interface Rule {
  readonly name: string;
  readonly source: RuleSource;
  readonly constraints: readonly Constraint[];
  readonly condition: Expression | null;
  /** The condition as it is written. */
  readonly conditionText: string;
  /** Names of the layers that the rule is for; null for all. */
  readonly layers: LayerTest | null;
  readonly severity: RuleSeverity | null;
  /** Line in the rules file, from 1; 0 for what no file says. */
  readonly line: number;
}

/** A rule's layers: outer or inner copper, or names with wildcards. */
export interface LayerTest {
  readonly text: string;
  matches(layer: string): boolean;
}
