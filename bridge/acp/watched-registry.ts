import type { Command, Context } from "../../core/commands/define.ts";
import { Registry } from "../../core/commands/registry.ts";

/** One call of an agent, as it begins. */
export interface WatchedCall {
  readonly id: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  /** Whether it may change something. */
  readonly changes: boolean;
}

/** Runs what changes nothing by itself: checks, looking at the session, asking the person. */
const harmless = /^(check|agent)\.|^session\.(open|diff|watch|export)$/;

/** A registry whose agents' calls go through `watch`: it sees each begin and end, and may refuse it. */
export class WatchedRegistry extends Registry {
  private readonly watch: (call: WatchedCall, run: () => Promise<unknown>) => Promise<unknown>;
  /** Calls that are watched already: what runs as part of one is not watched again. */
  private readonly watched = new WeakSet<Context>();

  constructor(
    commands: readonly Command[],
    watch: (call: WatchedCall, run: () => Promise<unknown>) => Promise<unknown>,
  ) {
    super(commands);
    this.watch = watch;
  }

  override run(cx: Context, id: string, args: unknown): Promise<unknown> {
    const run = () => super.run(cx, id, args);
    if (cx.caller.kind !== "agent" || this.watched.has(cx)) return run();
    this.watched.add(cx);
    return this.watch({ id, args, signal: cx.signal, changes: this.changes(id, args) }, run);
  }

  private changes(id: string, args: unknown): boolean {
    if (!this.has(id)) return false;
    const { kind } = this.get(id);
    if (kind === "query" || kind === "ui") return false;
    if (kind === "run" && harmless.test(id)) return false;
    return (args as { dryRun?: unknown } | null | undefined)?.dryRun !== true;
  }
}
