import type { CommandFailure } from "../base/error.ts";
import { CommandError, toCommandError } from "../base/error.ts";
import type { Caller, Services } from "../commands/define.ts";
import type { LogEntry } from "../commands/log-entry.ts";

export type { LogEntry };

import type { Halt, PersonPort } from "../commands/person.ts";
import type { Registry } from "../commands/registry.ts";
import { notAStep } from "../commands/session/steps.ts";
import { sameValue } from "../model/kind.ts";
import { Checkpoints } from "../session/checkpoints.ts";
import type { Review } from "../session/review.ts";
import { isNewFile } from "../session/review.ts";
import type { Change, Session } from "../session/session.ts";
import { AutomationSwitch } from "./automation.ts";
import type { Comparison } from "./comparison.ts";
import { bothWays, compare } from "./comparison.ts";
import { onCopies } from "./copies.ts";
import { refuseHidden } from "./hidden-file.ts";
import { Holds } from "./holds.ts";
import type { Policy } from "./policy.ts";
import { canPropose, isHarmless, openPolicy, refusalOf, writesFile } from "./policy.ts";
import type { Held } from "./policy-gate.ts";
import { consentNeededBy, PolicyGate, proposalNeededBy } from "./policy-gate.ts";
import { ReviewDesk } from "./review-desk.ts";

export interface CallOptions {
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent?: number) => void;
  /** Reaches the person through this caller, where the core itself cannot. */
  readonly person?: PersonPort;
}

export interface AgentCoreOptions {
  readonly registry: Registry;
  readonly session: Session;
  readonly services: Services;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Agents were stopped before this core began, and nobody has let them go on. */
  readonly halted?: Halt | null;
  /** What agents may do, as the person has set it; asked for at every call. Left out: everything. */
  readonly policy?: () => Policy;
  /** The review list that an earlier core kept. */
  readonly reviews?: readonly Review[];
}

/** A call with what the person has consented to for it, and whether it may only propose. */
type HeldOptions = CallOptions & {
  readonly consented: ReadonlySet<string>;
  readonly proposes: boolean;
};

/** Runs a command inside a transaction; with a signal of its own. */
export type RunInside = (id: string, args: unknown, signal?: AbortSignal) => Promise<unknown>;

const PROPOSE_OUTSIDE = "the rule lets it be proposed only, which such a transaction cannot do half-way";

const ASK_OUTSIDE = "the person has to allow it, which a transaction of a script cannot wait for";

/** How many answers are remembered for repeated request ids. */
const REMEMBERED = 128;

/** How many calls may wait; one more is refused with `busy`. */
const MAX_WAITING = 1024;

/**
 * The one way in: every surface's call ends here. Calls run one after the other, so edits of several clients never
 * interleave; each carries its caller's name; each is logged.
 */
export class AgentCore {
  readonly registry: Registry;
  readonly session: Session;
  readonly automation: AutomationSwitch;
  private readonly services: Services;
  private readonly gate: PolicyGate;
  /** The call that runs now, as the person's rules see it. */
  private held: (Held & { readonly inner: string[] }) | null = null;
  private readonly now: () => number;
  /** What agents changed, for the person to judge. */
  readonly reviews: ReviewDesk;
  readonly checkpoints: Checkpoints;
  /** What people have in hand. */
  readonly holds = new Holds();
  private readonly logListeners = new Set<(entry: LogEntry, edits: readonly Change[]) => void>();
  /** Edits of the call that is running; its log entry says whose they are. */
  private unclaimed: Change[] = [];
  /** The proposal that the running call made or added to. */
  private proposed: string | null = null;
  private readonly answered = new Map<string, { id: string; args: unknown; result: unknown }>();
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(options: AgentCoreOptions) {
    this.registry = options.registry;
    this.session = options.session;
    this.now = options.now;
    this.automation = new AutomationSwitch(options.now, options.halted ?? null);
    this.gate = new PolicyGate(options.policy ?? (() => openPolicy));
    options.session.beforeChange = (changes) => {
      if (this.held === null) return;
      this.gate.checkChange(this.held, changes);
      if (this.held.drafting) return;
      this.holds.refuseHeld(this.held.asking, changes);
      this.reviews.refuseTaken(this.held.asking, changes);
    };
    options.session.beforeMake = (paths) => {
      if (this.held !== null) this.gate.checkFiles(this.held, paths);
    };
    this.checkpoints = new Checkpoints(options.session, options.now);
    const exclusive = <T>(work: () => Promise<T>) => this.exclusive(work);
    this.reviews = new ReviewDesk({ session: options.session, exclusive, kept: options.reviews ?? [] });
    this.onLog((entry, edits) => this.reviews.heedCall(entry, edits));
    const { automation, reviews, checkpoints } = this;
    this.services = { ...options.services, automation, reviews, checkpoints };
    options.session.onChange((change) => change.reason === "edit" && this.unclaimed.push(change));
  }

