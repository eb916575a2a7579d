// Runs inside VS Code's extension host (code-server or desktop), on a window whose folder is a copy of examples/blinky.
// The host calls `run()` and ends with it, so what was found goes out through a file.
import { renameSync, writeFileSync } from "node:fs";
import Mocha from "mocha";
import * as vscode from "vscode";
import { defineEditorTests } from "./editor-tests.ts";
import { type HostResult, type HostTest, RESULT_VARIABLE } from "./result.ts";

/** Resolves when every test passed; rejects otherwise, which makes VS Code end with an error. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 150_000, reporter: "spec" });
  mocha.suite.emit("pre-require", globalThis as unknown as Mocha.MochaGlobals, "editor-tests", mocha);
  defineEditorTests();
  const tests: HostTest[] = [];
  const tell = (state: Pick<HostResult, "done" | "running">) => write({ vscode: vscode.version, tests, ...state });
  tell({ done: false, running: null });
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on("test", (test) => tell({ done: false, running: test.title }));
    runner.on("pass", (test) => tests.push({ title: test.title, error: null }));
    // Hooks fail too; their title names the hook and its test.
    runner.on("fail", (test, error) => tests.push({ title: test.title, error: error?.stack ?? String(error) }));
  });
  tell({ done: true, running: null });
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host`);
}

/** By renaming: the reader never sees half a file. */
function write(result: HostResult): void {
  const file = process.env[RESULT_VARIABLE];
  if (file === undefined) throw new Error(`Cannot hand out the result: ${RESULT_VARIABLE} names no file.`);
  writeFileSync(`${file}.part`, JSON.stringify(result, null, 2));
  renameSync(`${file}.part`, file);
}
