import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadErcWithLibraries, kicadNetlist } from "../laws/kicad-cache.ts";
import { readNets } from "../laws/netlist-agreement.ts";

const { title, skip } = needs("KiCad reads what lib.rescue saved", hasKicad, "kicad-cli");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  it("finds the saved symbol in its library, with the nets as they were", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-rescue-"));
    try {
      cpSync(join(import.meta.dirname, "../../examples/blinky"), folder, { recursive: true });
      const file = join(folder, "blinky.kicad_sch");
      const library = join(folder, "blinky.kicad_sym");
      writeFileSync(library, readFileSync(library, "utf8").replace(/\(symbol "R(?=["_])/g, '(symbol "Resistor'));
      const before = readNets(await kicadNetlist(file));
      assert.deepEqual(await symbolIssues(file), ["lib_symbol_issues", "lib_symbol_issues", "lib_symbol_issues"]);
      const names = ["blinky.kicad_pro", "blinky.kicad_sym", "sym-lib-table"];
      const others = Object.fromEntries(names.map((name) => [`/p/${name}`, readFileSync(join(folder, name))]));
      const world = await openWorld({ file, path: "/p/blinky.kicad_sch", others });
      await world.run("lib.rescue");
      for (const name of ["blinky.kicad_sch", "blinky-rescue.kicad_sym", "sym-lib-table"])
        writeFileSync(join(folder, name), world.session.bytes(`/p/${name}`));
      assert.deepEqual(await symbolIssues(file), []);
      assert.deepEqual(readNets(await kicadNetlist(file)), before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Types of what KiCad finds between the parts and their libraries. */
async function symbolIssues(file: string): Promise<string[]> {
  const { sheets } = (await kicadErcWithLibraries(file)) as { sheets: { violations: { type: string }[] }[] };
  const types = sheets.flatMap((sheet) => sheet.violations.map(({ type }) => type));
  return types.filter((type) => type.startsWith("lib_symbol"));
}
