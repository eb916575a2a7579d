// npm run test:electron: the tests of test/host in desktop VS Code, which @vscode/test-electron downloads once.
// EDSNX_VSCODE names an installed VS Code to use instead (the program itself, not the `code` script); EDSNX_VSCODE_VERSION
// another version than the one that `npm test` runs them in. Exit: 0 passed, 1 failed, 2 cannot run here.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, ensurePackages, root } from "./set-up.mjs";
import { QUIET_SETTINGS, VSCODE_VERSION } from "./vscode-host.mjs";

const NEEDS_NODE = 22;
const major = Number(process.versions.node.split(".")[0]);
if (major < NEEDS_NODE)
  refuse(
    `@vscode/test-electron needs Node ${NEEDS_NODE} or later, this is ${process.versions.node}.`,
    "Run it with a newer Node; `npm test -- vscode` runs the same tests in VS Code's server on this one.",
  );
if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
  refuse("desktop VS Code needs a display, and DISPLAY is not set.", "Run `xvfb-run -a npm run test:electron`.");

ensurePackages();
build();
const { download, runTests } = await import("@vscode/test-electron");
const vscodeExecutablePath = process.env.EDSNX_VSCODE ?? (await downloaded());

// VS Code puts a socket into its data folder, whose path must be short.
const scratch = mkdtempSync(join(tmpdir(), "edsnx-e-"));
const file = join(scratch, "result.json");
let ended;
try {
  const workspace = join(scratch, "blinky");
  cpSync(join(root, "examples/blinky"), workspace, { recursive: true });
  mkdirSync(join(scratch, "data/User"), { recursive: true });
  writeFileSync(join(scratch, "data/User/settings.json"), JSON.stringify(QUIET_SETTINGS));
  const folders = ["--user-data-dir", join(scratch, "data"), "--extensions-dir", join(scratch, "extensions")];
  ended = await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, "out/test/host-suite.cjs"),
    extensionTestsEnv: { EDSNX_HOST_RESULT: file },
    launchArgs: [workspace, ...folders, "--disable-workspace-trust", "--disable-gpu", "--skip-welcome"],
  }).then(
    () => null,
    (thrown) => thrown,
  );
  process.exitCode = report(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Prints each test; answers the exit status. */
function report(result) {
  if (result === null) {
    console.error(`Cannot tell how the tests went: VS Code ended without a result. ${ended?.message ?? ""}`);
    return 1;
  }
  console.log(`\nVS Code ${result.vscode}`);
  for (const { title, error } of result.tests)
    console.log(error === null ? `  ok      ${title}` : `  FAILED  ${error}`);
  if (!result.done) console.error(`VS Code ended in the middle of "${result.running}".`);
  const failed = result.tests.filter(({ error }) => error !== null).length + (result.done ? 0 : 1);
  const passed = result.tests.filter(({ error }) => error === null).length;
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed === 0 && ended !== null) console.error(`All passed, but VS Code ended with an error: ${ended.message}`);
  return failed === 0 && passed > 0 && ended === null ? 0 : 1;
}

async function downloaded() {
  const cachePath = join(root, "node_modules/.cache/vscode-test");
  mkdirSync(cachePath, { recursive: true });
  const version = process.env.EDSNX_VSCODE_VERSION ?? VSCODE_VERSION;
  try {
    return await download({ version, cachePath });
  } catch (thrown) {
    return refuse(
      `desktop VS Code ${version} cannot be downloaded (${thrown instanceof Error ? thrown.message : thrown}).`,
      "Set EDSNX_VSCODE to an installed one, or run the same tests in VS Code's server: `npm test -- vscode`.",
    );
  }
}

function refuse(reason, hint) {
  console.error(`Cannot run the tests in desktop VS Code: ${reason}\n${hint}`);
  process.exit(2);
}
