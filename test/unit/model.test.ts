import assert from "node:assert/strict";
import { encodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText, readText, writeDoc } from "../../core/model/document.ts";
import {
  addStep,
  applyStep,
  applySteps,
  invertStep,
  removeInsideStep,
  removeStep,
  setStep,
} from "../../core/model/step.ts";
import { checkFile, readSound } from "../laws/check-file.ts";

const board = `(kicad_pcb
	(version 20241229)
	(generator "pcbnew")
	(net 0 "")
	(net 1 "GND")
	(footprint "R:R_0603"
		(layer "F.Cu")
		(uuid "f1")
		(at 10.500 20)
		(property "Reference" "R1"
			(at 0 -1 0)
			(layer "F.SilkS")
			(uuid "p1")
			(effects
				(font
					(size 1 1)
				)
			)
		)
		(future "x")
		(pad "1" smd rect
			(at -1 0)
			(size 1 1)
			(layers "F.Cu")
			(net 1 "GND")
			(uuid "d1")
		)
		(pad "2" smd rect
			(at 1 0)
			(size 1 1)
			(layers "F.Cu")
			(uuid "d2")
		)
	)
	(segment
		(start 1 2)
		(end 3 4)
		(width 0.2)
		(layer "F.Cu")
		(net 1)
		(uuid "s1")
	)
	(embedded_fonts no)
)
`;

const open = (text: string): Doc => readSound(encodeText(text));
const lines = (doc: Doc) => docText(doc).split("\n");
const changed = (before: string, after: Doc) => lines(after).filter((line) => !before.split("\n").includes(line));

