import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { checkEdit, openWorld, type World } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const others = exampleFiles(examples);
const board = "/blinky/blinky.kicad_pcb";
const sheet = "/blinky/blinky.kicad_sch";
const text = readFileSync(join(examples, "blinky/blinky.kicad_pcb"), "utf8");

/** A world whose schematic is open, with a board that says something else. */
async function worldWith(...changes: readonly [string | RegExp, string][]): Promise<World> {
  let changed = text;
  for (const [from, to] of changes) {
    const next = changed.replaceAll(from, to);
    assert.notEqual(next, changed, String(from));
    changed = next;
  }
  return openWorld({
    file: join(examples, "blinky/blinky.kicad_sch"),
    path: sheet,
    others: { ...others, [board]: changed },
  });
}

const update = async (world: World, args: Record<string, unknown> = {}) =>
  ((await world.run("project.updateSchematic", { path: sheet, ...args })) as EditResult).notes!;
const differences = async (world: World) =>
  ((await world.run("check.parity", { path: sheet })) as { differences: { description: string }[] }).differences.map(
    (each) => each.description,
  );
const content = (world: World) => Buffer.from(world.session.bytes(sheet)).toString();

describe("project.updateSchematic", () => {
  it("finds nothing to do on the sample", async () => {
    const world = await worldWith();
    const before = content(world);
    assert.deepEqual(await update(world), ["The schematic agrees with the board."]);
    assert.equal(content(world), before);
  });

  it("keeps the laws of edits: only the lines that differ change", async () => {
    await checkEdit({
      file: join(examples, "blinky/blinky.kicad_sch"),
      path: sheet,
      others: { ...others, [board]: text.replace('"Reference" "R3"', '"Reference" "R33"') },
      command: "project.updateSchematic",
      args: {},
      lines: { removed: 2, added: 2 },
    });
  });

  it("takes over references that were swapped, values, footprints, attributes and fields", async () => {
    const world = await worldWith(
      ['"Reference" "R1"', '"Reference" "R?"'],
      ['"Reference" "R2"', '"Reference" "R1"'],
      ['"Reference" "R?"', '"Reference" "R2"'],
      ['(property "Value" "1k"', '(property "Value" "2k2"'],
    );
    await world.run("session.open", { path: board });
    await world.run("pcb.setProperties", { path: board, items: "C1", properties: { attributes: ["smd", "dnp"] } });
    const before = content(world);
    const dry = await update(world, { dryRun: true });
    assert.equal(content(world), before);
    assert.deepEqual(await update(world), dry);
    assert.deepEqual(dry.sort(), [
      'Changes Value of R3 from "1k" to "2k2".',
      'Changes do not populate of C1 from "no" to "yes".',
      "Renames R1 to R2.",
      "Renames R2 to R1.",
    ]);
    assert.deepEqual(await differences(world), []);
  });

  it("renames the labels of a net, all of them", async () => {
    const world = await worldWith(["/TIMING", "/CLOCK"]);
    const notes = await update(world);
    assert.match(notes.join("\n"), /^Renames net \/TIMING: \/CLOCK \(.*\)\.$/);
    assert.doesNotMatch(content(world), /TIMING/);
    assert.deepEqual(await differences(world), []);
  });

  it("labels a net that only pins name", async () => {
    const world = await worldWith(["Net-(D1-A)", "/ANODE"]);
    assert.match((await update(world)).join("\n"), /^Labels net Net-\(D1-A\): \/ANODE/);
    assert.deepEqual(await differences(world), []);
  });

  it("never changes connections or power symbols", async () => {
    const world = await worldWith(['"VCC"', '"+5V"']);
    const before = content(world);
    assert.deepEqual(await update(world), [
      "VCC is +5V on the board; the schematic keeps its name: a power symbol names it.",
    ]);
    assert.equal(content(world), before);
    const joined = await worldWith(["/CTRL", "/OUT"]);
    assert.match((await update(joined)).join("\n"), /\/CTRL is connected otherwise on the board: /);
    assert.equal(content(joined), before);
  });

  it("says which parts have no partner", async () => {
    const world = await worldWith([/\(path "\/[^"]*"\)/g, '(path "/nothing")']);
    assert.match((await update(world)).join("\n"), /R1 has no symbol.*On the board are no footprints of /s);
    const byName = await worldWith([/\(path "\/[^"]*"\)/g, '(path "/nothing")'], ['"Value" "1k"', '"Value" "1M"']);
    assert.deepEqual(await update(byName, { match: "reference" }), ['Changes Value of R3 from "1k" to "1M".']);
  });
});
