// Type-checks the three worlds: core (no host), the webview (DOM) and the Node side. What was checked before and has
// not changed is remembered in out/types.
import { spawnSync } from "node:child_process";

let failed = false;
for (const [project, name] of [
  ["core", "core"],
  ["webview-ui", "webview"],
  [".", "node"],
]) {
  const remember = ["--incremental", "--tsBuildInfoFile", `out/types/${name}.tsbuildinfo`];
  const args = ["node_modules/typescript/bin/tsc", "-p", project, ...remember];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
