import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { JudgedFinding } from "../../core/engines/check/check.ts";
import { checkBoard } from "../../core/engines/check/check.ts";
import { LiveCheck } from "../../core/engines/check/live/live-check.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { EditedBoard } from "../laws/board-edits.ts";
import { demosFolder } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const root = join(import.meta.dirname, "../..");
const boards = process.env["EDSNX_LIVE_BOARDS"]?.split(",") ?? [
  join(root, "examples/board-tools/board-tools.kicad_pcb"),
  join(demosFolder, "stickhub/StickHub.kicad_pcb"),
];

describe("a check that follows a board", function () {
  this.timeout(3_600_000);
  for (const path of boards) {
    it(`finds what a whole check finds: ${basename(path)}`, () => {
      const edits = Number(process.env["EDSNX_LIVE_EDITS"] ?? 8);
      const seed = Number(process.env["EDSNX_LIVE_SEED"] ?? 1);
      const project = path.replace(/pcb$/, "pro");
      const settings = readProjectSettings(existsSync(project) ? readFileSync(project, "utf8") : null);
      const custom = path.replace(/pcb$/, "dru");
      const { rules } = parseRules(existsSync(custom) ? readFileSync(custom, "utf8") : "(version 1)");
      const board = new EditedBoard(readDoc(readFileSync(path)).doc!, seeded(seed));
      const live = new LiveCheck({ settings, rules });
      live.update(board.doc);
      let followed = 0;
      let ms = 0;
      for (let i = 0; i < edits; i++) {
        board.step();
        const started = performance.now();
        if (live.update(board.doc)) followed++;
        ms += performance.now() - started;
        const whole = checkBoard(readDoc(writeDoc(board.doc)).doc!, { settings, rules });
        const differ = differences(live.findings, whole);
        assert.deepEqual(differ, { onlyLive: [], onlyWhole: [] }, `edit ${i} (seed ${seed}): ${board.last}`);
      }
      if (process.env["EDSNX_LIVE_EDITS"] !== undefined)
        console.log(`      ${followed} of ${edits} followed, ${(ms / edits).toFixed(1)} ms each`);
      assert.ok(followed * 2 > edits, "most edits are followed without a whole check");
    });
  }
});

function differences(live: readonly JudgedFinding[], whole: readonly JudgedFinding[]) {
  const counts = new Map<string, number>();
  const text = (each: JudgedFinding) => JSON.stringify(Object.entries(each).sort());
  for (const each of live) counts.set(text(each), (counts.get(text(each)) ?? 0) + 1);
  for (const each of whole) counts.set(text(each), (counts.get(text(each)) ?? 0) - 1);
  const all = [...counts];
  return {
    onlyLive: all.filter(([, n]) => n > 0).map(([key]) => key),
    onlyWhole: all.filter(([, n]) => n < 0).map(([key]) => key),
  };
}
