import { CommandError } from "../base/error.ts";
import type { Caller } from "../commands/define.ts";
import type { Automation, Halt } from "../commands/person.ts";

/** What agents may still call once they were stopped, besides queries. */
const allowedWhenHalted: ReadonlySet<string> = new Set(["agent.stop", "agent.resume", "session.export"]);

/** The switch that stops agents: it cancels what they have under way and refuses what is no query. */
export class AutomationSwitch implements Automation {
  private halt: Halt | null;
  private readonly now: () => number;
  private readonly underWay = new Map<AbortController, string>();
  private readonly pausedNow = new Set<string>();
  private readonly listeners = new Set<(halted: Halt | null) => void>();

  constructor(now: () => number, halted: Halt | null = null) {
    this.now = now;
    this.halt = halted;
  }

  get halted(): Halt | null {
    return this.halt;
  }

  /** Hears of every change, until the returned function is called. */
  onChange(listener: (halted: Halt | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  stop(by: string, reason?: string): void {
    if (this.halt !== null) return;
    this.halt = { by, at: this.now(), ...(reason === undefined || reason === "" ? {} : { reason }) };
    for (const controller of [...this.underWay.keys()]) controller.abort();
    this.tell();
  }

  resume(): void {
    if (this.halt === null) return;
    this.halt = null;
    this.tell();
  }

  /** Names of the agents that the person has paused. */
  get paused(): ReadonlySet<string> {
    return this.pausedNow;
  }

  /** Stops one agent, until `unpause`; the others go on. */
  pause(agent: string): void {
    if (this.pausedNow.has(agent)) return;
    this.pausedNow.add(agent);
    for (const [controller, name] of [...this.underWay]) if (name === agent) controller.abort();
    this.tell();
  }

  unpause(agent: string): void {
    if (this.pausedNow.delete(agent)) this.tell();
  }

  /** Throws `denied` when the call would change something and agents were stopped. */
  check(id: string, kind: string, caller: Caller): void {
    if (caller.kind === "person" || kind === "query" || allowedWhenHalted.has(id)) return;
    if (this.halt === null && this.pausedNow.has(caller.name)) {
      throw new CommandError({
        code: "denied",
        message: `Cannot run ${id}: the person has paused ${caller.name}.`,
        hint: "Wait; only the person at the editor can let you go on. Queries still work.",
        data: { paused: true },
      });
    }
    if (this.halt === null) return;
    const { by, reason } = this.halt;
    throw new CommandError({
      code: "denied",
      message: `Cannot run ${id}: ${by} stopped agents${reason === undefined ? "" : ` (${reason})`}.`,
      hint: "Only the person at the editor can let agents go on. Queries still work.",
      data: { halted: { ...this.halt } },
    });
  }

  /** Runs an agent's call with a signal that the switch aborts too. */
  async guard<T>(
    caller: Caller,
    id: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (caller.kind === "person" || allowedWhenHalted.has(id)) return work(signal);
    const own = new AbortController();
    const pass = () => own.abort(signal.reason);
    if (signal.aborted) pass();
    signal.addEventListener("abort", pass, { once: true });
    this.underWay.set(own, caller.name);
    try {
      return await work(own.signal);
    } finally {
      this.underWay.delete(own);
      signal.removeEventListener("abort", pass);
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.halt);
  }
}
