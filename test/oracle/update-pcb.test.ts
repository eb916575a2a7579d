import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createRuntime, type Runtime } from "../../bridge/node/runtime.ts";
import type { Caller, EditResult } from "../../core/commands/define.ts";
import { demosFolder, filesBelow, hasDemos, hasKicad, kicadFindings, needs } from "../laws/kicad.ts";

const caller: Caller = { name: "test", kind: "script" };
const blinky = join(import.meta.dirname, "../../examples/blinky");

/** A few demos; EDSNX_UPDATE_DEMOS=all takes every one with a board and a schematic of one name. */
const chosen = (
  process.env["EDSNX_UPDATE_DEMOS"] ?? "complex_hierarchy,pic_programmer,StickHub,RoyalBlue54L-Feather."
).split(",");
const demos = filesBelow(demosFolder, ".kicad_pcb")
  .filter((path) => existsSync(path.replace(/pcb$/, "sch")) && existsSync(path.replace(/pcb$/, "pro")))
  .filter((path) => chosen.some((name) => name === "all" || path.includes(name)))
  .map((path) => path.replace(/\.kicad_pcb$/, ""));

const { title, skip } = needs(
  "the board after an update from the schematic",
  hasKicad && hasDemos,
  "kicad-cli or its demos",
);

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-update-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function project(source: string, name: string, empty: boolean) {
    cpSync(source, folder, { recursive: true });
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    const run = (id: string, args: Record<string, unknown>) => runtime.core.run(id, args, { caller });
    try {
      return await updated(run, runtime, name, empty);
    } finally {
      await runtime.dispose("quietly");
    }
  }

  async function updated(
    run: (id: string, args: Record<string, unknown>) => Promise<unknown>,
    runtime: Runtime,
    name: string,
    empty: boolean,
  ) {
    const board = join(folder, `${name}.kicad_pcb`);
    await run("session.open", { path: board });
    if (empty) {
      const items = [...runtime.core.session.get(board).doc.items.entries]
        .filter((entry) => ["footprint", "track", "arcTrack", "via", "zone", "group"].includes(entry.kind))
        .map((entry) => entry.id);
      await run("pcb.delete", { path: board, items, force: true });
    }
    const result = (await run("project.updatePcb", { path: board })) as EditResult;
    await run("session.save", { path: board });
    const findings = await kicadFindings(board, true);
    return { result, parity: findings.filter((line) => PARITY.test(line)) };
  }

  for (const empty of [false, true]) {
    it(`has no difference that KiCad sees: the sample, ${empty ? "emptied" : "as it is"}`, async () => {
      const { result, parity } = await project(blinky, "blinky", empty);
      assert.deepEqual(parity, []);
      if (!empty) assert.deepEqual(result.changedIds, [], result.notes?.join("\n"));
    });
  }

  for (const demo of demos) {
    it(`has no difference that KiCad sees: ${demo.slice(demosFolder.length + 1)}, emptied`, async () => {
      const { result, parity } = await project(dirname(demo), basename(demo), true);
      // Footprints that the installed libraries no longer have: KiCad misses these parts, and nothing else.
      const left = (result.notes ?? []).filter((note) => note.startsWith("Cannot "));
      assert.deepEqual(
        parity.map((line) => line.replace(/^\w+ (\w+).*/, "$1")),
        left.map(() => "missing_footprint"),
        [...left, ...parity].join("\n"),
      );
    });
  }
});

/** What KiCad's parity check says. */
const PARITY =
  /missing_footprint|extra_footprint|duplicate_footprints|net_conflict|footprint_symbol_mismatch|footprint_symbol_field_mismatch/;
