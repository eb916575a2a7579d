import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Smaller boards are checked before another thread has started. */
const WORTH_BYTES = 400_000;

/** Whether a board of so many bytes is worth another thread. */
export function isWorthHelp(bytes: number): boolean {
  return bytes >= WORTH_BYTES && availableParallelism() > 1;
}

/** Starts the thread of {@link file://./check-worker.ts}; its young objects have room, since it lives for one check. */
export function startHelper(file: string): Worker {
  const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 64 } });
  worker.unref();
  return worker;
}
