import type { Descriptor } from "./descriptor.ts";
import { ATTACH_PROTOCOL, runningEditors } from "./descriptor.ts";
import { dialSocket } from "./dial-editor.ts";

/** An editor that runs, as `edsnx sessions` shows it. */
export interface RunningSession {
  readonly id: string;
  readonly pid: number;
  readonly folders: readonly string[];
  /** ISO 8601. */
  readonly started: string;
  /** ok: it answers · busy: it lives and did not answer in time · other-version: it cannot be joined. */
  readonly state: "ok" | "busy" | "other-version" | "refused";
  readonly build?: unknown;
}

/** Longest wait for one editor's answer. */
const PROBE_MS = 1000;

/** Every editor that runs, each asked at once and for a bounded time. */
export async function listSessions(env: NodeJS.ProcessEnv): Promise<readonly RunningSession[]> {
  const editors = await runningEditors(env);
  return Promise.all([...editors].sort((a, b) => a.startedAt - b.startedAt).map(probe));
}

async function probe(editor: Descriptor): Promise<RunningSession> {
  const { id, pid, folders, startedAt } = editor;
  const known = { id, pid, folders, started: new Date(startedAt).toISOString() };
  if (editor.protocol !== ATTACH_PROTOCOL) return { ...known, state: "other-version" };
  try {
    const hello = { surface: "probe" as const, cwd: process.cwd(), pid: process.pid };
    const { socket, build } = await dialSocket(editor, hello, PROBE_MS);
    socket.destroy();
    return { ...known, state: "ok", ...(build === undefined ? {} : { build }) };
  } catch (error) {
    return { ...known, state: /in time/.test((error as Error).message) ? "busy" : "refused" };
  }
}
