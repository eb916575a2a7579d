import assert from "node:assert/strict";
import { resolve } from "node:path";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";

type Answer = { readonly violations: readonly { type: string; items: readonly { uuid: string }[] }[] };

describe("check.drc with refill", function () {
  this.timeout(120_000);

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