  /** Whether the core itself reaches a person. */
  get hasPerson(): boolean {
    return this.services.person !== undefined;
  }

  /** Hears of every call that ended, with the edits that it made, until the returned function is called. */
  onLog(listener: (entry: LogEntry, edits: readonly Change[]) => void): () => void {
    this.logListeners.add(listener);
    return () => this.logListeners.delete(listener);
  }

  /**
   * Runs a command when the calls before it have ended. Rejects with a CommandError and nothing else. Where the person
   * has to allow it, the person is asked outside of the queue, and it runs anew; where it may only propose, it runs anew
   * on a draft.
   */
  async run(id: string, args: unknown, options: CallOptions): Promise<unknown> {
    const consented = new Set<string>();
    let proposes = false;
    for (;;) {
      try {
        return await this.enqueue(id, args, { ...options, consented, proposes });
      } catch (thrown) {
        if (!proposes && proposalNeededBy(thrown) !== null) {
          proposes = true;
          continue;
        }
        const question = consentNeededBy(thrown);
        if (question === null) throw thrown;
        const person = this.services.person ?? options.person;
        const signal = options.signal ?? new AbortController().signal;
        const started = this.now();
        try {
          consented.add(await this.gate.ask(question, person, signal));
        } catch (refused) {
          const error = toCommandError(refused);
          this.log(id, args, options.caller, started, { error: error.toJSON() });
          throw error;
        }
      }
    }
  }

  /**
   * What exactly a change makes of the design, as everything else stands now; worked out on copies, so edits go on
   * meanwhile. Throws `not-found`, and `conflict` where later edits stand in the way.
   */
  async compare(id: string, signal: AbortSignal = new AbortController().signal): Promise<Comparison> {
    const review = this.reviews.get(id);
    const isNew = new Set(review.items.filter((item) => isNewFile(item) && item.done !== true).map(({ path }) => path));
    for (const { path } of review.documents) if (!isNew.has(path)) await this.session.open(path, review.agent);
    const { session, registry, services } = this;
    return compare(review, bothWays(session, review), (documents, work) =>
      onCopies({ session, registry, services, signal }, documents, work),
    );
  }

  private async enqueue(id: string, args: unknown, options: HeldOptions): Promise<unknown> {
    if (this.waiting >= MAX_WAITING) {
      throw new CommandError({
        code: "busy",
        message: `Cannot run ${id}: ${this.waiting} calls are waiting.`,
        hint: "Wait for answers before sending more.",
      });
    }
    if (this.registry.has(id) && this.registry.get(id).besideQueue === true) return this.call(id, args, options);
    const { signal } = options;
    let begun = false;
    const turn = this.exclusive(() => {
      begun = true;
      return this.call(id, args, options);
    });
    if (signal === undefined) return turn;
    // A call that is cancelled while it waits is answered at once; at its turn it only logs that.
    return Promise.race([turn, abortBefore(signal, turn, () => !begun, id)]);
  }

