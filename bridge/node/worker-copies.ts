import { Worker } from "node:worker_threads";
import type { CommandFailure } from "../../core/base/error.ts";
import { CommandError } from "../../core/base/error.ts";
import type { CopiedDocument, CopiesElsewhere } from "../../core/commands/copies.ts";
import { bundleBeside } from "./beside.ts";
import type { CopyReply, CopyRequest } from "./copy-message.ts";
import type { NodeFiles } from "./node-files.ts";

/** The bundle of {@link file://./copy-worker.ts}; null where the sources run: then copies are in this thread. */
export function copyWorkerFile(): string | null {
  return bundleBeside("edsnx-copy-worker.cjs");
}

/** Copies of documents in a thread of their own, which ends with `dispose` or by the signal. */
export function copiesInWorker(
  file: string,
  { cwd, files }: { readonly cwd: string; readonly files: Pick<NodeFiles, "roots"> },
  copied: readonly CopiedDocument[],
  signal: AbortSignal,
): CopiesElsewhere {
  const worker = new Worker(file, { workerData: { copied, cwd, roots: files.roots() } });
  const waiting = new Map<number, { done(result: unknown): void; failed(error: Error): void }>();
  let count = 0;
  let ended: CommandError | null = null;
  const end = (failure: CommandFailure) => {
    ended ??= new CommandError(failure);
    for (const { failed } of waiting.values()) failed(ended);
    waiting.clear();
    signal.removeEventListener("abort", cancel);
    void worker.terminate();
  };
  const cancel = () => end({ code: "cancelled", message: "Cannot finish the comparison: it was cancelled." });
  const lose = (why: string) => end({ code: "service-unavailable", message: `Cannot work on copies: ${why}.` });
  worker.on("message", (reply: CopyReply) => {
    const { done, failed } = waiting.get(reply.id) ?? {};
    waiting.delete(reply.id);
    if ("error" in reply) failed?.(new CommandError(reply.error));
    else done?.(reply.result);
  });
  worker.on("error", (error: Error) => lose(error.message));
  worker.on("exit", () => lose("the worker ended"));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  return {
    run: (command, args) =>
      new Promise((done, failed) => {
        if (ended !== null) return failed(ended);
        const id = ++count;
        waiting.set(id, { done, failed });
        worker.postMessage({ id, command, args } satisfies CopyRequest);
      }),
    dispose: () => lose("the comparison is over"),
  };
}
