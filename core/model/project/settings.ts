import type { Nm } from "../../base/nm.ts";

/** A net class as the project file has it; a length that is null is left to the class below it, `Default` at last. */
export interface NetClass {
  readonly name: string;
  /** The lower the stronger: of several classes of one net the lowest decides, property by property. */
  readonly priority: number;
  readonly clearance: Nm | null;
  readonly trackWidth: Nm | null;
  readonly viaDiameter: Nm | null;
  readonly viaDrill: Nm | null;
  readonly microviaDiameter: Nm | null;
  readonly microviaDrill: Nm | null;
  readonly pairWidth: Nm | null;
  readonly pairGap: Nm | null;
  readonly pairViaGap: Nm | null;
  readonly wireWidth: Nm | null;
  readonly busWidth: Nm | null;
  readonly tuningProfile: string;
}

/** Nets whose name matches `pattern` (`*` and `?`, or else a regular expression) are of class `netClass` too. */
export interface NetClassPattern {
  readonly pattern: string;
  readonly netClass: string;
}

export type Severity = "error" | "warning" | "ignore";

/** What the board has to keep everywhere, `board.design_settings.rules`. */
export interface BoardConstraints {
  readonly minClearance: Nm;
  readonly minConnection: Nm;
  readonly minTrackWidth: Nm;
  readonly minViaAnnularWidth: Nm;
  readonly minViaDiameter: Nm;
  readonly minThroughHole: Nm;
  readonly minMicroviaDiameter: Nm;
  readonly minMicroviaDrill: Nm;
  readonly minHoleToHole: Nm;
  readonly minHoleClearance: Nm;
  readonly minCopperEdgeClearance: Nm;
  readonly minSilkClearance: Nm;
  readonly minGroove: Nm;
  readonly minTextHeight: Nm;
  readonly minTextThickness: Nm;
  readonly minSpokes: number;
  readonly solderMaskToCopper: Nm;
  /** How far a polygon may be from the arc that it stands for. */
  readonly maxError: Nm;
  readonly useHeightForLength: boolean;
  readonly allowMicrovias: boolean;
  readonly allowBlindVias: boolean;
}

