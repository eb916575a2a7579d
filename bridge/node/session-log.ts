import { promises as fs } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentCore, LogEntry } from "../../core/agent/agent-core.ts";
import { hideSecrets, withoutSecrets } from "../../core/agent/secrets.ts";
import type { CommandFailure } from "../../core/base/error.ts";
import { dotFolder, hasKicadFile, openOwn, projectFolder } from "./project-folder.ts";

/** A result or arguments whose JSON is longer than this are left out of the log. */
const MAX_VALUE = 16 * 1024;

/** No command's id is as long; a client can send any. */
const MAX_ID = 200;

/** A log longer than this is put aside as `session.1.jsonl`. */
const MAX_LOG = 16 * 1024 * 1024;

/** `session.export` answers at most so many calls, the newest. */
const MAX_READ = 10_000;

export interface SessionLog {
  /** The calls of the project, oldest first. */
  read(): Promise<readonly LogEntry[]>;
  /** All that was logged is in the file when this settles. */
  flush(): Promise<void>;
  dispose(): void;
}

/** Appends every call to `.edsnx/session.jsonl` of the project that it works on. */
export function sessionLog(core: AgentCore, cwd: string, report: (line: string) => void): SessionLog {
  let tail: Promise<void> = Promise.resolve();
  let told = false;
  const dispose = core.onLog((entry) => {
    tail = tail
      .then(() => append(core, cwd, entry))
      .catch((error: Error) => {
        if (!told) report(`Cannot log calls: ${error.message}.`);
        told = true;
      });
  });
  return {
    async read() {
      await tail;
      const folder = await logFolder(core, cwd, undefined);
      const text =
        folder === null ? "" : await fs.readFile(join(folder, ".edsnx", "session.jsonl"), "utf8").catch(() => "");
      return text
        .split("\n")
        .slice(-MAX_READ - 1)
        .flatMap(parseEntry);
    },
    flush: () => tail,
    dispose,
  };
}

async function append(core: AgentCore, cwd: string, entry: LogEntry): Promise<void> {
  const folder = await logFolder(core, cwd, entry);
  if (folder === null) return;
  const file = join(await dotFolder(folder), "session.jsonl");
  const size = await fs.stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > MAX_LOG) await fs.rename(file, join(folder, ".edsnx", "session.1.jsonl"));
  const line = JSON.stringify({
    ...entry,
    id: withoutSecrets(entry.id.slice(0, MAX_ID)),
    // Clients name themselves.
    caller: withoutSecrets(entry.caller),
    args: short(entry.args),
    ...("result" in entry ? { result: short(entry.result) } : {}),
    ...(entry.error === undefined ? {} : { error: shortError(entry.error) }),
  });
  const handle = await openOwn(file, "append");
  try {
    await handle.appendFile(`${line}\n`);
  } finally {
    await handle.close();
  }
}

/** A value without secrets, or how long it is. */
function short(value: unknown): unknown {
  // What makes the whole too long is not looked through first.
  const hide = (name: string, each: unknown) =>
    typeof each === "string" && each.length > MAX_VALUE ? each : hideSecrets(name, each);
  const text = JSON.stringify(value, hide) ?? "null";
  return text.length <= MAX_VALUE ? (JSON.parse(text) as unknown) : { leftOut: `${text.length} characters` };
}

function shortError({ code, message, hint, data }: CommandFailure): unknown {
  return {
    code,
    message: withoutSecrets(message.slice(0, MAX_VALUE)),
    ...(hint === undefined ? {} : { hint: withoutSecrets(hint.slice(0, MAX_VALUE)) }),
    ...(data === undefined ? {} : { data: short(data) }),
  };
}

function parseEntry(line: string): LogEntry[] {
  if (line === "") return [];
  try {
    return [JSON.parse(line) as LogEntry];
  } catch {
    return [];
  }
}

/** The project of the call's document, else of an open one, else the working directory when it holds one. */
async function logFolder(core: AgentCore, cwd: string, entry: LogEntry | undefined): Promise<string | null> {
  const named = pathOf(entry?.result) ?? pathOf(entry?.args);
  const known = named === undefined ? undefined : await core.session.resolve(named).catch(() => undefined);
  // A path that was mistyped makes no folders.
  const isThere = known !== undefined && (await fs.stat(dirname(known)).catch(() => null))?.isDirectory() === true;
  const file = (isThere ? known : undefined) ?? core.session.list()[0]?.path;
  if (file !== undefined && /\.kicad_\w+$/.test(file)) return projectFolder(file);
  return (await hasKicadFile(cwd)) ? cwd : null;
}

function pathOf(value: unknown): string | undefined {
  const path = (value as { path?: unknown } | null | undefined)?.path;
  return typeof path === "string" ? path : undefined;
}
