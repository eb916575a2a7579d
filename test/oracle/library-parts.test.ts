import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkEdit } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("parts added to libraries", hasKicad, "KiCad");
const blinky = join(import.meta.dirname, "../../examples/blinky");

(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(60_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-parts-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("are in KiCad's re-save of the library, line by line", async () => {
    const at = (x: number) => [x, 5.08, 270];
    const add = [
      { to: "R", token: "symbol", properties: {} },
      { to: "R_2_1", token: "pin", properties: { at: at(0), number: { text: "3" }, name: { text: "A" } } },
      { to: "R_2_1", token: "pin", properties: { at: at(2.54), number: { text: "4" }, type: "input" } },
      { to: "R_2_1", token: "rectangle", properties: { start: [-1.27, -2.54], end: [3.81, 2.54] } },
      { to: "R", token: "property", properties: { name: "Maker", value: "Acme", at: [0, 0, 0] } },
    ];
    const text = readFileSync(join(blinky, "blinky.kicad_sym"));
    const { after } = await checkEdit({ text, path: "/b.kicad_sym", command: "lib.symbol.edit", args: { add } });
    const [ours, theirs] = [join(scratch, "ours.kicad_sym"), join(scratch, "theirs.kicad_sym")];
    writeFileSync(ours, after);
    execFileSync("kicad-cli", ["sym", "upgrade", "--force", "-o", theirs, ours], { stdio: "pipe" });
    assert.deepEqual(lines(after), lines(readFileSync(theirs, "utf8")));
  });

  it("are in KiCad's re-save of the footprint, line by line", async () => {
    const add = [
      { token: "pad", properties: { number: "3", at: [0, 2], size: [1, 1.45] } },
      { token: "fp_line", properties: { start: [0, 0], end: [1, 1] } },
      { token: "fp_circle", properties: { center: [0, 0], end: [1, 0], layer: "F.Fab" } },
      { token: "fp_rect", properties: { start: [0, 0], end: [1, 2] } },
      { token: "fp_arc", properties: { start: [2, 0], mid: [1, 1], end: [0, 0] } },
      {
        token: "fp_poly",
        properties: {
          pts: [
            [0, 0],
            [1, 0],
            [0, 1],
          ],
        },
      },
      {
        token: "fp_curve",
        properties: {
          pts: [
            [0, 0],
            [1, 0],
            [0, 1],
            [3, 3],
          ],
        },
      },
      { token: "fp_text", properties: { text: "note", at: [0, 3, 0] } },
      { token: "fp_text_box", properties: { text: "box", start: [0, 0], end: [5, 5] } },
      { token: "property", properties: { name: "Maker", value: "Acme", at: [0, 1, 0] } },
    ];
    const text = readFileSync(join(blinky, "blinky.pretty/R_0805.kicad_mod"));
    const call = { text, path: "/R_0805.kicad_mod", command: "lib.footprint.edit", args: { add, remove: ["REF**.2"] } };
    const { after } = await checkEdit(call);
    assert.deepEqual(lines(after), lines(resaved(scratch, after)));
  });

  it("edits of schematics on a symbol's parts are in KiCad's re-save, line by line", async () => {
    const text = readFileSync(join(blinky, "blinky.kicad_sym"), "utf8");
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["sch.move", { items: ["Timer.2"], by: [0, 1.27] }],
      ["sch.rotate", { items: ["R.1", "R.2"], angle: 90 }],
      ["sch.mirror", { items: ["Timer.2", "Timer.3"], direction: "horizontal" }],
      ["sch.duplicate", { items: ["R.1"], by: [2.54, 0] }],
      ["sch.delete", { items: ["R.2"] }],
    ];
    for (const [command, args] of calls) {
      const { after } = await checkEdit({ text, path: "/b.kicad_sym", command, args });
      const [ours, theirs] = ["edited", "saved"].map((name) => join(scratch, `${name}-${command}.kicad_sym`)) as [
        string,
        string,
      ];
      writeFileSync(ours, after);
      execFileSync("kicad-cli", ["sym", "upgrade", "--force", "-o", theirs, ours], { stdio: "pipe" });
      assert.deepEqual(lines(after), lines(readFileSync(theirs, "utf8")), command);
    }
  });

  it("edits of boards on a footprint's file are in KiCad's re-save, line by line", async () => {
    const text = readFileSync(join(blinky, "blinky.pretty/R_0805.kicad_mod"), "utf8");
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["pcb.move", { items: ["REF**.2"], by: [1, 0.5] }],
      ["pcb.rotate", { items: ["REF**.1"], angle: 90 }],
      ["pcb.duplicate", { items: ["REF**.1"], by: [0, 3] }],
      ["pcb.addGraphic", { layer: "F.SilkS", shape: "line", from: [0, 0], to: [1, 1] }],
      [
        "pcb.addGraphic",
        {
          layer: "F.CrtYd",
          shape: "poly",
          pts: [
            [0, 0],
            [1, 0],
            [1, 2],
          ],
        },
      ],
      ["pcb.addText", { layer: "F.Fab", text: "hello", at: [0, 2] }],
      ["pcb.addTextBox", { layer: "F.Fab", text: "box", from: [0, 0], to: [6, 6] }],
      ["pcb.delete", { items: ["REF**.2"] }],
    ];
    for (const [command, args] of calls) {
      const { after } = await checkEdit({ text, path: "/R_0805.kicad_mod", command, args });
      assert.deepEqual(lines(after), lines(resaved(scratch, after)), command);
    }
  });
});

/** A footprint's text as `fp upgrade` writes it. */
function resaved(scratch: string, text: string): string {
  const [from, to] = [mkdtempSync(join(scratch, "a")), join(mkdtempSync(join(scratch, "b")), "b.pretty")];
  const pretty = join(from, "a.pretty");
  mkdirSync(pretty);
  writeFileSync(join(pretty, "R_0805.kicad_mod"), text);
  execFileSync("kicad-cli", ["fp", "upgrade", "--force", "-o", to, pretty], { stdio: "pipe" });
  return readFileSync(join(to, "R_0805.kicad_mod"), "utf8");
}

/** The lines whatever their order, which KiCad sorts anew; without who wrote the file. */
function lines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !/\((generator|generator_version) /.test(line))
    .sort();
}
