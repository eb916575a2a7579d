import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PIN_TYPES, pinMapOf } from "../../core/model/project/pin-map.ts";
import { compareErc } from "../laws/erc-agreement.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder } from "../laws/kicad-cache.ts";
import { pinMatrixFiles } from "../laws/pin-matrix.ts";

const { title, skip } = needs("the project's table of pin types", hasKicad, "kicad-cli");

/** Every pair gets each of the three answers in one of these tables; they are the same on both sides of the diagonal. */
const shifted = (by: number) => PIN_TYPES.map((_, i) => PIN_TYPES.map((_, j) => (i + j + i * j + by) % 3));

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  const pairs = (PIN_TYPES.length * (PIN_TYPES.length + 1)) / 2;

  for (const [name, map] of [
    ["KiCad's own table", null],
    ...[0, 1, 2].map((by) => [`table ${by + 1} of a project`, shifted(by)] as const),
  ] as const)
    it(`gives for each of the ${pairs} pairs what KiCad gives: ${name}`, async () => {
      const { schematic, project } = pinMatrixFiles(map);
      const folder = caseFolder([schematic, project]);
      const root = join(folder, "pins.kicad_sch");
      writeFileSync(root, schematic);
      writeFileSync(join(folder, "pins.kicad_pro"), project);
      // With copies that are moved, for KiCad loses some of many findings as the drawing lies.
      const found = await compareErc(root, "libraries");
      const differing = [...found].flatMap(([, { kicadOnly, oursOnly }]) => [
        ...kicadOnly.map((each) => `only KiCad: ${each}`),
        ...oursOnly.map((each) => `only ours: ${each}`),
      ]);
      assert.deepEqual(differing, []);
      // KiCad has read the table: it tells of as many pairs as cells on and above the diagonal are not fine. The cells
      // of no_connect, the last, it never asks: a pin that must stay open and does not is no_connect_connected.
      const cells = pinMapOf(map).flatMap((row, i) => row.slice(i, -1));
      assert.equal(found.get("pin_to_pin")?.both, cells.filter((cell) => cell > 0).length);
    });
});
