import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { checkWorkerFile, WorkerChecks } from "./board-checks.ts";
import { CheckHelper } from "./check-helper.ts";
import { fillingService } from "./fill-pool.ts";
import type { HostOptions, Runtime } from "./runtime-of.ts";
import { runtimeOf } from "./runtime-of.ts";
import { copiesInWorker, copyWorkerFile } from "./worker-copies.ts";

export { fileServices } from "./runtime-of.ts";
export type { Runtime };

export interface RuntimeOptions extends HostOptions {
  /** Default: all commands. */
  readonly registry?: Registry;
  /** Boards will be checked again and again: a worker keeps copies of them. */
  readonly followsBoards?: boolean;
}

/** A session with its commands on this machine's files, without an editor. */
export function createRuntime({ registry, followsBoards, ...options }: RuntimeOptions): Runtime {
  const worker = followsBoards === true ? checkWorkerFile() : null;
  const helper = followsBoards === true ? null : checkWorkerFile();
  const copier = copyWorkerFile();
  return runtimeOf(registry ?? new Registry(commands), options, {
    filling: fillingService,
    checksOf: worker === null ? null : (session, services) => new WorkerChecks(session, services, worker),
    checkHelp: helper === null ? null : new CheckHelper(helper),
    ...(copier === null
      ? {}
      : { copiesIn: (files, copied, signal) => copiesInWorker(copier, { cwd: options.cwd, files }, copied, signal) }),
  });
}
