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
import { libraryFootprints } from "./rules/library-footprints.ts";

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

/** What one rule found; the rule by its name. */
export interface RulePart {
  readonly rule: string;
  readonly findings: readonly JudgedFinding[];
}

export interface ShareOptions extends Omit<CheckOptions, "libraries"> {
  /** Brings what libraries have, when a rule asks for it. */
  readonly libraries: () => Promise<FootprintLibraries | null>;
  /** The next rule of those that pass, until there is none. */
  readonly next: (passes: (rule: CheckRule) => boolean) => CheckRule | null;
  /** Lets what waits in this thread go first: a cancel, messages. */
  readonly turn?: () => Promise<void>;
}

/** Runs rules of a check, one by one as they are given out: all of them, or some while another thread runs the others. */
export async function checkShare(doc: Doc, options: ShareOptions): Promise<RulePart[]> {
  const board = new CheckBoard(doc, options.settings, options.rules);
  const { wants } = judge(options, () => {});
  const passes = (rule: CheckRule) => rule.types.some(wants);
  const parts: RulePart[] = [];
  for (let rule = options.next(passes); rule !== null; rule = options.next(passes)) {
    options.progress?.(rule.about, (100 * parts.length) / checkRules.length);
    await options.turn?.();
    options.signal?.throwIfAborted();
    const findings: JudgedFinding[] = [];
    const whole = rule === libraryFootprints ? board.withLibraries(await options.libraries()) : board;
    rule.run(
      whole,
      judge(options, (finding) => findings.push(finding)),
    );
    parts.push({ rule: rule.name, findings });
  }
  return parts;
}

/** The findings of all parts, in the order in which one thread finds them. */
export function findingsOf(parts: readonly RulePart[]): JudgedFinding[] {
  const byRule = new Map(parts.map(({ rule, findings }) => [rule, findings]));
  return checkRules.flatMap(({ name }) => byRule.get(name) ?? []);
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
