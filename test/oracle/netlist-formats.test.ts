import assert from "node:assert/strict";
import { writeAllegro, writeCadstar, writeOrcad, writePads } from "../../core/engines/netlist/export-other.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { kicadNetlist } from "../laws/kicad-cache.ts";
import { demoRoot } from "../laws/schematic-roots.ts";
import { designOf } from "../laws/sheets.ts";

const sample = ["complex_hierarchy/complex_hierarchy", "ecc83/ecc83-pp"];
const { title, skip } = needs(
  "netlists for other programs against KiCad",
  hasKicad && hasDemos,
  "kicad-cli or its demos",
);

/** Lines in any order (KiCad's order of nets goes by memory), without those that name the program or the hour. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^\.(?:APP|TIM|JOB)|^\( \{|^\((?:Source|Date)/.test(line))
    .sort();
}

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  for (const name of sample) {
    it(`say the same of ${name}`, async () => {
      const { file } = demoRoot(name);
      const netlist = buildNetlist(designOf(file));
      const ours = {
        orcadpcb2: writeOrcad(netlist),
        pads: writePads(netlist),
        cadstar: writeCadstar(netlist),
        allegro: writeAllegro(netlist, file),
      };
      for (const [format, text] of Object.entries(ours))
        assert.deepEqual(linesOf(text), linesOf(await kicadNetlist(file, format)), format);
    });
  }
});
