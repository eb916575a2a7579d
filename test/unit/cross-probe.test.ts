import assert from "node:assert/strict";
import { join } from "node:path";
import { openWorld } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const sheet = "/blinky/blinky.kicad_sch";
const board = "/blinky/blinky.kicad_pcb";

interface Probe {
  readonly kind: string;
  readonly name: string;
  readonly net?: string;
  readonly schematic: readonly { kind: string; id: string; name: string; file: string }[];
  readonly board: readonly { kind: string; id: string; name: string }[];
  readonly left?: number;
}

describe("query.crossProbe", () => {
  const open = () =>
    openWorld({ file: join(examples, "blinky/blinky.kicad_sch"), path: sheet, others: exampleFiles(examples) });
  const names = (rows: readonly { kind: string; name: string }[]) => rows.map(({ kind, name }) => `${kind} ${name}`);

  it("finds a part on both sides, by reference and by either uuid, from either file", async () => {
    const world = await open();
    const probe = async (item: string, path = sheet) => (await world.run("query.crossProbe", { path, item })) as Probe;
    const found = await probe("R1");
    assert.deepEqual([names(found.schematic), names(found.board)], [["symbol R1"], ["footprint R1"]]);
    for (const id of [found.schematic[0]!.id, found.board[0]!.id])
      for (const path of [sheet, board]) assert.deepEqual(await probe(id, path), found);
  });

  it("finds a pin's pad and a pad's pin, with the net", async () => {
    const world = await open();
    const probe = async (item: string) => (await world.run("query.crossProbe", { path: sheet, item })) as Probe;
    const found = await probe("U1.3");
    assert.deepEqual([names(found.schematic), names(found.board)], [["pin U1.3"], ["pad U1.3"]]);
    assert.equal(found.net, "/OUT");
    assert.deepEqual(await probe(found.board[0]!.id), found);
    assert.deepEqual(await probe(found.schematic[0]!.id), found);
  });

  it("finds a net's pins and pads, the same ones, and stops at the limit", async () => {
    const world = await open();
    const found = (await world.run("query.crossProbe", { path: sheet, item: "/TIMING" })) as Probe;
    const of = (rows: readonly { kind: string; name: string }[], kind: string) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row) => row.name)
        .sort();
    assert.deepEqual(of(found.schematic, "pin"), of(found.board, "pad"));
    assert.ok(of(found.schematic, "label").length > 0 && of(found.board, "track").length > 0);
    const few = (await world.run("query.crossProbe", { path: sheet, item: "/TIMING", limit: 1 })) as Probe;
    assert.equal(few.left, found.schematic.length + found.board.length - 2);
  });

  it("says what is near when nothing has the name", async () => {
    const world = await open();
    await assert.rejects(world.run("query.crossProbe", { path: sheet, item: "R11" }), /neither schematic nor board/);
  });
});
