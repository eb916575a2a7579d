import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import { hashText } from "../../core/base/hash.ts";
import type { BoardCheckAsk, BoardChecks, FollowedAnswer } from "../../core/commands/board-checks.ts";
import type { Caller } from "../../core/commands/define.ts";
import type { Doc } from "../../core/model/document.ts";
import type { OpenDocument } from "../../core/session/open-document.ts";
import type { Change } from "../../core/session/session.ts";
import type { CheckView, FindingView } from "../../webview-ui/protocol.ts";

/** What a check says of one file. */
interface Sheet {
  /** Everything that was found, at the content with this hash. */
  readonly all: readonly FindingView[];
  readonly hash: string;
  /** The top-level item that each item of a finding is or lies in. */
  readonly tops: ReadonlyMap<string, string>;
  /** What still holds after the edits since. */
  shown: readonly FindingView[];
  isStale: boolean;
}

/** A check that is under way. */
interface Running {
  readonly done: Promise<void>;
  /** It follows an edit: nobody needs to know. */
  readonly isQuiet: boolean;
}

export interface CheckDeskOptions {
  readonly core: AgentCore;
  /** Checks boards beside this thread, and follows their edits; null where there is none. */
  readonly boardChecks: BoardChecks | null;
  /** Whether boards that were checked are checked again after each edit. */
  readonly follows: () => boolean;
  /** Calls after so many milliseconds, unless what it answers is called before. */
  readonly after: (ms: number, work: () => void) => () => void;
  readonly caller: Caller;
  readonly now: () => number;
  /** What the check of this file says has changed. */
  readonly onChange: (path: string) => void;
  /** Root schematics of the projects that a schematic may belong to. */
  readonly rootsNear: (path: string) => Promise<readonly string[]>;
  /** A check could not be done. */
  readonly report: (message: string) => void;
}

/** A check that took longer (milliseconds) is not run on every save: it would hold up the editor. */
const TOO_LONG_MS = 8000;

/** After an edit so long (milliseconds): a drag is many edits. */
const FOLLOW_MS = 120;

/** The most findings that are kept of one check. */
const MOST = 2000;

type DrcAnswer = { readonly violations: readonly DrcViolation[] };
type DrcViolation = Pick<FindingView, "type" | "severity" | "description"> & {
  readonly at: readonly [number, number];
  readonly items: readonly { readonly uuid: string; readonly description: string }[];
};
/** How a check that somebody waits for is stopped, and how far it is. */
export type CheckHow = Pick<BoardCheckAsk, "signal" | "progress">;

type Place = { readonly x: number; readonly y: number };
type ErcAnswer = {
  readonly sheets: readonly {
    readonly uuid_path: string;
    readonly violations: readonly (Omit<FindingView, "id" | "ids" | "at"> & {
      readonly items: readonly { readonly uuid: string; readonly description: string; readonly pos: Place }[];
    })[];
  }[];
};
type TreeAnswer = { readonly sheets: readonly { readonly file: string; readonly path: string }[] };

/**
 * The findings of DRC and ERC by file, as long as they hold: an edit takes those away that name an item it touched, and
 * marks the rest as of before; going back to the content that was checked brings them back.
 */
export class CheckDesk {
  private readonly options: CheckDeskOptions;
  private readonly sheets = new Map<string, Sheet>();
  private readonly running = new Map<string, Running>();
  private readonly due = new Map<string, () => void>();
  private readonly took = new Map<string, number>();
  private readonly detach: () => void;
  private count = 0;

  constructor(options: CheckDeskOptions) {
    this.options = options;
    this.detach = options.core.session.onChange((change) => this.heed(change));
  }

  dispose(): void {
    this.detach();
    for (const cancel of this.due.values()) cancel();
    this.due.clear();
  }

  /** Files that have been checked. */
  get paths(): readonly string[] {
    return [...this.sheets.keys()];
  }

  view(path: string): CheckView {
    const sheet = this.sheets.get(path);
    return {
      isRunning: this.running.get(path)?.isQuiet === false,
      isChecked: sheet !== undefined,
      isStale: sheet?.isStale ?? false,
      findings: sheet?.shown ?? [],
    };
  }

