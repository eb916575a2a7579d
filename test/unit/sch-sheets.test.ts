import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { contactsOf } from "../../core/engines/sheet/contacts.ts";
import { tidyLines } from "../../core/engines/sheet/tidy-lines.ts";
import type { Item } from "../../core/model/item.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";
import { seeded } from "../laws/random.ts";

const folder = join(import.meta.dirname, "../../examples/hierarchy");
const root = join(folder, "hierarchy.kicad_sch");
const start = {
  file: root,
  path: "/hierarchy.kicad_sch",
  others: {
    "/lamp.kicad_sch": readFileSync(join(folder, "lamp.kicad_sch")),
    "/hierarchy.kicad_pro": readFileSync(join(folder, "hierarchy.kicad_pro")),
  },
};
const edit = (command: string, args: Record<string, unknown>) => checkEdit({ ...start, command, args });
const sheetOf = (items: Iterable<Item>, name: string) =>
  [...items].find((item) => propertyValue(item, "Sheetname") === name)!;

describe("sheet pins", () => {
  it("are added on a side, at the next free place", async () => {
    const { doc } = await edit("sch.addSheetPin", { sheet: "Lamp", name: "DIM", shape: "output", side: "right" });
    const sheet = sheetOf(doc.items.ofKind("sheet"), "Lamp");
    const pin = sheet.children.find((child) => child["name"] === "DIM")!;
    const at = pin["at"] as { x: number; y: number; angle: number };
    assert.equal(at.x, 152_400_000);
    assert.equal(at.angle, 0);
    assert.equal(at.y % 1_270_000, 0);
    const refuse = (args: Record<string, unknown>, code: string, message: RegExp) =>
      checkRefused({ ...start, command: "sch.addSheetPin", args, code, message });
    await refuse({ sheet: "Lamp", name: "IN" }, "conflict", /it has one of that name/);
    await refuse({ sheet: "Lmap", name: "X" }, "not-found", /has the sheets Lamp, Second lamp/);
    await refuse({ sheet: "Lamp", name: "X", offset: 40 }, "invalid-args", /12\.7 mm long/);
  });

  it("follow the labels inside", async () => {
    const { doc, result } = await edit("sch.syncSheetPins", {});
    for (const sheet of doc.items.ofKind("sheet")) {
      const names = sheet.children.filter((child) => child.kind === "sheetPin").map((child) => child["name"]);
      assert.deepEqual(names, ["IN", "DIM"]);
    }
    assert.equal(result.changedIds.length, 2);
    const world = await openWorld(start);
    await world.run("sch.addSheetPin", { sheet: "Lamp", name: "GONE" });
    const kept = (await world.run("sch.syncSheetPins", { sheets: ["Lamp"] })) as EditResult;
    assert.match(kept.notes!.join(), /Pin GONE of Lamp has no hierarchical label/);
    await world.run("sch.syncSheetPins", { sheets: ["Lamp"], remove: true });
    assert.doesNotMatch(Buffer.from(world.bytes()).toString(), /GONE/);
  });
});

describe("sch.addSheet", () => {
  it("uses a file once more: its parts get a place, its labels pins", async () => {
    const world = await openWorld(start);
    const args = { name: "Third lamp", file: "lamp.kicad_sch", at: [127, 109.22] };
    const result = (await world.run("sch.addSheet", args)) as EditResult;
    const sheet = sheetOf(world.doc().items.ofKind("sheet"), "Third lamp");
    assert.deepEqual(
      sheet.children.filter((child) => child.kind === "sheetPin").map((child) => child["name"]),
      ["IN", "DIM"],
    );
    const [page] = sheet["instances"] as { page: string; project: string }[];
    assert.deepEqual([page!.page, page!.project], ["4", "hierarchy"]);
    const lamp = [...world.session.get("/lamp.kicad_sch").doc.items.ofKind("symbol")][0]!;
    const uses = lamp["instances"] as { path: string; reference: string }[];
    assert.equal(uses.length, 3);
    assert.equal(uses[2]!.reference, "LA?");
    assert.ok(uses[2]!.path.endsWith(`/${sheet.id}`));
    assert.deepEqual(
      result.documents!.map((each) => each.path),
      ["/hierarchy.kicad_sch", "/lamp.kicad_sch"],
    );
    await world.run("session.undo", { path: "/hierarchy.kicad_sch" });
    assert.deepEqual(Buffer.from(world.session.bytes("/lamp.kicad_sch")), start.others["/lamp.kicad_sch"]);
  });

  it("makes a file that is not there, but not in a dry run", async () => {
    const world = await openWorld(start);
    const args = { name: "Power", at: [50.8, 127] };
    await world.run("sch.addSheet", { ...args, dryRun: true });
    assert.equal(await world.ports.files.stat("/Power.kicad_sch"), null);
    await world.run("sch.addSheet", args);
    assert.notEqual(await world.ports.files.stat("/Power.kicad_sch"), null);
    assert.deepEqual(world.session.get("/Power.kicad_sch").problems, []);
    await checkEdit({
      ...start,
      command: "sch.addSheet",
      args: { ...args, name: "Third lamp", file: "lamp.kicad_sch" },
    });
  });

  it("refuses a sheet inside itself, and a name that is taken", async () => {
    const refuse = (args: Record<string, unknown>, code: string, message: RegExp) =>
      checkRefused({ ...start, command: "sch.addSheet", args: { at: [0, 0], ...args }, code, message });
    await refuse({ name: "Loop", file: "hierarchy.kicad_sch" }, "conflict", /each would be inside the other/);
    await refuse({ name: "Lamp", file: "lamp.kicad_sch" }, "conflict", /has one of that name/);
    await refuse({ name: "Thin", file: "lamp.kicad_sch", size: [1, 1] }, "invalid-args", /at least 2\.54 mm/);
  });
});

