// A real VS Code without a desktop: its server (real workbench, real Node extension host) from npm, for tests and `npm start`.
// As a module: ensureVscodeHost, startVscodeServer, workbenchUrl. As a program: see `usage` below.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const CODE_SERVER_VERSION = "4.139.1";
export const VSCODE_VERSION = "1.139.1";
export const NODE_VERSION = "24.21.0";

const repo = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Settings of a quiet workbench: no telemetry, updates, welcome, chat, prompts. */
export const QUIET_SETTINGS = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "update.showReleaseNotes": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off", // a browser window's default is afterDelay; the desktop's is off
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.editor.enablePreview": false,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "security.workspace.trust.enabled": false,
  "git.enabled": false,
  "git.autofetch": false,
  "npm.autoDetect": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
};

/**
 * Installs the pinned VS Code server and Node once, into a cache folder, and says where its parts lie.
 * A second call costs a file read; a second process waits for the first.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<{ root: string, node: string, vscode: string, server: string }>} absolute paths
 */
export async function ensureVscodeHost({ log = (line) => console.error(line) } = {}) {
  const root = resolve(process.env.EDSNX_VSCODE_HOST || join(repo, "node_modules/.cache/edsnx-vscode-host"));
  const nodePackage = nodePackageName();
  const vscode = join(root, "node_modules/code-server/lib/vscode");
  const host = {
    root,
    node: join(root, "node_modules", nodePackage, process.platform === "win32" ? "bin/node.exe" : "bin/node"),
    vscode,
    server: join(vscode, "out/server-main.js"),
  };
  const stamp = join(root, "installed.json");
  const wanted = JSON.stringify({ "code-server": CODE_SERVER_VERSION, [nodePackage]: NODE_VERSION });
  const ready = () => read(stamp) === wanted && existsSync(host.node) && existsSync(host.server);
  if (ready()) return host;

  await mkdir(root, { recursive: true });
  const unlock = await lock(join(root, "install.lock"), log);
  try {
    if (ready()) return host;
    log(
      `Installing VS Code ${VSCODE_VERSION} (code-server ${CODE_SERVER_VERSION}) beside this project; once, about a minute, 600 MB.`,
    );
    await rm(stamp, { force: true });
    await writeFile(join(root, "package.json"), '{ "name": "edsnx-vscode-host", "private": true }\n');
    // The engines of these packages ask for the Node installed beside them, not for the one that runs npm.
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--engine-strict=false", "--loglevel=error"];
    await npm(
      ["install", "--save-exact", ...quiet, `code-server@${CODE_SERVER_VERSION}`, `${nodePackage}@${NODE_VERSION}`],
      root,
    );
    await npm(["install", "--omit=dev", ...quiet], vscode);
    await writeFile(stamp, wanted);
    if (!ready())
      throw new Error(`Cannot install the VS Code host: npm succeeded, but ${host.node} or ${host.server} is missing.`);
    log("VS Code host installed.");
    return host;
  } finally {
    await unlock();
  }
}

/**
 * The address of a workbench window.
 * @param {{ port: number, folder: string, payload?: [string, string][] }} window `folder` absolute
 */
export function workbenchUrl({ port, folder, payload = [] }) {
  const query = new URLSearchParams({ folder });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `http://127.0.0.1:${port}/?${query}`;
}

/**
 * The payload that makes an unpacked folder the extension under development, and a module of it the test run.
 * Only a server started with `smokeTest` heeds it.
 * @param {{ port: number, extensionPath: string, extensionTestsPath?: string }} options absolute paths
 * @returns {[string, string][]}
 */
export function developmentPayload({ port, extensionPath, extensionTestsPath }) {
  const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const payload = [["extensionDevelopmentPath", remote(extensionPath)]];
  if (extensionTestsPath) payload.push(["extensionTestsPath", remote(extensionTestsPath)]);
  return payload;
}

/**
 * Starts the server and waits until it answers.
 *
 * The extension comes in one of two ways. "linked" (default): a link in the extensions folder, so it is an installed
 * extension like a user's. "development": by the payload, as F5 does; then VS Code does not restart a crashed
 * extension host and may run an `extensionTestsPath`.
 *
 * @param {{
 *   extensionPath?: string, workspace: string, install?: "linked" | "development", extensionTestsPath?: string,
 *   userDataDir?: string, extensionsDir?: string, port?: number, smokeTest?: boolean,
 *   settings?: Record<string, unknown>, env?: Record<string, string | undefined>, log?: (line: string) => void,
 * }} options
 * @returns {Promise<{
 *   url: (folder?: string, payload?: [string, string][]) => string, port: number, pid: number,
 *   userDataDir: string, output: () => string, stop: () => Promise<void>,
 * }>} `stop` ends the server's own process group and removes the folders made here
 */
