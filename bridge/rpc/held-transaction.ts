import type { AgentCore, CallOptions, RunInside } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";

/** A client that begins a transaction and then says nothing for so long loses it: everybody else waits. */
const IDLE_MS = 10_000;

/** And whoever goes on and on with one, after so long. */
const WHOLE_MS = 120_000;

/** In milliseconds. */
export interface HeldLimits {
  /** Between its calls. */
  readonly idle: number;
  /** From its begin to its end. */
  readonly whole: number;
}

/** How it ended. */
type End = { readonly commit: true } | { readonly commit: false; readonly error: CommandError };

/**
 * One undoable change of one client over several of its messages: what it calls runs inside until it commits or rolls
 * back. Nobody else edits meanwhile, so silence, a lost client and the stop switch end it, with everything taken back.
 */
export class HeldTransaction {
  private readonly inside: RunInside;
  private readonly finish: (end: End) => void;
  private readonly done: Promise<unknown>;
  private readonly idle: number;
  private over: CommandError | "committed" | null = null;
  private tail: Promise<unknown> = Promise.resolve();
  private running = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly whole: NodeJS.Timeout;

  private constructor(inside: RunInside, finish: (end: End) => void, done: Promise<unknown>, limits: HeldLimits) {
    this.inside = inside;
    this.finish = finish;
    this.done = done;
    this.idle = limits.idle;
    this.whole = setTimeout(() => this.end(late(`it took longer than ${limits.whole / 1000} s`)), limits.whole);
    this.wind();
  }

  /** Settles when its turn in the queue has come. */
  static begin(
    core: AgentCore,
    label: string,
    options: CallOptions,
    limits: HeldLimits = { idle: IDLE_MS, whole: WHOLE_MS },
  ): Promise<HeldTransaction> {
    return new Promise((resolve, reject) => {
      let held: HeldTransaction | null = null;
      // One that is cancelled while it waits is answered at once.
      const onAbort = () => held === null && reject(stopped());
      options.signal?.addEventListener("abort", onAbort, { once: true });
      const done: Promise<unknown> = core.transaction(label, options, (inside, signal) => {
        return new Promise((commit, rollBack) => {
          held = new HeldTransaction(inside, (end) => (end.commit ? commit(null) : rollBack(end.error)), done, limits);
          signal.addEventListener("abort", () => held?.end(stopped()), { once: true });
          resolve(held);
        });
      });
      done.catch((error: unknown) => held === null && reject(error));
      const forget = () => options.signal?.removeEventListener("abort", onAbort);
      done.then(forget, forget);
    });
  }

  /** One command inside it. Throws what the command throws; the transaction goes on. */
  run(id: string, args: unknown, signal: AbortSignal): Promise<unknown> {
    const turn = this.tail.then(async () => {
      if (this.over !== null) throw this.gone(id);
      this.running++;
      this.wind();
      try {
        return await this.inside(id, args, signal);
      } finally {
        this.running--;
        this.wind();
      }
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Keeps what was done as one entry. Throws when it has ended already, or when it cannot be kept. */
  async commit(): Promise<void> {
    await this.tail;
    if (this.over !== null) throw this.gone("session.commit");
    this.close("committed");
    this.finish({ commit: true });
    await this.done;
  }

  /** Takes everything back. */
  async rollBack(): Promise<void> {
    if (this.over === null) this.end(new CommandError({ code: "cancelled", message: "Cannot go on: rolled back." }));
    await this.done.catch(() => undefined);
  }

  private end(error: CommandError): void {
    if (this.over !== null) return;
    this.close(error);
    // What runs now ends first.
    void this.tail.then(() => this.finish({ commit: false, error }));
  }

  private close(how: CommandError | "committed"): void {
    this.over = how;
    if (this.timer !== null) clearTimeout(this.timer);
    clearTimeout(this.whole);
  }

  private wind(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.over !== null || this.running > 0) return;
    this.timer = setTimeout(() => this.end(late(`nothing came for ${this.idle / 1000} s`)), this.idle);
  }

  private gone(id: string): CommandError {
    if (this.over instanceof CommandError && this.over.code !== "cancelled") return this.over;
    const how = this.over === "committed" ? "was committed" : "was taken back";
    return new CommandError({
      code: this.over === "committed" ? "conflict" : "cancelled",
      message: `Cannot run ${id} in the transaction: it ${how}.`,
      hint: "Begin another one with session.begin.",
    });
  }
}

function late(reason: string): CommandError {
  return new CommandError({
    code: "timeout",
    message: `Cannot go on with the transaction: ${reason}, so it was taken back.`,
    hint: "Begin it again, and do what takes long before it.",
  });
}

function stopped(): CommandError {
  return new CommandError({ code: "cancelled", message: "Cannot go on with the transaction: it was cancelled." });
}
