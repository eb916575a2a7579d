import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { corpusFolder, demosFolder, filesBelow, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { writtenAnew } from "../laws/written-anew.ts";

/** Longer files (bytes) are for `npm run proof:upgrade`. */
const LONGEST = 900_000;

/** What KiCad spells in a way that says nothing: the sign of a zero; and the bracket that it lost in 8.99. */
const known = /\B-0\b|\)filter_ratio/;

const suite = needs(
  "what KiCad 9 wrote comes out of our records alone, to the byte",
  hasDemos && hasCorpus && hasKicad,
  "KiCad, its demos or the corpus",
);
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(120_000);

  for (const [ending, least, kinds] of [
    [".kicad_pcb", 7_000, ["track", "arcTrack", "via", "graphic", "text", "footprint", "zone", "group", "dimension"]],
    [".kicad_sch", 5_000, ["wire", "bus", "label", "symbol", "sheet", "graphic", "text", "image", "librarySymbols"]],
    [".kicad_sym", 300, ["librarySymbol"]],
    [".kicad_mod", 200, ["footprint"]],
  ] as const) {
    it(`every item of ${ending}`, () => {
      const differ: string[] = [];
      const seen = new Set<string>();
      const reordered: string[] = [];
      let items = 0;
      for (const file of [demosFolder, corpusFolder].flatMap((root) => filesBelow(root, ending))) {
        if (statSync(file).size > LONGEST) continue;
        const anew = writtenAnew(readFileSync(file));
        if (anew === null) continue;
        items += anew.items;
        for (const kind of anew.kinds.keys()) seen.add(kind);
        for (const each of anew.differences) if (!known.test(each)) differ.push(`${file}: ${each}`);
        if (anew.reordered > 0) reordered.push(file);
      }
      assert.deepEqual(differ, []);
      assert.ok(items >= least, `${items} items`);
      if (reordered.length > 0) assert.deepEqual(reorderedByKicad(reordered), []);
      for (const kind of kinds) assert.ok(seen.has(kind), `no ${kind} among ${[...seen].join(" ")}`);
    });
  }
});

/** Footprints that KiCad wrote in another order than ours: its next save brings them into ours. */
function reorderedByKicad(files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-anew-"));
  const [library, out] = [join(folder, "in.pretty"), join(folder, "out.pretty")];
  try {
    mkdirSync(library);
    for (const [n, file] of files.entries()) copyFileSync(file, join(library, `${n}.kicad_mod`));
    execFileSync("kicad-cli", ["fp", "upgrade", "--force", "-o", out, library], { stdio: "pipe" });
    return filesBelow(out, ".kicad_mod").flatMap((file) => {
      const anew = writtenAnew(readFileSync(file));
      return anew === null || anew.reordered > 0 || anew.differences.length > 0
        ? [`${files[Number(basename(file, ".kicad_mod"))]}: ${anew?.differences.join() || "another order"}`]
        : [];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
