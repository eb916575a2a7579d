// npm test: sets a fresh clone up, builds, and runs every suite; ends with `N passed, N failed`.
// npm test -- unit oracle: only these suites.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, ensureBrowser, ensurePackages, root } from "./set-up.mjs";

/**
 * Each suite is a folder below `test/`; `needs` is set up before it runs. `retries`: how often a failed test is run
 * again, where other people's programs with clocks of their own (a browser, VS Code) take part; repeats are reported.
 */
const suites = [
  { name: "unit" },
  { name: "fuzz" },
  { name: "surface" },
  { name: "protocols", needs: "vscode" },
  { name: "oracle" },
  { name: "browser", needs: "browser", retries: 1 },
  { name: "vscode", needs: "vscode", retries: 1 },
];

ensurePackages();
build();
const wanted = process.argv.slice(2);
const results = join(root, "out/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const repeated = [];
for (const { name, needs, retries = 0 } of suites) {
  if ((wanted.length > 0 && !wanted.includes(name)) || !existsSync(join(root, "test", name))) continue;
  const env = { ...process.env };
  if (needs !== undefined) env.EDSNX_CHROMIUM = await ensureBrowser();
  if (needs === "vscode") await (await import("./vscode-host.mjs")).ensureVscodeHost({ log: console.log });
  console.log(`\n== ${name}`);
  const report = join(results, `${name}.json`);
  const status = await mocha(name, report, env, retries);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { stats: { passes: 0, failures: 1 } };
  const { stats } = result;
  repeated.push(...(result.repeated ?? []));
  passed += stats.passes;
  failed += stats.failures;
  // A suite that broke outside its tests has failed too.
  if (status !== 0 && stats.failures === 0) failed++;
  if (stats.passes + stats.failures === 0) failed++;
}
if (repeated.length > 0) console.log(`\nRun a second time:\n${repeated.map((title) => `  ${title}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function mocha(name, report, env, retries) {
  const args = [
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--reporter",
    join(root, "scripts/test-reporter.cjs"),
    "--reporter-option",
    `output=${report}`,
    "--retries",
    String(retries),
    `test/${name}/**/*.test.ts`,
  ];
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: root, stdio: "inherit", env }).on("exit", (code) => resolve(code ?? 1));
  });
}