describe("a document", () => {
  it("keeps every law of a file", () => {
    assert.ok(checkFile(encodeText(board)) > 4);
  });

  it("keeps them with CRLF and a byte-order mark", () => {
    assert.ok(checkFile(encodeText(`\uFEFF${board.replace(/\n/g, "\r\n")}`)) > 4);
  });

  it("reads items with their nets by name", () => {
    const doc = open(board);
    assert.equal(doc.items.get("s1")!["net"], "GND");
    const footprint = doc.items.get("f1")!;
    assert.deepEqual(
      footprint.children.map((c) => [c.id, c.kind]),
      [
        ["p1", "property"],
        ["d1", "pad"],
        ["d2", "pad"],
      ],
    );
    assert.equal(footprint.children[1]!["net"], "GND");
  });

  it("changes one line when one footprint moves, and gives the odd number back on undo", () => {
    const doc = open(board);
    const step = setStep(doc.items.get("f1")!, { at: { x: 11_000_000, y: 20_000_000, angle: 0 } })!;
    const moved = applyStep(doc, step);
    assert.deepEqual(changed(board, moved), ["\t\t(at 11 20)"]);
    assert.equal(docText(applyStep(moved, invertStep(step))), board);
  });

  it("changes a pad inside a footprint alone", () => {
    const doc = open(board);
    const footprint = doc.items.get("f1")!;
    const step = setStep(footprint.children[2]!, { net: "GND", locked: true }, footprint)!;
    const edited = applyStep(doc, step);
    assert.deepEqual(changed(board, edited), ["\t\t\t(locked yes)"]);
    assert.match(
      docText(edited),
      /\(locked yes\)\n\t\t\t\(at 1 0\)\n\t\t\t\(size 1 1\)\n\t\t\t\(layers "F.Cu"\)\n\t\t\t\(net 1 "GND"\)\n\t\t\t\(uuid "d2"\)/,
    );
    assert.equal(docText(applyStep(edited, invertStep(step))), board);
  });

  it("removes a pad and puts it back where it was", () => {
    const doc = open(board);
    const footprint = doc.items.get("f1")!;
    const step = removeInsideStep(doc, footprint, footprint.children[1]!);
    const without = applyStep(doc, step);
    assert.ok(!docText(without).includes('"d1"'));
    assert.equal(docText(applyStep(without, JSON.parse(JSON.stringify(invertStep(step))))), board);
  });

  it("carries edits through a removal of the edited item", () => {
    const doc = open(board);
    const move = setStep(doc.items.get("f1")!, { at: { x: 0, y: 0, angle: 45 }, locked: true })!;
    const moved = applyStep(doc, move);
    const footprint = moved.items.get("f1")!;
    const pad = setStep(footprint.children[1]!, { net: "" }, footprint)!;
    const both = applyStep(moved, pad);
    const remove = JSON.parse(JSON.stringify(removeStep(both, both.items.get("f1")!)));
    const back = applyStep(applyStep(both, remove), invertStep(remove));
    assert.equal(docText(back), docText(both));
    assert.equal(docText(applySteps(back, [invertStep(pad), invertStep(move)])), board);
  });

  it("writes a new item as KiCad does, behind its like", () => {
    const doc = open(board);
    const step = addStep(doc, "track", "s2", {
      start: { x: 1_000_000, y: 2_000_000 },
      end: { x: 5_500_000, y: 2_000_000 },
      width: 250_000,
      locked: false,
      layer: "B.Cu",
      net: "GND",
      uuid: "s2",
    });
    const added = docText(applyStep(doc, step));
    const track =
      '\n\t(segment\n\t\t(start 1 2)\n\t\t(end 5.5 2)\n\t\t(width 0.25)\n\t\t(layer "B.Cu")\n\t\t(net 1)\n\t\t(uuid "s2")\n\t)';
    assert.equal(added, board.replace("\n\t(embedded_fonts", `${track}\n\t(embedded_fonts`));
  });

  it("refuses a step whose past is not what is there", () => {
    const doc = open(board);
    const track = doc.items.get("s1")!;
    const step = setStep(track, { width: 300_000 })!;
    const other = applyStep(doc, setStep(track, { width: 400_000 })!);
    assert.throws(() => applyStep(other, step), /Cannot set s1: its width is 400000 now/);
    assert.throws(() => applyStep(other, removeStep(doc, track)), /changed meanwhile/);
    assert.throws(() => applyStep(doc, addStep(doc, "track", "s1", track)), /there already/);
  });

  it("keeps 5000 additions at one place apart", () => {
    let doc = open(board);
    for (let i = 0; i < 5000; i++)
      doc = applyStep(doc, addStep(doc, "track", `n${i}`, { ...doc.items.get("s1")!, uuid: `n${i}` }));
    const ids = [...docText(doc).matchAll(/\(uuid "(n\d+)"\)/g)].map((m) => m[1]);
    assert.deepEqual(
      ids,
      Array.from({ length: 5000 }, (_, i) => `n${i}`),
    );
    readSound(encodeText(docText(doc)));
  });

  it("names items without a uuid, and doubled uuids, apart", () => {
    const doc = open(
      '(kicad_pcb (version 20211014) (generator pcbnew)\n  (segment (start 1 1) (end 2 2) (width 1) (layer "F.Cu") (net 0))\n  (segment (start 1 1) (end 2 2) (width 1) (layer "F.Cu") (net 0) (tstamp a))\n  (segment (start 1 1) (end 2 2) (width 1) (layer "F.Cu") (net 0) (tstamp a))\n)\n',
    );
    assert.deepEqual(doc.items.entries.map((e) => e.id).slice(2), ["segment#1", "a", "a#2"]);
    assert.equal(doc.style, "legacy");
  });

  it("keeps bytes that are no UTF-8", () => {
    const text = encodeText(board.replace('"R:R_0603"', '"R:R@0603"'));
    text[text.indexOf(64)] = 0xff;
    const doc = readSound(text);
    const remove = JSON.parse(JSON.stringify(removeStep(doc, doc.items.get("f1")!)));
    const back = applyStep(applyStep(doc, remove), invertStep(remove));
    assert.ok(Buffer.from(text).equals(Buffer.from(writeDoc(back))));
  });

  it("says what it cannot read", () => {
    const message = (text: string) => readText(text).problems.at(-1)?.message;
    assert.equal(readText("").doc, null);
    assert.match(message("")!, /empty file/);
    assert.match(message("EESchema Schematic File Version 4")!, /KiCad 5 or older/);
    assert.match(message("(kicad_netlist (version 20220914))")!, /none of KiCad.s: kicad_pcb, kicad_sch/);
    assert.match(message("(kicad_pcb (version 20171130))")!, /older than KiCad 6/);
    assert.match(message(board.slice(0, 300))!, /never closed/);
    assert.match(message(`${board}(more)`)!, /behind the closing bracket/);
  });
});
