import assert from "node:assert/strict";
import { docText, readDoc } from "../../core/model/document.ts";
import type { Step } from "../../core/model/step.ts";
import { applySteps } from "../../core/model/step.ts";
import { hashDoc } from "../../core/session/open-document.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const PATH = "/a.kicad_pcb";
const segment = (id: string) =>
  `\t(segment\n\t\t(start 1 2)\n\t\t(end 3 4)\n\t\t(width 0.200)\n\t\t(layer "F.Cu")\n\t\t(net 1)\n\t\t(uuid "${id}")\n\t)\n`;
const text = `(kicad_pcb\n\t(version 20241229)\n\t(net 0 "")\n\t(net 1 "GND")\n${["a", "b", "c", "d"].map(segment).join("")})\n`;

describe("the trail that replicas start from", () => {
  it("grows with what differs, not with the number of edits, and leads to the same document", async () => {
    const session = new Session(memoryPorts({ [PATH]: text }));
    await session.open(PATH, "test");
    const edit = (n: number) =>
      session.transact({ label: "x", actor: "test" }, (t) => {
        const work = t.edit(PATH);
        for (let i = 0; i < 9_000; i++) work.set("a", { width: 1 + ((i + n) % 7) });
        if (n === 0) work.remove("c");
        if (n === 1) work.set("b", { net: work.ensureNet("NEW") });
        if (n === 1) work.add("track", { ...work.doc.items.get("b")!, net: "NEW" });
      });
    let longest = 0;
    for (let n = 0; n < 8; n++) {
      await edit(n);
      const open = session.get(PATH);
      longest = Math.max(longest, open.trail.length);
      const replica = applySteps(readDoc(open.base).doc!, JSON.parse(JSON.stringify(open.trail)) as Step[]);
      assert.equal(docText(replica), docText(open.doc));
      assert.deepEqual(hashDoc(replica), open.hash);
      assert.deepEqual(replica.file.netCodes, open.doc.file.netCodes);
    }
    assert.ok(longest < 20_000, `${longest} steps`);
    while ((await session.undo(PATH, "test")) !== null);
    assert.equal(docText(session.get(PATH).doc), text);
    assert.ok(session.get(PATH).trail.length < 20_000);
  });
});
