import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { Caller } from "../../core/commands/define.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadErc } from "../laws/kicad-cache.ts";

const caller: Caller = { name: "test", kind: "script" };
const { title, skip } = needs("exclusions of the electrical rules check", hasKicad, "kicad-cli");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  it("are those that KiCad goes by, and are taken back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-exclude-"));
    cpSync(join(import.meta.dirname, "../../examples/blinky"), folder, { recursive: true });
    const path = join(folder, "blinky.kicad_sch");
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    const run = (id: string, args: Record<string, unknown> = {}) => runtime.core.run(id, { path, ...args }, { caller });
    const kicad = async () => {
      await runtime.core.run("session.save", {}, { caller });
      const { sheets } = (await kicadErc(path)) as {
        sheets: { violations: { type: string; excluded?: boolean; items: { description: string }[] }[] }[];
      };
      return sheets
        .flatMap((sheet) => sheet.violations)
        .map(({ type, excluded, items }) => `${type}${excluded === true ? " excluded" : ""} ${items[0]?.description}`)
        .sort();
    };
    try {
      // A wire to U1's reset, and a label of nothing.
      const wire = "015f4e75-82a1-55ef-9a36-63e3c899f04d";
      await run("sch.delete", { items: [wire] });
      await run("sch.label", { text: "LOST", at: [50.8, 50.8] });
      const open = await kicad();
      assert.ok(open.length >= 3 && open.every((line) => !line.includes("excluded")), open.join("\n"));
      await run("check.exclude", { type: "pin_not_connected", items: ["U1.4"], comment: "Later." });
      await run("check.exclude", { type: "label_dangling", items: [] });
      const some = await kicad();
      assert.deepEqual(
        some.filter((line) => line.includes("excluded")).map((line) => line.replace(/ Pin.*/, "")),
        ["label_dangling excluded Label 'LOST'", "pin_not_connected excluded Symbol U1"],
      );
      assert.equal(some.length, open.length, "nothing that only an exclusion tells of");
      const { counts } = (await run("check.erc")) as { counts: { excluded: number } };
      assert.equal(counts.excluded, 2);
      await run("check.include", { type: "pin_not_connected", items: ["U1.4"] });
      await run("check.include", {});
      assert.deepEqual(await kicad(), open);
      await assert.rejects(run("check.include", {}), { code: "not-found" });
    } finally {
      await runtime.dispose("quietly");
      rmSync(folder, { recursive: true });
    }
  });
});
