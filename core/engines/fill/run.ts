import type { Clipper } from "../../geometry/clip.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea } from "../../geometry/ring.ts";
import type { Fill } from "../../model/board/zone.ts";
import type { FillPlan } from "./plan.ts";
import type { FillTask } from "./task.ts";
import { runFillTask } from "./task.ts";

/** Runs tasks, several at a time where there are workers. */
export interface FillPool {
  readonly width: number;
  /** `signal` ends a task under way, where that is possible. */
  run(task: FillTask, others: readonly Rings[], signal?: AbortSignal): Promise<readonly Ring[]>;
}

/** A pool of one, in this thread. */
export function ownPool(clipper: Clipper): FillPool {
  return { width: 1, run: async (task, others) => runFillTask(clipper, task, others) };
}

/** A piece of a zone's fill. */
export interface Piece {
  readonly zone: string;
  readonly layer: string;
  readonly ring: Ring;
}

export interface RunOptions {
  readonly pool: FillPool;
  readonly signal?: AbortSignal;
  /** Told after each task: how many are done of how many. */
  readonly progress?: (done: number, of: number) => void;
  /** Which of the pieces hang on no pad of their net. */
  readonly isolated: (pieces: readonly Piece[]) => ReadonlySet<Piece>;
}

/**
 * Fills all zones of a plan and takes away islands as each zone says. The answer is each zone's fill, by its id, in
 * the order of its layers. Throws the signal's reason when it is aborted.
 */
export async function runFill(
  clipper: Clipper,
  plan: FillPlan,
  { pool, signal, progress, isolated }: RunOptions,
): Promise<Map<string, Fill[]>> {
  const results = await runTasks(plan, pool, signal, progress);
  const pieces = plan.tasks.map((task, i) =>
    results[i]!.map((ring): Piece => ({ zone: task.zone, layer: task.layer, ring })),
  );
  const alone = isolated(pieces.flatMap((list, i) => (plan.tasks[i]!.copper ? list : [])));
  const fills = new Map<string, Fill[]>();
  for (const [i, task] of plan.tasks.entries()) {
    const own = pieces.filter((_, k) => plan.tasks[k]!.zone === task.zone).flat();
    // A zone that would lose everything keeps everything.
    const keepsAll = own.length > 0 && own.every((piece) => alone.has(piece));
    const list = fills.get(task.zone) ?? [];
    fills.set(task.zone, list);
    for (const piece of pieces[i]!) {
      const island = !keepsAll && alone.has(piece);
      if (island && isRemoved(plan, i, piece.ring)) continue;
      if (task.copper && isOutside(clipper, plan, task.minThickness, piece.ring)) continue;
      list.push({
        layer: task.layer,
        // Zones without a net, and those off the copper, which have none, hang on nothing.
        island: island || plan.zones[i]!.zone.net === "" || !task.copper,
        points: Array.from(piece.ring),
      });
    }
  }
  return fills;
}

function isRemoved(plan: FillPlan, i: number, ring: Ring): boolean {
  const { islands, islandArea } = plan.zones[i]!.settings;
  return islands === "always" || (islands === "belowArea" && Math.abs(ringArea(ring)) < islandArea);
}

/** Pieces mostly beyond the board's edge go; of very small ones KiCad does not ask. */
function isOutside(clipper: Clipper, { board }: FillPlan, minThickness: number, ring: Ring): boolean {
  const area = Math.abs(ringArea(ring));
  if (area < 3 * minThickness * minThickness || board.length === 0) return false;
  const inside = clipper.intersection([ring], board).reduce((sum, each) => sum + ringArea(each), 0);
  return inside < area / 2;
}

async function runTasks(
  plan: FillPlan,
  pool: FillPool,
  signal: AbortSignal | undefined,
  progress: ((done: number, of: number) => void) | undefined,
): Promise<readonly (readonly Ring[])[]> {
  const results: (readonly Ring[] | undefined)[] = plan.tasks.map(() => undefined);
  const open = new Set(plan.tasks.keys());
  const running = new Set<Promise<void>>();
  let done = 0;
  const isReady = (i: number) => plan.tasks[i]!.after.every(({ task }) => results[task] !== undefined);
  while (open.size > 0 || running.size > 0) {
    signal?.throwIfAborted();
    for (const i of open) {
      if (running.size >= pool.width) break;
      if (!isReady(i)) continue;
      open.delete(i);
      const task = plan.tasks[i]!;
      const others = task.after.map((each) => results[each.task]!);
      const run = pool.run(task, others, signal).then((rings) => {
        results[i] = rings;
        running.delete(run);
        progress?.(++done, plan.tasks.length);
      });
      running.add(run);
    }
    await Promise.race(running);
  }
  return results as (readonly Ring[])[];
}
