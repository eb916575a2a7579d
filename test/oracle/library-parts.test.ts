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
    ];
    const text = readFileSync(join(blinky, "blinky.pretty/R_0805.kicad_mod"));
    const call = { text, path: "/R_0805.kicad_mod", command: "lib.footprint.edit", args: { add, remove: ["REF**.2"] } };
    const { after } = await checkEdit(call);
    const pretty = join(scratch, "a.pretty");
    mkdirSync(pretty);
    writeFileSync(join(pretty, "R_0805.kicad_mod"), after);
    execFileSync("kicad-cli", ["fp", "upgrade", "--force", "-o", join(scratch, "b.pretty"), pretty], { stdio: "pipe" });
    assert.deepEqual(lines(after), lines(readFileSync(join(scratch, "b.pretty/R_0805.kicad_mod"), "utf8")));
  });
});

/** The lines whatever their order, which KiCad sorts anew; without who wrote the file. */
function lines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !/\((generator|generator_version) /.test(line))
    .sort();
}
