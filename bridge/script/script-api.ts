import type { AgentCore, RunInside } from "../../core/agent/agent-core.ts";
import type { Caller } from "../../core/commands/define.ts";
import { apiMethods } from "../../core/commands/script-methods.ts";

type Run = (args?: Record<string, unknown>) => Promise<unknown>;
type Area = Readonly<Record<string, Run>>;
/** An area with a default document. */
type DocumentArea = Area & { use(path: string): void };

/** What a script has: `edsnx` with everything, and its areas as shorthands. */
export interface EdsnxApi {
  readonly edsnx: Record<string, unknown>;
  readonly board: DocumentArea;
  readonly sch: DocumentArea;
  readonly project: Area;
  readonly lib: Area;
  readonly query: Area;
}

/** What runs a script's commands: a core of this process, or the editor's at the other end of a connection. */
export type ScriptCore = Pick<AgentCore, "registry" | "run" | "transaction">;

export interface ScriptApiOptions {
  readonly core: ScriptCore;
  readonly caller?: Caller;
  /** Default documents of `board` and `sch`. */
  readonly board?: string;
  readonly schematic?: string;
  /** What follows `--`. */
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent?: number) => void;
}

/** The API of scripts over one core; `edsnx.transaction` rolls back on a throw. */
export function createEdsnxApi(options: ScriptApiOptions): EdsnxApi {
  const { core, signal, progress } = options;
  const caller = options.caller ?? { name: "script", kind: "script" };
  const call = { caller, ...(signal === undefined ? {} : { signal }), ...(progress === undefined ? {} : { progress }) };
  let inside: RunInside | null = null;
  const run = async (id: string, args: unknown = {}) => {
    const asked = new Error();
    try {
      return await (inside === null ? core.run(id, args, call) : inside(id, args));
    } catch (thrown) {
      throw fromHere(thrown, asked);
    }
  };
  const transaction = async (label: string, work: () => unknown) => {
    // One inside another is part of it.
    if (inside !== null) return work();
    return core.transaction(label, call, async (run) => {
      inside = run;
      try {
        return await work();
      } finally {
        inside = null;
      }
    });
  };

  const defaults: Record<string, string | undefined> = { board: options.board, sch: options.schematic };
  const area = (name: keyof typeof apiMethods): Area => {
    const takes = (id: string) => core.registry.has(id) && "path" in core.registry.get(id).args.properties;
    const methods = Object.entries(apiMethods[name]).map(([method, id]) => {
      const withPath: Run = (args = {}) => {
        // What a project's commands start from is its board, else its schematic.
        const path = name === "project" ? (defaults["board"] ?? defaults["sch"]) : defaults[name];
        return run(id, path === undefined || "path" in args || !takes(id) ? args : { path, ...args });
      };
      return [method, withPath] as const;
    });
    return Object.fromEntries(methods);
  };
  const use = (name: string) => ({
    use: (path: string) => {
      defaults[name] = path;
    },
  });
  const ids = core.registry.commands.map(({ id }) => id).filter((id) => id.startsWith("query."));
  const query: Area = Object.fromEntries(ids.map((id) => [id.slice(6), (args = {}) => run(id, args)] as const));
  const search = (text: string | Record<string, unknown>, more: Record<string, unknown> = {}) =>
    run("lib.search", typeof text === "string" ? { query: text, ...more } : text);
  const api = {
    board: { ...area("board"), ...use("board") } as DocumentArea,
    sch: { ...area("sch"), ...use("sch") } as DocumentArea,
    project: area("project"),
    lib: { ...area("lib"), search: search as Run },
    query,
  };
  const edsnx = {
    ...api,
    run,
    transaction,
    open: (path: string) => run("session.open", { path }),
    save: (path?: string) => run("session.save", path === undefined ? {} : { path }),
    undo: (path?: string) => run("session.undo", path === undefined ? {} : { path }),
    args: options.args ?? [],
  };
  return { edsnx, ...api };
}

/** A failure that tells of the line that made the call, not of the queue that ran it. */
function fromHere(thrown: unknown, asked: Error): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const frames = (asked.stack ?? "").split("\n").slice(2);
  thrown.stack = [`${thrown.name}: ${thrown.message}`, ...frames].join("\n");
  return thrown;
}
