import assert from "node:assert/strict";
import { upgradeDoc } from "../../core/engines/upgrade/upgrade.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText, readText } from "../../core/model/document.ts";
import type { Patch, Step } from "../../core/model/step.ts";
import { applySteps, invertSteps, setStep } from "../../core/model/step.ts";
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

describe("symbols from before KiCad 6 came out", () => {
  it("have arcs by centre and angles: the half circle that is meant, also when raised", () => {
    const arc = (start: string, end: string, at: string, angles: string) =>
      `(arc (start ${start}) (end ${end}) (radius (at ${at}) (length 0.254) (angles ${angles})) (stroke (width 0)) (fill (type none)))`;
    const text =
      `(kicad_symbol_lib (version 20201005) (generator kicad_symbol_editor)\n  (symbol "S" (in_bom yes) (on_board yes)\n    (symbol "S_1_1"\n` +
      `      ${arc("0 0.508", "-0.508 0.508", "-0.254 0.508", "0.1 180")}\n` +
      `      ${arc("-1.016 0", "-0.508 0", "-0.762 0", "180 -0.1")}\n    )\n  )\n)\n`;
    const { doc } = readText(text);
    const mids = (of: Doc) =>
      [...of.items.ofKind("librarySymbol")][0]!.children
        .find((child) => child.kind === "symbolUnit")!
        .children.map((each) => [each["mid"], each["radius"]]);
    const wanted = [
      [{ x: -254_000, y: 762_000 }, null],
      [{ x: -762_000, y: -254_000 }, null],
    ];
    assert.deepEqual(mids(doc!), wanted);
    const { steps } = upgradeDoc(doc!, 9, () => "u");
    const raised = applySteps(doc!, steps);
    assert.deepEqual(mids(readText(docText(raised)).doc!), wanted);
    assert.equal(docText(applySteps(raised, invertSteps(steps))), text);
  });
});
