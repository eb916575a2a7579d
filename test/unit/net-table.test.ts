import assert from "node:assert/strict";
import type { CommandError } from "../../core/base/error.ts";
import { docText, readDoc, readText } from "../../core/model/document.ts";
import { mergeDocs } from "../../core/model/merge.ts";
import { applySteps, removeStep } from "../../core/model/step.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const PATH = "/a.kicad_pcb";
const segment = (id: string, net: number) =>
  `\t(segment\n\t\t(start 1 2)\n\t\t(end 3 4)\n\t\t(width 0.200)\n\t\t(layer "F.Cu")\n\t\t(net ${net})\n\t\t(uuid "${id}")\n\t)\n`;
const text = `(kicad_pcb\n\t(version 20241229)\n\t(net 0 "")\n\t(net 1 "GND")\n\t(net 2 "VCC")\n\t(net 3 "CLK")\n${segment("a", 1)}${segment("b", 2)}${segment("c", 3)})\n`;

async function start(from = text) {
  const ports = memoryPorts({ [PATH]: from });
  const session = new Session(ports);
  await session.open(PATH, "test");
  const edit = (work: (edit: ReturnType<Parameters<Parameters<Session["transact"]>[1]>[0]["edit"]>) => void) =>
    session.transact({ label: "x", actor: "test" }, (t) => work(t.edit(PATH)));
  const netsOf = () => {
    const written = readText(docText(session.get(PATH).doc)).doc!;
    return Object.fromEntries([...written.items.ofKind("track")].map((item) => [item.id, item["net"]]));
  };
  return { session, ports, edit, netsOf };
}

describe("nets by number", () => {
  it("gives a net that comes back the number that older text of items says", async () => {
    const { session, edit, netsOf } = await start();
    await edit((e) => e.set("b", { net: "GND" }));
    await edit((e) => e.remove("net:2"));
    await edit((e) => e.set("a", { net: e.ensureNet("OTHER") }));
    await edit((e) => e.set("b", { net: e.ensureNet("VCC") }));
    assert.deepEqual(netsOf(), { a: "OTHER", b: "VCC", c: "CLK" });
    while ((await session.undo(PATH, "test")) !== null);
    assert.equal(docText(session.get(PATH).doc), text);
  });

  it("takes back what was done to an item whose old net went meanwhile", async () => {
    const { session, edit, netsOf } = await start();
    await edit((e) => e.set("b", { net: "GND" }));
    await edit((e) => e.remove("net:2"));
    await edit((e) => e.remove("b"));
    await edit((e) => e.set("a", { net: e.ensureNet("OTHER") }));
    while ((await session.undo(PATH, "test")) !== null);
    assert.equal(docText(session.get(PATH).doc), text);
    while ((await session.redo(PATH, "test")) !== null);
    assert.deepEqual(netsOf(), { a: "OTHER", c: "CLK" });
  });

  it("refuses to bring an item back on a net that the board has no more", async () => {
    const { session, edit } = await start();
    const conflict = (error: CommandError) => error.code === "conflict" && error.message.includes('"VCC"');
    await edit((e) => e.remove("b"));
    await edit((e) => e.remove("net:2"));
    const [removed, net] = session.get(PATH).history.map(({ group }) => group);
    const before = docText(session.get(PATH).doc);
    await assert.rejects(session.setApplied(removed!, false, "test"), conflict);
    assert.equal(docText(session.get(PATH).doc), before);
    await session.setApplied(net!, false, "test");
    await session.setApplied(removed!, false, "test");
    assert.equal(docText(session.get(PATH).doc), text);

    await edit((e) => e.set("c", { net: "GND" }));
    await edit((e) => e.remove("net:3"));
    const set = session.get(PATH).history.at(-2)!.group;
    await assert.rejects(session.setApplied(set, false, "test"), (error: CommandError) =>
      error.message.includes("CLK"),
    );
  });

  it("leads a replica to the same document by a folded trail", async () => {
    const { session, edit, netsOf } = await start();
    await edit((e) => e.add("track", { ...e.doc.items.get("a")!, net: e.ensureNet("NEW") }));
    await edit((e) => {
      const id = e.doc.items.entries.at(-1)!.id;
      e.set(id, { net: "GND" });
      e.remove("net:4");
      for (let i = 0; i < 20_100; i++) e.set(id, { width: 1 + (i % 7) });
    });
    const { trail, base, doc } = session.get(PATH);
    assert.ok(trail.length < 100, `${trail.length} steps`);
    const replica = applySteps(readDoc(base).doc!, JSON.parse(JSON.stringify(trail)));
    assert.equal(docText(replica), docText(doc));
    assert.equal(Object.values(netsOf()).filter((net) => net === "GND").length, 2);
    await edit((e) => e.set(e.doc.items.entries.at(-1)!.id, { net: e.ensureNet("NEW") }));
    const steps = session.get(PATH).history.at(-1)!.steps;
    assert.equal(docText(applySteps(replica, steps)), docText(session.get(PATH).doc));
  });

  it("merges twice with a program that numbers nets its own way", async () => {
    const { session, ports, edit, netsOf } = await start();
    const { mergeWithDisk } = await import("../../core/session/outside-change.ts");
    const renumbered = text
      .replace(
        '\t(net 1 "GND")\n\t(net 2 "VCC")\n\t(net 3 "CLK")',
        '\t(net 1 "AUX")\n\t(net 2 "CLK")\n\t(net 3 "GND")\n\t(net 4 "VCC")',
      )
      .replace(segment("a", 1), segment("a", 3))
      .replace(segment("b", 2), segment("b", 4))
      .replace(segment("c", 3), segment("c", 1));
    ports.put(PATH, renumbered);
    const first = await mergeWithDisk(session, PATH, "test", () => null);
    assert.deepEqual(first.conflicts, []);
    assert.deepEqual(netsOf(), { a: "GND", b: "VCC", c: "AUX" });
    await edit((e) => e.set("a", { width: 300_000 }));
    ports.put(PATH, renumbered.replace(segment("b", 4), segment("b", 2)));
    const second = await mergeWithDisk(session, PATH, "test", () => null);
    assert.deepEqual(second.conflicts, []);
    assert.equal(second.steps.length, 2, "only b is changed");
    assert.deepEqual(netsOf(), { a: "GND", b: "CLK", c: "AUX" });
  });

  it("brings the row of a net along that was taken away here", () => {
    const base = readText(text).doc!;
    const mine = applySteps(base, [removeStep(base, base.items.get("c")!), removeStep(base, base.items.get("net:3")!)]);
    const theirs = readText(text.replace(segment("b", 2), `${segment("b", 2)}${segment("d", 3)}`)).doc!;
    const { steps, conflicts } = mergeDocs(base, mine, theirs);
    assert.deepEqual(conflicts, []);
    const merged = readText(docText(applySteps(mine, steps))).doc!;
    assert.equal(merged.items.get("d")!["net"], "CLK");
  });
});
