import type { Severity } from "../../model/project/settings.ts";

/** A kind of violation: its name in KiCad's reports and project files, what it says, and its severity by default. */
export interface FindingType {
  readonly title: string;
  readonly severity: Severity;
  /** After how many findings KiCad stops reporting this type. */
  readonly limit: number;
  /** Whether it is about the schematic beside the board. */
  readonly parity?: boolean;
}

const type = (title: string, severity: Severity = "error", limit = 199): FindingType => ({ title, severity, limit });
const parity = (title: string, severity: Severity): FindingType => ({ ...type(title, severity), parity: true });

/** All kinds of violations, by KiCad's names for them. */
export const findingTypes = {
  unconnected_items: type("Missing connection", "error", 499),
  shorting_items: type("Items short two nets"),
  items_not_allowed: type("Item not allowed here"),
  text_on_edge_cuts: type("Text or dimension on Edge.Cuts"),
  clearance: type("Too near to copper of another net", "error", 499),
  creepage: type("Too near along the board's surface"),
  tracks_crossing: type("Tracks cross"),
  copper_edge_clearance: type("Copper too near to the board's edge"),
  zones_intersect: type("Copper zones overlap"),
  isolated_copper: type("Copper fill that connects to nothing", "warning"),
  starved_thermal: type("Too few thermal spokes"),
  via_dangling: type("Via that joins nothing", "warning"),
  track_dangling: type("Track with an open end", "warning"),
  hole_to_hole: type("Drilled holes too near", "warning"),
  holes_co_located: type("Drilled holes at one place", "warning"),
  connection_width: type("Copper too narrow", "warning"),
  hole_clearance: type("Copper too near to a hole"),
  track_width: type("Track width"),
  track_angle: type("Track angle"),
  track_segment_length: type("Track segment length"),
  annular_width: type("Annular width"),
  drill_out_of_range: type("Hole size"),
  via_diameter: type("Via diameter"),
  padstack: type("Questionable padstack", "warning"),
  padstack_invalid: type("Invalid padstack"),
  microvia_drill_out_of_range: type("Microvia hole size"),
  courtyards_overlap: type("Courtyards overlap"),
  missing_courtyard: type("Footprint without a courtyard", "ignore"),
  malformed_courtyard: type("Courtyard that is no closed shape"),
  pth_inside_courtyard: type("Plated hole in a courtyard", "ignore"),
  npth_inside_courtyard: type("Unplated hole in a courtyard", "ignore"),
  item_on_disabled_layer: type("Item on a layer that the board has not"),
  invalid_outline: type("Board outline"),
  duplicate_footprints: parity("Several footprints of one symbol", "warning"),
  missing_footprint: parity("Footprint missing", "warning"),
  extra_footprint: parity("Footprint without a symbol", "warning"),
  net_conflict: parity("Pad's net is not the schematic's", "warning"),
  footprint_symbol_mismatch: parity("Footprint is not as its symbol says", "warning"),
  footprint_filters_mismatch: parity("Footprint does not fit the symbol's filters", "ignore"),
  footprint_symbol_field_mismatch: parity("Footprint's field is not the symbol's", "warning"),
  lib_footprint_issues: type("Footprint's library", "warning"),
  lib_footprint_mismatch: type("Footprint differs from its library", "warning"),
  unresolved_variable: type("Unknown text variable"),
  assertion_failure: type("Assertion failed"),
  generic_warning: type("Warning", "warning"),
  generic_error: type("Error"),
  copper_sliver: type("Copper sliver", "warning"),
  solder_mask_bridge: type("Mask opening bares items of different nets"),
  silk_over_copper: type("Silkscreen clipped by the solder mask", "warning"),
  silk_edge_clearance: type("Silkscreen clipped by the board's edge", "warning"),
  silk_overlap: type("Silkscreen overlap", "warning"),
  text_height: type("Text height", "warning"),
  text_thickness: type("Text thickness", "warning"),
  mirrored_text_on_front_layer: type("Mirrored text on a front layer", "warning"),
  nonmirrored_text_on_back_layer: type("Text on a back layer that is not mirrored", "warning"),
  length_out_of_range: type("Length"),
  skew_out_of_range: type("Skew"),
  too_many_vias: type("Number of vias"),
  diff_pair_gap_out_of_range: type("Gap of a differential pair"),
  diff_pair_uncoupled_length_too_long: type("Uncoupled length of a differential pair"),
  footprint: type("Footprint"),
  footprint_type_mismatch: type("Footprint's type does not fit its pads", "ignore"),
  through_hole_pad_without_hole: type("Plated pad without a hole"),
} as const satisfies Readonly<Record<string, FindingType>>;

export type FindingName = keyof typeof findingTypes;
