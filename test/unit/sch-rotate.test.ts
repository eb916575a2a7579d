import assert from "node:assert/strict";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { contactsOfItem } from "../../core/engines/sheet/contacts.ts";
import { librarySymbolsOf } from "../../core/engines/sheet/symbol-pins.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/blinky/blinky.kicad_sch");

const FONT = "(font (size 1.27 1.27))";

/** A sheet with one of each thing. */
const text = `(kicad_sch
	(version 20250114)
	(generator "eeschema")
	(uuid "00000000-0000-0000-0000-000000000001")
	(paper "A4")
	(lib_symbols
		(symbol "L:T"
			(property "Reference" "Q" (at 0 0 0) (effects ${FONT}))
			(symbol "T_1_1"
				(pin input line (at -5.08 0 0) (length 2.54) (name "B" (effects ${FONT})) (number "1" (effects ${FONT})))
				(pin passive line (at 2.54 5.08 270) (length 2.54) (name "C" (effects ${FONT})) (number "2" (effects ${FONT})))
			)
		)
	)
	(junction (at 10.16 10.16) (diameter 0) (color 0 0 0 0) (uuid "dot"))
	(wire (pts (xy 20.32 20.32) (xy 30.48 20.32)) (stroke (width 0) (type default)) (uuid "wire"))
	(bus_entry (at 10.16 20.32) (size 2.54 -2.54) (stroke (width 0) (type default)) (uuid "entry"))
	(polyline (pts (xy 0 0) (xy 5.08 0) (xy 5.08 2.54)) (stroke (width 0) (type default)) (uuid "line"))
	(circle (center 50.8 50.8) (radius 2) (stroke (width 0) (type default)) (fill (type none)) (uuid "circle"))
	(text "Note" (exclude_from_sim no) (at 40 40 90) (effects ${FONT} (justify left bottom)) (uuid "note"))
	(text_box "Box" (exclude_from_sim no) (at 63.5 63.5 0) (size 10.16 5.08) (stroke (width 0) (type default)) (fill (type none)) (effects ${FONT} (justify left top)) (uuid "box"))
	(label "A" (at 20.32 20.32 90) (effects ${FONT} (justify left bottom)) (uuid "local"))
	(global_label "G" (shape input) (at 30.48 30.48 0) (effects ${FONT} (justify left)) (uuid "global")
		(property "Intersheetrefs" "x" (at 35.56 30.48 0) (effects ${FONT} (justify left) (hide yes)))
	)
	(symbol (lib_id "L:T") (at 101.6 50.8 90) (mirror x) (unit 1) (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (uuid "q1")
		(property "Reference" "Q1" (at 104.14 48.26 90) (effects ${FONT} (justify left)))
		(pin "1" (uuid "q1-1"))
		(pin "2" (uuid "q1-2"))
	)
	(sheet (at 127 63.5) (size 25.4 12.7) (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (stroke (width 0) (type solid)) (fill (color 0 0 0 0)) (uuid "sheet")
		(property "Sheetname" "Sub" (at 127 62.23 0) (effects ${FONT} (justify left bottom)))
		(property "Sheetfile" "sub.kicad_sch" (at 127 77.47 0) (effects ${FONT} (justify left top)))
		(pin "IN" input (at 127 66.04 180) (uuid "in") (effects ${FONT} (justify left)))
	)
	(image (at 200 100) (uuid "image") (data "AAAA"))
	(sheet_instances (path "/" (page "1")))
)
`;

describe("a wire that is moved, turned or copied over others' ends", () => {
  /** A wire of 30.48 mm to the right; one above its middle and one beside its end end where it will pass. */
  const drawn = [
    '(wire (pts (xy 50.8 10.16) (xy 81.28 10.16)) (stroke (width 0) (type default)) (uuid "long"))',
    '(wire (pts (xy 66.04 0) (xy 66.04 -10.16)) (stroke (width 0) (type default)) (uuid "above"))',
    '(wire (pts (xy 81.28 25.4) (xy 91.44 25.4)) (stroke (width 0) (type default)) (uuid "beside"))',
  ].join("\n\t");
  const crossed = text.replace("(bus_entry", `${drawn}\n\t(bus_entry`);
  const cases = [
    ["sch.rotate", { items: "long" }, 81.28, 25.4],
    ["sch.move", { items: "long", by: [0, -10.16], drag: false }, 66.04, 0],
    ["sch.duplicate", { items: "long", by: [0, -10.16] }, 66.04, 0],
  ] as const;
  for (const [command, args, x, y] of cases) {
    it(`joins them with a dot, as KiCad does: ${command}`, async () => {
      const { doc } = await checkEdit({ text: crossed, command, args });
      const dots = [...doc.items.ofKind("junction")].map((item) => item["at"] as { x: number; y: number });
      assert.ok(
        dots.some((at) => at.x === Math.round(x * 1e6) && at.y === Math.round(y * 1e6)),
        JSON.stringify(dots),
      );
    });
  }
});

