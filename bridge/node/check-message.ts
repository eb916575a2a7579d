import type { FollowedAnswer } from "../../core/commands/board-checks.ts";
import type { HelpTask } from "../../core/commands/check/helped-check.ts";
import type { RulePart } from "../../core/engines/check/check.ts";
import type { FindingName } from "../../core/engines/check/finding-types.ts";
import type { Step } from "../../core/model/step.ts";

/** What the worker that checks boards is told, in order. */
export type CheckRequest =
  | { readonly op: "open"; readonly path: string; readonly bytes: Uint8Array; readonly trail: readonly Step[] }
  | { readonly op: "change"; readonly path: string; readonly steps: readonly Step[] }
  | { readonly op: "close"; readonly path: string }
  /** A part of one check, of a board that is not kept. */
  | { readonly op: "help"; readonly id: number; readonly task: HelpTask; readonly words: Int32Array }
  | {
      readonly op: "check";
      readonly id: number;
      readonly path: string;
      readonly project: string | null;
      readonly rules: string | null;
      readonly only: readonly FindingName[] | undefined;
      readonly fresh: boolean;
      /** One number; not 0 when the check is called off, which a worker that is busy sees all the same. */
      readonly stop: Int32Array;
    };

/** What it answers to a check. */
export type CheckReply =
  | { readonly op: "progress"; readonly id: number; readonly message: string; readonly percent: number }
  | { readonly op: "done"; readonly id: number; readonly answer: FollowedAnswer }
  | { readonly op: "helped"; readonly id: number; readonly parts: readonly RulePart[] }
  | { readonly op: "failed"; readonly id: number; readonly code: string; readonly message: string };
