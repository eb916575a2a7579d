import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import type { Motions } from "./move-agreement.ts";
import { compareMotions } from "./move-agreement.ts";

/** Each board is loaded by KiCad twice; the smaller ones hold every kind. */
const MAX_BYTES = 1_300_000;

const suite = needs("pcb.move, pcb.rotate and pcb.flip do as KiCad does", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-move-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  for (const motions of ["move and rotate", "flip"] as const) compare(motions);

  for (const motions of ["move and rotate", "flip"] as const)
    it(`${motions}: text boxes in footprints and on the board, at every angle`, () => {
      const probe = join(scratch, "boxes.kicad_pcb");
      writeFileSync(probe, textBoxes());
      const [result] = compareMotions([probe], scratch, motions, 100);
      assert.deepEqual(result!.differ, []);
      assert.ok(result!.agree >= 60, `${result!.agree} motions were compared`);
    });

  function compare(motions: Motions) {
    it(`${motions}: some items of each kind of every board, within 1 nm`, () => {
      const boards = [demosFolder, corpusFolder]
        .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
        .filter((path) => statSync(path).size <= MAX_BYTES);
      const results = compareMotions(boards, scratch, motions);
      const differ = results.flatMap(({ board, differ }) => differ.map((line) => `${board} ${line}`));
      assert.deepEqual(differ, []);
      const agree = results.reduce((sum, each) => sum + each.agree, 0);
      assert.ok(agree >= 300, `${agree} motions were compared`);
    });
  }
});

/** Footprints at several angles, each with a text box (a rectangle or, askew, with corners), and the same on the board. */
function textBoxes(): string {
  const items: string[] = [];
  let n = 0;
  const uuid = () => `10000000-0000-0000-0000-${String(++n).padStart(12, "0")}`;
  const style = "(border yes) (stroke (width 0.1) (type solid)) (effects (font (size 1 1) (thickness 0.15)))";
  const box = (kind: string, x: number, y: number, angle: number, layer: string) => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const corner = (u: number, v: number) => `(xy ${(x + u * c + v * s).toFixed(6)} ${(y - u * s + v * c).toFixed(6)})`;
    const [u, v] = angle % 180 === 0 ? [10, 4] : [4, -10];
    const sign = angle === -180 || angle === 270 ? -1 : 1;
    const outline =
      angle % 90 === 0
        ? `(start ${x} ${y}) (end ${x + sign * u} ${y + sign * v})`
        : `(pts ${corner(0, 0)} ${corner(10, 0)} ${corner(10, 4)} ${corner(0, 4)})`;
    return `(${kind} "Hello" ${outline} (angle ${angle}) (layer "${layer}") (uuid "${uuid()}") ${style})`;
  };
  for (const [row, frame] of [0, 90, 180, -90, 30, 52.5].entries())
    for (const [column, angle] of [0, 90, -180, 270, 30, -37.5, 45].entries()) {
      const [x, y] = [40 + column * 30, 40 + row * 30];
      items.push(
        `(footprint "x" (layer "F.Cu") (uuid "${uuid()}") (at ${x} ${y} ${frame}) ${box("fp_text_box", 1, 2, angle, "F.SilkS")})`,
        box("gr_text_box", x, y, angle, "B.Cu"),
      );
    }
  const layers = ["F.Cu", "B.Cu"].map((name, i) => `(${2 * i} "${name}" signal)`);
  layers.push(`(5 "F.SilkS" user "F.Silkscreen")`, `(7 "B.SilkS" user "B.Silkscreen")`);
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0") (general (thickness 1.6)) (paper "A4") (layers ${layers.join(" ")}) (setup) (net 0 "") ${items.join("\n")})\n`;
}
