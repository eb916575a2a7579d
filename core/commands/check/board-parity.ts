import { severityOf } from "../../engines/check/check.ts";
import { exclusionKey, exclusionsOf } from "../../engines/check/exclusions.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { checkParity } from "../../engines/parity/check.ts";
import type { ParityFinding, ParityType } from "../../engines/parity/finding.ts";
import type { Doc } from "../../model/document.ts";
import type { ProjectSettings, Severity } from "../../model/project/settings.ts";

/** A difference with the severity that the project gives it. */
export interface JudgedParity extends ParityFinding {
  readonly level: Severity | "exclusion";
  readonly comment?: string;
}

export interface ParityCheck {
  readonly settings: ProjectSettings;
  /** Only these kinds; all when left out. */
  readonly only?: ReadonlySet<string>;
  /** Whether fields are compared, as KiCad 10 does; KiCad 9 does not. */
  readonly fields: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Where a board differs from its schematic, with the project's severities and exclusions. What it answers has what
 * `checkBoard` answers, so that a design rule check can put both in one list.
 */
export function judgedParity(board: Doc, netlist: Netlist, check: ParityCheck): JudgedParity[] {
  const { settings, only } = check;
  const wants = (type: ParityType) =>
    severityOf(settings, type) !== "ignore" &&
    (check.fields || type !== "footprint_symbol_field_mismatch") &&
    (only === undefined || only.has(type));
  const excluded = exclusionsOf(settings);
  const { signal } = check;
  return checkParity(board, netlist, { wants, ...(signal === undefined ? {} : { signal }) }).map((each) => {
    const comment = excluded.get(exclusionKey(each));
    if (comment !== undefined) return { ...each, level: "exclusion" as const, comment };
    return { ...each, level: severityOf(settings, each.type) };
  });
}
