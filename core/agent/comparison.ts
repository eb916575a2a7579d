import { decodeBase64 } from "../base/base64.ts";
import type { Box } from "../base/nm.ts";
import { toMm } from "../base/nm.ts";
import type { RunOnCopies } from "../commands/copies.ts";
import { boundsOf, emptyBox, joinBoxes } from "../commands/item-bounds.ts";
import type { Doc } from "../model/document.ts";
import { readNamed } from "../model/document.ts";
import type { Step } from "../model/step.ts";
import { applySteps, invertSteps } from "../model/step.ts";
import type { Review, ReviewItem } from "../session/review.ts";
import { isDone, stepsOf } from "../session/review.ts";
import type { Session } from "../session/session.ts";

/** Findings told of one side; more are counted. */
const MAX_FINDINGS = 20;

/** Violations that a check is asked for. */
const MAX_VIOLATIONS = 10_000;

/** Pictures of one change, by document, and their width in pixels. */
const MAX_PICTURES = 2;
const WIDTH = 480;

/** Room around what changed, in nanometres, and the least side of a picture. */
const ROOM = 3_000_000;
const LEAST = 12_000_000;

/** Exactly what a change makes of the design: findings that are there with it only, or without it only, and pictures. */
export interface Comparison {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  /** How many there are of each, also those that are not listed. */
  readonly counts: { readonly added: number; readonly gone: number };
  readonly pictures: readonly {
    readonly path: string;
    /** PNG, base64. */
    readonly before: string;
    readonly after: string;
    /** In mm. */
    readonly region: readonly number[];
  }[];
}

/** The documents of a change, without it and with it, as everything else stands now. */
export interface BothWays {
  readonly without: ReadonlyMap<string, Doc>;
  readonly with: ReadonlyMap<string, Doc>;
}

/** Throws `conflict` where later edits make it impossible to tell the change from them. */
export function bothWays(session: Session, review: Review): BothWays {
  const without = new Map<string, Doc>();
  const withIt = new Map<string, Doc>();
  for (const { path, bytes } of review.proposal?.files ?? []) {
    const { doc } = readNamed(path, decodeBase64(bytes));
    if (session.find(path) === undefined && doc !== null) withIt.set(path, doc);
  }
  for (const { path, steps } of review.documents) {
    const made = withIt.get(path);
    const now = made ?? session.get(path).doc;
    const wanted = review.items.filter((item) => item.path === path && isWanted(review, item));
    const own = inOrder(steps, wanted);
    // What is only proposed, or was taken back, is not there yet.
    const isThere = wanted.some((item) => isDone(review, item));
    if (made !== undefined) {
      withIt.set(path, applySteps(made, own));
      continue;
    }
    without.set(path, isThere ? applySteps(now, invertSteps(own)) : now);
    withIt.set(path, isThere ? now : applySteps(now, own));
  }
  return { without, with: withIt };
}

/** Checks and draws both; `run` works on copies of the documents. */
export async function compare(
  review: Review,
  ways: BothWays,
  on: (documents: ReadonlyMap<string, Doc>, work: (run: RunOnCopies) => Promise<Side>) => Promise<Side>,
): Promise<Comparison> {
  const regions = regionsOf(review, ways);
  const without = await on(ways.without, (run) => sideOf(run, [...ways.without.keys()], regions));
  const withIt = await on(ways.with, (run) => sideOf(run, [...ways.with.keys()], regions));
  const added = less(withIt.findings, without.findings);
  const gone = less(without.findings, withIt.findings);
  return {
    added: added.slice(0, MAX_FINDINGS),
    gone: gone.slice(0, MAX_FINDINGS),
    counts: { added: added.length, gone: gone.length },
    pictures: [...regions].map(([path, region], i) => ({
      path,
      region,
      before: without.pictures[i] ?? "",
      after: withIt.pictures[i] ?? "",
    })),
  };
}

