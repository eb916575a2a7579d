import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CommandError } from "../../core/base/error.ts";
import { openWorld } from "../laws/check-edit.ts";

interface Diff {
  readonly total: number;
  readonly items: readonly {
    readonly id: string;
    readonly change: string;
    readonly properties: readonly { readonly property: string; readonly before?: unknown; readonly after?: unknown }[];
  }[];
}

describe("session.diff between revisions", () => {
  it("tells what came between any two, also over undo, and refuses what never was", async () => {
    const world = await openWorld({ text: readFileSync("examples/blinky/blinky.kicad_pcb", "utf8") });
    const diff = (args: Record<string, unknown>) => world.run("session.diff", args) as Promise<Diff>;
    const [track] = world.doc().items.ofKind("track");
    const width = (track!["width"] as number) / 1e6;
    for (const value of [0.31, 0.32, 0.33])
      await world.run("pcb.setProperties", { items: track!.id, properties: { width: value } });
    await world.run("session.undo");
    await world.run("pcb.delete", { items: track!.id });
    // Revisions: 1, 2, 3 set a width, 4 took the last back, 5 deleted the track.
    const between = async (from: number, to?: number) => {
      const { items } = await diff({ from, ...(to === undefined ? {} : { to }) });
      return items.map(({ change, properties }) => ({ change, properties }));
    };
    const widths = (before: number, after: number) => [
      { change: "changed", properties: [{ property: "width", before, after }] },
    ];
    assert.deepEqual(await between(0, 1), widths(width, 0.31));
    assert.deepEqual(await between(1, 3), widths(0.31, 0.33));
    assert.deepEqual(await between(3, 1), widths(0.33, 0.31));
    assert.deepEqual(await between(2, 4), []);
    assert.deepEqual(await between(4), [{ change: "removed", properties: [] }]);
    assert.deepEqual(await between(5, 5), []);
    for (const args of [{ from: 6 }, { from: 0, against: "disk" }])
      await assert.rejects(
        diff(args),
        (error) => error instanceof CommandError && /Cannot compare/.test(error.message),
      );
  });
});
