import type { BoardItem } from "../../model/board/board-items.ts";
import type { CheckBoard } from "./check-board.ts";
import type { Finding } from "./finding.ts";
import type { FindingName } from "./finding-types.ts";

/** A check: one file of `rules/`. */
export interface CheckRule {
  readonly name: string;
  readonly about: string;
  /** The kinds of violations that it can find; it does not run while all of them are ignored. */
  readonly types: readonly FindingName[];
  /**
   * What a verdict hangs on, so that an edit is followed by no more work than it needs. `item`: on the item itself and the
   * rules. `near` (the default): also on what lies within the largest distance that any rule asks for of one of its items.
   * `board`: on anything.
   */
  readonly scope?: "item" | "near" | "board";
  /** Of a check of scope `board`: whether a verdict may be another when this item came, went or changed. Default: yes. */
  concerns?(board: CheckBoard, item: BoardItem): boolean;
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
