import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { canTurn } from "../../core/commands/sch/turn.ts";
import { openWorld } from "../laws/check-edit.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { joinedPins, kicadNetlist } from "../laws/netlist.ts";

/** Root and turned sheet: parts in all stances, buses, labels of each kind, sheets with pins. */
const demos: readonly (readonly [string, string])[] = [
  ["interf_u/interf_u.kicad_sch", "interf_u/interf_u.kicad_sch"],
  ["complex_hierarchy/complex_hierarchy.kicad_sch", "complex_hierarchy/complex_hierarchy.kicad_sch"],
  ["complex_hierarchy/complex_hierarchy.kicad_sch", "complex_hierarchy/ampli_ht.kicad_sch"],
  ["pic_programmer/pic_programmer.kicad_sch", "pic_programmer/pic_programmer.kicad_sch"],
  ["stickhub/StickHub.kicad_sch", "stickhub/StickHub.kicad_sch"],
];

const { title, skip } = needs("KiCad reads turned schematics", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-sch-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const [root, sheet] of demos) {
    it(`keeps the netlist of ${sheet} when all of it is turned`, async () => {
      if (!existsSync(join(demosFolder, sheet))) assert.fail(`${sheet} is missing`);
      cpSync(join(demosFolder, dirname(root)), folder, { recursive: true });
      const rootCopy = join(folder, root.slice(dirname(root).length + 1));
      const copy = join(folder, sheet.slice(dirname(root).length + 1));
      const before = joinedPins(await kicadNetlist(rootCopy));
      assert.ok(before.some((pins) => pins.includes(" ")));
      for (const angle of [90, 180, 270]) {
        const world = await openWorld({ file: copy, path: "/sheet.kicad_sch" });
        const original = world.bytes();
        const items = world
          .doc()
          .items.entries.map((entry) => entry.item())
          .filter(canTurn);
        const args = { items: items.map((item) => item.id), angle, center: [101.6, 101.6] };
        const { changedIds, newIds } = (await world.run("sch.rotate", args)) as EditResult;
        assert.ok(changedIds.length > items.length / 2);
        assert.deepEqual(newIds, [], "no dots that were not there");
        writeFileSync(copy, world.bytes());
        assert.deepEqual(joinedPins(await kicadNetlist(rootCopy)), before, `by ${angle}`);
        writeFileSync(copy, original);
      }
    });
  }
});
