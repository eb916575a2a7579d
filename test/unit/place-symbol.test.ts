import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Item } from "../../core/model/item.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const start = {
  file: join(folder, "blinky.kicad_sch"),
  path: "/blinky/blinky.kicad_sch",
  others: {
    "/blinky/blinky.kicad_sym": readFileSync(join(folder, "blinky.kicad_sym")),
    "/blinky/sym-lib-table": readFileSync(join(folder, "sym-lib-table")),
    "/blinky/blinky.kicad_pro": "{}",
  },
};
const command = "sch.placeSymbol";
const last = (items: Iterable<Item>) => [...items].at(-1)!;
const field = (symbol: Item, name: string) => symbol.children.find((child: Item) => child["name"] === name)!;

describe("sch.placeSymbol", () => {
  it("places a symbol whose definition is there already: only itself is added", async () => {
    const args = {
      symbol: "blinky:R",
      at: [190.5, 63.5],
      value: "1k",
      footprint: "blinky:R_0805",
      fields: { MPN: "x" },
    };
    const { doc, result, removedLines } = await checkEdit({ ...start, command, args });
    assert.deepEqual(removedLines, []);
    assert.equal(result.newIds.length, 1);
    assert.deepEqual(result.changedIds, []);
    const symbol = last(doc.items.ofKind("symbol"));
    assert.deepEqual(symbol["instances"], [
      { project: "blinky", path: "/e0b7a17e-94e0-5a9a-83b0-59117c8fd4f8", reference: "R4", unit: 1, extra: "" },
    ]);
    assert.equal(field(symbol, "Reference")["value"], "R4");
    assert.deepEqual(field(symbol, "Reference")["at"], { x: 193.04e6, y: 62.23e6, angle: 0 });
    assert.deepEqual(field(symbol, "Value")["at"], { x: 193.04e6, y: 64.77e6, angle: 0 });
    assert.equal(field(symbol, "Footprint")["value"], "blinky:R_0805");
    assert.equal((field(symbol, "MPN")["effects"] as { hide: boolean }).hide, true);
    assert.equal(symbol.children.filter((child: Item) => child.kind === "pin").length, 2);
    assert.deepEqual(result.notes, [
      "The symbol got the reference R4.",
      "Pins of R4: 1 at 190.5, 59.69; 2 at 190.5, 67.31.",
    ]);
  });

  it("takes another definition under a name of its own, as KiCad does", async () => {
    const library = readFileSync(join(folder, "blinky.kicad_sym"), "utf8");
    const others = { ...start.others, "/blinky/blinky.kicad_sym": library.replace('"Resistor"', '"Another resistor"') };
    const { doc } = await checkEdit({ ...start, others, command, args: { symbol: "blinky:R", at: [190.5, 63.5] } });
    const symbol = last(doc.items.ofKind("symbol"));
    assert.equal(symbol["libName"], "R_1");
    assert.equal(symbol["libId"], "blinky:R");
    const [list] = doc.items.ofKind("librarySymbols");
    const names = list!.children.map((child: Item) => String(child["name"]));
    assert.ok(names.includes("R_1") && names.includes("blinky:R"));
    const units = list!.children
      .find((child: Item) => child["name"] === "R_1")!
      .children.filter((c: Item) => c.kind === "symbolUnit");
    assert.deepEqual(
      units.map((unit: Item) => unit["name"]),
      ["R_1_0_1", "R_1_1_1"],
    );
  });

  it("flattens a symbol that derives from another", async () => {
    const library = readFileSync(join(folder, "blinky.kicad_sym"), "utf8");
    const derived =
      '\t(symbol "R_Thin"\n\t\t(extends "R")\n\t\t(property "Reference" "R"\n\t\t\t(at 2.032 0 90)\n\t\t)\n' +
      '\t\t(property "Value" "R_Thin"\n\t\t\t(at 0 0 90)\n\t\t)\n\t\t(property "Footprint" ""\n\t\t\t(at 0 0 0)\n\t\t)\n' +
      '\t\t(property "Maker" "Us"\n\t\t\t(at 0 0 0)\n\t\t\t(effects\n\t\t\t\t(font\n\t\t\t\t\t(size 1.27 1.27)\n\t\t\t\t)\n\t\t\t\t(hide yes)\n\t\t\t)\n\t\t)\n' +
      '\t\t(property private "KLC" "note"\n\t\t\t(at 0 0 0)\n\t\t)\n\t)\n';
    const others = { ...start.others, "/blinky/blinky.kicad_sym": library.replace(/\)\s*$/, `${derived})\n`) };
    const { doc } = await checkEdit({
      ...start,
      others,
      command,
      args: { symbol: "blinky:R_Thin", at: [190.5, 63.5] },
    });
    const [list] = doc.items.ofKind("librarySymbols");
    const made = list!.children.find((child: Item) => child["name"] === "blinky:R_Thin")!;
    assert.equal(made["extends"], null);
    assert.equal(field(made, "Value")["value"], "R_Thin");
    assert.equal(field(made, "Maker")["value"], "Us");
    assert.equal(field(made, "Description")["value"], "Resistor");
    const units = made.children.filter((child: Item) => child.kind === "symbolUnit").map((unit: Item) => unit["name"]);
    assert.deepEqual(units, ["R_Thin_0_1", "R_Thin_1_1"]);
    const symbol = last(doc.items.ofKind("symbol"));
    assert.equal(field(symbol, "Maker")["value"], "Us");
    // What only the symbol editor shows is in the definition and on no sheet.
    assert.equal(field(made, "KLC")["value"], "note");
    assert.equal(field(symbol, "KLC"), undefined);
  });

  it("places power symbols on their own numbers", async () => {
    const { doc } = await checkEdit({
      ...start,
      command: "sch.placePower",
      args: { symbol: "blinky:GND", at: [190.5, 73.66] },
    });
    const symbol = last(doc.items.ofKind("symbol"));
    assert.match(String(field(symbol, "Reference")["value"]), /^#PWR0\d+$/);
    assert.equal(field(symbol, "Value")["value"], "GND");
    await checkRefused({
      ...start,
      command: "sch.placePower",
      args: { symbol: "blinky:R", at: [1.27, 2.54] },
      code: "invalid-args",
      message: /it is a part/,
    });
  });

  it("places a power symbol at a pin, away from its part", async () => {
    const place = async (at: unknown, symbol = "blinky:GND", others = start.others) => {
      const { doc } = await checkEdit({ ...start, others, command: "sch.placePower", args: { symbol, at } });
      return last(doc.items.ofKind("symbol"));
    };
    // The pins of U1 are on all its sides: GND below, VCC above, OUT at the right.
    assert.deepEqual((await place("U1.GND"))["at"], (await place("U1.1"))["at"]);
    const angle = async (pin: string, symbol: string) => ((await place(pin, symbol))["at"] as { angle: number }).angle;
    assert.equal(await angle("U1.GND", "blinky:GND"), 0);
    assert.equal(await angle("U1.VCC", "blinky:VCC"), 0);
    assert.equal(await angle("U1.VCC", "blinky:GND"), 180);
    await checkRefused({
      ...start,
      command: "sch.placePower",
      args: { symbol: "blinky:GND", at: "U1" },
      code: "invalid-args",
      message: /Cannot place a power symbol at U1: it means \d+ pins/,
    });
  });

  it("numbers a power flag as its library says, #FLG01", async () => {
    const { doc } = await checkEdit({
      ...start,
      command: "sch.placePower",
      args: { symbol: "blinky:PWR_FLAG", at: [1.27, 2.54] },
    });
    const prefix = /symbol "PWR_FLAG"[\s\S]*?"Reference" "([^"]*)"/.exec(
      start.others["/blinky/blinky.kicad_sym"].toString("utf8"),
    )![1]!;
    const reference = String(field(last(doc.items.ofKind("symbol")), "Reference")["value"]);
    assert.match(reference, new RegExp(`^${prefix}0\\d+$`));
  });

  it("refuses units that are not there", async () => {
    const at = [190.5, 63.5];
    await checkRefused({
      ...start,
      command,
      args: { symbol: "blinky:R", at, unit: 2 },
      code: "invalid-args",
      message: /one unit/,
    });
    await checkRefused({
      ...start,
      command,
      args: { symbol: "blinky:Q", at },
      code: "not-found",
      message: /no such symbol/,
    });
  });
});

describe("sch.assignFootprint", () => {
  const others = {
    ...start.others,
    "/blinky/fp-lib-table": readFileSync(join(folder, "fp-lib-table")),
    "/blinky/blinky.pretty/C_0805.kicad_mod": readFileSync(join(folder, "blinky.pretty/C_0805.kicad_mod")),
  };
  const assign = { ...start, others, command: "sch.assignFootprint" };

  it("sets the field, and notes pins without a pad", async () => {
    const one = await checkEdit({
      ...assign,
      args: { items: "R1", footprint: "blinky:C_0805" },
      lines: { removed: 1, added: 1 },
    });
    assert.deepEqual(one.addedLines, ['\t\t(property "Footprint" "blinky:C_0805"']);
    const timer = await checkEdit({ ...assign, args: { items: "U1", footprint: "blinky:C_0805" } });
    assert.match(timer.result.notes!.join("\n"), /no pad for pin 5, 4, 8, 7, 6, 3 of blinky:Timer/);
  });

  it("refuses a footprint that is not there", async () => {
    await checkRefused({
      ...assign,
      args: { items: "R1", footprint: "blinky:C_0806" },
      code: "not-found",
      hint: /C_0805/,
    });
  });
});
