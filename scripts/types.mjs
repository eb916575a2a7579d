// Type-checks the three worlds: core (no host), the webview (DOM) and the Node side.
import { spawnSync } from "node:child_process";

let failed = false;
for (const project of ["core", "webview-ui", "."]) {
  const run = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project], { stdio: "inherit" });
  if (run.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
