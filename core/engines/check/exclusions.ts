import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Finding } from "./finding.ts";

/** One excluded violation as a project file keeps it. */
export interface Exclusion {
  /** The file's text: `type|x|y|uuid|uuid` and the like. */
  readonly text: string;
  readonly type: string;
  readonly items: readonly string[];
  readonly comment: string;
}

type Named = Pick<Finding, "items"> & { readonly type: string };

/**
 * What names a finding among a project's exclusions: its type and its first two items. KiCad's own text has the
 * marker's place between them, which moves with every rounding, so it does not count here.
 */
export function exclusionKey({ type, items }: Named): string {
  return [type, ...[items[0] ?? NOTHING, items[1] ?? NOTHING].sort()].join("|");
}

/** The exclusions of a project by key, with their comments. */
export function exclusionsOf(settings: ProjectSettings): ReadonlyMap<string, string> {
  return new Map(exclusionRows(settings).map((row) => [exclusionKey(row), row.comment]));
}

/** The exclusions in the order of the file: texts alone before KiCad 8, then `[text, comment]`. */
export function exclusionRows({ json }: ProjectSettings): Exclusion[] {
  const rows = at(at(at(json, "board"), "design_settings"), "drc_exclusions");
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    const [text, comment] = Array.isArray(row) ? (row as unknown[]) : [row];
    if (typeof text !== "string") return [];
    const [type = "", , , ...rest] = text.split("|");
    if (rest.length === 0) return [];
    return [{ text, type, items: itemsIn(type, rest), comment: typeof comment === "string" ? comment : "" }];
  });
}

/** Behind the place stand the two items, in places with a layer before, behind or in place of one of them. */
function itemsIn(type: string, rest: readonly string[]): string[] {
  // From KiCad 9.0.4 on a missing connection has its layer and the marker's type before its items.
  const ids = type === "unconnected_items" && rest.length >= 4 ? rest.slice(2, 4) : rest.slice(0, 2);
  return ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id));
}

/** The text that KiCad 9 keeps for an excluded finding. */
export function exclusionText({ type, items, at: place, layer }: Named & Pick<Finding, "at" | "layer">): string {
  const head = [type, Math.round(place.x), Math.round(place.y)];
  const [main, aux] = [items[0] ?? NOTHING, items[1] ?? NOTHING];
  switch (type) {
    case "copper_sliver":
    case "generic_warning":
    case "generic_error":
      return [...head, main, layer ?? "F.Cu"].join("|");
    case "unconnected_items":
      return [...head, layer ?? "F.Cu", RATSNEST, main, aux].join("|");
    case "starved_thermal":
      return [...head, main, aux, layer ?? "F.Cu"].join("|");
    default:
      return [...head, main, aux].join("|");
  }
}

const NOTHING = "00000000-0000-0000-0000-000000000000";
/** KiCad's number for markers of missing connections. */
const RATSNEST = 3;

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
