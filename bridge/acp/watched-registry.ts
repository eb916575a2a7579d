import { isHarmless, writesFile } from "../../core/agent/policy.ts";
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

/** A registry whose agents' calls go through `watch`: it sees each begin and end, and may refuse it. */
export class WatchedRegistry extends Registry {
  private readonly watch: (call: WatchedCall, run: () => Promise<unknown>) => Promise<unknown>;
  /** Calls that are watched already: what runs as part of one is not watched again. */
  private readonly watched = new WeakSet<Context>();

  /** Hears of what would change something as a part of another call; a throw stops it. */
  private readonly inside: (id: string) => void;

  constructor(
    commands: readonly Command[],
    watch: (call: WatchedCall, run: () => Promise<unknown>) => Promise<unknown>,
    inside: (id: string) => void,
  ) {
    super(commands);
    this.watch = watch;
    this.inside = inside;
  }

  override async run(cx: Context, id: string, args: unknown): Promise<unknown> {
    const run = () => super.run(cx, id, args);
    if (cx.caller.kind !== "agent") return run();
    if (this.watched.has(cx)) {
      if (this.changes(id, args)) this.inside(id);
      return run();
    }
    this.watched.add(cx);
    return this.watch({ id, args, signal: cx.signal, changes: this.changes(id, args) }, run);
  }

  private changes(id: string, args: unknown): boolean {
    if (!this.has(id)) return false;
    const { kind } = this.get(id);
    if (kind === "ui" || isHarmless({ id, kind, writesFile: writesFile(args) })) return false;
    return (args as { dryRun?: unknown } | null | undefined)?.dryRun !== true;
  }
}