  finding(id: string): { readonly path: string; readonly finding: FindingView } | undefined {
    for (const [path, sheet] of this.sheets) {
      const finding = sheet.shown.find((each) => each.id === id);
      if (finding !== undefined) return { path, finding };
    }
    return undefined;
  }

  /** Whether a check of this file after every save would be in nobody's way. */
  isQuick(path: string): boolean {
    return this.isBeside(path) || (this.took.get(path) ?? 0) < TOO_LONG_MS;
  }

  /** Checks a board, or the design that a schematic belongs to. One that is under way is awaited. Never rejects. */
  async check(path: string, how: CheckHow = {}): Promise<void> {
    const known = this.running.get(path);
    if (known !== undefined) {
      await known.done;
      if (!known.isQuiet) return;
    }
    await this.start(path, false, how);
  }

  private start(path: string, isQuiet: boolean, how: CheckHow): Promise<void> {
    this.due.get(path)?.();
    this.due.delete(path);
    const started = this.options.now();
    const done = (path.endsWith(".kicad_pcb") ? this.drc(path, isQuiet, how) : this.erc(path))
      .catch((thrown: unknown) => {
        const { code, message } = toCommandError(thrown);
        if (code !== "cancelled") this.options.report(message);
      })
      .finally(() => {
        this.took.set(path, this.options.now() - started);
        this.running.delete(path);
        this.options.onChange(path);
        // There were edits meanwhile.
        if (this.sheets.get(path)?.isStale === true) this.follow(path);
      });
    this.running.set(path, { done, isQuiet });
    this.options.onChange(path);
    return done;
  }

  private isBeside(path: string): boolean {
    return path.endsWith(".kicad_pcb") && this.options.boardChecks !== null;
  }

  /** Checks a board again soon, when somebody follows its edits. */
  private follow(path: string): void {
    if (!this.isBeside(path) || !this.options.follows() || this.running.has(path)) return;
    this.due.get(path)?.();
    const work = () => void this.start(path, true, {});
    this.due.set(path, this.options.after(FOLLOW_MS, work));
  }

  private async drc(path: string, isQuiet: boolean, how: CheckHow): Promise<void> {
    const { core, caller, boardChecks } = this.options;
    const before = core.session.find(path)?.revision;
    // A board that is not open yet is opened by the command, which then asks the same.
    const { violations } =
      boardChecks === null || before === undefined
        ? ((await core.run("check.drc", { path, limit: MOST }, { caller })) as DrcAnswer)
        : shownOf(await boardChecks.check(path, { ...how, fresh: !isQuiet }));
    const open = core.session.find(path);
    if (open === undefined) return;
    const known = new Map(this.sheets.get(path)?.all.map((each) => [keyOf(each), each.id]));
    const findings = violations.map((each) => {
      const made = this.findingOf("DRC", each, each.at);
      return { ...made, id: known.get(keyOf(made)) ?? made.id };
    });
    if (before === undefined || open.revision === before) this.keep(open, findings);
    // What was checked is gone by now; until the next check this is the best there is.
    else this.put(path, { all: findings, hash: "", tops: new Map(), shown: findings, isStale: true });
  }

  private async erc(path: string): Promise<void> {
    const { core, caller } = this.options;
    const root = await this.rootOf(path);
    const answer = (await core.run("check.erc", { path: root, limit: MOST }, { caller })) as ErcAnswer;
    const tree = (await core.run("query.sheetTree", { path: root }, { caller })) as TreeAnswer;
    const found = new Map<string, FindingView[]>(tree.sheets.map(({ file }) => [file, []]));
    const files = new Map(tree.sheets.map((sheet) => [sheet.path, sheet.file]));
    for (const sheet of answer.sheets) {
      const file = files.get(sheet.uuid_path) ?? root;
      for (const each of sheet.violations) {
        const place = each.items[0]?.pos ?? { x: 0, y: 0 };
        const list = found.get(file) ?? [];
        // A file that is used twice says the same twice.
        const finding = this.findingOf("ERC", each, [place.x, place.y]);
        if (!list.some((other) => isSame(other, finding))) list.push(finding);
        found.set(file, list);
      }
    }
    for (const [file, findings] of found) {
      const open = core.session.find(file);
      if (open !== undefined) this.keep(open, findings);
      else this.put(file, { all: findings, hash: "", tops: new Map(), shown: findings, isStale: false });
    }
  }

