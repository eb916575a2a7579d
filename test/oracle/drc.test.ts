import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { agreementOf, type KicadReport, ownFindings } from "../laws/drc-agreement.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";

/** The proof (`npm run proof:drc`) has every board; here are the small ones. */
const MAX_BYTES = 700_000;

/** Kinds of violations that we find exactly as KiCad does on every small board. */
const exact: ReadonlySet<string> = new Set([
  "unconnected_items",
  "drill_out_of_range",
  "via_diameter",
  "via_dangling",
  "annular_width",
  "text_height",
  "silk_edge_clearance",
  "hole_to_hole",
  "holes_co_located",
  "zones_intersect",
  "isolated_copper",
  "footprint_type_mismatch",
  "mirrored_text_on_front_layer",
  "nonmirrored_text_on_back_layer",
  "text_on_edge_cuts",
  "lib_footprint_issues",
  "lib_footprint_mismatch",
]);

const suite = needs("check.drc agrees with KiCad", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);

  it("on small boards, violation by violation", async () => {
    const boards = [demosFolder, corpusFolder]
      .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
      .filter((path) => statSync(path).size <= MAX_BYTES);
    const differing: string[] = [];
    let compared = 0;
    for (const path of boards) {
      const report = (await kicadDrc(path).catch(() => null)) as KicadReport | null;
      // KiCad 9 cannot read the boards of KiCad 10.
      if (report === null) continue;
      const { findings, items } = await ownFindings(path);
      for (const [type, { both, onlyKicad, onlyUs }] of agreementOf(report, findings, items)) {
        if (!exact.has(type)) continue;
        compared += both;
        for (const key of onlyKicad) differing.push(`${path}: only KiCad: ${key}`);
        for (const key of onlyUs) differing.push(`${path}: only we: ${key}`);
      }
    }
    assert.deepEqual(differing, []);
    assert.ok(compared > 300, `${compared} violations were compared`);
  });
});
