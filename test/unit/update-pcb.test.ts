import assert from "node:assert/strict";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { packParts } from "../../core/commands/project/board-update.ts";
import { fieldValue } from "../../core/model/board/footprint.ts";
import type { Item } from "../../core/model/item.ts";
import { checkEdit, openWorld, type World } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const file = join(examples, "blinky/blinky.kicad_pcb");
const start = { file, path: "/blinky/blinky.kicad_pcb", others: exampleFiles(examples) };
const sheet = "/blinky/blinky.kicad_sch";

const footprintOf = (world: World, reference: string) =>
  [...world.session.get(start.path).doc.items.ofKind("footprint")].find((each) => referenceOf(each) === reference)!;
const netsOf = (footprint: Item) => footprint.children.filter((child) => child.kind === "pad").map((pad) => pad["net"]);
const update = async (world: World, args: Record<string, unknown> = {}) =>
  (await world.run("project.updatePcb", { path: start.path, ...args })) as EditResult;

describe("project.updatePcb", () => {
  it("keeps the laws of edits, and finds nothing to do on the sample", async () => {
    const world = await openWorld(start);
    const bytes = world.bytes();
    const result = await update(world);
    assert.deepEqual(result.notes, ["The board agrees with the schematic."]);
    assert.deepEqual(world.bytes(), bytes);
    const text = Buffer.from(bytes)
      .toString()
      .replace(/\(property "Value" "470"/g, '(property "Value" "1"');
    await checkEdit({
      ...start,
      text: text.replace('"Reference" "R3"', '"Reference" "R33"'),
      command: "project.updatePcb",
      args: {},
    });
  });

  it("takes over values, fields and names, and says so", async () => {
    const world = await openWorld(start);
    await world.run("session.open", { path: sheet });
    await world.run("sch.setField", { path: sheet, items: "R3", name: "Value", value: "2k2" });
    await world.run("sch.setField", { path: sheet, items: "R3", name: "Maker", value: "ACME" });
    await world.run("sch.setField", { path: sheet, items: "R3", name: "Reference", value: "R30" });
    const { notes } = await update(world);
    const part = footprintOf(world, "R30");
    assert.equal(fieldValue(part, "Value"), "2k2");
    assert.equal(fieldValue(part, "Maker"), "ACME");
    assert.match(notes!.join("\n"), /Changes reference of R3 from R3 to R30\.\nChanges value of R3/);
    const again = await update(world);
    assert.deepEqual(again.notes, ["The board agrees with the schematic."]);
  });

  it("lets copper follow its pads to a renamed net", async () => {
    const world = await openWorld(start);
    await world.run("session.open", { path: sheet });
    const before = netsOf(footprintOf(world, "D1"));
    assert.ok(before.includes("Net-(D1-A)"));
    const copper = (net: string) =>
      [...world.session.get(start.path).doc.items.ofKind("track", "via")].filter((item) => item["net"] === net).length;
    const count = copper("Net-(D1-A)");
    assert.ok(count > 0);
    await world.run("sch.label", { path: sheet, text: "ANODE", at: [177.8, 90.17] });
    await update(world);
    assert.ok(netsOf(footprintOf(world, "D1")).includes("/ANODE"));
    assert.equal(copper("/ANODE"), count);
    assert.equal(copper("Net-(D1-A)"), 0);
    assert.doesNotMatch(Buffer.from(world.session.bytes(start.path)).toString(), /Net-\(D1-A\)/);
  });

  it("adds what is missing beside the board, leaves or deletes what is extra", async () => {
    const world = await openWorld(start);
    await world.run("pcb.delete", { path: start.path, items: ["R1", "C1"], force: true });
    await world.run("pcb.duplicate", { path: start.path, items: ["D1"], by: [0, 30] });
    const dry = await update(world, { dryRun: true });
    assert.match(dry.notes!.join("\n"), /Adds C1 .*\nAdds R1 /s);
    const kept = await update(world);
    assert.match(kept.notes!.join("\n"), /has no symbol: it stays/);
    for (const reference of ["R1", "C1"]) assert.ok(netsOf(footprintOf(world, reference)).every((net) => net !== ""));
    const count = () => [...world.session.get(start.path).doc.items.ofKind("footprint")].length;
    const with1 = count();
    await update(world, { deleteExtra: true });
    assert.equal(count(), with1 - 1);
  });

  it("replaces a footprint where the schematic names another, in its place", async () => {
    const world = await openWorld(start);
    await world.run("session.open", { path: sheet });
    const old = footprintOf(world, "R1");
    await world.run("sch.setField", { path: sheet, items: "R1", name: "Footprint", value: "blinky:C_0805" });
    const refusing = await update(world, { replaceFootprints: false, dryRun: true });
    assert.doesNotMatch(refusing.notes!.join("\n"), /Replaces/);
    await update(world);
    const now = footprintOf(world, "R1");
    assert.equal(now["libId"], "blinky:C_0805");
    assert.equal(now.id, old.id);
    assert.deepEqual(now["at"], old["at"]);
    assert.deepEqual(netsOf(now), netsOf(old));
  });

  it("says what it needs when the schematic is missing", async () => {
    const world = await openWorld({ file, path: "/alone/blinky.kicad_pcb" });
    await assert.rejects(world.run("project.updatePcb"), /blinky\.kicad_sch is not there/);
  });
});

describe("blocks of new parts", () => {
  it("never overlap each other or the board", () => {
    const boxes = Array.from({ length: 40 }, (_, i) => ({
      key: `R${i}`,
      sheet: i % 3 === 0 ? "/" : `/S${i % 3}/`,
      box: { minX: -1e6 * (1 + (i % 4)), maxX: 2e6, minY: -5e5, maxY: 1e6 * (1 + (i % 5)) },
    }));
    const taken = { minX: 0, minY: 0, maxX: 50e6, maxY: 30e6 };
    const places = packParts(boxes, taken);
    const placed = boxes.map(({ key, box }) => {
      const at = places.get(key)!;
      return { minX: at.x + box.minX, maxX: at.x + box.maxX, minY: at.y + box.minY, maxY: at.y + box.maxY };
    });
    for (const [i, a] of [...placed, taken].entries())
      for (const b of [...placed, taken].slice(i + 1))
        assert.ok(a.maxX < b.minX || b.maxX < a.minX || a.maxY < b.minY || b.maxY < a.minY);
  });
});
