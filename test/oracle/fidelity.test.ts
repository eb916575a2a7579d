import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorld } from "../laws/check-edit.ts";
import type { Likeness } from "../laws/fidelity.ts";
import { boardLikeness, pagesLikeness } from "../laws/fidelity.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

/** Differing pixels, as a part of those that either picture has ink on. */
const LIMIT = 0.01;
const examples = join(import.meta.dirname, "../../examples");

const { title, skip } = needs("every layer and page as KiCad plots it", hasKicad && hasDemos, "KiCad");
(skip ? describe.skip : describe)(title, function () {
  this.timeout(240_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-like-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("a board of the demos", () => check(boardLikeness(join(demosFolder, "ecc83/ecc83-pp.kicad_pcb"))));
  it("a drawing sheet of the project's own, with its picture", () =>
    check(pagesLikeness(join(demosFolder, "interf_u/interf_u.kicad_sch"))));

  it("tables of a board", async () => {
    cpSync(join(examples, "blinky"), folder, { recursive: true });
    const path = join(folder, "blinky.kicad_pcb");
    const world = await openWorld({ file: path, path });
    for (const [i, lines] of [{}, { header: false }].entries())
      await world.run("pcb.addTable", {
        at: [20, 20 + 20 * i],
        layer: "F.SilkS",
        rows: [
          ["Pin", "Net", "What it does"],
          ["1", "GND", "Ground\nof all"],
          ["2", "VCC", "5 V"],
        ],
        ...lines,
      });
    writeFileSync(path, world.session.bytes(path));
    check(boardLikeness(path));
  });

  it("tables, boxes, rule areas of a schematic, and a part that is not to be populated", async () => {
    cpSync(join(examples, "blinky"), folder, { recursive: true });
    const path = join(folder, "blinky.kicad_sch");
    const world = await openWorld({ file: path, path });
    const rows = [
      ["Pin", "Net"],
      ["1", "GND"],
      ["2", "VCC and more"],
    ];
    await world.run("sch.addTable", { at: [20.32, 20.32], rows });
    await world.run("sch.setProperties", { items: ["U1", "R1"], properties: { dnp: true } });
    await world.run("sch.addTextBox", { text: "a box of words", from: [20.32, 60.96], to: [45.72, 76.2] });
    await world.run("sch.addRuleArea", {
      pts: [
        [200.66, 40.64],
        [213.36, 40.64],
        [213.36, 53.34],
      ],
    });
    writeFileSync(path, world.session.bytes(path));
    check(pagesLikeness(path));
  });
});

function check(rows: readonly Likeness[]): void {
  assert.ok(rows.length > 0);
  const unlike = rows.filter(({ inked, differing }) => differing > LIMIT * inked);
  assert.deepEqual(unlike, []);
}
