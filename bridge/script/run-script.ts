import { pathToFileURL } from "node:url";
import { CommandError } from "../../core/base/error.ts";
import type { EdsnxApi, ScriptApiOptions } from "./script-api.ts";
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
export async function runScript(path: string, options: ScriptApiOptions): Promise<unknown> {
  const api = createEdsnxApi(options);
  const tree = await compileScriptTree(path, apiModule);
  const takeBack = putGlobals(api);
  try {
    const module = (await import(pathToFileURL(tree.entry).href)) as { default?: unknown };
    const main = module.default;
    return typeof main === "function" ? await (main as (api: unknown) => unknown)(api.edsnx) : main;
  } catch (thrown) {
    throw failure(thrown, tree);
  } finally {
    takeBack();
    await tree.dispose();
  }
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
