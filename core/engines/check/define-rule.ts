import type { CheckBoard } from "./check-board.ts";
import type { Finding } from "./finding.ts";
import type { FindingName } from "./finding-types.ts";

/** A check: one file of `rules/`. */
export interface CheckRule {
  readonly name: string;
  readonly about: string;
  /** The kinds of violations that it can find; it does not run while all of them are ignored. */
  readonly types: readonly FindingName[];
  run(board: CheckBoard, report: Report): void;
}

/** Takes a finding. `wants` tells whether a kind is looked for at all. */
export interface Report {
  (finding: Finding): void;
  wants(type: FindingName): boolean;
  /** Throws when the check was called off; to be called now and then in long loops. */
  pause(): void;
}

export function defineRule(rule: CheckRule): CheckRule {
  return rule;
}
