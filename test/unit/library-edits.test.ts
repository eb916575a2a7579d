import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../../core/model/document.ts";
import { applyStep, invertStep, removeInsideStep, setStep } from "../../core/model/step.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const library = `(kicad_symbol_lib
\t(version 20241209)
\t(generator "kicad_symbol_editor")
\t(generator_version "9.0")
\t(symbol "R"
\t\t(pin_numbers
\t\t\t(hide yes)
\t\t)
\t\t(in_bom yes)
\t\t(on_board yes)
\t\t(property "Reference" "R"
\t\t\t(at 2.0320 0 90)
\t\t\t(effects
\t\t\t\t(font
\t\t\t\t\t(size 1.27 1.27)
\t\t\t\t)
\t\t\t)
\t\t)
\t\t(symbol "R_0_1"
\t\t\t(rectangle
\t\t\t\t(start -1.016 -2.54)
\t\t\t\t(end 1.016 2.54)
\t\t\t\t(stroke
\t\t\t\t\t(width 0.254)
\t\t\t\t\t(type default)
\t\t\t\t)
\t\t\t\t(fill
\t\t\t\t\t(type none)
\t\t\t\t)
\t\t\t)
\t\t)
\t\t(symbol "R_1_1"
\t\t\t(pin passive line
\t\t\t\t(at 0 3.810 270)
\t\t\t\t(length 1.27)
\t\t\t\t(name "~"
\t\t\t\t\t(effects
\t\t\t\t\t\t(font
\t\t\t\t\t\t\t(size 1.27 1.27)
\t\t\t\t\t\t)
\t\t\t\t\t)
\t\t\t\t)
\t\t\t\t(number "1"
\t\t\t\t\t(effects
\t\t\t\t\t\t(font
\t\t\t\t\t\t\t(size 1.27 1.27)
\t\t\t\t\t\t)
\t\t\t\t\t)
\t\t\t\t)
\t\t\t)
\t\t)
\t\t(embedded_fonts no)
\t)
)
`;
const path = "/lib.kicad_sym";
const edit = (items: string, properties: object) =>
  checkEdit({ text: library, path, command: "sch.setProperties", args: { items, properties } });

describe("edits inside libraries", () => {
  it("a pin of a unit: one line changes, and the undo gives the bytes", async () => {
    const { removedLines, addedLines } = await edit("R.1", { type: "input", length: 2.54 });
    assert.deepEqual(
      [...removedLines, ...addedLines].map((line) => line.trim()),
      ["(pin passive line", "(length 1.27)", "(pin input line", "(length 2.54)"],
    );
    const name = await edit("R.1", { name: { text: "A" } });
    assert.deepEqual(name.addedLines, ['\t\t\t\t(name "A"']);
  });

  it("a drawing of a unit by its id, a unit by its name, a symbol by its name", async () => {
    const world = await openWorld({ text: library, path });
    const { items } = (await world.run("query.items", { path, kind: ["graphic", "libraryPin"] })) as {
      items: { id: string; owner: string }[];
    };
    assert.equal(items.length, 2);
    const drawn = await edit(items[0]!.id, { fill: { type: "background" } });
    assert.deepEqual(drawn.addedLines, ["\t\t\t\t\t(type background)"]);
    assert.deepEqual((await edit("R_1_1", { unitName: "A" })).addedLines, ['\t\t\t(unit_name "A")']);
    assert.deepEqual((await edit("R", { inBom: false })).addedLines, ["\t\t(in_bom no)"]);
    const { item } = (await world.run("query.item", { path, item: "R.1" })) as { item: Record<string, unknown> };
    assert.deepEqual([item["kind"], item["type"], item["owner"]], ["libraryPin", "passive", items[1]!.owner]);
    await checkRefused({
      ...{ text: library, path, command: "sch.setProperties", args: { items: "R", properties: { name: "S" } } },
      ...{ code: "invalid-args", hint: /hang on its name/ },
    });
  });

  it("a pin of a schematic's own copy of a symbol", async () => {
    const text = readFileSync("examples/blinky/blinky.kicad_sch", "utf8");
    const name = /\(lib_symbols\s+\(symbol "([^"]+)"/.exec(text)![1]!;
    const args = { items: `${name}.1`, properties: { type: "input" } };
    const { addedLines } = await checkEdit({ text, command: "sch.setProperties", args });
    assert.deepEqual(
      addedLines.map((line) => line.trim()),
      ["(pin input line"],
    );
  });

  it("a footprint's own file: its pads and itself", async () => {
    const text = readFileSync("examples/blinky/blinky.pretty/R_0805.kicad_mod", "utf8");
    const args = { items: "REF**.1", properties: { roundrectRatio: 0.1 } };
    const { after } = await checkEdit({ text, path: "/r.kicad_mod", command: "pcb.setProperties", args });
    assert.match(after, /\(roundrect_rratio 0\.1\)/);
  });

  it("steps below a unit come and go, and a change of what is gone meanwhile is refused", () => {
    const doc = readText(library).doc!;
    const symbol = [...doc.items.ofKind("librarySymbol")][0]!;
    const unit = symbol.children.at(-1)!;
    const pin = unit.children[0]!;
    const out = removeInsideStep(doc, [symbol, unit], pin);
    const without = applyStep(doc, out);
    assert.equal(without.items.get(symbol.id)!.children.at(-1)!.children.length, 0);
    const back = applyStep(without, JSON.parse(JSON.stringify(invertStep(out))));
    assert.equal(back.items.get(symbol.id), symbol);
    const set = setStep(pin, { style: "clock" }, [symbol, unit])!;
    assert.throws(() => applyStep(without, set), /it is not there/);
  });

  it("no step makes a number that is none, and what has no place is not aligned by it", async () => {
    const doc = readText(library).doc!;
    const symbol = [...doc.items.ofKind("librarySymbol")][0]!;
    const pin = symbol.children.at(-1)!.children[0]!;
    const nowhere = { at: { x: Number.NaN, y: 0, angle: 0 } };
    assert.throws(() => setStep(pin, nowhere, [symbol, symbol.children.at(-1)!]), /at would be NaN/);
    const text = readFileSync("examples/blinky/blinky.kicad_pcb", "utf8");
    const empty = text.replace(
      /\n\)\s*$/,
      '\n\t(group "none"\n\t\t(uuid "11111111-0000-4000-8000-000000000001")\n\t\t(members)\n\t)\n)\n',
    );
    const items = ["R1", "J1", "11111111-0000-4000-8000-000000000001"];
    const call = { text: empty, code: "invalid-args", message: /it has no place of its own/ };
    await checkRefused({ ...call, command: "pcb.distribute", args: { items, along: "x" } });
    await checkRefused({ ...call, command: "pcb.align", args: { items, side: "left" } });
  });
});

const blinky = join(import.meta.dirname, "../../examples/blinky");
const footprintText = readFileSync(join(blinky, "blinky.pretty/R_0805.kicad_mod"), "utf8");

describe("parts of libraries", () => {
  const symbols = (args: object) => checkEdit({ text: library, path, command: "lib.symbol.edit", args: { ...args } });
  const refusedSymbols = (args: object, message: RegExp) =>
    checkRefused({ text: library, path, command: "lib.symbol.edit", args: { ...args }, code: "invalid-args", message });

  it("a unit with pins and a drawing is added in one call, in KiCad's layout", async () => {
    const unit = { to: "R", token: "symbol", properties: {} };
    const pin = (number: string) => ({
      to: "R_2_1",
      token: "pin",
      properties: { number: { text: number }, at: [0, 5, 270] },
    });
    const box = { to: "R_2_1", token: "rectangle", properties: { start: [-1, -1], end: [1, 1] } };
    const { addedLines, removedLines, after } = await symbols({ add: [unit, pin("2"), pin("3"), box] });
    assert.deepEqual(removedLines, []);
    assert.equal(addedLines[0], '\t\t(symbol "R_2_1"');
    assert.equal(addedLines.filter((line) => line === "\t\t\t(pin passive line").length, 2);
    assert.equal(addedLines.includes("\t\t\t(rectangle"), true);
    assert.doesNotMatch(after, /uuid/);
  });

  it("pins, units, drawings and symbols are taken away, and the undo gives the bytes", async () => {
    assert.doesNotMatch((await symbols({ remove: ["R.1"] })).after, /\(pin /);
    assert.doesNotMatch((await symbols({ remove: ["R_0_1"] })).after, /rectangle/);
    assert.doesNotMatch((await symbols({ remove: ["R"] })).after, /\(symbol/);
  });

  it("what KiCad would not read, or nobody meant, is refused", async () => {
    await refusedSymbols({ add: [{ token: "pin", properties: {} }] }, /must say what it goes into/);
    await refusedSymbols({ add: [{ to: "R_1_1", token: "pin", properties: {} }] }, /a pin needs a number/);
    await refusedSymbols({ add: [{ to: "R", token: "symbol", properties: { name: "Q_2_1" } }] }, /called R_unit_style/);
    await refusedSymbols({ add: [{ to: "R", token: "pad", properties: {} }] }, /holds none/);
    await refusedSymbols({ add: [{ to: "R", token: "property", properties: { name: "Reference" } }] }, /has a field/);
    const args = { add: [{ token: "pad", properties: {} }] };
    await checkRefused({
      text: library,
      path,
      command: "lib.footprint.edit",
      args,
      code: "wrong-kind",
      message: /\.kicad_mod/,
    });
  });

  it("pads and drawings of a footprint are added and taken away", async () => {
    const own = { text: footprintText, path: "/R_0805.kicad_mod", command: "lib.footprint.edit" };
    const add = [
      { token: "pad", properties: { number: "3", at: [0, 2], size: [1, 1.45] } },
      { token: "fp_line", properties: { start: [0, 0], end: [1, 1] } },
    ];
    const { addedLines, removedLines } = await checkEdit({ ...own, args: { add } });
    assert.deepEqual(removedLines, []);
    assert.equal(addedLines.includes('\t(pad "3" smd rect'), true);
    const gone = await checkEdit({ ...own, args: { remove: ["REF**.2"] } });
    assert.doesNotMatch(gone.after, /\(pad "2"/);
    await checkRefused({ ...own, args: { remove: ["R_0805"] }, code: "not-found", message: /R_0805/ });
  });
});
