// npm start: sets a fresh clone up and opens the editor on the sample project: in desktop VS Code where `code` is on
// the path, else in the browser-hosted VS Code, whose address it prints. npm start -- FOLDER opens another project;
// --port N chooses the port; --browser takes the browser-hosted one even where `code` exists.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, ensurePackages, root, run } from "./set-up.mjs";

const args = process.argv.slice(2);
const portAt = args.indexOf("--port");
const port = portAt >= 0 ? Number(args.splice(portAt, 2)[1]) : undefined;
const browser = args.includes("--browser");
const folder = args.find((arg) => !arg.startsWith("--"));
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
  console.error("Cannot start: --port takes a number from 1 to 65535, as in npm start -- --port 8123.");
  process.exit(2);
}
if (folder !== undefined && !existsSync(folder)) {
  console.error(`Cannot start: there is no folder ${resolve(folder)}.`);
  process.exit(2);
}

ensurePackages();
build();
const workspace = folder === undefined ? sample() : resolve(folder);

if (!browser && desktop()) {
  run("code", [`--extensionDevelopmentPath=${root}`, workspace]);
  console.log(`Opened ${workspace} in VS Code.`);
  sayAgents();
} else {
  const { ensureVscodeHost, startVscodeServer } = await import("./vscode-host.mjs");
  await ensureVscodeHost({ log: console.log });
  const server = await startVscodeServer({ extensionPath: root, workspace, ...(port === undefined ? {} : { port }) });
  console.log(
    `\nElectronics Designer runs at\n  ${server.url()}\nOpen that address in a browser, then blinky.kicad_pcb in the file list. Ctrl+C ends it.`,
  );
  sayAgents();
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** A copy, so that trying things out leaves the repository as it is. */
function sample() {
  const copy = join(root, "out/sample/blinky");
  if (!existsSync(copy)) {
    mkdirSync(join(root, "out/sample"), { recursive: true });
    cpSync(join(root, "examples/blinky"), copy, { recursive: true });
  }
  return copy;
}

function desktop() {
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

function sayAgents() {
  const cli = join(root, "out/edsnx.cjs");
  console.log(`
To let Claude Code work on files without the editor, and on the open editor:
  claude mcp add edsnx -- node ${cli} mcp
  claude mcp add edsnx-live -- node ${cli} mcp --attach
(the second in the project's folder: ${workspace})`);
}
