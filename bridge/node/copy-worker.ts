// A bundle of its own: runs commands on copies of documents, such as both sides of a comparison.
import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { runOn } from "../../core/agent/copies.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { CopiedDocument, RunOnCopies } from "../../core/commands/copies.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import type { CopyReply, CopyRequest } from "./copy-message.ts";
import { fillingService } from "./fill-pool.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeLibraries } from "./node-libraries.ts";
import { fileServices } from "./runtime-of.ts";

const { copied, cwd, roots } = workerData as {
  readonly copied: readonly CopiedDocument[];
  readonly cwd: string;
  readonly roots: readonly string[];
};
const files = nodeFiles({ cwd, roots });
const opened: Promise<RunOnCopies> = runOn(
  copied,
  { files, now: Date.now, uuid: () => randomUUID() },
  {
    registry: new Registry(commands),
    services: { ...fileServices(files), filling: fillingService, libraries: nodeLibraries() },
    // Who wants no more of it ends this thread.
    signal: new AbortController().signal,
  },
);

const port = parentPort;
port?.on("message", async ({ id, command, args }: CopyRequest) => {
  const reply: CopyReply = await opened
    .then((run) => run(command, args))
    .then(
      (result) => ({ id, result }),
      (thrown: unknown) => ({ id, error: toCommandError(thrown).toJSON() }),
    );
  port.postMessage(reply);
});
