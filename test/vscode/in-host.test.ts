import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Test } from "mocha";
import { VSCODE_VERSION } from "../../scripts/vscode-host.mjs";
import { type HostResult, RESULT_VARIABLE } from "../host/result.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const repo = join(dirname(fileURLToPath(import.meta.url)), "../..");
const suite = join(repo, "out/test/host-suite.cjs");
const PATIENCE_MS = 400_000;

/** Each test of `test/host` stands here as one of this suite, once the extension host has run them all. */
describe("with the vscode API", function () {
  this.timeout(2 * PATIENCE_MS + 60_000);
  let result: HostResult | undefined;

  before(async function () {
    assert.ok(existsSync(suite), `${suite} is missing: run npm run build`);
    result = await runInHost();
    const failed = result.tests.filter(({ error }) => error !== null);
    if (failed.length > 0) {
      // These tests build on each other: a second try is one of all of them, in a new window.
      for (const { title, error } of failed) console.log(`    failed in the first window: ${title}\n${error}`);
      result = await runInHost();
    }
    for (const { title, error } of result.tests) {
      const shown = new Test(title, () => {
        if (error !== null) throw Object.assign(new Error(error.split("\n")[0]), { stack: error });
      });
      shown.retries(0);
      this.test?.parent?.addTest(shown);
    }
  });

  it("runs in the pinned VS Code, every test of the suite", () => {
    assert.equal(result?.vscode, VSCODE_VERSION);
    const defined = readFileSync(join(repo, "test/host/editor-tests.ts"), "utf8").match(/^ +it\("/gm) ?? [];
    assert.ok(defined.length > 0);
    assert.equal(result?.tests.length, defined.length);
  });
});

/** Runs the suite in a window of its own, on a copy of the blinky project. */
async function runInHost(): Promise<HostResult> {
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-in-host-"));
  const file = join(scratch, "result.json");
  const workspace = join(scratch, "blinky");
  cpSync(join(repo, "examples/blinky"), workspace, { recursive: true });
  const read = () => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as HostResult) : undefined);
  let vscode: Vscode | undefined;
  let result: HostResult | undefined;
  try {
    const env = { [RESULT_VARIABLE]: file };
    vscode = await openVscode({ workspace, install: "development", extensionTestsPath: suite, env });
    const isDone = async () => (result = read())?.done === true;
    await until(isDone, PATIENCE_MS, "the suite in the extension host").catch((thrown) => {
      throw new Error(
        `${thrown.message} ${whereItStands(result)} The server said:\n${vscode?.server.output().slice(-2000)}`,
      );
    });
    return result ?? assert.fail("the suite in the extension host left no result");
  } finally {
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function whereItStands(result: HostResult | undefined): string {
  if (result === undefined) return "It did not even start.";
  const { running, tests } = result;
  return `${tests.length} tests ended; ${running === null ? "none was running" : `"${running}" was running`}.`;
}
