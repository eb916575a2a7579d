import { pathToFileURL } from "node:url";
import { CommandError } from "../../core/base/error.ts";
import type { EdsnxApi, ScriptApiOptions, ScriptCore } from "./script-api.ts";
import { createEdsnxApi } from "./script-api.ts";
import type { ScriptTree } from "./script-tree.ts";
import { compileScriptTree } from "./script-tree.ts";

const GLOBAL = "edsnx.api";

/** What `import … from "@softforge/edsnx-api"` gives: the API of the script that runs. */
const apiModule = `const api = globalThis[Symbol.for(${JSON.stringify(GLOBAL)})];
export default api.edsnx;
export const { edsnx, board, sch, project, lib, query } = api;
`;

/** A script threw. `at` is the place in the script, `file:line:column`. */
export class ScriptFailure extends Error {
  readonly at: string | null;
  /** The stack in the words of the sources, without what lies below the script. */
  readonly trace: string;

  constructor(cause: unknown, at: string | null, trace: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ScriptFailure";
    this.at = at;
    this.trace = trace;
  }
}

/**
 * Runs a script of TypeScript or JavaScript with the API at hand (as globals and as a package). A default export that
 * is a function is called with the API; answers what it returns, else the default export. Throws ScriptFailure with
 * the script's line for what the script throws, CommandError for a script that cannot be read.
 */
export async function runScript(path: string, options: RunScriptOptions): Promise<unknown> {
  const calls = new Calls();
  const api = createEdsnxApi({ ...options, core: calls.countedIn(options.core) });
  const tree = await compileScriptTree(path, apiModule);
  const takeBack = putGlobals(api);
  const watch = watchStrays(tree, options);
  const work = async () => {
    const module = (await import(pathToFileURL(tree.entry).href)) as { default?: unknown };
    const main = module.default;
    const value = typeof main === "function" ? await (main as (api: unknown) => unknown)(api.edsnx) : main;
    // What it called and did not wait for is part of it, and its failure too.
    await calls.settled();
    return value;
  };
  try {
    return await Promise.race([work(), watch.broken]);
  } catch (thrown) {
    throw thrown === stopped ? stopped : failure(thrown, tree);
  } finally {
    watch.end();
    takeBack();
    await tree.dispose();
  }
}

export interface RunScriptOptions extends ScriptApiOptions {
  /**
   * The process is the script's alone: a call that it does not wait for and a callback that throws fail the script, as
   * its own throw does. Elsewhere they are the business of whoever has the process.
   */
  readonly ownsProcess?: boolean;
}

/** The calls of a script that have no answer yet. */
class Calls {
  private readonly open = new Set<Promise<unknown>>();

  countedIn(core: ScriptCore): ScriptCore {
    return {
      registry: core.registry,
      run: (id, args, options) => this.counted(core.run(id, args, options)),
      transaction: (label, options, work) => this.counted(core.transaction(label, options, work)),
    };
  }

  /** When all have been answered, and whoever hears of failures that nobody waits for has heard of theirs. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
    await new Promise((done) => setImmediate(done));
  }

  private counted<T>(call: Promise<T>): Promise<T> {
    const forget = () => void this.open.delete(call);
    this.open.add(call);
    call.then(forget, forget);
    return call;
  }
}

const stopped = new CommandError({ code: "cancelled", message: "Cannot go on with the script: it was cancelled." });

/** What ends a script from beside it: a cancel, a failure that nobody waits for, the end of the process. */
function watchStrays(tree: ScriptTree, { signal, ownsProcess }: RunScriptOptions) {
  let fail: (thrown: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => undefined);
  const onAbort = () => fail(stopped);
  const onExit = () => tree.disposeNow();
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  process.once("exit", onExit);
  if (ownsProcess === true) process.on("uncaughtException", fail).on("unhandledRejection", fail);
  return {
    broken,
    end() {
      signal?.removeEventListener("abort", onAbort);
      process.removeListener("exit", onExit);
      // The others stay: what a script that failed still has under way may fail too, and the process says why once.
    },
  };
}

function putGlobals(api: EdsnxApi): () => void {
  const scope = globalThis as Record<PropertyKey, unknown>;
  const values: Record<PropertyKey, unknown> = { ...api, [Symbol.for(GLOBAL)]: api };
  const before = Reflect.ownKeys(values).map((key) => [key, key in scope, scope[key]] as const);
  for (const key of Reflect.ownKeys(values)) scope[key] = values[key];
  return () => {
    for (const [key, was, value] of before) {
      if (was) scope[key] = value;
      else delete scope[key];
    }
  };
}

function failure(thrown: unknown, tree: ScriptTree): ScriptFailure {
  const stack = tree.inSourceWords(thrown instanceof Error ? (thrown.stack ?? "") : "");
  const isOwn = (line: string) => tree.sources.some((source) => line.includes(`${source}:`));
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line) && isOwn(line));
  const place = /\(?([^()\s][^()]*:\d+:\d+)\)?\s*$/.exec(frames[0]?.replace(/^\s+at (?:async )?/, "") ?? "")?.[1];
  // A module that Node cannot read has no frame: its place stands on a line of its own.
  return new ScriptFailure(thrown, place ?? stack.split("\n").find(isOwn) ?? null, frames.join("\n"));
}

/** Whether a failure is one that a command reported. */
export function commandFailureOf(failure: ScriptFailure): CommandError | null {
  return failure.cause instanceof CommandError ? failure.cause : null;
}