  /** Runs `work` in the queue: nothing else changes a document meanwhile. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++;
    const turn = this.tail.then(() => {
      // What was changed between calls (an accepted proposal) is no call's own.
      this.unclaimed = [];
      this.proposed = null;
      return work();
    });
    this.tail = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting--;
    }
  }

  /**
   * Runs `work` as one undoable change in one turn of the queue: all or nothing. Its calls go through the given `run`;
   * the log has them as steps of one session.transaction.
   */
  transaction<T>(
    label: string,
    options: CallOptions,
    work: (run: RunInside, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.exclusive(async () => {
      const { caller } = options;
      const signal = options.signal ?? new AbortController().signal;
      const started = this.now();
      const steps: { id: string; args: unknown }[] = [];
      const args = { label, steps };
      try {
        this.automation.check("session.transaction", "run", caller);
        const held = { ...options, consented: new Set<string>(), proposes: false };
        const begin = (both: AbortSignal) =>
          this.session.transact({ label, actor: caller.name }, async () => {
            if (both.aborted) throw cancelled("session.transaction");
            const result = await work(async (id, given, own) => {
              const step = { id, args: given };
              steps.push(step);
              try {
                if (both.aborted || own?.aborted === true) throw cancelled(id);
                // It would keep everybody waiting for the person, who waits too.
                if (id.startsWith("agent.") && this.kindOf(id) !== "query") throw notAStep(id);
                this.step(id);
                if (own === undefined) return await this.dispatch(id, given, options, both);
                return await this.automation.guard(caller, id, own, (one) => this.dispatch(id, given, options, one));
              } catch (thrown) {
                // It left no trace, so who does the same again must not do it.
                if (!both.aborted) steps.splice(steps.indexOf(step), 1);
                throw thrown;
              }
            }, both);
            // Who stopped agents meanwhile wants nothing of it.
            if (both.aborted) throw cancelled("session.transaction");
            return result;
          });
        const { value } = await this.automation.guard(caller, "session.transaction", signal, (both) =>
          this.holding("session.transaction", args, held, () => begin(both)),
        );
        this.log("session.transaction", args, caller, started, { result: { label } });
        return value;
      } catch (thrown) {
        // The script cannot be run anew, so the person cannot be asked half-way.
        const question = consentNeededBy(thrown);
        const barred = question ?? proposalNeededBy(thrown);
        const why = question === null ? PROPOSE_OUTSIDE : ASK_OUTSIDE;
        const error = barred === null ? thrown : refusalOf(barred.asking, barred.verdict, why);
        this.log("session.transaction", args, caller, started, { error: toCommandError(error).toJSON() });
        throw error;
      }
    });
  }

  private async call(id: string, args: unknown, options: HeldOptions): Promise<unknown> {
    const { caller } = options;
    const signal = options.signal ?? new AbortController().signal;
    const started = this.now();
    try {
      if (signal.aborted) throw cancelled(id);
      const known = this.remembered(id, args, caller);
      if (known === undefined) this.automation.check(id, this.kindOf(id), caller);
      const result =
        known === undefined
          ? await this.automation.guard(caller, id, signal, (both) =>
              this.holding(id, args, options, () => this.dispatch(id, args, options, both)),
            )
          : known.result;
      this.remember(id, args, caller, result);
      this.log(id, args, caller, started, { result });
      return result;
    } catch (thrown) {
      if (consentNeededBy(thrown) !== null || proposalNeededBy(thrown) !== null) throw thrown;
      const error = signal.aborted && !(thrown instanceof CommandError) ? cancelled(id) : toCommandError(thrown);
      this.log(id, args, caller, started, { error: error.toJSON() });
      throw error;
    }
  }

  /**
   * Runs a call held to the person's rules; on a draft when it may only propose, and as long as what its caller has
   * proposed waits. Calls beside the queue touch no document, so one at a time is held.
   */
  private async holding<T>(id: string, args: unknown, options: HeldOptions, work: () => Promise<T>): Promise<T> {
    const { caller, consented } = options;
    const inner: string[] = [];
    const asking = { id, kind: this.kindOf(id), caller, writesFile: writesFile(args), inner };
    const isBeside = this.registry.has(id) && this.registry.get(id).besideQueue === true;
    const waits = caller.kind !== "person" && this.reviews.proposalOf(caller) !== undefined;
    const drafting = !isBeside && ((options.proposes && canPropose(asking)) || (waits && seesDraft(asking)));
    const held = { asking, consented, drafting, inner };
    this.gate.checkCall(held);
    if (isBeside) return work();
    this.held = held;
    try {
      return await (drafting ? this.drafting(caller, id, args, work) : work());
    } finally {
      this.held = null;
    }
  }

  private async drafting<T>(caller: Caller, id: string, args: unknown, work: () => Promise<T>): Promise<T> {
    const started = this.now();
    const draft = await this.reviews.draftOf(caller);
    const value = await this.session.within(draft, work);
    if (draft.isChanged) {
      const label = labelOf(value) ?? labelOf(args) ?? this.registry.get(id).title;
      this.proposed = this.reviews.propose(caller, draft, label, started);
    }
    return value;
  }

  /** A command inside the call that runs: held to the rules as well. */
  private step(id: string): void {
    if (this.held === null) return;
    const asking = { ...this.held.asking, id, kind: this.kindOf(id), inner: [] };
    this.gate.checkCall({ ...this.held, asking });
    this.held.inner.push(id);
  }

  private dispatch(id: string, args: unknown, options: CallOptions, signal: AbortSignal): Promise<unknown> {
    const cx = {
      session: this.session,
      caller: options.caller,
      signal,
      progress: options.progress ?? (() => undefined),
      services: this.servicesFor(options),
      // A command run by a command belongs to the same turn of the queue.
      run: (inner: string, innerArgs: unknown) => {
        this.step(inner);
        return this.registry.run(cx, inner, innerArgs);
      },
    };
    return this.registry.run(cx, id, args);
  }

  private servicesFor({ person, caller }: CallOptions): Services {
    const { session, services } = this;
    const { readFile, writeFile } = services;
    return {
      ...services,
      ...(services.person === undefined && person !== undefined ? { person } : {}),
      ...(writeFile === undefined || caller.kind === "person"
        ? {}
        : {
            writeFile: (path: string, bytes: Uint8Array) => this.writeFor(caller, path, () => writeFile(path, bytes)),
          }),
      // A file that is only proposed is there for who proposes it.
      ...(session.isDrafting && readFile !== undefined
        ? { readFile: async (path: string) => (await session.draftedFile(path)) ?? readFile(path) }
        : {}),
    };
  }

  /** An output of a call, held to the rules of files. */
  private async writeFor<T>(caller: Caller, path: string, write: () => Promise<T>): Promise<T> {
    if (this.held !== null) this.gate.checkFiles(this.held, [await this.session.resolve(path)]);
    if (caller.kind === "agent") await refuseHidden(this.session, path);
    return write();
  }

  private kindOf(id: string): LogEntry["kind"] {
    return this.registry.has(id) ? this.registry.get(id).kind : "unknown";
  }

  private remembered(id: string, args: unknown, caller: Caller): { result: unknown } | undefined {
    const requestId = requestIdOf(args);
    if (requestId === undefined) return undefined;
    const known = this.answered.get(keyOf(caller, requestId));
    if (known === undefined) return undefined;
    if (known.id === id && sameValue(known.args, args)) return known;
    throw new CommandError({
      code: "conflict",
      message: `Cannot run ${id}: request id ${requestId} was used for another call.`,
      hint: "Choose a new requestId for a new call.",
      data: { requestId },
    });
  }

  private remember(id: string, args: unknown, caller: Caller, result: unknown): void {
    const requestId = requestIdOf(args);
    if (requestId === undefined) return;
    this.answered.set(keyOf(caller, requestId), { id, args, result });
    const oldest = this.answered.keys().next().value;
    if (this.answered.size > REMEMBERED && oldest !== undefined) this.answered.delete(oldest);
  }

  private log(
    id: string,
    args: unknown,
    caller: Caller,
    started: number,
    end: { result: unknown } | { error: CommandFailure },
  ): void {
    // Calls beside the queue change nothing; what there is to claim is of the one that runs in it.
    const isBeside = this.registry.has(id) && this.registry.get(id).besideQueue === true;
    const proposal = isBeside ? null : this.proposed;
    const entry: LogEntry = {
      at: started,
      caller: caller.name,
      callerKind: caller.kind,
      ...(caller.chatId === undefined ? {} : { chatId: caller.chatId }),
      id,
      kind: this.kindOf(id),
      args,
      ms: this.now() - started,
      ...(proposal === null ? {} : { proposal }),
      ...end,
    };
    const edits = isBeside ? [] : this.unclaimed.filter((change) => change.actor === entry.caller);
    if (!isBeside) this.unclaimed = [];
    for (const listener of this.logListeners) listener(entry, edits);
  }
}

/** Two clients may bear one name, and each counts its requests from one. */
function keyOf(caller: Caller, requestId: string): string {
  return `${caller.client ?? caller.name}\n${requestId}`;
}

/** Rejects when the signal aborts while the call still waits; settles with `turn` in any case, so that nothing is kept. */
function abortBefore(signal: AbortSignal, turn: Promise<unknown>, waits: () => boolean, id: string): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => waits() && reject(cancelled(id));
    signal.addEventListener("abort", onAbort, { once: true });
    const forget = () => signal.removeEventListener("abort", onAbort);
    turn.then(forget, forget);
  });
}

function requestIdOf(args: unknown): string | undefined {
  const id = (args as { requestId?: unknown } | null | undefined)?.requestId;
  return typeof id === "string" ? id : undefined;
}

function cancelled(id: string): CommandError {
  return new CommandError({ code: "cancelled", message: `Cannot finish ${id}: it was cancelled.` });
}

function labelOf(value: unknown): string | undefined {
  const label = (value as { label?: unknown } | null | undefined)?.label;
  return typeof label === "string" && label !== "" ? label : undefined;
}

/** Whether a call of somebody whose proposal waits works on that: looking and editing does, saving does not. */
function seesDraft(asking: Held["asking"]): boolean {
  return canPropose(asking) || (isHarmless(asking) && !asking.id.startsWith("session.open"));
}
