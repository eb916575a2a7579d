import { promises as fs } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Descriptor } from "./descriptor.ts";
import { chooseEditor, runningEditors } from "./descriptor.ts";
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

/** Finds the editor of `cwd` and joins it; the socket then carries the surface's own protocol. */
export async function dialEditor(hello: AttachHello, env: NodeJS.ProcessEnv): Promise<Socket> {
  const cwd = await fs.realpath(hello.cwd).catch(() => hello.cwd);
  const editors = await runningEditors(env);
  const choice = chooseEditor(editors, cwd);
  if (choice.editor === null) throw noEditor(editors, choice.candidates);
  const { editor } = choice;
  const socket = connect({ path: editor.socket, allowHalfOpen: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    socket.setNoDelay(true);
    await greetEditor(socket, editor.token, { ...hello, cwd });
    return socket;
  } catch (error) {
    socket.destroy();
    throw new AttachFailure("denied", `Cannot join the editor (process ${editor.pid}): ${(error as Error).message}.`);
  }
}

function noEditor(all: readonly Descriptor[], candidates: readonly Descriptor[]): AttachFailure {
  if (candidates.length > 0) {
    const list = candidates.map((editor) => `  ${editor.folders.join(", ") || "(no folder)"} (process ${editor.pid})`);
    return new AttachFailure(
      "service-unavailable",
      ["No running editor has this folder open. There are:", ...list, "Start in one of their folders."].join("\n"),
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
