import { toMm } from "../../base/nm.ts";
import type { CheckOptions, JudgedFinding, RulePart } from "../../engines/check/check.ts";
import { checkBoard, checkShare, findingsOf, severityOf } from "../../engines/check/check.ts";
import type { CheckRule } from "../../engines/check/define-rule.ts";
import { describeItem } from "../../engines/check/describe-item.ts";
import { exclusionKey, exclusionsOf } from "../../engines/check/exclusions.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import type { FootprintLibraries } from "../../engines/check/library/port.ts";
import { RuleShare } from "../../engines/check/rule-share.ts";
import type { RulesFile } from "../../engines/rules/parse-rules.ts";
import { parseRules } from "../../engines/rules/parse-rules.ts";
import { decodeText } from "../../format/text.ts";
import { boardItems } from "../../model/board/board-items.ts";
import type { Doc } from "../../model/document.ts";
import { writeDoc } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { projectTextBeside, settingsFor } from "../board-settings.ts";
import type { Context, DocumentContext } from "../define.ts";
import { footprintLibraries } from "./footprint-libraries.ts";

/** A finding as commands answer it. */
export interface FindingJson {
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly items: readonly {
    readonly uuid: string;
    readonly description: string;
    readonly pos: { x: number; y: number };
  }[];
  readonly at: readonly [number, number];
  readonly layer?: string;
  readonly rule?: string;
  readonly excluded?: true;
  /** Why it is excluded. */
  readonly comment?: string;
}

/** What a board is checked with: its project's settings and its rules. */
export interface CheckInput {
  readonly settings: ProjectSettings;
  readonly rules: RulesFile;
  /** The rules' file, when there is one. */
  readonly rulesPath: string | null;
}

/** What libraries have of the board's footprints; null where nobody asks for it and where the host reads none. */
export async function checkLibraries(
  cx: DocumentContext,
  { settings }: CheckInput,
  only?: CheckOptions["only"],
): Promise<FootprintLibraries | null> {
  const port = cx.services.libraries;
  if (port === undefined || !looksIntoLibraries(settings, only)) return null;
  return footprintLibraries(port, cx.doc, cx.open.path, settings.textVariables);
}

/** Whether anybody wants to know how footprints differ from their libraries. */
export function looksIntoLibraries(settings: ProjectSettings, only?: CheckOptions["only"]): boolean {
  return (["lib_footprint_issues", "lib_footprint_mismatch"] as const).some(
    (type) => severityOf(settings, type) !== "ignore" && (only === undefined || only.has(type)),
  );
}

/** All findings of a board: from whoever follows it beside this thread, or worked out here. */
export async function boardFindings(
  cx: DocumentContext,
  input: CheckInput,
  only?: CheckOptions["only"],
): Promise<readonly FindingJson[]> {
  const { boardChecks } = cx.services;
  // Inside a transaction the session's board is not yet the one that is asked about.
  if (boardChecks === undefined || cx.session.inTransaction || cx.session.find(cx.open.path)?.doc !== cx.doc)
    return findingsJson(cx.doc, await checkHere(cx, input, only));
  const { signal, progress } = cx;
  const kinds = only === undefined ? {} : { only: [...only] };
  return (await boardChecks.check(cx.open.path, { ...kinds, fresh: true, signal, progress })).findings;
}

/**
 * Findings that this thread and another one work out together, each taking the next rule as soon as it is done with the
 * one before; null where nobody helps. What the other thread loses is done here.
 */
async function helpedFindings(
  cx: DocumentContext,
  input: CheckInput,
  only?: CheckOptions["only"],
): Promise<JudgedFinding[] | null> {
  const { open, services, signal, progress } = cx;
  if (services.checkHelp === undefined || open.doc !== cx.doc) return null;
  const help = services.checkHelp.begin({
    path: open.path,
    bytes: open.base,
    trail: open.trail,
    project: await projectTextBeside(cx, open.path),
    rules: input.rulesPath === null ? null : await rulesText(cx, input.rulesPath),
    only: only === undefined ? undefined : [...only],
  });
  if (help === null) return null;
  const options = {
    settings: input.settings,
    rules: input.rules.usable ? input.rules.rules : [],
    libraries: () => checkLibraries(cx, input, only),
    signal,
    progress,
    turn: help.turn,
    ...(only === undefined ? {} : { only }),
  };
  try {
    const own = await checkShare(cx.doc, { ...options, next: (passes) => help.share.takeFirst(passes) });
    const others = help.share.isShared ? await unlessStopped(help.parts, signal) : [];
    const done = new Set([...own, ...others].map(({ rule }) => rule));
    const missing = new RuleShare();
    const next = (passes: (rule: CheckRule) => boolean) =>
      missing.takeFirst((rule) => passes(rule) && !done.has(rule.name));
    return findingsOf([...own, ...others, ...(await checkShare(cx.doc, { ...options, next }))]);
  } finally {
    help.end();
  }
}

