import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commands } from "../../core/commands/list.gen.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const suite = needs("KiCad reads what the examples of board commands make", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;
const examples = join(import.meta.dirname, "../../examples");

type Row = readonly [readonly [string, number, number], readonly [string, number, number]];

run(suite.title, function () {
  this.timeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-examples-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("every one of KiCad 9, and agrees on dimensions", async () => {
    cpSync(join(examples, "blinky/blinky.kicad_pro"), join(scratch, "x.kicad_pro"));
    const made: { name: string; path: string }[] = [];
    const edits = commands.filter(
      ({ id, kind, scope }) => id.startsWith("pcb.") && kind === "edit" && scope === "board",
    );
    for (const command of edits) {
      for (const [i, example] of command.examples.entries()) {
        const fixture = example.fixture ?? "";
        // KiCad 9 does not read the board of KiCad 10; those that need libraries have tests of their own.
        if (!/^(blinky|board-tools)\//.test(fixture) || command.id === "pcb.placeFootprint") continue;
        const world = await openWorld({
          text: readFileSync(join(examples, fixture)),
          path: `/${fixture}`,
          others: exampleFiles(examples),
        });
        await world.run(command.id, { path: world.path, ...example.args });
        const path = join(scratch, `${command.id}-${i}.kicad_pcb`);
        writeFileSync(path, world.bytes());
        made.push({ name: `${command.id}: ${example.about}`, path });
      }
    }
    const script = join(import.meta.dirname, "pcb-examples-kicad.py");
    const out = execFileSync("/usr/bin/python3", [script], {
      input: JSON.stringify(made.map(({ path }) => path)),
      cwd: dirname(script),
      maxBuffer: 1 << 26,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const rows = JSON.parse(out.toString().trim().split("\n").at(-1)!) as (Row[] | null)[];
    assert.deepEqual(
      made.filter((_, i) => rows[i] === null).map(({ name }) => name),
      [],
    );
    assert.ok(made.length >= 40, `${made.length} examples were read`);
    let dimensions = 0;
    for (const [i, each] of rows.entries()) {
      for (const [ours, theirs] of each!) {
        dimensions++;
        assert.equal(ours[0], theirs[0], made[i]!.name);
        assert.ok(Math.hypot(ours[1] - theirs[1], ours[2] - theirs[2]) <= 2, `${made[i]!.name}: ${ours} ${theirs}`);
      }
    }
    assert.ok(dimensions >= 3);
  });
});
