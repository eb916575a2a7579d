import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { Caller, EditResult } from "../../core/commands/define.ts";
import { corpusFolder, demosFolder, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { compareUpdate } from "../laws/update-pcb-agreement.ts";

const caller: Caller = { name: "test", kind: "script" };
const examples = join(import.meta.dirname, "../../examples");

/** Flat and hierarchical ones, with footprints that only the board has; `npm run proof:update-pcb` takes all. */
const sample = [
  [examples, "blinky/blinky"],
  [demosFolder, "complex_hierarchy/complex_hierarchy"],
  [demosFolder, "pic_programmer/pic_programmer"],
  [demosFolder, "royalblue54L_feather/RoyalBlue54L-Feather"],
  [demosFolder, "stickhub/StickHub"],
  [corpusFolder, "moteus-mjuart/mjuart"],
] as const;

const { title, skip } = needs(
  "the board after an update from the schematic",
  hasKicad && hasDemos && hasCorpus,
  "kicad-cli, its demos or the corpus",
);

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);

  it("stays as it is where it agrees with its schematic already", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-update-"));
    cpSync(join(examples, "blinky"), folder, { recursive: true });
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    const args = { path: join(folder, "blinky.kicad_pcb") };
    const { changedIds, notes } = (await runtime.core.run("project.updatePcb", args, { caller })) as EditResult;
    await runtime.dispose("quietly");
    rmSync(folder, { recursive: true });
    assert.deepEqual(changedIds, [], notes?.join("\n"));
  });

  for (const [folder, name] of sample) {
    it(`has KiCad's nets, no difference that KiCad sees, and nothing left to update: ${name}, emptied`, async () => {
      const found = await compareUpdate(join(folder, `${name}.kicad_pcb`));
      const { wrongPads, parity, without, padless, again } = found;
      assert.deepEqual(
        { wrongPads, parity, without, padless, again },
        { wrongPads: [], parity: [], without: [], padless: [], again: [] },
      );
      assert.ok(found.footprints > 5 && found.pins > 15, `${found.footprints} footprints, ${found.pins} pins`);
    });
  }
});
