import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky");
const file = join(blinky, "blinky.kicad_sch");

const edit = (command: string, args: Record<string, unknown>) => checkEdit({ file, command, args });

describe("sch.wire", () => {
  it("adds one wire for each straight piece", async () => {
    const pts = [
      [190.5, 76.2],
      [203.2, 76.2],
      [203.2, 83.82],
    ];
    const { result, addedLines, removedLines } = await edit("sch.wire", { pts });
    assert.equal(result.newIds.length, 2);
    assert.deepEqual(result.changedIds, []);
    assert.equal(removedLines.length, 0);
    assert.equal(addedLines.filter((line) => line.includes("(wire")).length, 2);
    assert.equal(result.notes, undefined);
  });

  it("puts a dot on a wire that it meets, and breaks that wire there", async () => {
    // (139.7, 83.82) - (157.48, 83.82) is one wire; the new one ends on its middle.
    const { result, doc } = await edit("sch.wire", {
      pts: [
        [147.32, 83.82],
        [147.32, 76.2],
      ],
    });
    assert.equal(result.newIds.length, 3, "a wire, a dot, the other half");
    assert.equal(result.changedIds.length, 1, "the half that stays");
    const dots = [...doc.items.ofKind("junction")].map((item) => item["at"] as { x: number; y: number });
    assert.ok(dots.some((at) => at.x === 147_320_000 && at.y === 83_820_000));
  });

  it("crosses without a dot", async () => {
    const { result } = await edit("sch.wire", {
      pts: [
        [147.32, 82.55],
        [147.32, 86.36],
      ],
    });
    assert.equal(result.newIds.length, 1);
  });

  it("says that a wire is there already, and that a place is off the grid", async () => {
    const world = await openWorld({ file });
    const same = (await world.run("sch.wire", {
      pts: [
        [142.24, 83.82],
        [147.32, 83.82],
      ],
    })) as EditResult;
    assert.deepEqual(same.newIds, []);
    assert.match(same.notes!.join(), /already/);
    const off = (await world.run("sch.wire", {
      pts: [
        [200, 50],
        [203.2, 50],
      ],
    })) as EditResult;
    assert.match(off.notes!.join(), /\(200, 50\) is off the 1\.27 mm grid/);
  });

  it("refuses a piece without length", async () => {
    const call = {
      file,
      command: "sch.wire",
      args: {
        pts: [
          [10, 10],
          [10, 10],
        ],
      },
    };
    await checkRefused({ ...call, code: "invalid-args", message: /points 0 and 1 are the same/ });
  });

  it("keeps KiCad 6's words in its files", async () => {
    const text = `(kicad_sch (version 20211123) (generator eeschema)\n  (uuid 11111111-1111-4111-8111-111111111111)\n\n  (wire (pts (xy 0 0) (xy 10.16 0))\n    (stroke (width 0) (type default) (color 0 0 0 0))\n    (uuid 22222222-2222-4222-8222-222222222222)\n  )\n)\n`;
    const { after } = await checkEdit({
      text,
      command: "sch.wire",
      args: {
        pts: [
          [0, 0],
          [0, 10.16],
        ],
      },
    });
    assert.match(after, /\(wire \(pts \(xy 0 0\) \(xy 0 10\.16\)\) \(stroke \(width 0\) \(type default\)\) \(uuid 0/);
  });
});

describe("sch.label", () => {
  it("hangs its text on the right side for each angle", async () => {
    for (const [angle, justify] of [
      [0, "left"],
      [90, "left"],
      [180, "right"],
      [270, "right"],
    ] as const) {
      const { after } = await edit("sch.label", { text: "NEW", at: [142.24, 83.82], angle });
      assert.match(
        after,
        new RegExp(`\\(label "NEW"\\s+\\(at 142.24 83.82 ${angle}\\)[^"]*\\(justify ${justify} bottom\\)`),
      );
    }
  });

  it("writes global and hierarchical ones as KiCad does", async () => {
    const global = await edit("sch.label", { text: "A/B", at: [142.24, 83.82], type: "global", shape: "output" });
    assert.match(global.after, /\(global_label "A\{slash\}B"\n\t\t\(shape output\)\n\t\t\(at 142\.24 83\.82 0\)/);
    assert.match(global.after, /\(property "Intersheetrefs" "\$\{INTERSHEET_REFS\}"\n\t\t\t\(at 142\.24 83\.82 0\)/);
    const inner = await edit("sch.label", { text: "IN", at: [142.24, 83.82], type: "hierarchical", angle: 180 });
    assert.match(inner.after, /\(hierarchical_label "IN"\n\t\t\(shape input\)\n\t\t\(at 142\.24 83\.82 180\)/);
  });

  it("says when it names nothing", async () => {
    const { result } = await edit("sch.label", { text: "X", at: [10.16, 10.16] });
    assert.match(result.notes!.join(), /Nothing to name at \(10\.16, 10\.16\)/);
  });
});

describe("sch.move", () => {
  it("changes only places, and the wires follow", async () => {
    const { removedLines, addedLines, result } = await edit("sch.move", { items: "R1", by: [0, -1.27] });
    for (const line of [...removedLines, ...addedLines]) assert.match(line, /^\s+\((at|xy) /);
    assert.equal(removedLines.length, 8, "the symbol, its five fields, the wires at both pins");
    assert.equal(result.changedIds.length, 3);
    assert.deepEqual([...result.newIds, ...result.removedIds], []);
  });

  it("drops a wire that is dragged down to nothing", async () => {
    const { result } = await edit("sch.move", { items: "R1", by: [0, -2.54] });
    assert.equal(result.removedIds.length, 1);
    assert.deepEqual(result.notes, ["Meets what was there already at (157.48, 71.12)."]);
  });

  it("leaves the wires when drag is false", async () => {
    const { result, removedLines } = await edit("sch.move", { items: "D1", to: [203.2, 95.25], drag: false });
    assert.deepEqual(result.changedIds.length, 1);
    assert.equal(removedLines.length, 6, "the symbol and its five fields");
  });

  it("bends a wire that is dragged sideways", async () => {
    const { result, doc } = await edit("sch.move", { items: "C2", by: [-5.08, 0] });
    assert.equal(result.removedIds.length, 0);
    for (const wire of doc.items.ofKind("wire")) {
      const [a, b] = wire["pts"] as { x: number; y: number }[];
      assert.ok(a!.x === b!.x || a!.y === b!.y, "no slanted wires");
    }
  });

  it("refuses pins and unknown items, and says what is meant", async () => {
    await checkRefused({
      file,
      command: "sch.move",
      args: { items: "R1.2", by: [1.27, 0] },
      code: "invalid-args",
      hint: /"R1"/,
    });
    await checkRefused({
      file,
      command: "sch.move",
      args: { items: "R11", by: [1.27, 0] },
      code: "not-found",
      hint: /R1/,
    });
    await checkRefused({ file, command: "sch.move", args: { items: "R1" }, code: "invalid-args", message: /by or to/ });
    await checkRefused({ file, command: "sch.move", args: { items: "uuid#1", by: [1, 1] }, code: "invalid-args" });
  });
});

describe("sch.setField", () => {
  it("changes one line for a value", async () => {
    await checkEdit({
      file,
      command: "sch.setField",
      args: { items: "R3", name: "Value", value: "470" },
      lines: { removed: 1, added: 1 },
    });
  });

  it("adds a field behind the others, hidden", async () => {
    const { after, removedLines } = await edit("sch.setField", {
      items: ["R1", "R2"],
      name: "Tolerance",
      value: '1 "%"',
    });
    assert.deepEqual(removedLines, []);
    assert.match(
      after,
      /\(property "Description" "Resistor"[^"]*\(hide yes\)\s+\)\s+\)\s+\(property "Tolerance" "1 \\"%\\""\n\t\t\t\(at 157\.48 77\.47 0\)\n\t\t\t\(effects\n\t\t\t\t\(font\n\t\t\t\t\t\(size 1\.27 1\.27\)\n\t\t\t\t\)\n\t\t\t\t\(hide yes\)\n\t\t\t\)\n\t\t\)\n\t\t\(pin/,
    );
  });

  it("shows a field", async () => {
    const args = { items: "R1", name: "Footprint", value: "blinky:R_0805", show: true };
    await checkEdit({ file, command: "sch.setField", args, lines: { removed: 1, added: 0 } });
  });

  it("renames a part in its instances too, and tells of doubles", async () => {
    const args = { items: "R3", name: "Reference", value: "R10" };
    await checkEdit({ file, command: "sch.setField", args, lines: { removed: 2, added: 2 } });
    const { result } = await edit("sch.setField", { items: "R3", name: "Reference", value: "R1" });
    assert.deepEqual(result.notes, ["R1 is there twice now."]);
  });

  it("refuses a bad reference and items without fields", async () => {
    const call = { file, command: "sch.setField", code: "invalid-args" };
    await checkRefused({
      ...call,
      args: { items: "R3", name: "Reference", value: "R 1" },
      message: /a reference has a letter/,
    });
    const wire = [...(await openWorld({ file })).doc().items.ofKind("wire")][0]!;
    await checkRefused({ ...call, args: { items: wire.id, name: "X", value: "1" }, message: /a wire has no fields/ });
  });

  it("renames one use of a sheet that is used twice", async () => {
    const text = readFileSync(file, "utf8").replace(
      /(\(path "\/[^"]+"\n\s+\(reference "R3"\)\n\s+\(unit 1\)\n\s+\))/,
      '$1\n(path "/other/use" (reference "R33") (unit 1))',
    );
    const { doc } = await checkEdit({
      text,
      command: "sch.setField",
      args: { items: "R33", name: "Reference", value: "R40" },
    });
    const symbol = [...doc.items.ofKind("symbol")].find((item) => propertyValue(item, "Reference") === "R3")!;
    assert.deepEqual(
      (symbol["instances"] as { reference: string }[]).map((use) => use.reference),
      ["R3", "R40"],
    );
    const call = { text, command: "sch.setField", args: { items: symbol.id, name: "Reference", value: "R40" } };
    await checkRefused({ ...call, code: "conflict", message: /used more than once, as R3, R33/ });
  });
});

describe("sch.delete", () => {
  it("takes the file's copy of a symbol along when nothing uses it any more", async () => {
    const { doc, after } = await edit("sch.delete", { items: "D1" });
    assert.ok(!after.includes('blinky:LED"'));
    assert.equal([...doc.items.ofKind("symbol")].length, 19);
    assert.ok((await edit("sch.delete", { items: "R3" })).after.includes('(symbol "blinky:R"'), "R1 needs it");
  });

  it("takes the dot along when two ways are left", async () => {
    const { doc } = await openDoc();
    const wire = [...doc.items.ofKind("wire")].find((item) => {
      const pts = item["pts"] as { x: number; y: number }[];
      return pts[0]!.x === 139_700_000 && pts[1]!.x === 157_480_000;
    })!;
    const { result } = await edit("sch.delete", { items: wire.id });
    assert.equal(result.removedIds.length, 2, "the wire and its dot");
  });

  it("refuses pins, fields and the file's frame", async () => {
    const call = { file, command: "sch.delete", code: "invalid-args" };
    await checkRefused({ ...call, args: { items: "R1.1" }, message: /it belongs to symbol/ });
    await checkRefused({ ...call, args: { items: "lib_symbols#1" } });
  });
});

async function openDoc() {
  const world = await openWorld({ file });
  return { world, doc: world.doc() };
}

describe("project.renamePart", () => {
  const board = readFileSync(join(blinky, "blinky.kicad_pcb"));
  const others = { "/p/blinky.kicad_pcb": board };
  const start = { file, path: "/p/blinky.kicad_sch", others };
  const args = { from: "R1", to: "R7" };

  it("keeps the laws of an edit", async () => {
    await checkEdit({ ...start, command: "project.renamePart", args, lines: { removed: 2, added: 2 } });
  });

  it("changes schematic and board together, and either undo takes both back", async () => {
    for (const from of ["/p/blinky.kicad_sch", "/p/blinky.kicad_pcb"]) {
      const world = await openWorld(start);
      const before = world.bytes();
      const result = (await world.run("project.renamePart", { path: from, ...args })) as EditResult;
      assert.deepEqual(result.documents!.map((d) => d.path).sort(), ["/p/blinky.kicad_pcb", "/p/blinky.kicad_sch"]);
      assert.equal(result.notes, undefined);
      assert.match(Buffer.from(world.session.bytes("/p/blinky.kicad_pcb")).toString(), /"Reference" "R7"/);
      await world.run("session.undo", { path: from === start.path ? "/p/blinky.kicad_pcb" : start.path });
      assert.deepEqual(world.bytes(), before);
      assert.deepEqual(Buffer.from(world.session.bytes("/p/blinky.kicad_pcb")), board);
    }
  });

  it("needs no path when both files of one project are open", async () => {
    const world = await openWorld(start);
    await world.session.open("/p/blinky.kicad_pcb", "test");
    const result = (await world.run("project.renamePart", args)) as EditResult;
    assert.equal(result.documents!.length, 2);
  });

  it("goes on without a board, and says so", async () => {
    const { result } = await checkEdit({ file, command: "project.renamePart", args });
    assert.deepEqual(result.notes, ["The board has no R1: only the schematic was changed."]);
  });

  it("refuses a name that is taken, and one that nobody has", async () => {
    const call = { ...start, command: "project.renamePart" };
    await checkRefused({ ...call, args: { from: "R1", to: "C1" }, code: "conflict", message: /C1 is there already/ });
    await checkRefused({ ...call, args: { from: "R99", to: "R7" }, code: "not-found" });
  });
});
