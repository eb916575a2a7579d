import type { Point } from "../../base/nm.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Sheet } from "../netlist/design.ts";
import type { RawFinding } from "./rule.ts";
import type { Subject } from "./subject.ts";

/** Comments of a project's exclusions by what they exclude. */
export function exclusionsOf(settings: ProjectSettings): ReadonlyMap<string, string> {
  const erc = settings.json["erc"] as { readonly erc_exclusions?: unknown } | undefined;
  const rows = Array.isArray(erc?.erc_exclusions) ? (erc.erc_exclusions as unknown[]) : [];
  const comments = new Map<string, string>();
  for (const row of rows) if (Array.isArray(row) && typeof row[1] === "string") comments.set(String(row[0]), row[1]);
  return new Map(settings.ercExclusions.map((row) => [normal(row), comments.get(row) ?? ""]));
}

/** KiCad writes a nil uuid for what is not there. */
const NIL = "00000000-0000-0000-0000-000000000000";

/**
 * The texts by which a project may exclude a finding: type, place, uuids of the two main items, and the sheets of the
 * finding and of the items, parted by bars; older files write fewer parts.
 */
export function exclusionKeys(type: string, { items, sheet }: RawFinding): string[] {
  const [a, b] = items;
  const at = a?.at ?? { x: 0, y: 0 };
  const ids = `${a?.id ?? NIL}|${b?.id ?? NIL}`;
  const paths = [sheet, a?.sheet ?? sheet, b?.sheet ?? sheet].map((each) => each.path);
  const places = [at, ...(b === undefined ? [] : [b.at])].map(place);
  const keys: string[] = [];
  for (const each of places) {
    keys.push(`${type}|${each}|${ids}`);
    for (const end of [`${paths[0]}`, `${paths[0]}|${paths[1]}`, `${paths[0]}|${paths[1]}|${paths[2]}`])
      keys.push(`${type}|${each}|${ids}|${end}`);
  }
  if (EITHER_WAY.has(type) && a !== undefined && b !== undefined) keys.push(textOf(type, SHEETS[type]!, b, a, b.sheet));
  return keys;
}

/**
 * Which sheets KiCad writes into an exclusion, by type, as tried with 9.0.8: none, that of the finding, also the first
 * item's, also the second's. It knows an exclusion by its very text.
 */
const SHEETS: Readonly<Record<string, 0 | 1 | 2 | 3>> = {
  endpoint_off_grid: 0,
  footprint_link_issues: 0,
  lib_symbol_issues: 0,
  undefined_netclass: 0,
  global_label_dangling: 1,
  label_dangling: 1,
  net_not_bus_member: 1,
  unconnected_wire_endpoint: 1,
  wire_dangling: 1,
  hier_label_mismatch: 2,
  missing_bidi_pin: 2,
  missing_input_pin: 2,
  missing_power_pin: 2,
  missing_unit: 2,
  no_connect_dangling: 2,
  pin_not_connected: 2,
  pin_not_driven: 2,
  power_pin_not_driven: 2,
  single_global_label: 2,
  pin_to_pin: 3,
  same_local_global_label: 3,
  similar_label_and_power: 3,
  similar_labels: 3,
  similar_power: 3,
};

/** The types that can be excluded from here. */
export const excludableTypes: readonly string[] = Object.keys(SHEETS);

/** Types of which KiCad tells the two items now in one order and now in the other: by how the names of all nets hash. */
const EITHER_WAY: ReadonlySet<string> = new Set(["similar_label_and_power", "similar_labels", "similar_power"]);

/** The texts by which a project excludes a finding; none for types of which is not known how KiCad spells it. */
export function exclusionTexts(type: string, { items, sheet }: RawFinding): string[] {
  const count = SHEETS[type];
  if (count === undefined) return [];
  const [a, b] = items;
  const texts = [textOf(type, count, a, b, sheet)];
  if (EITHER_WAY.has(type) && a !== undefined && b !== undefined) texts.push(textOf(type, count, b, a, b.sheet));
  return texts.map((text) => text + "|".repeat(8 - text.split("|").length));
}

function textOf(type: string, count: number, a: Subject | undefined, b: Subject | undefined, sheet: Sheet): string {
  const paths = [sheet, a?.sheet ?? sheet, b?.sheet ?? sheet].map((each) => each.path).slice(0, count);
  return [type, place(a?.at ?? { x: 0, y: 0 }), a?.id ?? NIL, b?.id ?? NIL, ...paths].join("|");
}

/** An exclusion's own words: `type|x|y|uuid|uuid|sheet|…`. */
export interface Excluded {
  readonly type: string;
  readonly ids: readonly string[];
  readonly path: string;
  readonly comment: string;
}

/** Reads an exclusion; null when it is no such text. */
export function readExclusion(row: string, comment: string): Excluded | null {
  const [type, x, y, a, b, path] = row.split("|");
  if (type === undefined || x === undefined || y === undefined || a === undefined) return null;
  const ids = [a, b ?? NIL].filter((id) => id !== NIL && id !== "");
  return { type, ids, path: path ?? "", comment };
}

/** Places are in steps of 100 nm. */
function place(p: Point): string {
  return `${Math.round(p.x / 100)}|${Math.round(p.y / 100)}`;
}

/** An exclusion without empty parts at its end. */
function normal(row: string): string {
  return row.replace(/\|+$/, "");
}
