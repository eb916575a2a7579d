import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layOut, leadFor } from "../../core/format/layout.ts";
import { kindNamed, readDoc, writeDoc } from "../../core/model/document.ts";
import { writeFields } from "../../core/model/kind.ts";
import { applySteps } from "../../core/model/step.ts";
import { openWorld } from "../laws/check-edit.ts";
import { readSound } from "../laws/check-file.ts";
import { corpusFolder, hasCorpus, hasKicad, needs } from "../laws/kicad.ts";
import { resaved, textsOf } from "../laws/resaved.ts";

const { title, skip } = needs(
  "KiCad's next save leaves our items as they are",
  hasKicad && hasCorpus,
  "KiCad or the corpus",
);
(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  it("dimensions of all kinds, tables, pictures and text boxes", async () => {
    const base = await resaved(readFileSync("examples/board-tools/board-tools.kicad_pcb"));
    const world = await openWorld({ text: writeDoc(base) });
    const before = new Set(world.doc().items.entries.map(({ id }) => id));
    const on = { layer: "Dwgs.User" };
    for (const args of [
      { type: "aligned", from: [111, 84], to: [113, 87], units: "mm", precision: 2 },
      { type: "orthogonal", from: [100, 80], to: [140, 80], height: -4, prefix: "w ", suffix: " max" },
      { type: "orthogonal", from: [100, 80], to: [100, 100], direction: "vertical" },
      { type: "leader", from: [104, 90], to: [108, 94], text: "Supply" },
      { type: "radial", from: [120, 90], to: [124, 90] },
      { type: "center", from: [130, 90], to: [132, 90] },
    ])
      await world.run("pcb.addDimension", { ...on, ...args });
    await world.run("pcb.addTable", {
      ...on,
      at: [145, 80],
      rows: [
        ["Layer", "Use"],
        ["F.Cu", 'a "signal"'],
        ["B.Cu", ""],
      ],
    });
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    await world.run("pcb.addImage", { ...on, at: [120, 105], scale: 4, data: dot });
    const bytes = world.bytes();
    const [ours, kicad] = [textsOf(readSound(bytes)), textsOf(await resaved(bytes))];
    const differ: string[] = [];
    let items = 0;
    for (const [id, text] of ours) {
      if (before.has(id)) continue;
      items++;
      if (text !== kicad.get(id)) differ.push(`${text}\n--- KiCad:\n${kicad.get(id)}`);
    }
    assert.deepEqual(differ, []);
    assert.equal(items, 8);
  });

  it("tuning patterns, written anew from what we read of them", async () => {
    const base = await resaved(readFileSync(join(corpusFolder, "lakritz/lakritz.kicad_pcb")));
    const patterns = [...base.items.ofKind("generated")];
    assert.ok(patterns.length > 0);
    const kind = kindNamed("board", "generated")!;
    let doc = base;
    for (const item of patterns) {
      const text = leadFor(1, doc.style) + layOut(writeFields(kind, item, doc.file), 1, doc.style);
      const { id, order } = item;
      const removed = { ...doc, items: doc.items.without(id) };
      doc = applySteps(removed, [{ op: "add", item: { id, kind: "generated", order, text } }]);
    }
    const bytes = writeDoc(doc);
    assert.deepEqual(readDoc(bytes).problems, []);
    const [ours, kicad] = [textsOf(readDoc(bytes).doc!), textsOf(await resaved(bytes))];
    for (const { id } of patterns) assert.equal(ours.get(id), kicad.get(id));
  });
});
