import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fieldValue } from "../../core/model/board/footprint.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { openWorld } from "../laws/check-edit.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { kicadHome, kicadOutput } from "../laws/kicad-cache.ts";

/** Demos with libraries of their own, many parts on the back, and how many differ from their library. */
const boards = [
  { path: "multichannel/multichannel_mixer.kicad_pcb", differing: 81 },
  { path: "pic_programmer/pic_programmer.kicad_pcb", differing: 1 },
];

const suite = needs("Footprints updated from their library", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(300_000);
  for (const { path, differing } of boards) {
    it(`${basename(path)}: KiCad finds none that differs, and place, nets and fields are kept`, async () => {
      // Always the same folder, by which KiCad's answers are kept.
      const folder = join(tmpdir(), "edsnx-update-footprints", basename(path, ".kicad_pcb"));
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(dirname(folder), { recursive: true });
      cpSync(dirname(join(demosFolder, path)), folder, { recursive: true });
      const board = join(folder, basename(path));
      warnOfLibraries(board.replace(/\.kicad_pcb$/, ".kicad_pro"));
      assert.equal(await mismatches(board), differing);
      const world = await openWorld({ file: board, path: board, others: filesOf(folder) });
      const before = facts(world.doc());
      await world.run("pcb.updateFootprints", { resetFields: true, resetAttributes: true });
      assert.deepEqual(facts(world.doc()), before);
      writeFileSync(board, world.bytes());
      assert.equal(await mismatches(board), 0);
    });
  }
});

function warnOfLibraries(project: string): void {
  const settings = JSON.parse(readFileSync(project, "utf8"));
  settings.board.design_settings.rule_severities.lib_footprint_mismatch = "warning";
  writeFileSync(project, JSON.stringify(settings));
}

/** How many footprints differ from their library, in KiCad's own design rule check. */
async function mismatches(board: string): Promise<number> {
  const args = ["pcb", "drc", "--format", "json", "--severity-all", "-o", "{out}", board];
  const output = await kicadOutput(board, ["env", `KICAD_CONFIG_HOME=${kicadHome()}`, "kicad-cli", ...args]);
  const { violations } = JSON.parse(output.toString()) as { violations: readonly { type: string }[] };
  return violations.filter(({ type }) => type === "lib_footprint_mismatch").length;
}

function filesOf(folder: string): Record<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = names
    .filter((name) => /(\.kicad_mod|fp-lib-table|\.kicad_pro)$/.test(name))
    .map((n) => join(folder, n));
  return Object.fromEntries(paths.filter((p) => statSync(p).isFile()).map((p) => [p, readFileSync(p)]));
}

/** What an update keeps of each footprint. */
function facts(doc: Doc): unknown[] {
  return [...doc.items.ofKind("footprint")].map((item) => ({
    ...Object.fromEntries(["id", "libId", "at", "layer", "locked", "path"].map((name) => [name, item[name]])),
    fields: item.children
      .filter((c) => c.kind === "property")
      .map((c) => [c["name"], fieldValue(item, String(c["name"]))]),
    nets: netsOf(item),
  }));
}

function netsOf(item: Item): unknown {
  const pads = item.children.filter((c) => c.kind === "pad" && c["number"] !== "");
  return Object.fromEntries(pads.map((pad) => [pad["number"], pad["net"]]));
}
