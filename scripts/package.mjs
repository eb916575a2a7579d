// npm run package: builds and packs the extension as edsnx.vsix, which `code --install-extension edsnx.vsix` installs.
// Packed by VS Code's own tool in its exact version; fails when the file is larger than an extension should be.
import { spawnSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { build, ensurePackages, root } from "./set-up.mjs";

const VSCE = "@vscode/vsce@3.9.2";
const LIMIT_BYTES = 6_000_000;
const file = join(root, "edsnx.vsix");

ensurePackages();
build();
rmSync(file, { force: true });
// Everything that runs is in the bundles. Links of the README are left as they are: they work in the folder.
const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--out", file];
const { status } = spawnSync("npx", ["--yes", VSCE, "package", ...options], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (status !== 0) process.exit(status ?? 1);
const { size } = statSync(file);
console.log(`edsnx.vsix: ${(size / 1e6).toFixed(2)} MB of at most ${LIMIT_BYTES / 1e6}.`);
if (size > LIMIT_BYTES) {
  console.error("Cannot ship it: too large. See what `npx @vscode/vsce ls --tree` lists that should not be in it.");
  process.exitCode = 1;
}
