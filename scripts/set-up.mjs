// What a fresh clone needs before it can start or be tested: packages, the bundles, a browser.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program with its output shown; throws when it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
  });
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed${done.error ? `: ${done.error.message}` : ""}`);
}

/** Installs the locked packages unless they are there. */
export function ensurePackages() {
  const stamp = join(root, "node_modules/.cache/edsnx-lock");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const fits = existsSync(join(root, "node_modules/.package-lock.json")) && samePackages();
  if (!fits) {
    console.log("Installing packages …");
    run("npm", ["ci", "--no-audit", "--no-fund"]);
  }
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  writeFileSync(stamp, lock);
}

function samePackages() {
  const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  const installed = read("node_modules/.package-lock.json");
  const optional = (entry) => entry.optional === true || entry.devOptional === true;
  return Object.entries(read("package-lock.json")).every(
    ([name, entry]) => name === "" || optional(entry) || installed[name]?.version === entry.version,
  );
}

/** Builds the bundles in `out/`. */
export function build() {
  run(process.execPath, [join(root, "esbuild.config.mjs")]);
}

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium; installs one where there is none. EDSNX_CHROMIUM names another. */
export async function ensureBrowser() {
  const named = process.env.EDSNX_CHROMIUM;
  if (named !== undefined) return named;
  const found = () => places.find((path) => existsSync(path));
  if (found() !== undefined) return found();
  console.log("Installing Chromium …");
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (found() !== undefined) return found();
  }
  const { chromium } = await import("playwright-core");
  if (!existsSync(chromium.executablePath())) run("npx", ["playwright-core", "install", "chromium"]);
  return chromium.executablePath();
}
