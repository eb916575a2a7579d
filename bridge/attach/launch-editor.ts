import { promises as fs } from "node:fs";
import spawn from "cross-spawn";
import { chooseEditor, descriptorFolders, makePrivateFolder, runningEditors } from "./descriptor.ts";
import { AttachFailure } from "./dial-editor.ts";
import { claimStart } from "./start-lock.ts";

const POLL_MS = 200;
const PATIENCE_MS = 30_000;

/**
 * Starts an editor on the folder unless one has it open, and waits until it can be joined. Of several callers one
 * starts it. `EDSNX_EDITOR` names the program; default `code`.
 */
export async function launchEditor(cwd: string, env: NodeJS.ProcessEnv, patience = PATIENCE_MS): Promise<void> {
  const real = await fs.realpath(cwd).catch(() => cwd);
  const isThere = async () => chooseEditor(await runningEditors(env), real).editor !== null;
  if (await isThere()) return;
  const [folder = ""] = descriptorFolders(env);
  await makePrivateFolder(folder).catch(() => undefined);
  const claim = await claimStart(folder);
  const failed = claim === null ? null : start(env["EDSNX_EDITOR"] ?? "code", real);
  try {
    for (const until = Date.now() + patience; Date.now() < until; ) {
      if (await isThere()) return;
      if (failed?.reason !== undefined) throw new AttachFailure("service-unavailable", failed.reason);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  } finally {
    await claim?.release();
  }
  throw new AttachFailure(
    "service-unavailable",
    `The editor is still starting after ${patience / 1000} s. Try again, or install the extension in it.`,
  );
}

/** Starts the program apart from us, on Windows also where it is a `.cmd` as `code` is; tells when that failed. */
function start(program: string, folder: string): { reason?: string } {
  const state: { reason?: string } = {};
  const child = spawn(program, ["--new-window", folder], { detached: true, stdio: "ignore", windowsHide: true });
  child.once("error", (error: NodeJS.ErrnoException) => {
    state.reason =
      error.code === "ENOENT"
        ? `Cannot start the editor: there is no ${program} on PATH. Name it with EDSNX_EDITOR.`
        : `Cannot start the editor: ${error.message}.`;
  });
  child.once("exit", (status) => {
    if (status !== 0) state.reason = `Cannot start the editor: ${program} ended with status ${status}.`;
  });
  child.unref();
  return state;
}
