import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runtime } from "../../bridge/node/runtime.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { CommandError, ErrorCode } from "../../core/base/error.ts";
import { board as bare } from "./bridge-fixture.ts";

const board = bare.replace("\n", '\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n');

let root = "";
let outside = "";
let runtime: Runtime;
const reports: string[] = [];

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-odd-")));
  outside = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-out-")));
  await fs.writeFile(join(root, "a.kicad_pcb"), board);
  reports.length = 0;
  runtime = createRuntime({ cwd: root, report: (line) => reports.push(line) });
});
afterEach(async () => {
  await runtime.dispose("quietly");
  for (const folder of [root, outside]) await fs.rm(folder, { recursive: true, force: true });
});

const run = (id: string, args: unknown) =>
  runtime.core.run(id, args, { caller: { name: "test", kind: "script" } }) as Promise<Record<string, unknown>>;
const refused = (call: Promise<unknown>, code: ErrorCode, message: RegExp) =>
  assert.rejects(call, (thrown: CommandError) => {
    assert.equal(thrown.code, code, thrown.message);
    assert.match(thrown.message, message);
    return true;
  });
const addVia = (extra = {}) => run("pcb.addVia", { path: "a.kicad_pcb", at: [1, 1], net: "GND", ...extra });

describe("a call that would do harm", () => {
  it("draws no picture over a design", async () => {
    for (const id of ["render.svg", "render.png"])
      await refused(run(id, { path: "a.kicad_pcb", out: "./A.KICAD_PCB/../a.kicad_pcb" }), "denied", /design file/);
    assert.equal(await fs.readFile(join(root, "a.kicad_pcb"), "utf8"), board);
  });

  it("saves a design under no other ending", async () => {
    await refused(run("session.saveAs", { path: "a.kicad_pcb", to: "run.sh" }), "invalid-args", /\.kicad_pcb/);
    await refused(run("session.saveAs", { path: "a.kicad_pcb", to: "a.kicad_sch" }), "invalid-args", /\.kicad_pcb/);
    assert.deepEqual(
      (await fs.readdir(root)).filter((name) => !name.startsWith(".")),
      ["a.kicad_pcb"],
    );
  });

  it("does not replace a file that is read-only", async () => {
    await addVia();
    await fs.chmod(join(root, "a.kicad_pcb"), 0o444);
    await refused(run("session.save", { force: true }), "io", /read-only/);
    assert.equal(await fs.readFile(join(root, "a.kicad_pcb"), "utf8"), board);
    await fs.chmod(join(root, "a.kicad_pcb"), 0o644);
    await run("session.save", {});
  });

  it("writes no file from inside a transaction, where nothing can take it back", async () => {
    const steps = [{ id: "render.svg", args: { path: "a.kicad_pcb", out: "x.svg" } }];
    await refused(run("session.transaction", { dryRun: true, steps }), "invalid-args", /only queries and edits/);
    await refused(run("session.batch", { steps }), "invalid-args", /only queries and edits/);
    await assert.rejects(fs.stat(join(root, "x.svg")));
  });

  it("puts no text in a file that the file cannot hold", async () => {
    await refused(addVia({ net: "a\0b" }), "invalid-args", /net has a NUL/);
    await refused(addVia({ net: "a\ud800" }), "invalid-args", /net has half a character/);
    await addVia({ net: 'a") (via\n\t\u{1f600}' });
    const { nets } = (await run("query.nets", { path: "a.kicad_pcb" })) as unknown as { nets: { name: string }[] };
    assert.ok(nets.some(({ name }) => name === 'a") (via\n\t\u{1f600}'));
  });

  it("is told when the change that it would undo is not there", async () => {
    await refused(run("session.undo", { path: "a.kicad_pcb", group: "nope" }), "not-found", /nope/);
  });

  it("does not wait for a pipe to be opened at its other end", async function () {
    if (process.platform === "win32") this.skip();
    execFileSync("mkfifo", [join(root, "p.kicad_pcb")]);
    await refused(run("session.open", { path: "p.kicad_pcb" }), "io", /not a file/);
    await refused(run("session.saveAs", { path: "a.kicad_pcb", to: "p.kicad_pcb", force: true }), "io", /not a file/);
  });
});

describe("a design that comes with links where our files go", () => {
  it("does not make us write elsewhere", async () => {
    await fs.symlink(outside, join(root, ".edsnx"));
    await addVia();
    await runtime.log.flush();
    assert.deepEqual(await fs.readdir(outside), []);
    assert.match(reports.join("\n"), /is a link/);
  });

  it("does not make us append to a file of theirs", async () => {
    await fs.writeFile(join(outside, "profile"), "mine\n");
    await fs.mkdir(join(root, ".edsnx"));
    await fs.symlink(join(outside, "profile"), join(root, ".edsnx/session.jsonl"));
    await fs.symlink(outside, join(root, ".edsnx/journal"));
    await addVia();
    await runtime.log.flush();
    assert.equal(await fs.readFile(join(outside, "profile"), "utf8"), "mine\n");
    assert.deepEqual(await fs.readdir(outside), ["profile"]);
  });
});
