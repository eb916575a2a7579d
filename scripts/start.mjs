// npm start: sets a fresh clone up and opens the editor on the sample project: in desktop VS Code where `code` is on
// the path, else in the browser-hosted VS Code, whose address it prints. For the options see start-options.mjs.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build, ensurePackages, root, run } from "./set-up.mjs";
import { startOptions, usage } from "./start-options.mjs";

try {
  await start(startOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error.message);
  process.exit(2);
}

async function start({ help, folder, port, browser }) {
  if (help) return console.log(usage);
  const own = folder === undefined ? undefined : project(folder);
  ensurePackages();
  build();
  const workspace = own ?? sample();

  if (!browser && desktop()) {
    run("code", [`--extensionDevelopmentPath=${root}`, workspace]);
    console.log(`Opened ${workspace} in VS Code.`);
    sayAgents(workspace);
    return;
  }
  const { ensureVscodeHost, startVscodeServer } = await import("./vscode-host.mjs");
  await ensureVscodeHost({ log: console.log });
  const server = await startVscodeServer({
    extensionPath: root,
    workspace,
    // The test driver would hide notifications.
    smokeTest: false,
    // Kept, so that a setting made today holds tomorrow.
    userDataDir: join(root, "out/vscode-data"),
    // As `code` does: programs such as claude are looked for on this terminal's PATH, not on a login shell's.
    env: { VSCODE_CLI: "1" },
    ...(port === undefined ? {} : { port }),
  });
  console.log(
    `\nElectronics Designer runs at\n  ${server.url()}\nOpen that address in a browser, then ${firstFile(workspace)} in the file list. Ctrl+C ends it.`,
  );
  sayAgents(workspace);
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** The folder a person means: relative to where npm was called, and of a design the folder it is in. */
function project(named) {
  const path = resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(path)) {
    const hint = /^\d+$/.test(named) ? " Options go after --: npm start -- --port 8123." : "";
    throw new Error(`Cannot start: there is no folder ${path}.${hint}`);
  }
  return statSync(path).isDirectory() ? path : dirname(path);
}

/** What to open first: the project's board, else its schematic, else any. */
function firstFile(workspace) {
  const names = readdirSync(workspace).sort();
  const projects = names
    .filter((name) => name.endsWith(".kicad_pro"))
    .map((name) => name.slice(0, -".kicad_pro".length));
  const ofProject = projects.flatMap((name) => [`${name}.kicad_pcb`, `${name}.kicad_sch`]);
  const other = names.filter((name) => /\.kicad_(pcb|sch)$/.test(name));
  return [...ofProject, ...other].find((name) => names.includes(name)) ?? "a .kicad_pcb or .kicad_sch file";
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

function sayAgents(workspace) {
  const cli = join(root, "out/edsnx.cjs");
  console.log(`
To let Claude Code work on files without the editor, and on the open editor:
  claude mcp add edsnx -- node ${cli} mcp
  claude mcp add edsnx-live -- node ${cli} mcp --attach
(the second in the project's folder: ${workspace})`);
}
