import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Below this a second thread costs more than it brings: it reads the board again and compiles the same code anew. */
const WORTH_BYTES = 20_000_000;

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
