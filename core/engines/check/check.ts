import type { Doc } from "../../model/document.ts";
import type { ProjectSettings, Severity } from "../../model/project/settings.ts";
import type { Rule } from "../rules/constraint.ts";
import { CheckBoard } from "./check-board.ts";
import type { CheckRule, Report } from "./define-rule.ts";
import type { Finding } from "./finding.ts";
import type { FindingName } from "./finding-types.ts";
import { findingTypes } from "./finding-types.ts";
import type { FootprintLibraries } from "./library/port.ts";
import { checkRules } from "./rule-list.ts";

export interface CheckOptions {
  readonly settings: ProjectSettings;
  /** The custom rules, of a file that has no error. */
  readonly rules: readonly Rule[];
  /** What libraries have of the board's footprints; without it they are not compared. */
  readonly libraries?: FootprintLibraries | null;
  /** Only these kinds; all when left out. */
  readonly only?: ReadonlySet<FindingName>;
  /** Stops the check; it throws what the signal gives as reason. */
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent: number) => void;
}

/** A finding with the severity that the project, or a rule, gives it. */
export interface JudgedFinding extends Finding {
  readonly level: Severity | "exclusion";
  /** Why it is excluded, where the project says so. */
  readonly comment?: string;
}

/** How severe a project takes a kind of finding. */
export function severityOf(settings: ProjectSettings, type: FindingName): Severity {
  return settings.drcSeverities.get(type) ?? findingTypes[type].severity;
}

/** Checks a board against its own constraints, net classes and rules, as KiCad's design rule check does. Changes nothing. */
export function checkBoard(doc: Doc, options: CheckOptions): JudgedFinding[] {
  const { settings, only, signal } = options;
  const board = new CheckBoard(doc, settings, options.rules, options.libraries ?? null);
  const found: JudgedFinding[] = [];
  const wanted = (type: FindingName) =>
    severityOf(settings, type) !== "ignore" && (only === undefined || only.has(type));
  const report: Report = Object.assign(
    (finding: Finding) => {
      if (!wanted(finding.type)) return;
      const level = finding.severity ?? severityOf(settings, finding.type);
      found.push({ ...finding, level });
    },
    { wants: wanted, pause: () => signal?.throwIfAborted() },
  );
  const running = checkRules.filter((rule: CheckRule) => rule.types.some(wanted));
  for (const [i, rule] of running.entries()) {
    options.progress?.(rule.about, (100 * i) / running.length);
    rule.run(board, report);
  }
  return found;
}
