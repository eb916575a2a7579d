import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDoc } from "../../core/model/document.ts";
import { kindShown } from "../../core/model/library/kind-shown.ts";
import { countsOf, partsSheet, rootOf, symbolNamed, symbolNames } from "../../core/model/library/parts-sheet.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky");
const text = readFileSync(join(blinky, "blinky.kicad_sym"), "utf8");
const own = { text, path: "/b.kicad_sym" };
const read = (of: string) => readDoc(new TextEncoder().encode(of)).doc!;
const whole = { unit: 1, style: 1 };
const parts = (of: string, name: string) => [...partsSheet(read(of), { name, ...whole })!.items.entries];
const pins = (of: string, name: string) =>
  parts(of, name)
    .filter(({ kind }) => kind === "libraryPin")
    .map((entry) => entry.item()["at"]);

describe("a library's symbol as a sheet of its parts", () => {
  it("holds its fields, its drawings and its pins, with the kinds of the library", () => {
    const sheet = partsSheet(read(text), { name: "R", ...whole })!;
    const kinds = sheet.items.entries.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === "libraryPin").length, 2);
    assert.ok(kinds.includes("graphic") && kinds.includes("property"));
    for (const entry of sheet.items.entries) assert.equal(kindShown(sheet, entry.item()).kind, entry.kind);
    assert.equal(partsSheet(read(text), { name: "none", ...whole }), null);
    assert.ok(symbolNames(read(text)).includes("Timer"));
  });

  it("shows one unit and one body style", () => {
    const drawing = (name: string, number: string) =>
      `(symbol "${name}" (pin input line (at 0 0 0) (length 2.54) (name "~" (effects (font (size 1.27 1.27)))) (number "${number}" (effects (font (size 1.27 1.27))))))`;
    const library = read(
      `(kicad_symbol_lib (version 20241209) (generator "edsnx") (symbol "G" ${drawing("G_0_1", "0")} ${drawing("G_1_1", "1")} ${drawing("G_1_2", "2")} ${drawing("G_2_1", "3")}) (symbol "H" (extends "G")))`,
    );
    const numbers = (unit: number, style: number) =>
      [...partsSheet(library, { name: "G", unit, style })!.items.ofKind("libraryPin")].map(
        (pin) => (pin["number"] as { text: string }).text,
      );
    assert.deepEqual([numbers(1, 1), numbers(1, 2), numbers(2, 1)], [["0", "1"], ["2"], ["0", "3"]]);
    const derived = symbolNamed(library, "H")!;
    assert.equal(rootOf(library, derived)["name"], "G");
    assert.deepEqual(countsOf(rootOf(library, derived)), { units: 2, styles: 2 });
  });
});

describe("edits of schematics on the parts of a symbol", () => {
  it("move by a sheet's axes: down on the sheet is down in the file, where y points up", async () => {
    const { after, addedLines } = await checkEdit({
      ...own,
      command: "sch.move",
      args: { items: "R.1", by: [2.54, 1.27] },
    });
    assert.deepEqual(pins(after, "R")[0], { x: 2_540_000, y: 2_540_000, angle: 270 });
    assert.equal(addedLines.length, 1);
  });

  it("turn pins with their direction, texts between lying and standing", async () => {
    const { after } = await checkEdit({
      ...own,
      command: "sch.rotate",
      args: { items: ["R.1", "R.2"], angle: 90, center: [0, 0] },
    });
    assert.deepEqual(pins(after, "R"), [
      { x: -3_810_000, y: 0, angle: 0 },
      { x: 3_810_000, y: 0, angle: 180 },
    ]);
    const field = parts(text, "R").find((entry) => entry.item()["name"] === "Value")!.id;
    const turned = await checkEdit({ ...own, command: "sch.rotate", args: { items: field, angle: 180 } });
    const [before, now] = [text, turned.after].map(
      (each) =>
        parts(each, "R")
          .find(({ id }) => id === field)!
          .item() as unknown as { at: { angle: number } },
    );
    assert.equal(now!.at.angle, before!.at.angle);
  });

  it("four quarter turns, and a reflection done twice, change nothing", async () => {
    for (const [command, args] of [
      ["sch.rotate", { angle: 90 }],
      ["sch.mirror", { direction: "horizontal" }],
      ["sch.mirror", { direction: "vertical" }],
    ] as const) {
      const items = parts(text, "Timer").map(({ id }) => id);
      let now = text;
      for (let n = 0; n < (command === "sch.rotate" ? 4 : 2); n++)
        now = (await checkEdit({ text: now, path: "/b.kicad_sym", command, args: { items, center: [0, 0], ...args } }))
          .after;
      assert.equal(now, text, command);
    }
  });

  it("copies of pins take the next number; the copy of a drawing is another", async () => {
    const { after } = await checkEdit({ ...own, command: "sch.duplicate", args: { items: "R.1", by: [5.08, 0] } });
    assert.equal(pins(after, "R").length, 3);
    assert.match(after, /\(number "3"/);
  });

  it("what every symbol has, and what is more than a part, is left alone", async () => {
    const field = parts(text, "R").find((entry) => entry.item()["name"] === "Reference")!.id;
    const refused = { ...own, code: "invalid-args" as const };
    await checkRefused({ ...refused, command: "sch.delete", args: { items: field }, message: /every symbol has it/ });
    await checkRefused({ ...refused, command: "sch.delete", args: { items: "R" }, message: /a whole symbol/ });
    await checkRefused({
      ...refused,
      command: "sch.move",
      args: { items: "R_1_1", by: [1, 0] },
      message: /a whole unit/,
    });
    await checkRefused({ ...refused, command: "sch.move", args: { items: "R.1" }, message: /either by or to/ });
    assert.doesNotMatch(
      (await checkEdit({ ...own, command: "sch.delete", args: { items: ["R.1", "R.2"] } })).after
        .split('(symbol "R"')[1]!
        .split('(symbol "Timer')[0]!,
      /\(pin /,
    );
  });
});