/** What of a project file (`.kicad_pro`) engines go by; everything has KiCad's default where the file is silent. */
export interface ProjectSettings {
  /** At least `Default`, which is last. */
  readonly netClasses: readonly NetClass[];
  readonly patterns: readonly NetClassPattern[];
  /** Classes given to single nets, by the net's full name. */
  readonly assignments: ReadonlyMap<string, readonly string[]>;
  readonly constraints: BoardConstraints;
  /** Severities that the project sets, by type of violation; a type that is missing has KiCad's default. */
  readonly drcSeverities: ReadonlyMap<string, Severity>;
  readonly ercSeverities: ReadonlyMap<string, Severity>;
  /** Rows and columns in KiCad's order of pin types: 0 fine, 1 warning, 2 error; null: KiCad's own. */
  readonly pinMap: readonly (readonly number[])[] | null;
  readonly drcExclusions: readonly string[];
  readonly ercExclusions: readonly string[];
  readonly zonesAllowExternalFillets: boolean;
  readonly textVariables: ReadonlyMap<string, string>;
  readonly busAliases: ReadonlyMap<string, readonly string[]>;
  /** Between a reference and its unit, "" by default, and the first unit's sign: 65 = A, 49 = 1. */
  readonly unitSeparator: string;
  readonly firstUnit: number;
  /** What a schematic's off-grid check goes by. */
  readonly connectionGrid: Nm;
  /** The file as it is. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** The settings of a project file's text; those of a new project when the text is no such file or there is none. */
export function readProjectSettings(text: string | null): ProjectSettings {
  const json = record(parse(text ?? ""));
  const board = record(record(json["board"])["design_settings"]);
  const nets = record(json["net_settings"]);
  const schematic = record(json["schematic"]);
  const erc = record(json["erc"]);
  const classes = netClasses(nets);
  const fallback = classes.get("Default") ?? defaultClass;
  const rules = record(board["rules"]);
  const pinMap = list(erc["pin_map"]).map((row) => list(row).map(Number));
  return {
    netClasses: [...[...classes.values()].filter((each) => each.name !== "Default"), withDefaults(fallback)],
    patterns: patterns(nets),
    assignments: new Map(
      Object.entries(record(nets["netclass_assignments"])).map(([net, value]) => [
        net,
        // One name before KiCad 9, and none when it is empty.
        (typeof value === "string" && value !== "" ? [value] : list(value)).filter((name) => typeof name === "string"),
      ]),
    ),
    constraints: constraints(rules),
    drcSeverities: severities(board["rule_severities"]),
    ercSeverities: severities(erc["rule_severities"]),
    pinMap: pinMap.length >= 11 ? pinMap : null,
    drcExclusions: exclusions(board["drc_exclusions"]),
    ercExclusions: exclusions(erc["erc_exclusions"]),
    zonesAllowExternalFillets: board["zones_allow_external_fillets"] === true,
    textVariables: new Map(
      Object.entries(record(json["text_variables"])).filter(
        (row): row is [string, string] => typeof row[1] === "string",
      ),
    ),
    busAliases: new Map(
      Object.entries(record(schematic["bus_aliases"])).map(([name, members]) => [name, list(members).map(String)]),
    ),
    unitSeparator: separator(schematic["subpart_id_separator"]),
    firstUnit: typeof schematic["subpart_first_id"] === "number" ? schematic["subpart_first_id"] : 65,
    connectionGrid: Math.round((number(schematic["connection_grid_size"]) ?? 50) * 25_400),
    json,
  };
}

const defaultClass: NetClass = {
  name: "Default",
  priority: 2 ** 31 - 1,
  clearance: 200_000,
  trackWidth: 200_000,
  viaDiameter: 600_000,
  viaDrill: 300_000,
  microviaDiameter: 300_000,
  microviaDrill: 100_000,
  pairWidth: 200_000,
  pairGap: 250_000,
  pairViaGap: 250_000,
  wireWidth: 152_400,
  busWidth: 304_800,
  tuningProfile: "",
};

/** What `net_settings.meta.version` says: 2 KiCad 6, 3 KiCad 7 and 8, 4 KiCad 9, 5 KiCad 10. */
function netsVersion(nets: Readonly<Record<string, unknown>>): number {
  return number(record(nets["meta"])["version"]) ?? 4;
}

/** The classes by name; of two of one name the later counts. Before KiCad 9 they are as strong as they stand in the file. */
function netClasses(nets: Readonly<Record<string, unknown>>): ReadonlyMap<string, NetClass> {
  const isRanked = netsVersion(nets) >= 4;
  const rows = list(nets["classes"])
    .map(record)
    .filter((row) => typeof row["name"] === "string");
  let rank = 0;
  return new Map(
    rows.map((row) => {
      const each = netClass(row);
      const priority = each.name === "Default" ? 2 ** 31 - 1 : rank++;
      return [each.name, isRanked ? each : { ...each, priority }];
    }),
  );
}

/** Patterns in the order of the file; KiCad 6 lists a class's nets in the class instead. */
function patterns(nets: Readonly<Record<string, unknown>>): NetClassPattern[] {
  if (netsVersion(nets) < 3) {
    return list(nets["classes"])
      .map(record)
      .flatMap((row) => list(row["nets"]).map((net) => ({ pattern: text0(net), netClass: text0(row["name"]) })));
  }
  return list(nets["netclass_patterns"])
    .map(record)
    .filter((row) => typeof row["pattern"] === "string" && typeof row["netclass"] === "string")
    .map((row) => ({ pattern: text0(row["pattern"]), netClass: text0(row["netclass"]) }));
}

function netClass(row: Readonly<Record<string, unknown>>): NetClass {
  return {
    name: text0(row["name"]),
    priority: number(row["priority"]) ?? (row["name"] === "Default" ? 2 ** 31 - 1 : 0),
    clearance: millimetres(row["clearance"]),
    trackWidth: millimetres(row["track_width"]),
    viaDiameter: millimetres(row["via_diameter"]),
    viaDrill: millimetres(row["via_drill"]),
    microviaDiameter: millimetres(row["microvia_diameter"]),
    microviaDrill: millimetres(row["microvia_drill"]),
    pairWidth: millimetres(row["diff_pair_width"]),
    pairGap: millimetres(row["diff_pair_gap"]),
    pairViaGap: millimetres(row["diff_pair_via_gap"]),
    wireWidth: mils(row["wire_width"]),
    busWidth: mils(row["bus_width"]),
    tuningProfile: text0(row["tuning_profile"]),
  };
}

function withDefaults(row: NetClass): NetClass {
  const filled: Record<string, unknown> = { ...defaultClass };
  for (const [key, value] of Object.entries(row)) if (value !== null) filled[key] = value;
  return filled as unknown as NetClass;
}

function constraints(rules: Readonly<Record<string, unknown>>): BoardConstraints {
  const length = (name: string, absent: number) => millimetres(rules[name]) ?? absent;
  return {
    minClearance: length("min_clearance", 0),
    minConnection: length("min_connection", 0),
    minTrackWidth: length("min_track_width", 0),
    minViaAnnularWidth: length("min_via_annular_width", 100_000),
    minViaDiameter: length("min_via_diameter", 500_000),
    minThroughHole: length("min_through_hole_diameter", 300_000),
    minMicroviaDiameter: length("min_microvia_diameter", 200_000),
    minMicroviaDrill: length("min_microvia_drill", 100_000),
    minHoleToHole: length("min_hole_to_hole", 250_000),
    minHoleClearance: length("min_hole_clearance", 250_000),
    minCopperEdgeClearance: length("min_copper_edge_clearance", 500_000),
    minSilkClearance: length("min_silk_clearance", 0),
    minGroove: length("min_groove_width", 0),
    minTextHeight: length("min_text_height", 800_000),
    minTextThickness: length("min_text_thickness", 80_000),
    minSpokes: number(rules["min_resolved_spokes"]) ?? 2,
    solderMaskToCopper: length("solder_mask_to_copper_clearance", 0),
    maxError: length("max_error", 5_000),
    useHeightForLength: rules["use_height_for_length_calcs"] !== false,
    allowMicrovias: rules["allow_microvias"] === true,
    allowBlindVias: rules["allow_blind_buried_vias"] === true,
  };
}

function severities(value: unknown): ReadonlyMap<string, Severity> {
  const rows = Object.entries(record(value)).filter(
    ([, level]) => level === "error" || level === "warning" || level === "ignore",
  );
  return new Map(rows as [string, Severity][]);
}

/** Exclusions are texts, or pairs of a text and a comment since KiCad 8. */
function exclusions(value: unknown): string[] {
  return list(value).map((row) => text0(Array.isArray(row) ? row[0] : row));
}

function separator(value: unknown): string {
  return typeof value === "number" && value > 0 ? String.fromCharCode(value) : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function text0(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function millimetres(value: unknown): Nm | null {
  const mm = number(value);
  return mm === null ? null : Math.round(mm * 1e6);
}

function mils(value: unknown): Nm | null {
  const length = number(value);
  return length === null ? null : Math.round(length * 25_400);
}