/** What is found and seen of one state. */
export interface Side {
  /** One line each, by what tells it from others. */
  readonly findings: ReadonlyMap<string, string>;
  readonly pictures: readonly string[];
}

async function sideOf(
  run: RunOnCopies,
  paths: readonly string[],
  regions: ReadonlyMap<string, readonly number[]>,
): Promise<Side> {
  const findings = new Map<string, string>();
  for (const path of paths)
    for (const each of await violationsOf(run, path)) {
      const items = each.items.map(({ uuid }) => uuid).sort();
      const base = [each.type, ...items].join(" ");
      // The like of one pair may be there twice.
      let key = base;
      for (let n = 2; findings.has(key); n++) key = `${base} #${n}`;
      findings.set(
        key,
        `${each.severity}: ${each.description} (${each.items.map((item) => item.description).join(", ")})`,
      );
    }
  const pictures: string[] = [];
  for (const [path, region] of regions) {
    // A file that is only proposed is not there without it.
    if (!paths.includes(path)) {
      pictures.push("");
      continue;
    }
    const { png } = (await run("render.png", { path, region, width: WIDTH })) as { png?: string };
    pictures.push(png ?? "");
  }
  return { findings, pictures };
}

interface Violation {
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly items: readonly { readonly uuid: string; readonly description: string }[];
}

async function violationsOf(run: RunOnCopies, path: string): Promise<readonly Violation[]> {
  if (path.endsWith(".kicad_pcb")) {
    const { violations } = (await run("check.drc", { path, limit: MAX_VIOLATIONS })) as { violations: Violation[] };
    return violations;
  }
  if (!path.endsWith(".kicad_sch")) return [];
  const { sheets } = (await run("check.erc", { path, limit: MAX_VIOLATIONS })) as {
    sheets: { violations: Violation[] }[];
  };
  return sheets.flatMap(({ violations }) => violations);
}

function less(all: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...all].flatMap(([key, line]) => (others.has(key) ? [] : [line]));
}

/** What is drawn of each document: what changed, with some room. */
function regionsOf(review: Review, ways: BothWays): ReadonlyMap<string, readonly number[]> {
  const regions = new Map<string, readonly number[]>();
  for (const path of ways.with.keys()) {
    if (!/\.kicad_(pcb|sch)$/.test(path) || regions.size >= MAX_PICTURES) continue;
    let box = emptyBox;
    for (const { id } of review.items.filter((item) => item.path === path))
      for (const doc of [ways.without.get(path), ways.with.get(path)]) {
        const item = doc?.items.get(id);
        if (item === undefined) continue;
        const own = boundsOf({ item });
        if (own.minX <= own.maxX) box = joinBoxes(box, own);
      }
    if (box.minX <= box.maxX) regions.set(path, roomAround(box));
  }
  return regions;
}

function roomAround({ minX, minY, maxX, maxY }: Box): readonly number[] {
  const grow = (low: number, high: number) => Math.max(ROOM, (LEAST - (high - low)) / 2);
  const [x, y] = [grow(minX, maxX), grow(minY, maxY)];
  return [minX - x, minY - y, maxX + x, maxY + y].map((nm) => Math.min(2000, Math.max(-2000, toMm(nm))));
}

/** A change as it was made, unless the person took some of it back: then what is left of it. */
function isWanted(review: Review, item: ReviewItem): boolean {
  const some = review.items.some((each) => isDone(review, each));
  return some ? isDone(review, item) : review.proposal === undefined || item.state === "pending";
}

function inOrder(steps: readonly Step[], items: readonly ReviewItem[]): Step[] {
  const ids = new Set(items.map(({ id }) => id));
  if (items.length > 0 && steps.every((step) => ids.has(step.in ?? (step.op === "set" ? step.id : step.item.id))))
    return [...steps];
  return items.flatMap(({ id }) => stepsOf(steps, id));
}