export async function startVscodeServer(options) {
  const { install = "linked", smokeTest = true, settings = {}, log } = options;
  const workspace = resolve(options.workspace);
  const extensionPath = options.extensionPath && resolve(options.extensionPath);
  const host = await ensureVscodeHost(log ? { log } : {});
  // Another server on that port would answer in place of this one.
  if (options.port !== undefined && !(await isFree(options.port)))
    throw new Error(`Cannot start the VS Code server: port ${options.port} is taken. Choose another.`);
  const scratch = await mkdtemp(join(tmpdir(), "edsnx-vscode-"));
  const userDataDir = resolve(options.userDataDir ?? join(scratch, "data"));
  const extensionsDir = resolve(options.extensionsDir ?? join(scratch, "extensions"));
  const port = options.port ?? (await freePort());

  await mkdir(join(userDataDir, "User"), { recursive: true });
  await mkdir(extensionsDir, { recursive: true });
  // This build reads the user's settings from the server's data folder, not from the browser's storage.
  const settingsFile = join(userDataDir, "User/settings.json");
  if (!existsSync(settingsFile))
    await writeFile(settingsFile, JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
  if (extensionPath && install === "linked") await linkExtension(extensionPath, extensionsDir);

  const args = [
    host.server,
    ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms"],
    ...["--server-data-dir", scratch, "--user-data-dir", userDataDir, "--extensions-dir", extensionsDir],
    ...["--telemetry-level", "off", "--disable-telemetry", "--disable-workspace-trust"],
    ...(smokeTest ? ["--enable-smoke-test-driver"] : []),
  ];
  const child = spawn(host.node, args, {
    cwd: scratch,
    detached: true, // a process group of its own, so that stop() reaches its children and nobody else
    stdio: ["ignore", "pipe", "pipe"],
    // No gallery: nothing is looked up outside.
    env: { ...cleanEnvironment(process.env), EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...options.env },
  });
  let output = "";
  const keep = (chunk) => {
    output = (output + chunk).slice(-200_000);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  let exited = false;
  const exit = new Promise((done) => {
    child.once("exit", done);
    child.once("error", done);
  }).then(() => {
    exited = true;
  });
  const killGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Already gone.
    }
  };
  const onParentExit = () => killGroup("SIGKILL");
  process.once("exit", onParentExit);

  let stopping;
  const stop = () => {
    stopping ??= (async () => {
      killGroup("SIGTERM");
      await Promise.race([exit, sleep(3000, undefined, { ref: false })]);
      killGroup("SIGKILL");
      if (child.pid) await exit;
      process.removeListener("exit", onParentExit);
      await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    })();
    return stopping;
  };

  const deadline = Date.now() + 60_000;
  for (;;) {
    if (exited) {
      await stop();
      throw new Error(`Cannot start the VS Code server: it ended at once. Its output:\n${output}`);
    }
    if (await answers(port)) break;
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`Cannot start the VS Code server: no answer on port ${port} in 60 s. Its output:\n${output}`);
    }
    await sleep(100);
  }

  const tests = options.extensionTestsPath ? { extensionTestsPath: resolve(options.extensionTestsPath) } : {};
  const own = extensionPath && install === "development" ? developmentPayload({ port, extensionPath, ...tests }) : [];
  return {
    url: (folder = workspace, payload = []) =>
      workbenchUrl({ port, folder: resolve(folder), payload: [...own, ...payload] }),
    port,
    pid: child.pid,
    userDataDir,
    output: () => output,
    stop,
  };
}

/** VS Code takes a folder `publisher.name-version` for an installed extension; a link to the real folder does. */
async function linkExtension(extensionPath, extensionsDir) {
  const manifest = JSON.parse(await readFile(join(extensionPath, "package.json"), "utf8"));
  const link = join(extensionsDir, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  await rm(link, { force: true });
  await symlink(extensionPath, link, "dir");
}

/** Settings of an enclosing VS Code, Electron or Node debugger would change the child's behaviour. */
function cleanEnvironment(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|BROWSER$)/.test(name)),
  );
}

/** The binary package behind npm's `node`, whose install script we do not run. */
function nodePackageName() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return `${platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node"}-${platform}-${process.arch}`;
}

function npm(args, cwd) {
  return new Promise((done, fail) => {
    const shell = process.platform === "win32";
    const child = spawn("npm", args, { cwd, shell, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", fail);
    child.once("exit", (code) => {
      if (code === 0) done();
      else fail(new Error(`Cannot install the VS Code host: npm ${args.join(" ")} ended with ${code}.\n${output}`));
    });
  });
}

/** Takes `file` as a lock; a lock whose owner no longer lives is taken over. Returns the release. */
async function lock(file, log) {
  let told = false;
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(500)) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return () => rm(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = Number(read(file));
    if (owner > 0 && !lives(owner)) {
      await rm(file, { force: true });
    } else if (!told) {
      told = true;
      log(`Waiting for process ${owner} to install the VS Code host.`);
    }
  }
  throw new Error(`Cannot lock ${file}: another process has held it for 10 minutes. Remove the file if none runs.`);
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function isFree(port) {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

async function answers(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/version`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

const usage = `node scripts/vscode-host.mjs install
node scripts/vscode-host.mjs serve <workspace> [extension folder] [port]   prints the address, runs until Ctrl+C`;

async function main([verb, ...rest]) {
  if (verb === "install") {
    console.log((await ensureVscodeHost()).root);
  } else if (verb === "serve" && rest[0]) {
    const [workspace, extensionPath = repo, port] = rest;
    const server = await startVscodeServer({
      workspace,
      extensionPath,
      smokeTest: false,
      ...(port ? { port: Number(port) } : {}),
    });
    console.log(server.url());
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.stop().then(() => process.exit(0)));
  } else {
    console.error(usage);
    process.exitCode = 2;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
