import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { EditResult } from "../../core/commands/define.ts";
import { readDoc } from "../../core/model/document.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const lamp = readFileSync("examples/kicad-6/lamp.kicad_pcb", "utf8");

describe("project.upgrade", () => {
  it("raises a board of KiCad 6, and its undo gives the old bytes", async () => {
    const { after, result, doc } = await checkEdit({ text: lamp, command: "project.upgrade", args: { to: 9 } });
    assert.equal(doc.version, 20241229);
    assert.equal(doc.style, "modern");
    for (const what of [
      /^\(kicad_pcb\n\t\(version 20241229\)\n\t\(generator "edsnx"\)\n/,
      /\n\t\t\(2 "B.Cu" signal\)/,
      /\(legacy_teardrops no\)/,
      /\(tenting front back\)/,
      /\(layerselection 0x00000000_00000000_55555555_5755f5ff\)/,
      /\(property "Reference" "D1"\n\t\t\t\(at 0 -1.65 90\)/,
      /\(sheetfile "lamp.kicad_sch"\)/,
      /\(property "Datasheet" ""/,
      /\(layers "F.Cu" "F.Mask" "F.Paste"\)/,
      /\n\t\(embedded_fonts no\)\n\n?\)\n$/,
    ])
      assert.match(after, what);
    for (const gone of ["tedit", "tstamp", "fp_text", "viasonmask"]) assert.ok(!after.includes(gone), gone);
    assert.match(result.notes!.join("\n"), /version 20211014 becomes 20241229 \(KiCad 9\)/);
    assert.match(result.notes!.join("\n"), /fp_text\) become fields \(property\): 1 \(7a0c2d7e/);
  });

  it("edits after it are those of the new version, and an undo of both gives the old bytes", async () => {
    const world = await openWorld({ text: lamp });
    const before = world.bytes();
    await world.run("project.upgrade", { to: 9 });
    const [via] = world.doc().items.ofKind("via");
    await world.run("pcb.setProperties", { items: via!.id, properties: { tenting: { front: true, back: false } } });
    assert.match(Buffer.from(world.bytes()).toString(), /\(tenting front\)\n\t\t\(net 1\)/);
    await world.run("session.undo");
    await world.run("session.undo");
    assert.equal(world.doc().version, 20211014);
    assert.equal(world.doc().style, "legacy");
    assert.deepEqual(world.bytes(), before);
  });

  it("raises a board to KiCad 10: nets by name, and its undo gives the old bytes", async () => {
    const { after, result, doc } = await checkEdit({ text: lamp, command: "project.upgrade", args: { to: 10 } });
    assert.equal(doc.version, 20260206);
    for (const what of [
      /\n\t\t\(tenting\n\t\t\t\(front yes\)\n\t\t\t\(back yes\)\n\t\t\)\n\t\t\(covering\n/,
      /\(capping no\)\n\t\t\(filling no\)/,
      /\(duplicate_pad_numbers_are_jumpers no\)/,
      /\(net "GND"\)/,
    ])
      assert.match(after, what);
    for (const gone of [/\(net \d/, /net_name/, /hpgl/]) assert.doesNotMatch(after, gone);
    assert.match(result.notes!.join("\n"), /nets: items name their net; the table of numbers goes/);
    const world = await openWorld({ text: lamp });
    const before = world.bytes();
    await world.run("project.upgrade", { to: 10 });
    const [via] = world.doc().items.ofKind("via");
    await world.run("pcb.setNet", { items: via!.id, net: "NEW" });
    assert.match(Buffer.from(world.bytes()).toString(), /\(net "NEW"\)/);
    await world.run("session.undo");
    await world.run("session.undo");
    assert.deepEqual(world.bytes(), before);
    await world.run("session.redo");
    assert.match(Buffer.from(world.bytes()).toString(), /\(version 20260206\)[\s\S]*\(net "GND"\)/);
  });

  it("goes by KiCad 8 too: what only KiCad 9 knows stays out", async () => {
    const { after } = await checkEdit({ text: lamp, command: "project.upgrade", args: { to: 8 } });
    assert.match(after, /\(version 20240108\)/);
    assert.match(after, /\(31 "B.Cu" signal\)/);
    assert.match(after, /\(viasonmask no\)/);
    assert.ok(!after.includes("embedded_fonts"));
    assert.ok(!after.includes("tenting"));
  });

  it("what the new version has no place for is refused by its token, and nothing changes", async () => {
    await checkRefused({
      text: lamp.replace("(thickness 1.6)", "(thickness 1.6 (mystery 3))"),
      command: "project.upgrade",
      args: { to: 9 },
      code: "check-failed",
      message: /general .*cannot hold its mystery/,
    });
    const newer = lamp.replace("20211014", "20260206");
    await checkRefused({
      ...{ text: newer, command: "project.upgrade", args: { to: 9 } },
      ...{ code: "check-failed", message: /newer than that of KiCad 9/ },
    });
  });

  it("raises the sheets of KiCad 6 with their root: symbols and sheets say what the root said", async () => {
    const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    const symbol = (id: string) =>
      `(symbol (lib_id "Device:R") (at 50 50 0) (unit 1) (in_bom yes) (on_board yes) (uuid ${id}) ` +
      '(property "Reference" "R?" (id 0) (at 50 48 0)) (property "Value" "1k" (id 1) (at 50 52 0)))';
    const root =
      `(kicad_sch (version 20211123) (generator eeschema)\n  (uuid ${uuid(1)})\n  (paper "A4")\n  (lib_symbols)\n` +
      `  ${symbol(uuid(2))}\n  (sheet (at 10 10) (size 20 10) (uuid ${uuid(3)})\n` +
      '    (property "Sheet name" "in" (id 0) (at 10 9 0))\n    (property "Sheet file" "in.kicad_sch" (id 1) (at 10 21 0)))\n' +
      `  (sheet_instances (path "/" (page "1")) (path "/${uuid(3)}" (page "2")))\n` +
      `  (symbol_instances (path "/${uuid(2)}" (reference "R1") (unit 1) (value "1k") (footprint ""))\n` +
      `    (path "/${uuid(3)}/${uuid(4)}" (reference "R2") (unit 1) (value "2k") (footprint "")))\n)\n`;
    const inner = `(kicad_sch (version 20211123) (generator eeschema)\n  (uuid ${uuid(5)})\n  (paper "A4")\n  (lib_symbols)\n  ${symbol(uuid(4))}\n)\n`;
    const world = await openWorld({ text: root, path: "/p/root.kicad_sch", others: { "/p/in.kicad_sch": inner } });
    const result = (await world.run("project.upgrade", { to: 9 })) as EditResult;
    assert.equal(result.documents!.length, 2);
    const text = (path: string) => Buffer.from(world.session.bytes(path)).toString().replace(/\s+/g, " ");
    assert.match(
      text("/p/in.kicad_sch"),
      new RegExp(`\\(instances \\(project "root" \\(path "/${uuid(1)}/${uuid(3)}" \\(reference "R2"\\) \\(unit 1\\)`),
    );
    assert.match(text("/p/in.kicad_sch"), /\(property "Value" "2k"/);
    assert.match(text("/p/root.kicad_sch"), new RegExp(`\\(path "/${uuid(1)}" \\(page "2"\\)`));
    assert.match(text("/p/root.kicad_sch"), /\(property "Sheetfile" "in.kicad_sch"/);
    assert.ok(!text("/p/root.kicad_sch").includes("symbol_instances"));
    for (const path of ["/p/root.kicad_sch", "/p/in.kicad_sch"])
      assert.deepEqual(readDoc(world.session.bytes(path)).problems, []);
    await world.run("session.undo", { path: "/p/root.kicad_sch" });
    assert.equal(Buffer.from(world.session.bytes("/p/in.kicad_sch")).toString(), inner);
    assert.equal(Buffer.from(world.session.bytes("/p/root.kicad_sch")).toString(), root);
  });
});
