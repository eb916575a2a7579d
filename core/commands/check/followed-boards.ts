import { CommandError } from "../../base/error.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import type { FootprintLibraries } from "../../engines/check/library/port.ts";
import { LiveCheck } from "../../engines/check/live/live-check.ts";
import { parseRules } from "../../engines/rules/parse-rules.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { Doc } from "../../model/document.ts";
import { readNamed } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { readProjectSettings } from "../../model/project/settings.ts";
import type { Step } from "../../model/step.ts";
import { applySteps } from "../../model/step.ts";
import type { FindingJson } from "./board-check.ts";
import { findingsJson, looksIntoLibraries, withExclusions } from "./board-check.ts";
import { footprintLibraries } from "./footprint-libraries.ts";

/** What a board is to be checked with. */
export interface FollowedCheck {
  /** The text of the project file and of the rules file; null where there is none. */
  readonly project: string | null;
  readonly rules: string | null;
  /** Only these kinds; all when left out. */
  readonly only?: readonly FindingName[] | undefined;
  /** Libraries are looked at anew. */
  readonly fresh: boolean;
  readonly signal: Pick<AbortSignal, "throwIfAborted">;
  readonly progress: (message: string, percent: number) => void;
}

/** What a check of a followed board found. */
export interface FollowedAnswer {
  /** Worst first, excluded ones among them. */
  readonly findings: readonly FindingJson[];
  /** Whether only what was edited since the last check was looked at. */
  readonly followed: boolean;
}

interface Board {
  doc: Doc;
  settings: ProjectSettings;
  live: LiveCheck;
  /** The texts that these came from. */
  project: string | null;
  rules: string | null;
  libraries: FootprintLibraries | null;
}

/**
 * Copies of boards that are checked while they are edited elsewhere: each is told whole once, then step by step. Calls for
 * one board must not overlap.
 */
export class FollowedBoards {
  private readonly boards = new Map<string, Board>();
  private readonly port: LibraryPort;

  constructor(port: LibraryPort) {
    this.port = port;
  }

  /** Takes a board: the bytes that were read, and the steps since. Throws when they do not fit together. */
  open(path: string, bytes: Uint8Array, trail: readonly Step[]): void {
    this.boards.delete(path);
    const { doc } = readNamed(path, bytes);
    if (doc === null) throw lost(path);
    const settings = readProjectSettings(null);
    const live = new LiveCheck({ settings, rules: [] });
    this.boards.set(path, {
      doc: applySteps(doc, trail),
      settings,
      live,
      project: null,
      rules: null,
      libraries: null,
    });
  }

  /** Follows an edit; a board that does not fit any more is given up, and the next check of it says so. */
  change(path: string, steps: readonly Step[]): void {
    const board = this.boards.get(path);
    if (board === undefined) return;
    try {
      board.doc = applySteps(board.doc, steps);
    } catch {
      this.boards.delete(path);
    }
  }

  close(path: string): void {
    this.boards.delete(path);
  }

  /** Checks a board as it stands. Throws `no-document` when it is to be told whole again. */
  async check(path: string, ask: FollowedCheck): Promise<FollowedAnswer> {
    const board = this.boards.get(path);
    if (board === undefined) throw lost(path);
    this.heed(board, ask);
    const { doc, settings, live } = board;
    const isKnown = (id: string) => board.libraries?.has(id) === true;
    if (!looksIntoLibraries(settings)) board.libraries = null;
    else if (ask.fresh || ![...doc.items.ofKind("footprint")].every((each) => isKnown(each["libId"] as string)))
      board.libraries = await footprintLibraries(this.port, doc, path, settings.textVariables);
    const { libraries } = board;
    const followed = live.update(doc, { libraries, signal: ask.signal, progress: ask.progress });
    const found = ask.only === undefined ? live.findings : live.findings.filter(({ type }) => ask.only!.includes(type));
    return { findings: findingsJson(doc, withExclusions(found, settings)), followed };
  }

  /** Other settings or rules may say anything about everything. */
  private heed(board: Board, { project, rules }: FollowedCheck): void {
    if (board.project === project && board.rules === rules) return;
    board.project = project;
    board.rules = rules;
    board.settings = readProjectSettings(project);
    const parsed = parseRules(rules ?? "(version 1)");
    board.live = new LiveCheck({ settings: board.settings, rules: parsed.usable ? parsed.rules : [] });
  }
}

function lost(path: string): CommandError {
  return new CommandError({ code: "no-document", message: `Cannot check ${path}: it is to be told whole.`, hint: "" });
}
