import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { fieldValue } from "../../core/model/board/footprint.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const part = (name: string) => readFileSync(join(folder, `blinky.pretty/${name}.kicad_mod`), "utf8");
const names = ["R_0805", "C_0805", "LED_0805", "SOIC-8", "Header_1x02"];
const others: Record<string, string> = {
  "/blinky/fp-lib-table": readFileSync(join(folder, "fp-lib-table"), "utf8"),
  ...Object.fromEntries(names.map((name) => [`/blinky/blinky.pretty/${name}.kicad_mod`, part(name)])),
};
const start = { file: join(folder, "blinky.kicad_pcb"), path: "/blinky/blinky.kicad_pcb", others };
const called = (doc: Doc, reference: string) =>
  [...doc.items.ofKind("footprint")].find((item) => fieldValue(item, "Reference") === reference)!;
const nets = (item: Item) =>
  item.children
    .filter((c) => c.kind === "pad")
    .map((pad) => [pad["number"], pad["net"], pad["pinFunction"], pad["pinType"]]);
const kept = ["at", "layer", "locked", "path", "sheetname", "sheetfile", "order", "id"];

describe("pcb.exchangeFootprint", () => {
  it("keeps place, fields, nets and the link to the symbol", async () => {
    const before = called((await openWorld(start)).doc(), "R1");
    const args = { items: "R1", footprint: "blinky:C_0805" };
    const { doc, result } = await checkEdit({ ...start, command: "pcb.exchangeFootprint", args });
    const after = called(doc, "R1");
    assert.equal(after["libId"], "blinky:C_0805");
    for (const name of kept) assert.deepEqual(after[name], before[name], name);
    assert.deepEqual(nets(after), nets(before));
    assert.equal(fieldValue(after, "Value"), fieldValue(before, "Value"));
    assert.deepEqual(result.notes, ["Replaces the footprint of R1: blinky:R_0805 by blinky:C_0805."]);
  });

  for (const angle of [0, 30, 180, 270]) {
    it(`keeps a part on the back where it is, turned by ${angle}: every pad`, async () => {
      const world = await openWorld(start);
      await world.run("pcb.flip", { items: "R1" });
      await world.run("pcb.rotate", { items: "R1", angle });
      const before = called(world.doc(), "R1");
      const pads = (item: Item) =>
        item.children
          .filter((c) => c.kind === "pad")
          .map((pad) => [pad["number"], pad["net"], pad["at"], pad["layers"]]);
      await world.run("pcb.exchangeFootprint", { items: "R1", footprint: "blinky:C_0805" });
      await world.run("pcb.exchangeFootprint", { items: "R1", footprint: "blinky:R_0805" });
      const after = called(world.doc(), "R1");
      for (const name of kept) assert.deepEqual(after[name], before[name], name);
      assert.deepEqual(pads(after), pads(before));
    });
  }

  it("says which nets have no pad any more", async () => {
    const args = { items: "U1", footprint: "blinky:R_0805" };
    const { result } = await checkEdit({ ...start, command: "pcb.exchangeFootprint", args });
    assert.match(result.notes!.join("\n"), /no pad for pad 3/);
  });

  it("refuses what is no footprint", () =>
    checkRefused({
      ...start,
      command: "pcb.exchangeFootprint",
      args: { items: "GND", footprint: "blinky:R_0805" },
      code: "invalid-args",
      message: /it is a/,
    }));
});

describe("pcb.updateFootprints", () => {
  it("leaves no entry where all agree", async () => {
    const world = await openWorld(start);
    const before = world.bytes();
    const result = (await world.run("pcb.updateFootprints")) as EditResult;
    assert.deepEqual(result.notes, ["All agree with the libraries."]);
    assert.deepEqual(world.bytes(), before);
    assert.equal(world.session.get(world.path).history.length, 0);
  });

  it("takes over what the library changed, keeping the fields' look and attributes", async () => {
    const wider = part("R_0805")
      .replaceAll("(size 1 1.45)", "(size 1.1 1.6)")
      .replace("(attr smd)", "(attr smd exclude_from_bom)");
    assert.notEqual(wider, part("R_0805"));
    const changed = { ...start, others: { ...others, "/blinky/blinky.pretty/R_0805.kicad_mod": wider } };
    const before = called((await openWorld(start)).doc(), "R1");
    const check = (args: object) => checkEdit({ ...changed, command: "pcb.updateFootprints", args: { ...args } });
    const { doc, result } = await check({ items: "R1" });
    const after = called(doc, "R1");
    for (const name of [...kept, "attributes", "libId"]) assert.deepEqual(after[name], before[name], name);
    assert.deepEqual(nets(after), nets(before));
    assert.deepEqual(result.notes, ["Updates R1 (blinky:R_0805): pads."]);
    const all = await check({ resetAttributes: true });
    assert.deepEqual(called(all.doc, "R1")["attributes"], ["smd", "exclude_from_bom"]);
    assert.equal(all.result.notes!.length, 3);
  });

  it("keeps texts that the library lacks, unless they are to go", async () => {
    const text =
      '\t\t(fp_text user "hot"\n\t\t\t(at 0 1 0)\n\t\t\t(layer "F.SilkS")\n\t\t\t(effects\n\t\t\t\t(font\n\t\t\t\t\t(size 1 1)\n\t\t\t\t\t(thickness 0.15)\n\t\t\t\t)\n\t\t\t)\n\t\t)\n';
    const board = readFileSync(start.file, "utf8").replace("\t\t(attr through_hole)\n", (line) => line + text);
    const args = { items: "J1", footprint: "blinky:C_0805" };
    const run = async (more: object) =>
      (await checkEdit({ ...start, text: board, command: "pcb.exchangeFootprint", args: { ...args, ...more } })).doc;
    const texts = (doc: Doc) => called(doc, "J1").children.filter((child) => child["text"] === "hot").length;
    assert.equal(texts(await run({})), 1);
    assert.equal(texts(await run({ removeExtra: true })), 0);
  });

  it("keeps what no library has, and says so", async () => {
    const { [`/blinky/blinky.pretty/R_0805.kicad_mod`]: _, ...fewer } = others;
    const world = await openWorld({ ...start, others: fewer });
    const result = (await world.run("pcb.updateFootprints")) as EditResult;
    assert.match(result.notes!.join(), /has no such footprint/);
    assert.deepEqual(result.changedIds, []);
  });
});
