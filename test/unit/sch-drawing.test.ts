import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { contactsOf } from "../../core/engines/sheet/contacts.ts";
import { librarySymbolsOf, pinsOf } from "../../core/engines/sheet/symbol-pins.ts";
import { joinedPlaces } from "../../core/engines/sheet/wire-route.ts";
import type { Doc } from "../../core/model/document.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import type { PlacedSymbol } from "../../core/model/schematic/symbol.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/blinky/blinky.kicad_sch");
const edit = (command: string, args: Record<string, unknown>) => checkEdit({ file, command, args });
const refuse = (command: string, args: Record<string, unknown>, message: RegExp, code = "invalid-args") =>
  checkRefused({ file, command, args, code, message });

function pinAt(doc: Doc, reference: string, number: string) {
  const symbol = [...doc.items.ofKind("symbol")].find((item) => propertyValue(item, "Reference") === reference)!;
  return pinsOf(symbol as unknown as PlacedSymbol, librarySymbolsOf(doc)).find((pin) => pin.number === number)!.at;
}

function joined(doc: Doc, a: [string, string], b: [string, string]): boolean {
  const to = pinAt(doc, ...b);
  return joinedPlaces(contactsOf(doc), pinAt(doc, ...a)).keys.has(`${to.x},${to.y}`);
}

