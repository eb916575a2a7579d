import assert from "node:assert/strict";
import { decodeText } from "../../core/format/text.ts";
import type { Edit } from "../../core/session/edit.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const A = "/a.kicad_pcb";
const B = "/b.kicad_pcb";
const segment = (id: string) =>
  `\t(segment\n\t\t(start 1 2)\n\t\t(end 3 4)\n\t\t(width 0.2)\n\t\t(layer "F.Cu")\n\t\t(net 1)\n\t\t(uuid "${id}")\n\t)\n`;
const board = (...ids: string[]) =>
  `(kicad_pcb\n\t(version 20241229)\n\t(net 0 "")\n\t(net 1 "GND")\n${ids.map(segment).join("")})\n`;

async function start(text = board("s1", "s2")) {
  const faults: unknown[] = [];
  const ports = { ...memoryPorts({ [A]: text, [B]: text }), report: (error: unknown) => void faults.push(error) };
  const open = async () => {
    const session = new Session(ports);
    for (const path of [A, B]) await session.open(path, "test");
    return session;
  };
  const session = await open();
  const edit = (work: (edit: Edit) => void) => session.transact({ label: "x", actor: "test" }, (t) => work(t.edit(A)));
  /** A new process on the same disk: has it all? */
  const crash = async () => {
    const restarted = await open();
    for (const path of [A, B]) assert.equal(decodeText(restarted.bytes(path)), decodeText(session.bytes(path)));
    return restarted;
  };
  return { ports, session, edit, crash, open, faults };
}

describe("a crash", () => {
  it("does not lose an undo of what was saved, and it can be done again", async () => {
    const { session, edit, crash } = await start();
    await edit((e) => e.set("s1", { width: 300_000 }));
    await edit((e) => e.set("s1", { width: 400_000 }));
    await session.save(A, "test");
    const saved = decodeText(session.bytes(A));
    await session.undo(A, "test");
    await session.undo(A, "test");
    const restarted = await crash();
    assert.equal((await restarted.redo(A, "test"))?.label, "x");
    await restarted.redo(A, "test");
    assert.equal(decodeText(restarted.bytes(A)), saved);
    assert.ok(!isDirty(restarted.get(A)));
  });

  it("does not lose an edit after such an undo", async () => {
    const { session, edit, crash } = await start();
    await edit((e) => e.set("s1", { width: 300_000 }));
    await session.save(A, "test");
    await session.undo(A, "test");
    await edit((e) => e.set("s1", { width: 500_000 }));
    await crash();
  });

  it("keeps what can be redone", async () => {
    const { session, edit, crash } = await start();
    await edit((e) => e.set("s1", { width: 300_000 }));
    const edited = decodeText(session.bytes(A));
    await session.undo(A, "test");
    const restarted = await crash();
    await restarted.redo(A, "test");
    assert.equal(decodeText(restarted.bytes(A)), edited);
  });

  it("does not lose edits after a save that changed what a reader calls the items", async () => {
    const { session, edit, crash } = await start(board("s1", "s1", "s2"));
    await edit((e) => e.remove("s1"));
    await session.save(A, "test");
    await edit((e) => e.set("s1#2", { width: 300_000 }));
    await crash();
    await session.undo(A, "test");
    await session.undo(A, "test");
    await crash();
  });

  it("does not lose the removal of an item that was changed and saved", async () => {
    const { session, edit, crash } = await start();
    await edit((e) => e.set("s1", { width: 300_000 }));
    await session.save(A, "test");
    await edit((e) => e.remove("s1"));
    await crash();
  });

  it("does not lose an edit of a value that has more digits than the file", async () => {
    const text = board().replace(")\n", `)\n\t(footprint "R"\n\t\t(layer "F.Cu")\n\t\t(uuid "f")\n\t\t(at 1 2)\n\t)\n`);
    const { session, edit, crash } = await start(text);
    await edit((e) => e.set("f", { at: { x: 0, y: 0, angle: 100 / 3 } }));
    await session.save(A, "test");
    await edit((e) => e.set("f", { at: { x: 0, y: 0, angle: 0 } }));
    await crash();
  });

  it("with a journal that does not fit keeps the journal, and the document opens as it is on disk", async () => {
    const { ports, edit, open } = await start();
    await edit((e) => e.set("s1", { width: 300_000 }));
    const { records } = ports.journals.get(A)!;
    for (const bad of [{ ...records[0]!, steps: [{ op: "set", id: "gone", from: {}, to: {} }] }, {}, { steps: 7 }]) {
      ports.journals.set(A, { base: ports.journals.get(A)!.base, records: [records[0]!, bad as never] });
      const restarted = await open();
      assert.equal(decodeText(restarted.bytes(A)), board("s1", "s2"));
      assert.equal(restarted.get(A).history.length, 0);
      assert.equal(ports.journals.get(`${A}.orphan`)!.records.length, 2);
      ports.journals.set(A, ports.journals.get(`${A}.orphan`)!);
    }
  });
});

describe("a listener that throws", () => {
  it("keeps nobody else from hearing, and does not fail the edit half-way", async () => {
    const { session, faults, crash } = await start();
    session.onChange(() => {
      throw new Error("listener");
    });
    const heard: string[] = [];
    session.onChange((change) => heard.push(change.path));
    await session.transact({ label: "both", actor: "test" }, (t) => {
      t.edit(A).remove("s1");
      t.edit(B).remove("s1");
    });
    assert.deepEqual(heard, [A, B]);
    assert.deepEqual(session.list().map(isDirty), [true, true]);
    assert.equal(faults.length, 2);
    await crash();
  });
});
