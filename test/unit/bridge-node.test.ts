import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { designFiles } from "../../bridge/mcp/design-files.ts";
import { nodeFiles } from "../../bridge/node/node-files.ts";
import { nodeJournal } from "../../bridge/node/node-journal.ts";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { CommandError, type ErrorCode } from "../../core/base/error.ts";
import { readDoc } from "../../core/model/document.ts";
import type { JournalRecord } from "../../core/session/ports.ts";
import { board } from "./bridge-fixture.ts";

let root = "";
beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-node-")));
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

const coded = (code: ErrorCode) => (thrown: unknown) => thrown instanceof CommandError && thrown.code === code;
const bytes = (text: string) => new TextEncoder().encode(text);

describe("files of this machine", () => {
  it("refuses a file that no string can hold, with the way out and before a byte of it is in memory", async () => {
    const path = join(root, "big.kicad_pcb");
    await fs.writeFile(path, "(kicad_pcb (version 20241229))");
    // Sparse: it takes no room on the disk.
    await fs.truncate(path, 3_000_000_000);
    const before = process.memoryUsage().rss;
    const refused = (thrown: unknown) =>
      thrown instanceof CommandError &&
      thrown.code === "io" &&
      /it is 3000 MB, and at most 500 MB are read/.test(thrown.message) &&
      /take embedded files out/.test(thrown.hint ?? "");
    await assert.rejects(nodeFiles({ cwd: root, roots: [root] }).read(path), refused);
    const library = path.replace("_pcb", "_sym");
    await fs.rename(path, library);
    await assert.rejects(nodeLibraries({ cache: root }).read(library), refused);
    assert.ok(process.memoryUsage().rss - before < 200_000_000, "nothing of it was read");
    const { doc, problems } = readDoc(new Uint8Array(500_000_001));
    assert.equal(doc, null);
    assert.match(problems[0]!.message, /501 MB/);
  });

  it("confines paths to the roots, links followed, also for files that are not there yet", async () => {
    await fs.mkdir(join(root, "in"));
    await fs.mkdir(join(root, "out"));
    await fs.writeFile(join(root, "out/x"), "");
    await fs.symlink(join(root, "out"), join(root, "in/way-out"));
    await fs.symlink(join(root, "out/new"), join(root, "in/dangling"));
    const files = nodeFiles({ cwd: join(root, "in"), roots: [join(root, "in")] });
    assert.equal(await files.resolve("a/b.kicad_pcb"), join(root, "in/a/b.kicad_pcb"));
    for (const path of [
      "..",
      "../out/x",
      join(root, "out/x"),
      "way-out/x",
      "way-out/new/y",
      "dangling",
      "a\0b",
      "../in2",
    ]) {
      await assert.rejects(files.resolve(path), coded("denied"), path);
    }
    await assert.rejects(files.resolve("../out/x"), (e: CommandError) => e.message.includes(join(root, "in")));
    files.addRoot(join(root, "out"));
    assert.equal(await files.resolve("way-out/x"), join(root, "out/x"));
  });

  it("writes whole files: mode and link stay, nothing is left over", async () => {
    const files = nodeFiles({ cwd: root, roots: [root] });
    const file = join(root, "a.txt");
    await fs.writeFile(file, "old", { mode: 0o640 });
    await fs.chmod(file, 0o640);
    await fs.symlink(file, join(root, "link.txt"));
    const { stamp } = await files.read(file);
    await files.write(join(root, "link.txt"), bytes("new"), stamp);
    assert.equal(await fs.readFile(file, "utf8"), "new");
    assert.equal((await fs.stat(file)).mode & 0o777, 0o640);
    assert.ok((await fs.lstat(join(root, "link.txt"))).isSymbolicLink());
    assert.deepEqual((await fs.readdir(root)).sort(), ["a.txt", "link.txt"]);
  });

  it("refuses to overwrite what somebody else wrote, or what must be new", async () => {
    const files = nodeFiles({ cwd: root, roots: [root] });
    const file = join(root, "a.txt");
    const stamp = await files.write(file, bytes("one"), null);
    await assert.rejects(files.write(file, bytes("two"), null), coded("conflict"));
    assert.deepEqual(await files.stat(file), stamp);
    await fs.writeFile(file, "theirs");
    await assert.rejects(files.write(file, bytes("two"), stamp), coded("conflict"));
    await fs.rm(file);
    await assert.rejects(files.write(file, bytes("two"), stamp), coded("conflict"));
    assert.deepEqual(await fs.readdir(root), []);
    await files.write(file, bytes("forced"));
    assert.equal(await fs.readFile(file, "utf8"), "forced");
  });

  it("says what the system said, with the path", async () => {
    const files = nodeFiles({ cwd: root, roots: [root] });
    await assert.rejects(files.read(join(root, "none")), coded("not-found"));
    await assert.rejects(files.read(root), coded("io"));
    await assert.rejects(files.write(join(root, "no/such/a"), bytes("x")), coded("not-found"));
    assert.equal(await files.stat(join(root, "none")), null);
    // A folder in the way: what fails at the end leaves nothing behind either.
    await fs.mkdir(join(root, "d"));
    await assert.rejects(
      files.write(join(root, "d"), bytes("x")),
      (e: CommandError) => e.code === "io" && e.message.includes(join(root, "d")),
    );
    assert.deepEqual(await fs.readdir(root), ["d"]);
  });
});

