import type { Clipper } from "../../geometry/clip.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea } from "../../geometry/ring.ts";
import type { Fill } from "../../model/board/zone.ts";
import { meeting } from "./meeting.ts";
import { outsideTest } from "./outside.ts";
import type { FillPlan } from "./plan.ts";
import type { FillTask } from "./task.ts";
import { runFillTask } from "./task.ts";

/** Runs tasks, several at a time where there are workers. */
export interface FillPool {
  readonly width: number;
  /** `signal` ends a task under way, where that is possible. */
  run(task: FillTask, others: readonly Rings[], signal?: AbortSignal): Promise<readonly Ring[]>;
  /** Lets the host do what waits: take in what workers finished, hear a cancel. */
  turn?(): Promise<void>;
}

/** A pool of one, in this thread; the host's `turn` lets it hear a cancel between tasks. */
export function ownPool(clipper: Clipper, turn?: () => Promise<void>): FillPool {
  const run = async (task: FillTask, others: readonly Rings[]) => runFillTask(clipper, task, others);
  return { width: 1, run, ...(turn === undefined ? {} : { turn }) };
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
  /** Finds what hangs on no pad. */
  readonly islands: IslandFinder;
}

/** Finds which pieces of copper hang on no pad of their net. What it does before it is asked runs beside the workers. */
export interface IslandFinder {
  /** Everything that can be known before there are pieces. */
  prepare?(): void;
  /** Told of pieces as they come, in any order. */
  add?(pieces: readonly Piece[]): void;
  isolated(pieces: readonly Piece[]): ReadonlySet<Piece>;
}

/**
 * Fills all zones of a plan and takes away islands as each zone says. The answer is each zone's fill, by its id, in
 * the order of its layers. Throws the signal's reason when it is aborted.
 */
export async function runFill(clipper: Clipper, plan: FillPlan, options: RunOptions): Promise<Map<string, Fill[]>> {
  const { islands } = options;
  const isOutside = outsideTest(clipper, plan.board);
  const arrived = (i: number, rings: readonly Ring[]): Arrived => {
    const { zone, layer, copper, minThickness } = plan.tasks[i]!;
    const pieces = rings.map((ring): Piece => ({ zone, layer, ring }));
    if (copper) islands.add?.(pieces);
    return { pieces, outside: new Set(copper ? pieces.filter(({ ring }) => isOutside(ring, minThickness)) : []) };
  };
  const results = await runTasks(plan, options, arrived);
  const alone = islands.isolated(results.flatMap(({ pieces }, i) => (plan.tasks[i]!.copper ? pieces : [])));
  const ofZone = new Map<string, Piece[]>();
  for (const { pieces } of results)
    for (const piece of pieces) {
      const list = ofZone.get(piece.zone);
      if (list === undefined) ofZone.set(piece.zone, [piece]);
      else list.push(piece);
    }
  const fills = new Map<string, Fill[]>();
  for (const [i, task] of plan.tasks.entries()) {
    const own = ofZone.get(task.zone) ?? [];
    // A zone that would lose everything keeps everything.
    const keepsAll = own.length > 0 && own.every((piece) => alone.has(piece));
    const list = fills.get(task.zone) ?? [];
    fills.set(task.zone, list);
    const { pieces, outside } = results[i]!;
    const above = task.ceded.length === 0 ? [] : higherOnNet(plan, i).flatMap((k) => results[k]!.pieces);
    for (const piece of pieces) {
      const island = !keepsAll && alone.has(piece);
      if ((island && isRemoved(plan, i, piece.ring)) || outside.has(piece)) continue;
      list.push({
        layer: task.layer,
        // Zones without a net, and those off the copper, which have none, hang on nothing.
        island: island || plan.zones[i]!.zone.net === "" || !task.copper,
        points: Array.from(
          meeting(
            piece.ring,
            above.map(({ ring }) => ring),
          ),
        ),
      });
    }
  }
  return fills;
}

/** The tasks of zones of the same net, on the same layer, that a task leaves their area to. */
function higherOnNet({ tasks, zones }: FillPlan, i: number): number[] {
  const { zone, settings } = zones[i]!;
  return [...tasks.keys()].filter(
    (k) =>
      tasks[k]!.layer === tasks[i]!.layer &&
      zones[k]!.zone.net === zone.net &&
      zones[k]!.settings.priority > settings.priority,
  );
}

/** What a task gave, and which of it lies off the board. */
interface Arrived {
  readonly pieces: readonly Piece[];
  readonly outside: ReadonlySet<Piece>;
}

function isRemoved(plan: FillPlan, i: number, ring: Ring): boolean {
  const { islands, islandArea } = plan.zones[i]!.settings;
  return islands === "always" || (islands === "belowArea" && Math.abs(ringArea(ring)) < islandArea);
}

async function runTasks(
  plan: FillPlan,
  { pool, signal, progress, islands }: RunOptions,
  arrived: (task: number, rings: readonly Ring[]) => Arrived,
): Promise<readonly Arrived[]> {
  const results = new Map<number, readonly Ring[]>();
  const digested: Arrived[] = [];
  // Tasks that wait for a worker or for others, and those done that nobody looked at yet.
  const open = new Set<number>();
  const fresh: number[] = [];
  const running = new Set<Promise<void>>();
  let known = 0;
  let prepared = false;
  const start = (i: number) => {
    const task = plan.tasks[i]!;
    const others = task.after.map((each) => results.get(each.task)!);
    const run = pool.run(task, others, signal).then((rings) => {
      results.set(i, rings);
      fresh.push(i);
      running.delete(run);
      progress?.(results.size, plan.count);
    });
    running.add(run);
    // Whoever waits for the next one done hears of a failure; until then it is nobody's.
    run.catch(() => {});
  };
  for (;;) {
    signal?.throwIfAborted();
    for (; known < plan.tasks.length; known++) open.add(known);
    for (const i of open) {
      if (running.size >= pool.width) break;
      if (!plan.tasks[i]!.after.every(({ task }) => results.has(task))) continue;
      open.delete(i);
      start(i);
    }
    // While workers are at it, this thread makes the next task and looks at what came; then it takes in what is done.
    const done = fresh.shift();
    const planned = plan.next();
    if (!planned && !prepared) {
      prepared = true;
      islands.prepare?.();
    } else if (!planned && done === undefined) {
      if (running.size === 0) return digested;
      await Promise.race(running);
      continue;
    }
    if (done !== undefined) digested[done] = arrived(done, results.get(done)!);
    await pool.turn?.();
  }
}
