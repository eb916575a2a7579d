import assert from "node:assert/strict";
import { resolve } from "node:path";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";

type Refilled = { readonly refilled?: number };

type Answer = { readonly violations: readonly { type: string; items: readonly { uuid: string }[] }[] };

describe("check.drc with refill", function () {
  this.timeout(120_000);

  it("fills zones anew by itself when something near was edited after they were filled", async () => {
    const world = await openWorld({ file: resolve("examples/board-tools/board-tools.kicad_pcb") });
    assert.equal(
      ((await world.run("check.drc", {})) as Refilled).refilled,
      undefined,
      "as read, fills are taken as right",
    );
    const via = [...world.doc().items.ofKind("via")][0] ?? [...world.doc().items.ofKind("segment")][0];
    assert.ok(via !== undefined);
    await world.run("pcb.move", { items: [via.id], by: [0.7, 0.3] });
    const before = world.bytes();
    const answer = (await world.run("check.drc", { limit: 10_000 })) as Refilled;
    assert.ok((answer.refilled ?? 0) > 0, "a zone lies near to what was moved");
    assert.deepEqual(world.bytes(), before);
    assert.deepEqual(await found(world, {}), await found(world, { refill: true }));
    assert.equal(((await world.run("check.drc", { refill: false })) as Refilled).refilled, undefined);
    await world.run("pcb.fillZones", {});
    assert.equal(((await world.run("check.drc", {})) as Refilled).refilled, undefined, "now they are as filled");
    await world.run("session.undo", {});
    assert.ok((((await world.run("check.drc", {})) as Refilled).refilled ?? 0) > 0, "the fills are old again");
    await world.run("session.undo", {});
    assert.equal(((await world.run("check.drc", {})) as Refilled).refilled, undefined, "all is as it was read");
  });

  it("finds what it finds once the zones are filled, and leaves the board alone", async () => {
    const world = await openWorld({ file: resolve("examples/board-tools/board-tools.kicad_pcb") });
    const filled = await found(world, {});
    const zones = [...world.doc().items.ofKind("zone")].map(({ id }) => id);
    assert.ok(zones.length > 0);
    await world.run("pcb.unfillZones", {});
    const before = world.bytes();
    const empty = await found(world, {});
    const fresh = await found(world, { refill: true });
    assert.notDeepEqual(fresh, empty, "the fills matter on this board");
    assert.deepEqual(world.bytes(), before);
    await world.run("pcb.fillZones", {});
    assert.deepEqual(fresh, await found(world, {}));
    assert.equal(fresh.length, filled.length);
  });
});

async function found(world: World, args: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { violations } = (await world.run("check.drc", { limit: 10_000, ...args })) as Answer;
  return violations.map(({ type, items }) => `${type} ${items.map(({ uuid }) => uuid).join()}`).sort();
}
