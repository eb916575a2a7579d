import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../core/base/error.ts";
import { CommandError } from "../../core/base/error.ts";
import type { BoardCheckAsk, BoardChecks, FollowedAnswer } from "../../core/commands/board-checks.ts";
import { projectTextBeside } from "../../core/commands/board-settings.ts";
import { rulesText } from "../../core/commands/check/board-check.ts";
import type { Services } from "../../core/commands/define.ts";
import type { Change, Session } from "../../core/session/session.ts";
import { bundleBeside } from "./beside.ts";
import type { CheckReply, CheckRequest } from "./check-message.ts";

/** A worker that nobody asked for so long ends: it holds copies of boards. */
const IDLE_MS = 120_000;

interface Waiting {
  readonly ask: BoardCheckAsk;
  readonly done: (answer: FollowedAnswer) => void;
  readonly failed: (error: Error) => void;
}

/** The bundle of {@link file://./check-worker.ts}; null where the sources run: then checks run in this thread. */
export function checkWorkerFile(): string | null {
  return bundleBeside("edsnx-check-worker.cjs");
}

/** Checks boards in a worker that has a copy of each and follows its edits. */
export class WorkerChecks implements BoardChecks {
  private readonly session: Session;
  private readonly services: Services;
  private readonly file: string;
  private readonly detach: () => void;
  private readonly followed = new Set<string>();
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | null = null;
  private count = 0;

  constructor(session: Session, services: Services, file: string) {
    this.session = session;
    this.services = services;
    this.file = file;
    this.detach = session.onChange((change) => this.heed(change));
  }

  dispose(): void {
    this.detach();
    this.end("the host ends");
  }

  async check(path: string, ask: BoardCheckAsk): Promise<FollowedAnswer> {
    const cx = { session: this.session, services: this.services };
    const project = await projectTextBeside(cx, path);
    const rules = await rulesText(cx, path.replace(/\.[^./\\]*$/, ".kicad_dru"));
    try {
      return await this.ask(path, project, rules, ask);
    } catch (thrown) {
      // The worker lost the thread: once more, with the board told whole.
      if (!(thrown instanceof CommandError) || thrown.code !== "no-document") throw thrown;
      this.followed.delete(path);
      return this.ask(path, project, rules, ask);
    }
  }

  private ask(path: string, project: string | null, rules: string | null, ask: BoardCheckAsk): Promise<FollowedAnswer> {
    const { signal } = ask;
    signal?.throwIfAborted();
    const open = this.session.get(path);
    if (!this.followed.has(path)) {
      this.followed.add(path);
      this.tell({ op: "open", path, bytes: open.base, trail: open.trail });
    }
    const id = ++this.count;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const abort = () => Atomics.store(stop, 0, 1);
    signal?.addEventListener("abort", abort, { once: true });
    const answer = new Promise<FollowedAnswer>((done, failed) => this.waiting.set(id, { ask, done, failed }));
    this.tell({ op: "check", id, path, project, rules, only: ask.only, fresh: ask.fresh === true, stop });
    return answer.finally(() => {
      signal?.removeEventListener("abort", abort);
      this.rest();
    });
  }

  private heed({ path, reason, steps }: Change): void {
    if (!this.followed.has(path) || reason === "save") return;
    if (reason !== "close" && steps !== null) {
      this.tell({ op: "change", path, steps });
      return;
    }
    this.followed.delete(path);
    this.tell({ op: "close", path });
  }

  private tell(request: CheckRequest): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(request);
    if (this.waiting.size === 0) this.rest();
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    const lose = (why: string) => {
      if (this.worker === worker) this.end(why);
    };
    worker.on("message", (reply: CheckReply) => this.take(reply));
    worker.on("error", (error: Error) => lose(error.message));
    worker.on("exit", () => lose("the worker ended"));
    return worker;
  }

  private take(reply: CheckReply): void {
    const waiting = this.waiting.get(reply.id);
    if (waiting === undefined) return;
    if (reply.op === "progress") {
      waiting.ask.progress?.(reply.message, reply.percent);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.op === "done") waiting.done(reply.answer);
    else if (reply.op === "failed")
      waiting.failed(new CommandError({ code: reply.code as ErrorCode, message: reply.message }));
  }

  /** An idle worker keeps no process alive, and ends after a while. */
  private rest(): void {
    if (this.waiting.size > 0 || this.worker === null) return;
    this.worker.unref();
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = setTimeout(() => this.end("nobody asked for long"), IDLE_MS).unref();
  }

  private end(why: string): void {
    const { worker } = this;
    this.worker = null;
    this.followed.clear();
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of lost)
      failed(new CommandError({ code: "service-unavailable", message: `Cannot check the board: ${why}.` }));
    void worker?.terminate();
  }
}
