import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as esbuild from "esbuild";

const root = join(import.meta.dirname, "../..");

describe("compiled code between starts", () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-code-"));
    await esbuild.build({
      entryPoints: [join(root, "bridge/cli/compile-cache.ts")],
      outfile: join(folder, "cache.cjs"),
      bundle: true,
      platform: "node",
      format: "cjs",
    });
    writeFileSync(
      join(folder, "start.cjs"),
      'console.log(require("./cache.cjs").loadBundle(process.argv[2], require, true).said);',
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  const bundle = (text: string) =>
    writeFileSync(
      join(folder, "bundle.cjs"),
      `const path = require("node:path"); exports.said = path.basename(__filename) + ${text};`,
    );
  const start = () => {
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, "kept"), LOCALAPPDATA: join(folder, "kept") };
    const run = spawnSync(process.execPath, [join(folder, "start.cjs"), join(folder, "bundle.cjs")], {
      env,
      encoding: "utf8",
    });
    assert.equal(run.status, 0, run.stderr);
    return run.stdout.trim();
  };
  const kept = () =>
    (readdirSync(join(folder, "kept/edsnx-code")) as string[]).map((name) => join(folder, "kept/edsnx-code", name));

  it("runs a bundle the same with and without it, and never an older bundle's", () => {
    bundle('" one"');
    assert.equal(start(), "bundle.cjs one");
    assert.equal(start(), "bundle.cjs one");
    bundle('" two!"');
    assert.equal(start(), "bundle.cjs two!");
    assert.equal(start(), "bundle.cjs two!");
  });
  it("is damaged: the bundle runs all the same", function () {
    // Newer versions of Node keep the code themselves.
    if ("enableCompileCache" in module) this.skip();
    const files = kept();
    assert.ok(files.length > 0);
    const whole = files.map((file) => readFileSync(file));
    for (const damage of [
      (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1),
      (bytes: Buffer) => Buffer.from(bytes).fill(7, 200),
      () => Buffer.alloc(0),
    ]) {
      for (const [i, file] of files.entries()) writeFileSync(file, damage(whole[i]!));
      assert.equal(start(), "bundle.cjs two!");
    }
  });
});
