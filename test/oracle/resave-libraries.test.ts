import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import type { EditResult } from "../../core/commands/define.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";
import { didEdit, editCommands, poolsOf, varied } from "../laws/random-edits.ts";

const examples = join(import.meta.dirname, "../../examples/blinky");

const suite = needs("KiCad's next save leaves libraries as our commands wrote them", hasKicad, "KiCad");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(120_000);

  for (const [name, file] of [
    ["a.kicad_sym", join(examples, "blinky.kicad_sym")],
    ["a.kicad_mod", join(examples, "blinky.pretty/R_0805.kicad_mod")],
  ] as const) {
    it(name, async () => {
      // From KiCad's own save on, what differs is ours.
      const world = await openWorld({ text: resaved(name, readFileSync(file)), path: `/${name}` });
      const edited = await edit(world);
      assert.ok(edited.length >= 4, edited.join(" "));
      const [ours, kicads] = [linesOf(world.bytes()), linesOf(resaved(name, world.bytes()))];
      assert.deepEqual(
        { ours: without(ours, kicads), kicads: without(kicads, ours) },
        { ours: [], kicads: [] },
        edited.join(" "),
      );
    });
  }
});

/** Calls each command that edits such a file, with each of its examples; answers those that changed something. */
async function edit(world: World): Promise<string[]> {
  const edited: string[] = [];
  const random = seeded(11);
  for (const { id, examples: calls } of editCommands(world.doc())) {
    // As they stand, and with other items of the file.
    for (const args of calls.flatMap((each) => [each, varied(each, poolsOf(world.doc()), random)])) {
      try {
        const result = (await world.run(id, {
          ...args,
          path: world.path,
        })) as EditResult;
        if (didEdit(result)) edited.push(id);
      } catch (error) {
        if (!(error instanceof CommandError) || error.code === "internal") throw error;
      }
    }
  }
  return edited;
}

function resaved(name: string, bytes: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-resave-"));
  try {
    const footprint = name.endsWith(".kicad_mod");
    const library = join(folder, footprint ? "in.pretty" : name);
    if (footprint) mkdirSync(library);
    writeFileSync(footprint ? join(library, name) : library, bytes);
    const out = join(folder, footprint ? "out.pretty" : `out-${name}`);
    execFileSync("kicad-cli", [footprint ? "fp" : "sym", "upgrade", "--force", "-o", out, library], { stdio: "pipe" });
    return readFileSync(footprint ? join(out, name) : out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without who wrote it; KiCad sorts the parts of a footprint at each saving. */
function linesOf(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  return lines.filter((line) => !/^\t\((generator|generator_version) /.test(line));
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
