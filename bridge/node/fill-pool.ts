import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Filling } from "../../core/commands/define.ts";
import type { FillPool } from "../../core/engines/fill/run.ts";
import { ownPool } from "../../core/engines/fill/run.ts";
import type { FillTask } from "../../core/engines/fill/task.ts";
import type { Ring, Rings } from "../../core/geometry/ring.ts";
import { bundleBeside } from "./beside.ts";
import { loadClipper } from "./clipper.ts";
import type { FillReply, FillRequest } from "./fill-message.ts";
import { packTask, unpackRings } from "./fill-message.ts";

/** Workers without work end after this time: each holds some megabytes. */
const IDLE_MS = 10_000;

/**
 * Fills zones in workers, one for each core; in this thread where the bundle of {@link file://./fill-worker.ts} is not
 * there. The file's path may be given, for benchmarks.
 */
export async function fillPool(file: string | null = bundleBeside("edsnx-fill-worker.cjs")): Promise<FillPool> {
  return file === null ? ownPool(await loadClipper(), turn) : new WorkerPool(file);
}

let filling: Promise<Filling> | undefined;

/** What commands fill zones with: made when first asked for. */
export function fillingService(): Promise<Filling> {
  filling ??= Promise.all([loadClipper(), fillPool()]).then(([clipper, pool]) => ({ clipper, pool }));
  return filling;
}

/** What waits (messages of workers, a cancel) comes first. */
const turn = () => new Promise<void>((done) => setImmediate(done));

interface Job {
  readonly task: FillTask;
  readonly others: readonly Rings[];
  readonly done: (rings: readonly Ring[]) => void;
  readonly failed: (error: Error) => void;
}

class WorkerPool implements FillPool {
  readonly width = Math.max(1, availableParallelism());
  readonly turn = turn;
  private readonly file: string;
  private readonly idle: { readonly worker: Worker; readonly end: NodeJS.Timeout }[] = [];
  private readonly waiting: Job[] = [];
  private running = 0;

  constructor(file: string) {
    this.file = file;
  }

  run(task: FillTask, others: readonly Rings[], signal?: AbortSignal): Promise<readonly Ring[]> {
    return new Promise((done, failed) => {
      this.waiting.push({ task, others, done, failed });
      this.next(signal);
    });
  }

  private next(signal: AbortSignal | undefined): void {
    if (this.running >= this.width) return;
    const job = this.waiting.shift();
    if (job === undefined) return;
    this.running++;
    const worker = this.take();
    // A task under way is stopped by ending its worker: it looks at nothing while it clips.
    const abort = () =>
      settle(() => job.failed(signal?.reason instanceof Error ? signal.reason : new Error("aborted")), false);
    const settle = (tell: () => void, keep: boolean) => {
      signal?.removeEventListener("abort", abort);
      quiet(worker);
      this.running--;
      if (keep) this.rest(worker);
      else void worker.terminate();
      tell();
      this.next(signal);
    };
    worker.on("message", (reply: FillReply) =>
      settle(() => ("error" in reply ? job.failed(new Error(reply.error)) : job.done(unpackRings(reply.rings))), true),
    );
    worker.on("error", (error: Error) => settle(() => job.failed(error), false));
    worker.on("exit", () => settle(() => job.failed(new Error("the fill worker ended")), false));
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener("abort", abort, { once: true });
    const request: FillRequest = packTask(job.task, job.others);
    worker.postMessage(request);
  }

  private take(): Worker {
    const free = this.idle.pop();
    if (free === undefined) return new Worker(this.file);
    clearTimeout(free.end);
    quiet(free.worker);
    free.worker.ref();
    return free.worker;
  }

  private rest(worker: Worker): void {
    // An idle worker keeps no process alive.
    worker.unref();
    const entry = {
      worker,
      end: setTimeout(() => {
        this.idle.splice(this.idle.indexOf(entry), 1);
        void worker.terminate();
      }, IDLE_MS).unref(),
    };
    worker.on("error", () => this.idle.splice(this.idle.indexOf(entry), 1));
    this.idle.push(entry);
  }
}

/** Takes our listeners off, and only ours: the worker has some of its own, which open its port for the next one. */
function quiet(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}
