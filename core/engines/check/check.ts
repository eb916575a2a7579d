import type { Doc } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Rule } from "../rules/constraint.ts";
import { CheckBoard } from "./check-board.ts";
import type { CheckRule } from "./define-rule.ts";
import type { FindingName } from "./finding-types.ts";
import type { JudgedFinding } from "./judge.ts";
import { judge } from "./judge.ts";
import type { FootprintLibraries } from "./library/port.ts";
import { checkRules } from "./rule-list.ts";

export type { JudgedFinding } from "./judge.ts";
export { severityOf } from "./judge.ts";

export interface CheckOptions {
  readonly settings: ProjectSettings;
  /** The custom rules, of a file that has no error. */
  readonly rules: readonly Rule[];
  /** What libraries have of the board's footprints; without it they are not compared. */
  readonly libraries?: FootprintLibraries | null;
  /** Only these kinds; all when left out. */
  readonly only?: ReadonlySet<FindingName>;
  /** Stops the check; it throws what the signal gives as reason. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted">;
  readonly progress?: (message: string, percent: number) => void;
}

/** Checks a board against its own constraints, net classes and rules, as KiCad's design rule check does. Changes nothing. */
export function checkBoard(doc: Doc, options: CheckOptions): JudgedFinding[] {
  const board = new CheckBoard(doc, options.settings, options.rules, options.libraries ?? null);
  const found: JudgedFinding[] = [];
  const report = judge(options, (finding) => found.push(finding));
  const running = checkRules.filter((rule: CheckRule) => rule.types.some(report.wants));
  for (const [i, rule] of running.entries()) {
    options.progress?.(rule.about, (100 * i) / running.length);
    rule.run(board, report);
  }
  return found;
}
