import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const repo = join(here, "../..");

/** Puts a `claude` of the tests into `bin` and makes it what answers the chat box of a workspace. */
export function answerWithFakeClaude(workspace: string, bin: string): void {
  mkdirSync(bin, { recursive: true });
  for (const name of ["fake-claude.mjs", "design-blinky.mjs"]) cpSync(join(here, name), join(bin, name));
  cpSync(join(repo, "examples/blinky/draw.jsonl"), join(bin, "draw.jsonl"));
  const program = join(bin, "claude");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(bin, "fake-claude.mjs")}" "$@"\n`);
  chmodSync(program, 0o755);
  // The server takes PATH from the person's login shell, so the default command gets the program's whole path.
  const { properties } = JSON.parse(readFileSync(join(repo, "package.json"), "utf8")).contributes.configuration;
  const command = String(properties["softforge.edsnx.agent.chatCommand"].default);
  const settings = { "softforge.edsnx.agent.chatCommand": command.replace("claude", `"${program}"`) };
  mkdirSync(join(workspace, ".vscode"));
  writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify(settings));
}
