// Builds the bundles, one entry each: the extension, its webviews, and the program `edsnx` in three parts that load
// only what they need. `--watch` builds anew on every change; `--out DIR` builds elsewhere.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));
const load = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: "external",
  logLevel: "warning",
  legalComments: "none",
  define: { EDSNX_VERSION: JSON.stringify(version), EDSNX_REVISION: JSON.stringify(revision()) },
};
/**
 * Modules of Node that take milliseconds to load: the program's bundles load each when something of it is first used.
 * A quarter of a cold start went by with what a call never touches.
 */
const slowParts = ["child_process", "crypto", "fs/promises", "http", "https", "net", "stream/consumers", "tls"];
slowParts.push("worker_threads", "zlib");
const lateParts = {
  name: "late-parts",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind, namespace }) => {
      const name = path.replace(/^node:/, "");
      if (namespace === "late-part" || !slowParts.includes(name)) return undefined;
      return kind === "import-statement" || kind === "require-call"
        ? { path: name, namespace: "late-part" }
        : undefined;
    });
    build.onLoad({ filter: /./, namespace: "late-part" }, ({ path }) => ({
      contents: Object.getOwnPropertyNames(load(path))
        .map((name) => `get ${JSON.stringify(name)}() { return require("node:${path}")[${JSON.stringify(name)}]; }`)
        .reduce((whole, getter) => `${whole}\n${getter},`, "module.exports = {")
        .concat("};"),
    }));
  },
};
/** What checks arguments is loaded when they do not fit at first sight: then it finds the words for it. */
const lateChecker = {
  name: "late-checker",
  setup(build) {
    build.onResolve({ filter: /^ajv\/dist\/2020\.js$/ }, ({ namespace, resolveDir }) =>
      namespace === "late-checker"
        ? undefined
        : { path: "ajv/dist/2020.js", namespace: "late-checker", pluginData: resolveDir },
    );
    build.onLoad({ filter: /./, namespace: "late-checker" }, ({ path, pluginData }) => ({
      contents: `module.exports = function (options) { return new (require("${path}"))(options); };`,
      resolveDir: pluginData,
    }));
  },
};
// Native add-ons that ws uses where they are installed; it does without.
const node = {
  ...shared,
  plugins: [lateParts, lateChecker],
  // Its part for Node brings worker threads, which nothing here uses.
  alias: { fflate: "fflate/browser" },
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["bufferutil", "utf-8-validate"],
};
const web = { ...shared, platform: "browser", format: "iife", target: "chrome120" };

/** What is built, by the file's name in `out`; an entry that is not there yet is left out. */
const bundles = {
  "edsnx.cjs": {
    ...node,
    entryPoints: ["bridge/cli/main.ts"],
    banner: { js: "#!/usr/bin/env node" },
  },
  "edsnx-server.cjs": { ...node, entryPoints: ["bridge/cli/program.ts"] },
  "edsnx-erc.cjs": { ...node, entryPoints: ["bridge/cli/erc-program.ts"] },
  "edsnx-drc.cjs": { ...node, entryPoints: ["bridge/cli/drc-program.ts"] },
  "edsnx-script.cjs": { ...node, entryPoints: ["bridge/cli/run.ts"] },
  // What other programs embed.
  "index.cjs": { ...node, entryPoints: ["bridge/index.ts"] },
  "edsnx-relay.cjs": { ...node, entryPoints: ["bridge/attach/relay.ts"] },
  "edsnx-fill-worker.cjs": { ...node, entryPoints: ["bridge/node/fill-worker.ts"] },
  "edsnx-check-worker.cjs": { ...node, entryPoints: ["bridge/node/check-worker.ts"] },
  "edsnx-copy-worker.cjs": { ...node, entryPoints: ["bridge/node/copy-worker.ts"] },
  "edsnx-rules-server.cjs": { ...node, entryPoints: ["bridge/lsp/rules-server.ts"] },
  "rules-client.cjs": { ...node, entryPoints: ["extension/rules/rules-client.ts"], external: ["vscode"] },
  "extension.cjs": { ...node, entryPoints: ["extension/extension.ts"], external: ["vscode"] },
  // Tests that run inside VS Code; mocha finds its own parts from its folder.
  "test/host-suite.cjs": { ...node, entryPoints: ["test/host/suite.ts"], external: ["vscode", "mocha"], minify: false },
  "webview/canvas.js": { ...web, entryPoints: ["webview-ui/canvas/main.ts"] },
  "webview/canvas.css": { ...web, entryPoints: ["webview-ui/canvas/canvas.css"] },
  "webview/board3d.js": { ...web, entryPoints: ["webview-ui/board3d/main.ts"] },
  "webview/board3d.css": { ...web, entryPoints: ["webview-ui/board3d/board3d.css"] },
  "webview/chat.css": { ...web, entryPoints: ["webview-ui/chat/chat.css"] },
  "webview/chat.js": { ...web, entryPoints: ["webview-ui/chat/main.ts"] },
  "webview/messages.css": { ...web, entryPoints: ["webview-ui/messages/messages.css"] },
  "webview/messages.js": { ...web, entryPoints: ["webview-ui/messages/main.ts"] },
};

/** Files that lie beside the bundles. */
const beside = ["node_modules/clipper2-wasm/dist/umd/clipper2z.wasm"];

/**
 * Builds the bundles, or those named, into `out`. Rejects when one does not build.
 * @param {{ out?: string, only?: readonly string[], watch?: boolean }} [options]
 */
export async function build({ out = join(root, "out"), only, watch = false } = {}) {
  const wanted = Object.entries(bundles).filter(
    ([name, options]) => (only === undefined || only.includes(name)) && existsSync(join(root, options.entryPoints[0])),
  );
  const builds = wanted.map(([name, options]) => ({ ...options, outfile: join(out, name) }));
  if (!watch) {
    const built = await Promise.all(builds.map((options) => esbuild.build({ ...options, metafile: true })));
    for (const file of beside) copyFileSync(join(root, file), join(out, file.split("/").at(-1)));
    if (only === undefined) writeNotices(join(out, "THIRD-PARTY-NOTICES.txt"), built);
    return;
  }
  for (const options of builds) await (await esbuild.context({ ...options, logLevel: "info" })).watch();
}

/** The commit that is built, with `+` when files were changed since; "" outside a repository. */
function revision() {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const head = git("rev-parse", "--short=12", "HEAD");
  if (head.status !== 0) return "";
  return head.stdout.trim() + (git("status", "--porcelain", "--untracked-files=no").stdout === "" ? "" : "+");
}

/** The licences of all packages that are in the bundles, beside them. */
function writeNotices(file, built) {
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const names = new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
  const notices = [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const body = text === undefined ? `Licence: ${license}` : readFileSync(join(folder, text), "utf8").trim();
    return `${name} ${version}\n\n${body}\n`;
  });
  writeFileSync(file, notices.join(`\n${"-".repeat(80)}\n\n`));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--out");
  await build({
    watch: process.argv.includes("--watch"),
    ...(at === -1 ? {} : { out: resolve(process.argv[at + 1]) }),
  });
}
