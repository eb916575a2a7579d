// Other people's clients for tests of our servers: MCP Inspector and the MCP conformance suite, each in its exact version,
// beside this project (they bring 220 packages and need Node 22.19, which the VS Code host has).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./set-up.mjs";
import { ensureVscodeHost } from "./vscode-host.mjs";

export const INSPECTOR_VERSION = "2.12.0";
export const CONFORMANCE_VERSION = "0.2.0-alpha.12";

/**
 * Installs them once.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<{ node: string, inspector: string, conformance: string }>} absolute paths; the latter two are for `node`
 */
export async function ensurePeers({ log = (line) => console.error(line) } = {}) {
  const { node } = await ensureVscodeHost({ log });
  const folder = join(root, "node_modules/.cache/edsnx-peers");
  const packages = join(folder, "node_modules/@modelcontextprotocol");
  const peers = {
    node,
    inspector: join(packages, "inspector/clients/launcher/build/index.js"),
    conformance: join(packages, "conformance/dist/index.js"),
  };
  const stamp = join(folder, "installed.json");
  const wanted = JSON.stringify({ inspector: INSPECTOR_VERSION, conformance: CONFORMANCE_VERSION });
  const isReady = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && existsSync(peers.inspector);
  if (isReady()) return peers;
  log(
    `Installing MCP Inspector ${INSPECTOR_VERSION} and the conformance suite ${CONFORMANCE_VERSION} beside this project.`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "edsnx-peers", "private": true }\n');
  // Their engines ask for the Node that will run them, not for the one that runs npm.
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--engine-strict=false", "--loglevel=error"];
  const wantedPackages = [
    `@modelcontextprotocol/inspector@${INSPECTOR_VERSION}`,
    `@modelcontextprotocol/conformance@${CONFORMANCE_VERSION}`,
  ];
  const run = spawnSync("npm", ["install", "--save-exact", ...quiet, ...wantedPackages], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (run.status !== 0 || !existsSync(peers.inspector)) throw new Error("Cannot install the peers: npm failed.");
  writeFileSync(stamp, wanted);
  return peers;
}