const record = (n: number): JournalRecord => ({
  entry: `e${n}`,
  group: "g",
  label: "L",
  actor: "a",
  at: n,
  steps: [{ n }],
});

/** Runs code in a process that then dies without goodbye. */
async function dyingProcess(code: string): Promise<void> {
  const script = join(root, "dying.mts");
  const from = new URL("../../bridge/node/node-journal.ts", import.meta.url).href;
  await fs.writeFile(
    script,
    `import { nodeJournal } from ${JSON.stringify(from)};
     const journal = nodeJournal(() => {});
     const record = (n) => ({ entry: "e" + n, group: "g", label: "L", actor: "a", at: n, steps: [{ n }] });
     ${code}
     process.kill(process.pid, "SIGKILL");`,
  );
  const child = fork(script, { execArgv: ["--import", "tsx"] });
  await new Promise((done) => child.once("exit", done));
  await fs.rm(script);
}

describe("journal", () => {
  const file = () => join(root, "a.kicad_pcb");
  const folder = () => join(root, ".edsnx/journal");
  const quiet = () => undefined;

  it("is on disk when append settles, private, and gone after clear", async () => {
    const journal = nodeJournal(quiet);
    await journal.append(file(), "b0", record(1));
    await journal.append(file(), "b0", record(2));
    const [name] = await fs.readdir(folder());
    assert.equal(name, `a.kicad_pcb.${process.pid}.jsonl`);
    const lines = (await fs.readFile(join(folder(), name!), "utf8"))
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l));
    assert.equal(lines[0].base, "b0");
    assert.equal(lines[0].pid, process.pid);
    assert.deepEqual(lines.slice(1), [record(1), record(2)]);
    assert.equal((await fs.stat(join(folder(), name!))).mode & 0o777, 0o600);
    assert.equal(await fs.readFile(join(root, ".edsnx/.gitignore"), "utf8"), "*\n");
    assert.deepEqual(await nodeJournal(quiet).recover(file(), "b0"), [], "its own process lives");
    await journal.clear(file());
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it("starts anew when the file was saved in between", async () => {
    const journal = nodeJournal(quiet);
    await journal.append(file(), "b0", record(1));
    await journal.append(file(), "b1", record(2));
    const [name] = await fs.readdir(folder());
    assert.match(await fs.readFile(join(folder(), name!), "utf8"), /^\{"base":"b1".*\n.*"e2".*\n$/);
    assert.deepEqual(await journal.discard(), [file()]);
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it("brings back what a killed process left, once, and keeps it safe again", async () => {
    await dyingProcess(`await journal.append(${JSON.stringify(file())}, "b0", record(1));
      await journal.append(${JSON.stringify(file())}, "b0", record(2));`);
    const journal = nodeJournal(quiet);
    assert.deepEqual(await journal.recover(file(), "b0"), [record(1), record(2)]);
    await journal.append(file(), "b0", record(3));
    const names = await fs.readdir(folder());
    assert.deepEqual(names, [`a.kicad_pcb.${process.pid}.jsonl`]);
    const text = await fs.readFile(join(folder(), names[0]!), "utf8");
    assert.equal(text.trim().split("\n").length, 4);
    assert.equal(JSON.parse(text.split("\n")[0]!).pid, process.pid);
    await journal.clear(file());
  }).timeout(60_000);

  it("takes the whole lines of a journal with a torn end, and one of an earlier process with our number", async () => {
    await fs.mkdir(folder(), { recursive: true });
    const header = { base: "b0", pid: process.pid, ticks: "1", startedAt: 1, path: file() };
    const text = [header, record(1)].map((l) => `${JSON.stringify(l)}\n`).join("");
    await fs.writeFile(join(folder(), `a.kicad_pcb.${process.pid}.jsonl`), `${text}{"entry":"e2","gr`);
    const journal = nodeJournal(quiet);
    assert.deepEqual(await journal.recover(file(), "b0"), [record(1)]);
    await journal.clear(file());
  });

  it("keeps aside, and never deletes, what does not fit the file any more", async () => {
    await fs.mkdir(folder(), { recursive: true });
    const header = { base: "other", pid: 4194399, ticks: "1", startedAt: 1, path: file() };
    await fs.writeFile(
      join(folder(), "a.kicad_pcb.4194399.jsonl"),
      `${JSON.stringify(header)}\n${JSON.stringify(record(1))}\n`,
    );
    const told: string[] = [];
    assert.deepEqual(await nodeJournal((line) => told.push(line)).recover(file(), "b0"), []);
    assert.deepEqual(await fs.readdir(folder()), ["a.kicad_pcb.4194399.jsonl.orphan"]);
    assert.match(told[0]!, /do not fit/);
  });

  it("says so once when it cannot be written, and lets the edit be", async () => {
    await fs.writeFile(join(root, ".edsnx"), "in the way");
    const told: string[] = [];
    const journal = nodeJournal((line) => told.push(line));
    await journal.append(file(), "b0", record(1));
    await journal.append(file(), "b0", record(2));
    assert.equal(told.length, 1);
    assert.match(told[0]!, /Save soon/);
  });
});

describe("session log", () => {
  it("keeps every call in the project's log, readable by its owner, without huge values", async () => {
    await fs.mkdir(join(root, "p/sub"), { recursive: true });
    await fs.writeFile(join(root, "p/p.kicad_pro"), "{}");
    await fs.writeFile(join(root, "p/sub/a.kicad_pcb"), board);
    const { core, log, dispose } = createRuntime({ cwd: root, report: () => undefined });
    const caller = { name: "t", kind: "agent" as const };
    await core.run("session.open", { path: "p/sub/a.kicad_pcb" }, { caller });
    await core.run("no.such", { big: "x".repeat(100_000) }, { caller }).catch(() => undefined);
    await log.flush();
    const file = join(root, "p/.edsnx/session.jsonl");
    assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
    assert.ok((await fs.stat(file)).size < 10_000);
    const entries = await log.read();
    assert.deepEqual(
      entries.map((e) => [e.id, e.error?.code]),
      [
        ["session.open", undefined],
        ["no.such", "unknown-command"],
      ],
    );
    await dispose();
  });

  it("is put aside when it is long, once, and goes on; two logs are the most that is kept", async () => {
    await fs.writeFile(join(root, "p.kicad_pro"), "{}");
    const { core, log, dispose } = createRuntime({ cwd: root, report: () => undefined });
    const caller = { name: "t", kind: "agent" as const };
    await core.run("session.documents", {}, { caller });
    await log.flush();
    const file = join(root, ".edsnx/session.jsonl");
    const line = `${JSON.stringify({ id: "old", args: "x".repeat(1 << 20) })}\n`;
    for (let round = 0; round < 2; round++) {
      await fs.appendFile(file, line.repeat(17));
      for (let n = 0; n < 3; n++) await core.run("session.documents", {}, { caller });
      await log.flush();
      const kept = (await fs.readdir(join(root, ".edsnx"))).filter((name) => name.endsWith(".jsonl"));
      assert.deepEqual(kept.sort(), ["session.1.jsonl", "session.jsonl"]);
      assert.ok((await fs.stat(file)).size < 10_000);
      assert.ok((await fs.stat(join(root, ".edsnx/session.1.jsonl"))).size > 16 << 20);
      assert.equal((await log.read()).length, 3);
    }
    await dispose();
  });
});

describe("designs below a folder", () => {
  it("are found, the nearest first, without what is hidden, installed or linked", async () => {
    for (const folder of ["a/b/c/d", ".git", "node_modules/x"]) await fs.mkdir(join(root, folder), { recursive: true });
    for (const name of [
      "a/b/two.kicad_sch",
      "one.kicad_pcb",
      "one.txt",
      ".git/x.kicad_pcb",
      "node_modules/x/y.kicad_pcb",
      "a/b/c/d/far.kicad_pcb",
    ])
      await fs.writeFile(join(root, name), "");
    await fs.symlink(root, join(root, "a/around"));
    assert.deepEqual(await designFiles(root), ["one.kicad_pcb", "a/b/two.kicad_sch"]);
    assert.deepEqual(await designFiles(join(root, "none")), []);
  });
});
