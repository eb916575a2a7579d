import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openWorld } from "../laws/check-edit.ts";

const file = (name: string) => new Uint8Array(readFileSync(`examples/blinky/blinky${name}`));
const start = (board: (text: string) => string = (text) => text) => ({
  path: "/b.kicad_pcb",
  text: board(readFileSync("examples/blinky/blinky.kicad_pcb", "utf8")),
  others: { "/b.kicad_sch": file(".kicad_sch"), "/b.kicad_pro": file(".kicad_pro") },
});

interface Answer {
  readonly errors: number;
  readonly warnings: number;
  readonly board?: { readonly errors: number; readonly byType: Record<string, number> };
  readonly schematic?: { readonly errors: number; readonly warnings: number };
  readonly violations: readonly { readonly of: string; readonly type: string; readonly severity: string }[];
  readonly notes?: readonly string[];
}

describe("check.all", () => {
  it("has what check.drc, the comparison and check.erc have", async () => {
    const world = await openWorld(start((text) => text.replace('"Reference" "R1"', '"Reference" "R77"')));
    const all = (await world.run("check.all", { path: "/b.kicad_pcb", limit: 500 })) as Answer;
    const drc = (await world.run("check.drc", { path: "/b.kicad_pcb", schematicParity: true })) as Answer["board"] &
      Answer;
    const erc = (await world.run("check.erc", { path: "/b.kicad_sch" })) as {
      counts: { error: number; warning: number };
    };
    assert.deepEqual(all.board!.byType, drc.byType);
    assert.ok(all.board!.byType["missing_footprint"] === 1 && all.board!.byType["extra_footprint"] === 1);
    assert.equal(all.errors, drc.errors + erc.counts.error);
    assert.equal(all.warnings, drc.warnings + erc.counts.warning);
    assert.equal(all.violations.length, all.errors + all.warnings);
    const ranks = all.violations.map(({ severity }) => severity);
    assert.deepEqual(ranks, [...ranks].sort(), "errors come first");
    await assert.rejects(
      world.run("check.all", { path: "/b.kicad_pcb", failOn: "warning" }),
      (error: { code?: string }) => error.code === "check-failed",
    );
  });
  it("says what the project has not", async () => {
    const world = await openWorld({ ...start(), others: {} });
    const all = (await world.run("check.all", { path: "/b.kicad_pcb" })) as Answer;
    assert.equal(all.schematic, undefined);
    assert.deepEqual(all.notes, ["There is no schematic."]);
  });
});