describe("sch.bus, sch.busEntry", () => {
  it("draws a bus and tells where the wire goes", async () => {
    const pts = [
      [215.9, 63.5],
      [215.9, 88.9],
      [228.6, 88.9],
    ];
    const { after, result } = await edit("sch.bus", { pts });
    assert.equal(result.newIds.length, 2);
    assert.match(after, /\(bus\n\t\t\(pts\n\t\t\t\(xy 215\.9 63\.5\) \(xy 215\.9 88\.9\)/);
    const entry = await edit("sch.busEntry", { at: [215.9, 66.04], direction: "up-left" });
    assert.match(entry.after, /\(bus_entry\n\t\t\(at 215\.9 66\.04\)\n\t\t\(size -2\.54 -2\.54\)/);
    assert.match(entry.result.notes!.join(), /No bus at \(215\.9, 66\.04\).*\[213\.36, 63\.5\]/s);
  });
});

describe("sch.addJunction", () => {
  it("breaks the wire below it", async () => {
    const { result, doc } = await edit("sch.addJunction", { at: [147.32, 83.82] });
    assert.equal(result.newIds.length, 2, "the dot and the other half");
    const ends = contactsOf(doc).at({ x: 147_320_000, y: 83_820_000 });
    assert.deepEqual(ends.map((contact) => contact.kind).sort(), ["junction", "wireEnd", "wireEnd"]);
  });
  it("wants something to join", () =>
    refuse("sch.addJunction", { at: [10.16, 10.16] }, /no wire, bus or pin is there/));
});

describe("sch.addNoConnect", () => {
  it("marks a pin by number, and says when it is connected", async () => {
    const { doc, result } = await edit("sch.addNoConnect", { pins: "R1.1" });
    const [mark] = result.newIds;
    const at = pinAt(doc, "R1", "1");
    assert.deepEqual(doc.items.get(mark!)!["at"], { ...at, angle: 0 });
    assert.match(result.notes!.join(), /is connected/);
  });
  it("takes a whole symbol's free pins only", async () => {
    const world = await openWorld({ file });
    const result = (await world.run("sch.addNoConnect", { pins: "U1" })) as EditResult;
    for (const id of result.newIds) {
      const at = world.doc().items.get(id)!["at"] as { x: number; y: number };
      const kinds = contactsOf(world.doc())
        .at(at)
        .map((contact) => contact.kind);
      assert.ok(
        kinds.every((kind) => kind === "pin" || kind === "noConnect"),
        kinds.join(),
      );
    }
  });
  it("names the pins that there are", () =>
    refuse("sch.addNoConnect", { pins: "U1.77" }, /U1 has the pins 1/, "not-found"));
  it("wants one of both", () => refuse("sch.addNoConnect", {}, /either pins or at/));
});

describe("texts and drawings of a sheet", () => {
  it("adds a text as KiCad writes it", async () => {
    const { after } = await edit("sch.addText", { text: 'a "b"', at: [180.34, 60.96], size: 2.54, bold: true });
    assert.match(
      after,
      /\(text "a \\"b\\""\n\t\t\(exclude_from_sim no\)\n\t\t\(at 180\.34 60\.96 0\)\n\t\t\(effects\n\t\t\t\(font\n\t\t\t\t\(size 2\.54 2\.54\)\n\t\t\t\t\(bold yes\)/,
    );
  });
  it("adds a box, whatever the corners' order", async () => {
    const { doc, result } = await edit("sch.addTextBox", { text: "x", from: [50.8, 40.64], to: [25.4, 20.32] });
    const box = doc.items.get(result.newIds[0]!)!;
    assert.deepEqual(box["at"], { x: 25_400_000, y: 20_320_000, angle: 0 });
    assert.deepEqual(box["size"], { x: 25_400_000, y: 20_320_000 });
    await refuse("sch.addTextBox", { text: "x", from: [1, 1], to: [1, 5] }, /it has no size/);
  });
  it("adds every shape, and says what a shape needs", async () => {
    const square = [
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
    ];
    for (const args of [
      { shape: "polyline", pts: square },
      { shape: "rectangle", from: [10, 10], to: [20, 20], fill: "background" },
      { shape: "circle", center: [10, 10], radius: 2.5 },
      { shape: "arc", from: [10, 10], mid: [11, 9], to: [12, 10], dash: "dot" },
      { shape: "bezier", pts: square, width: 0.2 },
    ]) {
      const { after, before } = await edit("sch.addGraphic", args);
      const count = (text: string) => text.split(`(${args.shape}\n`).length;
      assert.equal(count(after), count(before) + 1, args.shape);
    }
    await refuse("sch.addGraphic", { shape: "circle", from: [1, 1] }, /center and radius is missing/);
    await refuse("sch.addGraphic", { shape: "bezier", pts: square.slice(1) }, /3 points, not 4/);
    await refuse("sch.addGraphic", { shape: "rectangle", from: [1, 1], to: [1, 1] }, /no size/);
  });
  it("adds a directive with its class", async () => {
    const { after, result } = await edit("sch.addDirective", { at: [177.8, 90.17], netclass: "LED", angle: 270 });
    assert.match(after, /\(netclass_flag ""\n\t\t\(length 2\.54\)\n\t\t\(shape round\)\n\t\t\(at 177\.8 90\.17 270\)/);
    assert.match(after, /\(property "Netclass" "LED"/);
    assert.equal(result.notes, undefined);
    await refuse("sch.addDirective", { at: [1, 1] }, /neither netclass nor componentClass/);
  });
});

describe("areas, tables and pictures of a sheet", () => {
  const corners = [
    [100, 50],
    [120, 50],
    [120, 70],
  ];
  it("adds a rule area that moves, turns and mirrors as a whole", async () => {
    const { after } = await edit("sch.addRuleArea", { pts: corners });
    assert.match(after, /\(rule_area\n\t\t\(polyline\n\t\t\t\(pts\n\t\t\t\t\(xy 100 50\) \(xy 120 50\) \(xy 120 70\)/);
    const world = await openWorld({ file });
    const { newIds } = (await world.run("sch.addRuleArea", { pts: corners })) as EditResult;
    await world.run("sch.move", { items: newIds, by: [2.54, 0] });
    assert.match(Buffer.from(world.bytes()).toString(), /\(xy 102\.54 50\) \(xy 122\.54 50\) \(xy 122\.54 70\)/);
    await world.run("sch.mirror", { items: newIds, direction: "horizontal", center: [112.54, 60] });
    assert.match(Buffer.from(world.bytes()).toString(), /\(xy 122\.54 50\) \(xy 102\.54 50\) \(xy 102\.54 70\)/);
    await world.run("sch.rotate", { items: newIds, angle: 180, center: [112.54, 60] });
    assert.match(Buffer.from(world.bytes()).toString(), /\(xy 102\.54 70\) \(xy 122\.54 70\) \(xy 122\.54 50\)/);
    await world.run("sch.delete", { items: newIds });
    assert.doesNotMatch(Buffer.from(world.bytes()).toString(), /rule_area/);
    await refuse("sch.addRuleArea", { pts: corners, dnp: true }, /knows no dnp/, "check-failed");
  });
  it("adds a table that moves as a whole", async () => {
    const rows = [
      ["A", "B"],
      ["1", "2"],
    ];
    const { doc, result } = await edit("sch.addTable", { at: [180.34, 40.64], rows, widths: [10, 20] });
    const table = doc.items.get(result.newIds[0]!)!;
    const cells = table["cells"] as { text: string; at: { x: number; y: number } }[];
    assert.deepEqual(
      cells.map((cell) => [cell.text, cell.at.x, cell.at.y]),
      [
        ["A", 180_340_000, 40_640_000],
        ["B", 190_340_000, 40_640_000],
        ["1", 180_340_000, 45_720_000],
        ["2", 190_340_000, 45_720_000],
      ],
    );
    await refuse("sch.addTable", { at: [0, 0], rows: [["a"], ["b", "c"]] }, /row 1 has 2 texts, the first 1/);
  });
  it("takes a picture in, and says what is wrong with a file", async () => {
    const picture = readFileSync(join(import.meta.dirname, "../../examples/hierarchy/logo.png"));
    const others = { "/logo.png": picture, "/no.png": "not a picture" };
    const { doc, result } = await checkEdit({
      ...{ file, others, command: "sch.addImage" },
      args: { file: "/logo.png", at: [50, 50], width: 10 },
    });
    const image = doc.items.get(result.newIds[0]!)!;
    assert.equal(Buffer.from(image["data"] as string, "base64").compare(picture), 0);
    assert.match(result.notes!.join(), /10\.00 x 10\.00 mm/);
    const bad = { file, others, command: "sch.addImage" };
    await checkRefused({
      ...bad,
      args: { file: "/no.png", at: [1, 1] },
      code: "invalid-args",
      message: /neither PNG nor JPEG/,
    });
    await checkRefused({ ...bad, args: { file: "/gone.png", at: [1, 1] }, code: "not-found" });
  });
});

describe("sch.mirror", () => {
  const both = ["horizontal", "vertical"] as const;
  it("puts every pin at its mirror image, and twice gives the same bytes", async () => {
    for (const direction of both) {
      for (const turns of [0, 90, 180, 270]) {
        const world = await openWorld({ file });
        if (turns !== 0) await world.run("sch.rotate", { items: "U1", angle: turns });
        const bytes = world.bytes();
        const numbers = ["1", "2", "3", "4", "5", "6", "7", "8"];
        const centre = [...world.doc().items.ofKind("symbol")].find((s) => propertyValue(s, "Reference") === "U1")!;
        const at = centre["at"] as { x: number; y: number };
        const before = numbers.map((n) => pinAt(world.doc(), "U1", n));
        await world.run("sch.mirror", { items: "U1", direction });
        const after = numbers.map((n) => pinAt(world.doc(), "U1", n));
        const wanted = before.map((p) =>
          direction === "horizontal" ? { x: 2 * at.x - p.x, y: p.y } : { x: p.x, y: 2 * at.y - p.y },
        );
        assert.deepEqual(after, wanted, `${direction} after a turn of ${turns}`);
        await world.run("sch.mirror", { items: "U1", direction });
        assert.equal(
          Buffer.from(world.bytes())
            .toString()
            .replace(/\s*\(junction[\s\S]*?\n\t\)/g, ""),
          Buffer.from(bytes)
            .toString()
            .replace(/\s*\(junction[\s\S]*?\n\t\)/g, ""),
        );
      }
    }
  });
  it("keeps the laws of edits", async () => {
    await edit("sch.mirror", { items: ["D1", "R3"], direction: "vertical" });
  });
});

describe("sch.duplicate", () => {
  it("copies with fresh uuids and without a number", async () => {
    const { doc, result, before } = await edit("sch.duplicate", { items: ["D1", "R3"], by: [25.4, 0] });
    const copies = result.newIds.map((id) => doc.items.get(id)!);
    assert.deepEqual(copies.map((copy) => propertyValue(copy, "Reference")).sort(), ["D?", "R?"]);
    for (const copy of copies) {
      assert.ok(!before.includes(copy.id));
      for (const child of copy.children) if (child["uuid"]) assert.ok(!before.includes(child["uuid"] as string));
      assert.equal(propertyValue(copy, "Value"), propertyValue(copy, "Value"));
    }
    assert.match(result.notes!.join(), /no number yet/);
  });
  it("refuses what is no thing on the sheet", async () => {
    const world = await openWorld({ file });
    const list = [...world.doc().items.ofKind("librarySymbols")][0]!;
    await refuse("sch.duplicate", { items: list.id, by: [1, 1] }, /part of the file/);
  });
});

describe("sch.align", () => {
  it("lines up, wires following", async () => {
    const { doc, result } = await edit("sch.align", { items: ["R1", "D1"], to: "top" });
    assert.ok(result.changedIds.length > 0);
    const y = (reference: string) =>
      ([...doc.items.ofKind("symbol")].find((s) => propertyValue(s, "Reference") === reference)!["at"] as { y: number })
        .y;
    assert.equal(y("R1"), y("D1"));
  });
  it("puts pins back on the grid", async () => {
    const world = await openWorld({ file });
    await world.run("sch.move", { items: "D1", by: [0.3, 0.2], drag: false });
    await world.run("sch.align", { items: "D1", to: "grid" });
    const at = pinAt(world.doc(), "D1", "1");
    assert.deepEqual([at.x % 1_270_000, at.y % 1_270_000], [0, 0]);
  });
  it("wants two", () => refuse("sch.align", { items: "R1", to: "left" }, /nothing to line it up with/));
});

describe("sch.connect", () => {
  it("wires two pins, orthogonally, and joins nothing else", async () => {
    const world = await openWorld({ file });
    const lone = (await world.run("sch.duplicate", { items: ["R3", "D1"], by: [50.8, 0] })) as EditResult;
    await world.run("sch.setField", { items: lone.newIds[0], name: "Reference", value: "R50" });
    await world.run("sch.setField", { items: lone.newIds[1], name: "Reference", value: "D50" });
    const names = lone.newIds.map((id) => propertyValue(world.doc().items.get(id)!, "Reference"));
    assert.deepEqual(names.sort(), ["D50", "R50"]);
    await world.run("sch.move", { items: "D50", by: [20.32, -15.24], drag: false });
    assert.equal(joined(world.doc(), ["R50", "2"], ["D50", "1"]), false);
    await world.run("sch.connect", { from: "R50.2", to: "D50.1", by: "wire" });
    assert.ok(joined(world.doc(), ["R50", "2"], ["D50", "1"]));
    for (const other of [
      ["R50", "1"],
      ["D50", "2"],
      ["R1", "1"],
      ["U1", "3"],
    ] as [string, string][])
      assert.ok(!joined(world.doc(), ["R50", "2"], other), other.join("."));
    for (const wire of world.doc().items.ofKind("wire")) {
      const [a, b] = wire["pts"] as { x: number; y: number }[];
      assert.ok(a!.x === b!.x || a!.y === b!.y, "orthogonal");
    }
  });
  it("keeps the laws of edits, by wire and by label", async () => {
    const wired = await edit("sch.connect", { from: "U1.5", to: "C1.1" });
    assert.ok(joined(wired.doc, ["U1", "5"], ["C1", "1"]) || wired.result.notes !== undefined);
    const named = await edit("sch.connect", { from: "U1.5", to: "R1.1", by: "label", net: "CTRL" });
    const count = (text: string) => text.split('(label "CTRL"').length;
    assert.equal(count(named.after), count(named.before) + 2);
    await refuse("sch.connect", { from: "U1", to: "R1.1" }, /it means \d+ pins/);
  });
});
