import type { Worker } from "node:worker_threads";
import type { CheckHelp, HelpedCheck, HelpTask } from "../../core/commands/check/helped-check.ts";
import type { RulePart } from "../../core/engines/check/check.ts";
import { RuleShare } from "../../core/engines/check/rule-share.ts";
import type { CheckReply, CheckRequest } from "./check-message.ts";
import { isWorthHelp, startHelper } from "./check-start.ts";

/** Checks one board after the other together with a thread; `early` is one that was started beforehand. */
export class CheckHelper implements CheckHelp {
  private readonly file: string;
  private early: Worker | null;
  private readonly isWorth: (bytes: number) => boolean;

  constructor(file: string, early: Worker | null = null, isWorth = isWorthHelp) {
    this.file = file;
    this.early = early;
    this.isWorth = isWorth;
  }

  begin(task: HelpTask): HelpedCheck | null {
    if (!this.isWorth(task.bytes.length)) return null;
    const worker = this.early ?? startHelper(this.file);
    this.early = null;
    worker.ref();
    const share = new RuleShare();
    const request: CheckRequest = { op: "help", id: 0, task, words: share.words };
    const parts = new Promise<readonly RulePart[]>((done, failed) => {
      worker.on("message", (reply: CheckReply) => {
        if (reply.op === "helped") done(reply.parts);
        else if (reply.op === "failed") failed(new Error(reply.message));
      });
      worker.on("error", failed);
      worker.on("exit", () => failed(new Error("the worker ended")));
    });
    // Whoever is not waiting for it yet hears of it later.
    parts.catch(() => undefined);
    worker.postMessage(request);
    return {
      share,
      parts,
      turn: () => new Promise((done) => setImmediate(done)),
      end() {
        share.stop();
        void worker.terminate();
      },
    };
  }
}