  /** The root of the design that this schematic is a sheet of; itself when no project's schematic holds it. */
  private async rootOf(path: string): Promise<string> {
    const { core, caller, rootsNear } = this.options;
    for (const root of await rootsNear(path)) {
      if (root === path) return path;
      const tree = (await core
        .run("query.sheetTree", { path: root }, { caller })
        .catch(() => ({ sheets: [] }))) as TreeAnswer;
      if (tree.sheets.some(({ file }) => file === path)) return root;
    }
    return path;
  }

  private findingOf(
    source: FindingView["source"],
    { type, severity, description, items }: Pick<DrcViolation, "type" | "severity" | "description" | "items">,
    at: readonly [number, number],
  ): FindingView {
    const subjects = items.map((item) => item.description);
    const ids = [...new Set(items.map((item) => item.uuid))];
    return { id: `f${++this.count}`, source, type, severity, description, subjects, ids, at };
  }

  private keep(open: OpenDocument, findings: readonly FindingView[]): void {
    const tops = topItems(open.doc, new Set(findings.flatMap(({ ids }) => ids)));
    const hash = hashOf(open);
    this.put(open.path, { all: findings, hash, tops, shown: findings, isStale: false });
  }

  private put(path: string, sheet: Sheet): void {
    this.sheets.set(path, sheet);
    this.options.onChange(path);
  }

  private heed(change: Change): void {
    const { path, reason } = change;
    if (reason === "open" || reason === "save") return;
    if (/\.kicad_(pro|dru)$/.test(path)) this.outdate(path.replace(/\.[^.]*$/, ""));
    const sheet = this.sheets.get(path);
    if (sheet === undefined) return;
    const open = this.options.core.session.find(path);
    if (reason === "close" || change.steps === null || open === undefined) {
      this.sheets.delete(path);
    } else if (hashOf(open) === sheet.hash) {
      sheet.shown = sheet.all;
      sheet.isStale = false;
    } else {
      const touched = new Set([...change.changedIds, ...change.removedIds]);
      for (const step of change.steps) touched.add(step.in ?? (step.op === "set" ? step.id : step.item.id));
      const names = (id: string) => touched.has(id) || touched.has(sheet.tops.get(id) ?? id);
      sheet.shown = sheet.shown.filter((finding) => !finding.ids.some(names));
      sheet.isStale = true;
    }
    this.options.onChange(path);
    if (sheet.isStale) this.follow(path);
  }

  /** Other settings or rules: what was found is of before. */
  private outdate(stem: string): void {
    for (const [path, sheet] of this.sheets) {
      if (path.replace(/\.[^.]*$/, "") !== stem) continue;
      sheet.isStale = true;
      this.options.onChange(path);
      this.follow(path);
    }
  }
}

/** Errors and warnings, no more than are shown. */
function shownOf({ findings }: FollowedAnswer): DrcAnswer {
  return { violations: findings.filter(({ excluded }) => excluded !== true).slice(0, MOST) };
}

function keyOf({ type, description, ids, at }: FindingView): string {
  return `${type}|${description}|${ids.join()}|${at.join()}`;
}

function isSame(a: FindingView, b: FindingView): boolean {
  return a.type === b.type && a.description === b.description && a.ids.join() === b.ids.join();
}

function hashOf(open: OpenDocument): string {
  return hashText(open.hash);
}

/** The top-level items that hold these. */
function topItems(doc: Doc, wanted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const tops = new Map<string, string>();
  if (wanted.size === 0) return tops;
  for (const entry of doc.items.entries) {
    if (wanted.has(entry.id)) tops.set(entry.id, entry.id);
    if (!/^(footprint|symbol|sheet)$/.test(entry.kind)) continue;
    for (const child of entry.item().children) if (wanted.has(child.id)) tops.set(child.id, entry.id);
  }
  return tops;
}
