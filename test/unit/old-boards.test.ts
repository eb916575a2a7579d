import assert from "node:assert/strict";
import { docText, readText } from "../../core/model/document.ts";
import type { Patch, Step } from "../../core/model/step.ts";
import { applySteps, setStep } from "../../core/model/step.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const board = (version: number, body: string) =>
  `(kicad_pcb (version ${version}) (generator pcbnew)\n\n  (layers\n    (0 "F.Cu" signal)\n    (31 "B.Cu" signal)\n` +
  `    (37 "F.SilkS" user "F.Silkscreen")\n  )\n\n${body}\n)\n`;

const footprint = `  (footprint "R" (layer "F.Cu")
    (tstamp f1)
    (at 10 20)
    (property "Sheetfile" "a.kicad_sch")
    (fp_text user locked "T" (at 1 2 90 unlocked) (layer "F.SilkS") hide
      (effects (font (size 1 1) (thickness 0.15)))
      (tstamp t1)
    )
    (fp_text user "U" (at 3 4) (layer "F.SilkS")
      (effects (font (size 1 1) (thickness 0.15)))
      (tstamp t2)
    )
  )`;
const drawings = `  (gr_text locked "G" (at 1 2) (layer "F.SilkS") (tstamp g1)
    (effects (font (size 1 1) (thickness 0.15)))
  )
  (gr_text "H" (at 1 2) (layer "F.SilkS") (tstamp g2)
    (effects (font (size 1 1) (thickness 0.15)))
  )
  (gr_line (start 1 2) (end 3 4) (layer "F.SilkS") (width 0.1) (tstamp l1))`;

/** The line of the written file that holds `mark` once `id` (inside `f1` or not) is patched. */
function lineAfter(version: number, id: string, patch: Patch, mark: string): string {
  const { doc } = readText(board(version, `${footprint}\n${drawings}`));
  const owner = doc!.items.get("f1")!;
  const child = owner.children.find((each) => each.id === id);
  const step = setStep(child ?? doc!.items.get(id)!, patch, child === undefined ? undefined : owner);
  const text = docText(applySteps(doc!, [step as Step]));
  return text
    .split("\n")
    .find((line) => line.includes(mark))!
    .trim();
}

describe("a board of KiCad 6 or 7", () => {
  it("has bare words before its texts: they are flags, not the text", () => {
    const { doc } = readText(board(20221018, `${footprint}\n${drawings}`));
    const [, t1, t2] = doc!.items.get("f1")!.children;
    const shown = [t1!, t2!, doc!.items.get("g1")!, doc!.items.get("g2")!];
    assert.deepEqual(
      shown.map((item) => [item["text"], item["locked"], item["unlocked"] ?? null]),
      [
        ["T", true, true],
        ["U", false, false],
        ["G", true, null],
        ["H", false, null],
      ],
    );
  });

  it("gets them where KiCad reads them", () => {
    const start = (line: string, n: number) => line.slice(0, n);
    assert.equal(start(lineAfter(20221018, "g2", { locked: true }, '"H"'), 21), '(gr_text locked "H" (');
    assert.equal(start(lineAfter(20221018, "g1", { locked: false }, '"G"'), 14), '(gr_text "G" (');
    assert.equal(start(lineAfter(20221018, "t2", { locked: true }, '"U"'), 25), '(fp_text user locked "U" ');
    assert.equal(start(lineAfter(20211014, "l1", { locked: true }, "gr_line"), 23), "(gr_line locked (start ");
    assert.match(lineAfter(20221018, "t2", { unlocked: true }, '"U"'), /\(at 3 4 0 unlocked\)/);
    assert.match(lineAfter(20221018, "t1", { unlocked: false }, '"T"'), /\(at 1 2 90\)/);
  });

  it("keeps what stands inside a text's place when the text is moved", () => {
    const at = { x: 5_000_000, y: 0, angle: 45 };
    assert.match(lineAfter(20221018, "t1", { at }, '"T"'), /\(at 5 0 45 unlocked\) \(layer "F.SilkS"\) hide$/);
  });

  it("has fields without a place: turning a footprint gives them none, setting one is refused", async () => {
    for (const version of [20211014, 20221018]) {
      const text = board(version, footprint);
      const { after } = await checkEdit({ text, command: "pcb.rotate", args: { items: "f1", angle: 30 } });
      assert.ok(after.includes('(property "Sheetfile" "a.kicad_sch")\n'), after);
      for (const properties of [{ hide: true }, { at: [1, 1] }, { effects: { bold: true } }]) {
        await checkRefused({
          text,
          command: "pcb.setProperties",
          args: { items: "f1/property#1", properties },
          code: "invalid-args",
          message: new RegExp(`version ${version}`),
        });
      }
    }
  });
});

describe("a property that the item cannot have", () => {
  const text = board(20241229, drawings.replaceAll("tstamp", "uuid"));
  it("is refused: KiCad would not read the file", async () => {
    for (const [items, properties] of [
      ["l1", { center: [1, 2] }],
      ["l1", { mid: [1, 2] }],
      ["l1", { start: null }],
      ["l1", { pts: [[1, 2]] }],
      ["g2", { effects: { color: [1, 2, 3, 1] } }],
      ["g2", { effects: { href: "x" } }],
    ] as const)
      await checkRefused({ text, command: "pcb.setProperties", args: { items, properties }, code: "invalid-args" });
  });

  it("stands behind the places of a line, where KiCad wants it", async () => {
    const { after } = await checkEdit({
      text,
      command: "pcb.setProperties",
      args: { items: "l1", properties: { locked: true } },
    });
    assert.match(after, /\(gr_line \(start 1 2\) \(end 3 4\) [^\n]*\(locked yes\)/);
  });
});
