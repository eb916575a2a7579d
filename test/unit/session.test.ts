import assert from "node:assert/strict";
import { CommandError } from "../../core/base/error.ts";
import { decodeText } from "../../core/format/text.ts";
import { docText, readText, writeDoc } from "../../core/model/document.ts";
import { applySteps } from "../../core/model/step.ts";
import { hashDoc, isDirty } from "../../core/session/open-document.ts";
import type { Change } from "../../core/session/session.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const text = `(kicad_pcb
	(version 20241229)
	(net 0 "")
	(net 1 "GND")
	(segment
		(start 1 2)
		(end 3 4)
		(width 0.200)
		(layer "F.Cu")
		(net 1)
		(uuid "s1")
	)
	(segment
		(start 5 6)
		(end 7 8)
		(width 0.2)
		(layer "F.Cu")
		(net 1)
		(uuid "s2")
	)
)
`;

async function start(files: Record<string, string> = { "/a.kicad_pcb": text, "/b.kicad_pcb": text }) {
  const ports = memoryPorts(files);
  const session = new Session(ports);
  const changes: Change[] = [];
  session.onChange((change) => changes.push(change));
  for (const path of Object.keys(files)) await session.open(path, "test");
  const widen = (path: string, id: string, width: number, actor = "test") =>
    session.transact({ label: `Widen ${id}`, actor }, (t) => t.edit(path).set(id, { width }));
  const disk = (path: string) => decodeText(ports.disk.get(path)!);
  return { ports, session, changes, widen, disk };
}

const A = "/a.kicad_pcb";
const B = "/b.kicad_pcb";
const code = (expected: string) => (error: unknown) => error instanceof CommandError && error.code === expected;

describe("a session", () => {
  it("makes one entry of a transaction and gives the same bytes back on undo", async () => {
    const { session, widen, changes } = await start();
    const { outcomes } = await widen(A, "s1", 300_000);
    assert.deepEqual(outcomes[0]!.changedIds, ["s1"]);
    const open = session.get(A);
    assert.equal(open.revision, 1);
    assert.ok(isDirty(open));
    assert.deepEqual(hashDoc(open.doc), open.hash, "the running hash is the content's hash");
    await session.undo(A, "test");
    assert.equal(docText(session.get(A).doc), text);
    assert.ok(!isDirty(session.get(A)), "an undone edit is no edit");
    await session.redo(A, "test");
    assert.match(docText(session.get(A).doc), /\(width 0\.3\)/);
    assert.deepEqual(
      changes.slice(2).map((c) => c.reason),
      ["edit", "undo", "redo"],
    );
  });

  it("leaves no trace of a throw, of nothing changed, of a dry run", async () => {
    const { session, changes, widen } = await start();
    changes.length = 0;
    await assert.rejects(
      session.transact({ label: "x", actor: "test" }, (t) => {
        t.edit(A).set("s1", { width: 1 });
        t.edit(B).remove("s2");
        throw new Error("no");
      }),
    );
    await widen(A, "s1", 200_000);
    await session.transact({ label: "there and back", actor: "test" }, (t) => {
      t.edit(A).set("s1", { width: 1 });
      t.edit(A).set("s1", { width: 200_000 });
    });
    const dry = await session.transact({ label: "x", actor: "test", dryRun: true }, (t) => t.edit(A).remove("s1"));
    assert.deepEqual(dry.outcomes[0]!.removedIds, ["s1"]);
    assert.equal(session.get(A).history.length, 0);
    assert.equal(docText(session.get(A).doc), text);
    assert.deepEqual(changes, []);
  });

  it("undoes two documents together from either one", async () => {
    for (const from of [A, B]) {
      const { session } = await start();
      await session.transact({ label: "both", actor: "test" }, (t) => {
        t.edit(A).remove("s1");
        t.edit(B).set("s1", { width: 5 });
      });
      await session.undo(from, "test");
      assert.equal(docText(session.get(A).doc), text);
      assert.equal(docText(session.get(B).doc), text);
      await session.redo(from === A ? B : A, "test");
      assert.equal(session.get(A).doc.items.get("s1"), undefined);
    }
  });

  it("undoes an older entry when later ones do not touch it, and refuses when they do", async () => {
    const { session, widen } = await start();
    await widen(A, "s1", 300_000, "agent");
    await widen(A, "s2", 400_000, "person");
    const group = session.get(A).history[0]!.group;
    await session.setApplied(group, false, "person");
    assert.equal(session.get(A).doc.items.get("s1")!["width"], 200_000);
    assert.equal(session.get(A).doc.items.get("s2")!["width"], 400_000);
    await session.setApplied(group, true, "person");
    await widen(A, "s1", 500_000, "person");
    const before = docText(session.get(A).doc);
    await assert.rejects(session.setApplied(group, false, "person"), code("conflict"));
    assert.equal(docText(session.get(A).doc), before);
    await session.setApplied(group, true, "person");
    assert.equal(docText(session.get(A).doc), before, "already so: nothing happens");
  });

  it("feeds a replica: base bytes and the trail, or the changes one by one", async () => {
    const { session, widen, changes } = await start();
    let replica = session.get(A).doc;
    await widen(A, "s1", 300_000);
    await session.transact({ label: "x", actor: "test" }, (t) => {
      t.edit(A).add("track", { ...t.edit(A).doc.items.get("s1")!, net: t.edit(A).ensureNet("NEW") });
      t.edit(A).remove("s2");
    });
    await session.undo(A, "test");
    await session.undo(A, "test");
    await session.redo(A, "test");
    for (const change of JSON.parse(JSON.stringify(changes)) as Change[])
      if (change.path === A && change.steps !== null) replica = applySteps(replica, change.steps);
    const open = session.get(A);
    assert.equal(docText(replica), docText(open.doc));
    const anew = applySteps(readText(decodeText(open.base)).doc!, JSON.parse(JSON.stringify(open.trail)));
    assert.equal(docText(anew), docText(open.doc));
  });

  it("numbers a new net and uses it", async () => {
    const { session } = await start();
    await session.transact({ label: "x", actor: "test" }, (t) => {
      const edit = t.edit(A);
      edit.set("s1", { net: edit.ensureNet("VCC") });
    });
    const out = docText(session.get(A).doc);
    assert.match(out, /\(net 2 "VCC"\)/);
    assert.match(out, /\(net 2\)\n\t\t\(uuid "s1"\)/);
    assert.equal(readText(out).doc!.items.get("s1")!["net"], "VCC");
  });

  it("saves, and refuses to overwrite what somebody else wrote", async () => {
    const { session, widen, disk, ports } = await start();
    await widen(A, "s1", 300_000);
    await session.save(A, "test");
    assert.match(disk(A), /\(width 0\.3\)/);
    assert.ok(!isDirty(session.get(A)));
    await widen(A, "s1", 400_000);
    ports.put(A, "somebody else's");
    await assert.rejects(session.save(A, "test"), code("conflict"));
    assert.equal(disk(A), "somebody else's");
    await session.save(A, "test", true);
    assert.match(disk(A), /\(width 0\.4\)/);
    await session.undo(A, "test");
    await session.undo(A, "test");
    assert.ok(isDirty(session.get(A)), "undone beyond the save");
    await session.save(A, "test");
    assert.equal(disk(A), text);
  });

  it("saves under another name and keeps the first file", async () => {
    const { session, widen, disk } = await start();
    await widen(A, "s1", 300_000);
    await assert.rejects(session.saveAs(A, B, "test"), code("conflict"));
    await session.saveAs(A, "/c.kicad_pcb", "test");
    assert.equal(disk(A), text);
    assert.match(disk("/c.kicad_pcb"), /\(width 0\.3\)/);
    assert.throws(() => session.get(A), code("no-document"));
  });

  it("reverts to what is on disk", async () => {
    const { session, widen, ports } = await start();
    await widen(A, "s1", 300_000);
    ports.put(A, text.replace("0.200", "0.7"));
    await session.revert(A, "test");
    assert.equal(session.get(A).doc.items.get("s1")!["width"], 700_000);
    assert.deepEqual(session.get(A).history, []);
    assert.equal(ports.journals.has(A), false);
  });

  it("brings unsaved edits back after a crash, undo and redo included", async () => {
    const { session, widen, ports } = await start();
    await widen(A, "s1", 300_000, "agent");
    await widen(A, "s2", 400_000, "person");
    await session.undo(A, "person");
    const lost = writeDoc(session.get(A).doc);
    // A new process: same disk, same journal, nothing else.
    const restarted = new Session(ports);
    const open = await restarted.open(A, "test");
    assert.ok(isDirty(open));
    assert.ok(Buffer.from(lost).equals(writeDoc(open.doc)));
    assert.deepEqual(
      open.history.map((e) => [e.actor, e.applied]),
      [
        ["agent", true],
        ["person", false],
      ],
    );
    await restarted.undo(A, "test");
    assert.equal(docText(restarted.get(A).doc), text);
  });

  it("takes no edit of a broken file and does not write it", async () => {
    const { session, disk } = await start({ "/broken.kicad_pcb": text.slice(0, -5) });
    const path = "/broken.kicad_pcb";
    assert.ok(session.get(path).problems.length > 0);
    await assert.rejects(
      session.transact({ label: "x", actor: "test" }, (t) => t.edit(path).remove("s1")),
      code("check-failed"),
    );
    await assert.rejects(session.save(path, "test"), code("check-failed"));
    assert.equal(disk(path), text.slice(0, -5));
    await assert.rejects(start({ "/x.kicad_pcb": "not KiCad" }), code("check-failed"));
  });
});
