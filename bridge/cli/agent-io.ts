import type { Readable, Writable } from "node:stream";

/** What a subcommand has of the world: the program gives it its own, an embedder what it likes. */
export interface AgentIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Lines for the person. */
  readonly stderr: Writable;
  /** Default: the process's. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends what runs; a number as its reason is the exit status. */
  readonly signal?: AbortSignal;
}

/** What the system tells a process that is to end, and the exit status that says so. */
const endings = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The process's own streams; with `signals`, a server's: it ends in order when the system says so. */
export function processIo(signals: readonly (keyof typeof endings)[] = []): AgentIo {
  const { stdout, stderr, env } = process;
  const end = new AbortController();
  for (const name of signals) process.once(name, () => end.abort(endings[name]));
  return {
    // Node takes milliseconds to make it, and most calls never ask.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    signal: end.signal,
  };
}

/** The signals that end a server. */
export const serverSignals = Object.keys(endings) as (keyof typeof endings)[];

/** Settles with the exit status when the subcommand is told to end. */
export function ended({ signal }: AgentIo): Promise<number> {
  return new Promise((resolve) => {
    if (signal === undefined) return;
    const done = () => resolve(typeof signal.reason === "number" ? signal.reason : endings.SIGTERM);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}

/** Whether the streams are the process's own, so that what prints to the console must not disturb them. */
export function isProcess(io: AgentIo): boolean {
  return io.stdout === process.stdout;
}
