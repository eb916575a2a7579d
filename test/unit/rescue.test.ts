import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { decodeText } from "../../core/format/text.ts";
import { checkRefused, openWorld } from "../laws/check-edit.ts";
import { joinedSets } from "../laws/drag-agreement.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const path = "/p/blinky.kicad_sch";
const command = "lib.rescue";

/** The sample's schematic with its libraries, of which `change` makes what they are today. */
const start = (change: (library: string) => string) => ({
  ...{ text: read("blinky.kicad_sch"), path },
  others: {
    "/p/blinky.kicad_pro": read("blinky.kicad_pro"),
    "/p/blinky.kicad_sym": change(read("blinky.kicad_sym")),
    "/p/sym-lib-table": read("sym-lib-table"),
  },
});

describe("lib.rescue", () => {
  it("leaves alone what the libraries have", async () => {
    const world = await openWorld(start((text) => text));
    const { notes } = (await world.run(command)) as EditResult;
    assert.deepEqual(notes, ["No symbol needs to be rescued."]);
    assert.deepEqual(world.session.get(path).history, []);
    assert.equal(world.session.find("/p/blinky-rescue.kicad_sym"), undefined);
  });

  it("saves what a library has lost, and links the parts to it, with looks and nets as they were", async () => {
    const world = await openWorld(start((text) => text.replace('(symbol "R"', '(symbol "Resistor"')));
    const before = joinedSets(world.doc());
    const { notes } = (await world.run(command)) as EditResult;
    assert.ok(notes!.includes("blinky:R is blinky-rescue:R-blinky now."), notes!.join("\n"));
    const parts = [...world.doc().items.ofKind("symbol")].map((item) => item["libId"]);
    assert.ok(!parts.includes("blinky:R") && parts.includes("blinky-rescue:R-blinky") && parts.includes("blinky:C"));
    assert.deepEqual(joinedSets(world.doc()), before);
    const library = decodeText(world.session.bytes("/p/blinky-rescue.kicad_sym"));
    assert.match(library, /\(symbol "R-blinky"\n/);
    assert.match(library, /\(symbol "R-blinky_1_1"\n/);
    assert.match(decodeText(world.session.bytes("/p/sym-lib-table")), /\(name "blinky-rescue"\)/);
    // What is saved is found again: nothing is left to do.
    await world.run("session.save", { path: "/p/blinky-rescue.kicad_sym" });
    await world.run("session.save", { path: "/p/sym-lib-table" });
    assert.deepEqual(((await world.run(command, { path })) as EditResult).notes, ["No symbol needs to be rescued."]);
  });

  it("saves what has other pins in its library now", async () => {
    const world = await openWorld(start((text) => text.replace(/\(at 0 3\.81 270\)/g, "(at 0 5.08 270)")));
    const { notes } = (await world.run(command, { dryRun: true })) as EditResult;
    assert.ok(notes!.includes("blinky:R: its pins differ from the library's."), notes!.join("\n"));
  });

  it("saves what it is told to, and undo brings everything back", async () => {
    const world = await openWorld(start((text) => text));
    const before = decodeText(world.bytes());
    await world.run(command, { symbols: ["blinky:R"] });
    assert.notEqual(decodeText(world.bytes()), before);
    await world.run("session.undo", { path });
    assert.equal(decodeText(world.bytes()), before);
  });

  it("refuses what no part is of", () =>
    checkRefused({
      ...{ ...start((text) => text), command, args: { symbols: ["Device:Nothing"] } },
      ...{ code: "not-found", message: /^Cannot rescue Device:Nothing: no part/, hint: /query\.symbols/ },
    }));
});
