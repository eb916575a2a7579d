import { CommandError } from "../../base/error.ts";
import type { RulePart } from "../../engines/check/check.ts";
import { checkShare } from "../../engines/check/check.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import type { RuleShare } from "../../engines/check/rule-share.ts";
import { parseRules } from "../../engines/rules/parse-rules.ts";
import type { LibraryPort } from "../../library/port.ts";
import { readNamed } from "../../model/document.ts";
import { readProjectSettings } from "../../model/project/settings.ts";
import type { Step } from "../../model/step.ts";
import { applySteps } from "../../model/step.ts";
import { looksIntoLibraries } from "./board-check.ts";
import { footprintLibraries } from "./footprint-libraries.ts";

/** A board that two threads check together, as the second is told of it. */
export interface HelpTask {
  readonly path: string;
  /** The bytes that were read, and the steps since. */
  readonly bytes: Uint8Array;
  readonly trail: readonly Step[];
  /** The text of the project file and of the rules file; null where there is none. */
  readonly project: string | null;
  readonly rules: string | null;
  /** Only these kinds; all when left out. */
  readonly only?: readonly FindingName[] | undefined;
}

/** The second thread's part of a check. */
export async function helpCheck(port: LibraryPort, task: HelpTask, share: RuleShare): Promise<RulePart[]> {
  const { doc } = readNamed(task.path, task.bytes);
  if (doc === null) return [];
  const settings = readProjectSettings(task.project);
  const parsed = parseRules(task.rules ?? "(version 1)");
  const only = task.only === undefined ? undefined : new Set(task.only);
  const board = applySteps(doc, task.trail);
  return checkShare(board, {
    settings,
    rules: parsed.usable ? parsed.rules : [],
    ...(only === undefined ? {} : { only }),
    libraries: async () =>
      looksIntoLibraries(settings, only) ? footprintLibraries(port, board, task.path, settings.textVariables) : null,
    next: (passes) => share.takeLast(passes),
    signal: {
      throwIfAborted() {
        if (share.isStopped)
          throw new CommandError({ code: "cancelled", message: `Cannot check ${task.path}: cancelled.` });
      },
    },
  });
}

/** A check that another thread helps with. */
export interface HelpedCheck {
  readonly share: RuleShare;
  /** What the other thread found; rejects when it got lost, and then what it took is to be done here. */
  readonly parts: Promise<readonly RulePart[]>;
  /** Lets what waits in this thread go first. */
  turn(): Promise<void>;
  /** Nobody wants it any more. */
  end(): void;
}

/** Another thread for checks that are asked for once. */
export interface CheckHelp {
  /** Begins; null where the board is too small to be worth it. */
  begin(task: HelpTask): HelpedCheck | null;
}