describe("sch.swapUnits", () => {
  it("lets two gates change places", async () => {
    const { doc } = await edit("sch.swapUnits", { a: "U1A", b: "U1B" });
    const units = [...doc.items.ofKind("symbol")].map((item) => [item["unit"], (item["at"] as { y: number }).y]);
    assert.deepEqual(units, [
      [2, 63_500_000],
      [1, 88_900_000],
      [3, 76_200_000],
    ]);
    await checkRefused({
      ...start,
      command: "sch.swapUnits",
      args: { a: "U1A", b: "U1D" },
      code: "not-found",
      message: /there are U1A, U1B, U1C/,
    });
  });
});

describe("sch.bulkFields", () => {
  it("sets fields over all sheets in one change", async () => {
    const world = await openWorld(start);
    const changes = [
      { references: "*", fields: { Maker: "ACME" } },
      { references: "LA1", fields: { Value: "Bulb", Maker: null } },
      { references: "Q9", fields: { Value: "x" } },
    ];
    const result = (await world.run("sch.bulkFields", { changes })) as EditResult;
    for (const symbol of world.doc().items.ofKind("symbol")) assert.equal(propertyValue(symbol, "Maker"), "ACME");
    const lamp = [...world.session.get("/lamp.kicad_sch").doc.items.ofKind("symbol")][0]!;
    assert.equal(propertyValue(lamp, "Value"), "Bulb");
    assert.ok(!lamp.children.some((child) => child["name"] === "Maker"));
    assert.match(result.notes!.join(), /No symbol is called Q9/);
    await edit("sch.bulkFields", { changes: changes.slice(0, 1) });
  });
});

describe("sch.cleanup", () => {
  it("joins pieces and keeps what is connected, on random grids of wires", async () => {
    const random = seeded(7);
    for (let round = 0; round < 40; round++) {
      const whole = (n: number) => Math.floor(random() * n);
      const lines = Array.from({ length: 8 }, () => {
        const [x, y, length] = [whole(6), whole(6), 1 + whole(3)];
        return random() < 0.5 ? [x, y, x + length, y] : [x, y, x, y + length];
      });
      const wires = lines
        .map((at, i) => {
          const [x1, y1, x2, y2] = at.map((v) => v * 2.54);
          return `(wire (pts (xy ${x1} ${y1}) (xy ${x2} ${y2})) (stroke (width 0) (type default)) (uuid "00000000-0000-4000-8000-0000000000${10 + i}"))`;
        })
        .join("\n\t");
      const text = `(kicad_sch\n\t(version 20250114)\n\t(generator "test")\n\t(uuid "11111111-1111-4111-8111-111111111111")\n\t(paper "A4")\n\t(lib_symbols)\n\t${wires}\n\t(embedded_fonts no)\n)\n`;
      const world = await openWorld({ text, path: "/test.kicad_sch" });
      const covered = () => {
        const cells = new Set<string>();
        for (const line of contactsOf(world.doc()).lines) {
          const steps = (Math.abs(line.to.x - line.from.x) + Math.abs(line.to.y - line.from.y)) / 2_540_000;
          for (let s = 0; s < steps; s++) {
            const at = (t: number) =>
              `${Math.round((line.from.x + ((line.to.x - line.from.x) * t) / steps) / 1e4)} ${Math.round((line.from.y + ((line.to.y - line.from.y) * t) / steps) / 1e4)}`;
            cells.add([at(s), at(s + 1)].sort().join(" - "));
          }
        }
        return [...cells].sort();
      };
      const before = covered();
      await world.run("sch.cleanup");
      assert.deepEqual(covered(), before, `round ${round}: the same ink`);
      const again = tidyLines(world.doc());
      assert.deepEqual([again.removed.length, again.stretched.size], [0, 0], `round ${round}: nothing is left to tidy`);
      await world.run("session.undo");
      assert.equal(Buffer.from(world.bytes()).toString(), text);
    }
  });
});
