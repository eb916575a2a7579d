import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Finding } from "./finding.ts";

/**
 * What names a finding among a project's exclusions: its type and its first two items. KiCad's own text has the
 * marker's place between them, which moves with every rounding, so it does not count here.
 */
export function exclusionKey({ type, items }: Pick<Finding, "type" | "items">): string {
  return [type, ...[items[0] ?? NOTHING, items[1] ?? NOTHING].sort()].join("|");
}

/** The exclusions of a project, `type|x|y|uuid|uuid` in its file. */
export function exclusionsOf(settings: ProjectSettings): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const text of settings.drcExclusions) {
    const [type, , , ...ids] = text.split("|");
    if (type === undefined || ids.length === 0) continue;
    keys.add([type, ...[ids[0] ?? NOTHING, ids[1] ?? NOTHING].sort()].join("|"));
  }
  return keys;
}

/** The text that KiCad keeps for an excluded finding. */
export function exclusionText({ type, items, at }: Pick<Finding, "type" | "items" | "at">): string {
  return [type, Math.round(at.x), Math.round(at.y), items[0] ?? NOTHING, items[1] ?? NOTHING].join("|");
}

const NOTHING = "00000000-0000-0000-0000-000000000000";
