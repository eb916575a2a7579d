import type { Worker } from "node:worker_threads";
import { drc } from "../../core/commands/check/drc.ts";
import { checkWorkerFile } from "../node/board-checks.ts";
import { CheckHelper } from "../node/check-helper.ts";
import { fillingService } from "../node/fill-pool.ts";
import { checkProgram } from "./check-program.ts";

export const main = checkProgram(drc, (early) => {
  const file = checkWorkerFile();
  const helper = file === null ? null : new CheckHelper(file, early as Worker | null);
  return { filling: fillingService, checkHelp: helper };
});
