import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeJournal } from "../../bridge/node/node-journal.ts";
import type { JournalRecord } from "../../core/session/ports.ts";

const record = (entry: string): JournalRecord => ({
  entry,
  group: entry,
  label: "Move",
  actor: "You",
  at: 1,
  steps: [{ op: "set" }],
});

describe("a journal that was left", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "edsnx-journal-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("is taken over while the process that left it still lives, and only once", async () => {
    const path = join(folder, "a.kicad_pcb");
    const said: string[] = [];
    const first = nodeJournal((line) => said.push(line));
    await first.append(path, "base", record("1"));
    await first.append(path, "base", record("2"));
    const beside = nodeJournal((line) => said.push(line));
    assert.deepEqual(await beside.recover(path, "base"), [], "taken from a session that still has it");

    await first.leave();
    const next = nodeJournal((line) => said.push(line));
    assert.deepEqual(await next.recover(path, "base"), [record("1"), record("2")]);
    assert.deepEqual(await nodeJournal(() => undefined).recover(path, "base"), []);
    await next.clear(path);
    assert.deepEqual(await readdir(join(folder, ".edsnx", "journal")), []);
  });

  it("lies beside a footprint library, not in it, and tells footprints of the same name apart", async () => {
    const paths = ["a.pretty", "b.pretty"].map((library) => join(folder, library, "R.kicad_mod"));
    const first = nodeJournal(() => undefined);
    for (const [i, path] of paths.entries()) {
      await mkdir(dirname(path));
      await first.append(path, "base", record(String(i)));
    }
    await first.leave();
    const next = nodeJournal(() => undefined);
    for (const [i, path] of paths.entries()) {
      assert.deepEqual(await next.recover(path, "base"), [record(String(i))]);
      assert.deepEqual(await readdir(dirname(path)), []);
      await next.clear(path);
    }
  });
});