const turn = (args: Record<string, unknown>) => checkEdit({ text, command: "sch.rotate", args });

function found(doc: Doc, id: string): Item & Record<string, unknown> {
  return (doc.items.get(id) ?? assert.fail(`${id} is gone`)) as Item & Record<string, unknown>;
}

const at = (x: number, y: number, angle?: number) => ({
  x: Math.round(x * 1e6),
  y: Math.round(y * 1e6),
  ...(angle === undefined ? {} : { angle }),
});

const hAlignOf = (item: Item) => (item["effects"] as { hAlign: string }).hAlign;

describe("sch.rotate", () => {
  it("turns a symbol about its anchor, and its fields about it", async () => {
    const { result, removedLines, addedLines, doc } = await checkEdit({
      file,
      command: "sch.rotate",
      args: { items: "R1" },
    });
    for (const line of [...removedLines, ...addedLines]) assert.match(line, /^\s+\(at /);
    assert.equal(result.changedIds.length, 1);
    assert.deepEqual(result.newIds, []);
    assert.deepEqual(result.notes, ["No longer connected: R1.1, R1.2."]);
    const before = (await openWorld({ file })).doc();
    const [old] = [...before.items.ofKind("symbol")].filter((s) => propertyValue(s, "Reference") === "R1");
    const now = found(doc, old!.id);
    const [a, b] = [old!["at"], now["at"]] as [ReturnType<typeof at>, ReturnType<typeof at>];
    assert.deepEqual(b, { ...a, angle: ((a.angle ?? 0) + 90) % 360 });
  });

  it("puts every pin where the turned place says, however the symbol is turned and mirrored", async () => {
    for (const mirror of ["", "(mirror x)", "(mirror y)"]) {
      for (const angle of [0, 90, 180, 270]) {
        const start = text.replace("(at 101.6 50.8 90) (mirror x)", `(at 101.6 50.8 ${angle}) ${mirror}`);
        for (const by of [90, 180, 270, -90]) {
          const world = await openWorld({ text: start });
          const pins = () =>
            contactsOfItem(found(world.doc(), "q1"), librarySymbolsOf(world.doc())).map(({ pin, at }) => ({ pin, at }));
          const before = pins();
          assert.equal(before.length, 2);
          await world.run("sch.rotate", { items: "q1", angle: by, center: [90.17, 40.64] });
          const expected = before.map(({ pin, at: p }) => ({
            pin,
            at: turned(p, by, { x: 90_170_000, y: 40_640_000 }),
          }));
          assert.deepEqual(pins(), expected, `${angle} ${mirror} by ${by}`);
        }
      }
    }
  });

  it("says a mirrored symbol's stance as KiCad does", async () => {
    const stances: unknown[] = [];
    const world = await openWorld({ text });
    for (let n = 0; n < 4; n++) {
      await world.run("sch.rotate", { items: "q1" });
      const { at: place, mirror } = found(world.doc(), "q1") as unknown as { at: { angle: number }; mirror: string };
      stances.push([place.angle, mirror]);
    }
    assert.deepEqual(stances, [
      [0, "x"],
      [270, "x"],
      [0, "y"],
      [90, "x"],
    ]);
    const { doc } = await turn({ items: "q1" });
    const [field] = found(doc, "q1").children.filter((child) => child.kind === "property");
    assert.deepEqual(field!["at"], at(99.06, 48.26, 90), "the field's angle is the symbol's own");
    assert.equal(hAlignOf(field!), "left");
  });

  it("comes back to the same bytes after four quarter turns, alone and together", async () => {
    const ids = ["dot", "wire", "entry", "line", "circle", "note", "box", "local", "global", "q1", "sheet"];
    for (const items of [...ids.map((id) => [id]), ids, ["q1", "dot"], ["wire", "local"], ["line", "box", "note"]]) {
      for (const angle of [90, -90]) {
        const world = await openWorld({ text });
        const before = world.bytes();
        for (let n = 1; n <= 4; n++) {
          const { changedIds } = (await world.run("sch.rotate", { items, angle })) as EditResult;
          if (items.length > 1) assert.ok(changedIds.length > 1, `${items} ${n}`);
        }
        assert.deepEqual(Buffer.from(world.bytes()).toString(), Buffer.from(before).toString(), `${items} by ${angle}`);
      }
    }
  });

  it("does nothing by a full turn", async () => {
    const world = await openWorld({ text });
    const before = world.bytes();
    const { changedIds, notes } = (await world.run("sch.rotate", { items: "q1", angle: 360 })) as EditResult;
    assert.deepEqual([changedIds, notes], [[], ["Nothing turned: the angle is a full turn."]]);
    assert.deepEqual(world.bytes(), before);
  });

  it("turns where a label's text goes, with its fields", async () => {
    const local = found((await turn({ items: "local" })).doc, "local");
    assert.deepEqual([local["at"], hAlignOf(local)], [at(20.32, 20.32, 180), "right"]);
    const { doc } = await turn({ items: "global", angle: 180 });
    const [refs] = found(doc, "global").children;
    assert.deepEqual([found(doc, "global")["at"], hAlignOf(found(doc, "global"))], [at(30.48, 30.48, 180), "right"]);
    assert.deepEqual([refs!["at"], hAlignOf(refs!)], [at(25.4, 30.48, 0), "right"]);
  });

  it("keeps texts upright, and boxes at their top left corner", async () => {
    const note = found((await turn({ items: "note" })).doc, "note");
    assert.deepEqual([note["at"], hAlignOf(note)], [at(40, 40, 0), "right"]);
    const box = found((await turn({ items: "box", center: [63.5, 63.5] })).doc, "box");
    assert.deepEqual([box["at"], box["size"]], [at(63.5, 53.34, 90), at(5.08, 10.16)]);
  });

  it("turns a wire about its last end, and lines by their points", async () => {
    const wire = found((await turn({ items: "wire" })).doc, "wire");
    assert.deepEqual(wire["pts"], [at(30.48, 30.48), at(30.48, 20.32)]);
    const entry = found((await turn({ items: "entry", center: [0, 0] })).doc, "entry");
    assert.deepEqual([entry["at"], entry["size"]], [at(20.32, -10.16), at(-2.54, -2.54)]);
    const line = found((await turn({ items: "line", center: [0, 0] })).doc, "line");
    assert.deepEqual(line["pts"], [at(0, 0), at(0, -5.08), at(2.54, -5.08)]);
  });

  it("turns a sheet with its pins on the edges, its fields beside it", async () => {
    const { doc } = await turn({ items: "sheet", center: [127, 63.5] });
    const sheet = found(doc, "sheet");
    assert.deepEqual([sheet["at"], sheet["size"]], [at(127, 38.1), at(12.7, 25.4)]);
    const [name, sub, pin] = sheet.children;
    assert.deepEqual([pin!["at"], hAlignOf(pin!)], [at(129.54, 63.5, 270), "left"]);
    assert.deepEqual([name!["at"], sub!["at"]], [at(127, 36.83, 0), at(127, 64.77, 0)]);
    const top = found((await turn({ items: "sheet", center: [127, 63.5], angle: -90 })).doc, "sheet").children[2]!;
    assert.deepEqual([top["at"], hAlignOf(top)], [at(124.46, 63.5, 90), "right"]);
  });

  it("says what a turned pin meets", async () => {
    const start = text.replace("(junction", '(label "B" (at 99.06 45.72 0) (effects) (uuid "met"))\n\t(junction');
    const world = await openWorld({ text: start });
    const pins = contactsOfItem(found(world.doc(), "q1"), librarySymbolsOf(world.doc()));
    const to = turned(pins[0]!.at, 90, { x: 101_600_000, y: 50_800_000 });
    const there = start.replace("(at 99.06 45.72 0)", `(at ${to.x / 1e6} ${to.y / 1e6} 0)`);
    const { result } = await checkEdit({ text: there, command: "sch.rotate", args: { items: "q1" } });
    assert.deepEqual(result.notes, [`Meets what was there already at (${to.x / 1e6}, ${to.y / 1e6}).`]);
  });

  it("refuses what it cannot turn", async () => {
    const refuse = (args: Record<string, unknown>, message: RegExp) =>
      checkRefused({ text, command: "sch.rotate", args, code: "invalid-args", message });
    await refuse({ items: "image" }, /^Cannot rotate image: a picture/);
    await refuse({ items: "uuid#1" }, /^Cannot rotate uuid#1: a /);
    await refuse({ items: "q1", angle: 45 }, /90/);
    await checkRefused({ file, command: "sch.rotate", args: { items: "R1.2" }, code: "invalid-args", hint: /"R1"/ });
  });
});

/** Turned by the sine and cosine, as a check on the command's own arithmetic. */
function turned(p: { x: number; y: number }, degrees: number, center: { x: number; y: number }) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [x, y] = [p.x - center.x, p.y - center.y];
  return { x: Math.round(center.x + x * cos + y * sin), y: Math.round(center.y + y * cos - x * sin) };
}
