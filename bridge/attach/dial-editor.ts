import { promises as fs } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Choice, Descriptor } from "./descriptor.ts";
import { ATTACH_PROTOCOL, chooseEditor, runningEditors } from "./descriptor.ts";
import type { AttachHello } from "./handshake.ts";
import { greetEditor } from "./handshake.ts";

/** Why no editor could be joined. `exit` is the process's status (as in the table of errors). */
export class AttachFailure extends Error {
  readonly code: "service-unavailable" | "denied";

  constructor(code: AttachFailure["code"], message: string) {
    super(message);
    this.name = "AttachFailure";
    this.code = code;
  }
}

/** Longest wait for the connection itself. */
const CONNECT_MS = 15_000;

/**
 * Finds the editor of `cwd`, or the one named by its id or by what folders it has open, and joins it; the socket then carries
 * the surface's own protocol.
 */
export async function dialEditor(
  hello: AttachHello,
  env: NodeJS.ProcessEnv,
  session?: string | readonly string[],
): Promise<Socket> {
  const cwd = await fs.realpath(hello.cwd).catch(() => hello.cwd);
  const editors = await runningEditors(env);
  const choice =
    session === undefined
      ? chooseEditor(editors, cwd)
      : typeof session === "string"
        ? named(editors, session)
        : { editor: ofFolders(editors, session), candidates: [] as const };
  if (choice.editor === null) {
    if (typeof session === "object") throw new AttachFailure("service-unavailable", "The editor has not come back.");
    throw noEditor(editors, choice.candidates, session);
  }
  const { editor } = choice;
  try {
    return (await dialSocket(editor, { ...hello, cwd }, CONNECT_MS)).socket;
  } catch (error) {
    throw new AttachFailure("denied", `Cannot join the editor (process ${editor.pid}): ${(error as Error).message}.`);
  }
}

/** Joins one editor, each of whose answers has so long to come. Throws what went wrong. */
export async function dialSocket(
  editor: Descriptor,
  hello: AttachHello,
  timeout: number,
): Promise<{ socket: Socket; build?: unknown }> {
  const socket = connect({ path: editor.socket, allowHalfOpen: true });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("it did not answer in time")), timeout);
      socket.once("connect", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.once("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
    socket.setNoDelay(true);
    const { build } = await greetEditor(socket, editor.token, hello, timeout);
    return { socket, build };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function named(editors: readonly Descriptor[], session: string): Choice {
  const found = editors.filter(({ id, protocol }) => id.startsWith(session) && protocol === ATTACH_PROTOCOL);
  return found.length === 1 ? { editor: found[0]! } : { editor: null, candidates: editors };
}

/** The folders of the named editor: when its window reloads it has another id and the same folders. */
export async function foldersOf(session: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  return named(await runningEditors(env), session).editor?.folders ?? [];
}

function ofFolders(editors: readonly Descriptor[], folders: readonly string[]): Descriptor | null {
  const wanted = JSON.stringify(folders);
  const found = editors.filter((each) => each.protocol === ATTACH_PROTOCOL && JSON.stringify(each.folders) === wanted);
  return found.sort((a, b) => b.startedAt - a.startedAt)[0] ?? null;
}

function noEditor(
  all: readonly Descriptor[],
  candidates: readonly Descriptor[],
  session: string | undefined,
): AttachFailure {
  if (candidates.length > 0) {
    const list = candidates.map(
      ({ id, folders, pid }) => `  ${id}  ${folders.join(", ") || "(no folder)"} (process ${pid})`,
    );
    const reason =
      session === undefined
        ? "No running editor has this folder open."
        : `No one running editor is session ${session}.`;
    return new AttachFailure(
      "service-unavailable",
      [`${reason} There are:`, ...list, "Start in one of their folders, or name one with --session ID."].join("\n"),
    );
  }
  if (all.length > 0) {
    return new AttachFailure("service-unavailable", "The running editor is of another version. Reload its window.");
  }
  return new AttachFailure(
    "service-unavailable",
    "No editor is running for this folder. Open it in VS Code, or leave out --attach.",
  );
}