/** What the other thread found, nothing where it got lost; rejects as soon as the check is called off. */
function unlessStopped(parts: Promise<readonly RulePart[]>, signal: AbortSignal): Promise<readonly RulePart[]> {
  return new Promise((done, failed) => {
    const stop = () => failed(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    parts.then(done, () => done([])).finally(() => signal.removeEventListener("abort", stop));
  });
}

async function checkHere(
  cx: DocumentContext,
  input: CheckInput,
  only?: CheckOptions["only"],
): Promise<JudgedFinding[]> {
  const helped = await helpedFindings(cx, input, only);
  if (helped !== null) return withExclusions(helped, input.settings);
  return runCheck(cx, input, only, await checkLibraries(cx, input, only));
}

/** Finds the project's settings and the rules beside a board; an open rules document goes before the file. */
export async function checkInput(cx: DocumentContext): Promise<CheckInput> {
  const settings = await settingsFor(cx);
  const path = cx.open.path.replace(/\.[^./\\]*$/, ".kicad_dru");
  const text = await rulesText(cx, path);
  return { settings, rules: parseRules(text ?? "(version 1)"), rulesPath: text === null ? null : path };
}

/** The text of a rules file, as it stands in the session or on disk; null when there is none. */
export async function rulesText(cx: Pick<Context, "session" | "services">, path: string): Promise<string | null> {
  const open = cx.session.list().find((each) => each.path === path);
  if (open !== undefined) return decodeText(writeDoc(open.doc));
  const bytes = (await cx.services.readFile?.(path)) ?? null;
  return bytes === null ? null : decodeText(bytes);
}

/** Runs the check in this thread; excluded findings have the level "exclusion". */
export function runCheck(
  cx: DocumentContext,
  input: CheckInput,
  only?: CheckOptions["only"],
  libraries: FootprintLibraries | null = null,
): JudgedFinding[] {
  const found = checkBoard(cx.doc, {
    settings: input.settings,
    rules: input.rules.usable ? input.rules.rules : [],
    libraries,
    signal: cx.signal,
    progress: cx.progress,
    ...(only === undefined ? {} : { only }),
  });
  return withExclusions(found, input.settings);
}

/** The findings, those that the project excludes with the level "exclusion". */
export function withExclusions(found: readonly JudgedFinding[], settings: ProjectSettings): JudgedFinding[] {
  const excluded = exclusionsOf(settings);
  return found.map((each) => {
    const comment = excluded.get(exclusionKey(each));
    return comment === undefined ? each : { ...each, level: "exclusion" as const, comment };
  });
}

/** The level that counts for filters and exit statuses. */
export function levelOf({ excluded, severity }: FindingJson): string {
  return excluded === true ? "exclusion" : severity;
}

/** Two lists of findings as one, worst first. */
export function mergedFindings(a: readonly FindingJson[], b: readonly FindingJson[]): FindingJson[] {
  return [...a, ...b].sort((x, y) => ranks[levelOf(x)]! - ranks[levelOf(y)]!);
}

const ranks: Readonly<Record<string, number>> = { error: 0, warning: 1, exclusion: 2, ignore: 3 };

/** Findings in the order of their weight, as JSON. */
export function findingsJson(doc: Doc, findings: readonly JudgedFinding[]): FindingJson[] {
  const items = boardItems(doc);
  return [...findings]
    .sort((a, b) => ranks[a.level]! - ranks[b.level]!)
    .map((each) => ({
      type: each.type,
      severity: each.level === "exclusion" ? findingTypes[each.type].severity : each.level,
      description:
        each.detail === "" ? findingTypes[each.type].title : `${findingTypes[each.type].title} (${each.detail})`,
      items: each.items.map((id) => describeItem(items, id)),
      at: [toMm(Math.round(each.at.x)), toMm(Math.round(each.at.y))] as const,
      ...(each.layer === undefined ? {} : { layer: each.layer }),
      ...(each.rule === undefined || each.rule === "" ? {} : { rule: each.rule }),
      ...(each.level === "exclusion" ? { excluded: true as const } : {}),
      ...(each.comment === undefined || each.comment === "" ? {} : { comment: each.comment }),
    }));
}
