import type { BoardItem } from "../../../model/board/board-items.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import type { ArcTrack, Track } from "../../../model/board/track.ts";
import { pairOf } from "../../rules/diff-pair.ts";
import type { Ruling } from "../../rules/resolve.ts";
import type { CheckBoard } from "../check-board.ts";
import { EPSILON } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";
import { couplingsOf } from "../pair-coupling.ts";
import { trackLength } from "../track-length.ts";

/** The items of one pair under the same rules. */
interface PairGroup {
  readonly gap: Ruling | null;
  readonly uncoupled: Ruling | null;
  readonly p: BoardItem[];
  readonly n: BoardItem[];
}

/** Gaps of differential pairs, and how far they run uncoupled. */
export const diffPairs = defineRule({
  name: "diff-pairs",
  about: "Gap and uncoupled length of differential pairs.",
  types: ["diff_pair_gap_out_of_range", "diff_pair_uncoupled_length_too_long"],
  scope: "board",
  concerns: (_, { layers, footprint }) => layers.copper !== 0 || footprint !== null,
  run(board, report) {
    for (const group of groupsOf(board, report)) {
      report.pause();
      test(board, report, group);
    }
  },
});

/** KiCad looks at each pair once for its gap, and once more for its uncoupled length where a rule limits that. */
function groupsOf(board: CheckBoard, report: Report): Iterable<PairGroup> {
  const groups = new Map<string, PairGroup>();
  const nets = board.doc.file.netCodes;
  for (const item of board.items.all) {
    if (item.type !== "track" && item.type !== "arc" && item.type !== "via") continue;
    const pair = pairOf(item.net);
    if (pair === null || !nets.has(pair.other)) continue;
    report.pause();
    const layer = item.type === "via" ? null : layerOf(item);
    const base = pair.positive ? item.net : pair.other;
    let gap: Ruling | null = board.rulebook.resolve("diff_pair_gap", item, null, layer);
    if (gap.isNull || gap.severity === "ignore") gap = null;
    else add(groups, `${base}\n`, gap, null, item, pair.positive);
    if (!board.rulebook.has("diff_pair_uncoupled")) continue;
    const uncoupled = board.rulebook.resolve("diff_pair_uncoupled", item, null, layer);
    if (uncoupled.isNull || uncoupled.severity === "ignore") continue;
    add(groups, `${base}\n${uncoupled.name}`, gap, uncoupled, item, pair.positive);
  }
  return groups.values();
}

function add(
  groups: Map<string, PairGroup>,
  key: string,
  gap: Ruling | null,
  uncoupled: Ruling | null,
  item: BoardItem,
  positive: boolean,
): void {
  let group = groups.get(key);
  if (group === undefined) groups.set(key, (group = { gap, uncoupled, p: [], n: [] }));
  (positive ? group.p : group.n).push(item);
}

function test(board: CheckBoard, report: Report, { gap, uncoupled, p, n }: PairGroup): void {
  const couplings = couplingsOf(board, p, n);
  const isNear = (actual: number) => gap?.min !== undefined && gap.min >= 0 && actual < gap.min - EPSILON;
  const isFar = (actual: number) => gap?.max !== undefined && gap.max >= 0 && actual > gap.max + EPSILON;
  const bad = couplings.filter((each) => isNear(each.gap) || isFar(each.gap));
  let tooLong = false;
  if (uncoupled !== null) {
    const coupled = couplings.filter((each) => !bad.includes(each)).reduce((sum, each) => sum + each.length, 0);
    const actual = Math.max(lengthOf(p), lengthOf(n)) - coupled;
    tooLong = uncoupled.max !== undefined && uncoupled.max >= 0 && actual > uncoupled.max;
    if (tooLong)
      report({
        type: "diff_pair_uncoupled_length_too_long",
        detail: `${uncoupled.name} maximum uncoupled length ${mm(uncoupled.max!)}; actual ${mm(actual)}`,
        items: [...p.slice(0, 1), ...n.slice(0, 1), ...p.slice(1), ...n.slice(1)].map((each) => each.id),
        at: board.place((p[0] ?? n[0])!),
        severity: uncoupled.severity,
        rule: uncoupled.name,
        limit: uncoupled.max!,
        actual,
      });
  }
  if (gap === null || (uncoupled !== null && !tooLong)) return;
  for (const each of bad) {
    const layer = layerOf(each.p);
    const { min, max, name, severity } = board.rulebook.resolve("diff_pair_gap", each.p, each.n, layer);
    const isLess = isNear(each.gap) && min !== undefined && min >= 0 && each.gap < min;
    const isMore = isFar(each.gap) && max !== undefined && max >= 0 && each.gap > max;
    if (!isLess && !isMore) continue;
    const limit = (isLess ? min : max)!;
    report({
      type: "diff_pair_gap_out_of_range",
      detail: `${name} ${isLess ? "minimum" : "maximum"} gap ${mm(limit)}; actual ${mm(each.gap)}`,
      items: [each.p.id, each.n.id],
      at: board.place(each.p),
      layer,
      severity,
      rule: name,
      limit,
      actual: each.gap,
    });
  }
}

function lengthOf(items: readonly BoardItem[]): number {
  let sum = 0;
  for (const { type, item } of items)
    if (type !== "via") sum += Math.trunc(trackLength(item as unknown as Track | ArcTrack));
  return sum;
}
