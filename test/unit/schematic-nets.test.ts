import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");

/** An example's schematic with everything beside it. */
async function opened(name: string): Promise<(command: string, args?: Record<string, unknown>) => Promise<unknown>> {
  const path = `/${name}`;
  const text = readFileSync(join(examples, name));
  const world: World = await openWorld({ text, path, others: exampleFiles(examples) });
  return (command, args = {}) => world.run(command, { path, ...args });
}

describe("nets of schematics", () => {
  it("are listed over all sheets, one with its pins", async () => {
    const run = await opened("hierarchy/hierarchy.kicad_sch");
    const { nets } = (await run("query.nets")) as { nets: { name: string; pads: number }[] };
    assert.ok(nets.some(({ name }) => name === "/Lamp/DIM") && nets.some(({ name }) => name === "/Second lamp/DIM"));
    const one = (await run("query.nets", { net: "/LEFT" })) as { nets: { pads: number; padNames: string[] }[] };
    assert.equal(one.nets.length, 1);
    assert.equal(one.nets[0]!.padNames.length, one.nets[0]!.pads);
    await assert.rejects(run("query.nets", { net: "/LEFTT" }), (error: Error & { hint?: string; code?: string }) => {
      assert.equal(error.code, "not-found");
      assert.match(error.hint!, /"\/LEFT"/);
      return true;
    });
  });

  it("are told of a pin, of the wire at it and of its whole symbol", async () => {
    const run = await opened("blinky/blinky.kicad_sch");
    const of = async (item: string) =>
      (
        (await run("query.connections", { item })) as {
          connections: { item: string; net: string; reaches: string[] }[];
        }
      ).connections;
    assert.deepEqual(
      (await of("U1.3")).map(({ net, reaches }) => [net, reaches]),
      [["/OUT", ["R3.1"]]],
    );
    assert.deepEqual((await of("R3")).map(({ item }) => item).sort(), ["R3.1", "R3.2"]);
    const { labels } = (await run("query.net", { net: "/OUT" })) as { labels: string[] };
    assert.equal((await of(labels[0]!))[0]!.net, "/OUT");
    await assert.rejects(of("R99"), { code: "not-found" });
  });

  it("have their violations explained", async () => {
    const run = await opened("hierarchy/hierarchy.kicad_sch");
    const told = (await run("check.explain", { type: "pin_not_connected", items: ["U1.3"] })) as Record<
      string,
      unknown
    >;
    assert.deepEqual(told["items"], ["Symbol U1 Pin 3 [A, Input, Line] on /"]);
    assert.equal(told["rule"], "error (KiCad's default)");
    await assert.rejects(run("check.explain", { type: "pin_not_connected", items: ["U1.1"] }), { code: "not-found" });
    await assert.rejects(run("check.explain", { type: "clearance", items: [] }), { code: "invalid-args" });
  });
});
