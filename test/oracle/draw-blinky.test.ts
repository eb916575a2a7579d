import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import type { Stage, Surface } from "../surface/surfaces.ts";
import { allSurfaces, stage } from "../surface/surfaces.ts";

const suite = needs("a board drawn from nothing over MCP", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;
const examples = join(import.meta.dirname, "../../examples/blinky");

/** A board without anything on it, as KiCad makes one. */
function empty(): string {
  const whole = readFileSync(join(examples, "blinky.kicad_pcb"), "utf8");
  return `${whole.slice(0, whole.indexOf('\t(net 0 "")'))}\t(net 0 "")\n)\n`;
}

interface Call {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Its answer says which field of a footprint has which id: `$R1` stands for R1's reference from then on. */
  readonly fields?: boolean;
}

run(suite.title, function () {
  this.timeout(600_000);
  let on: Stage;
  let surfaces: readonly Surface[] = [];

  before(async () => {
    on = stage();
    surfaces = await allSurfaces(on);
  });
  after(async () => {
    await Promise.all(surfaces.map((surface) => surface.close()));
    on?.dispose();
  });

  it("is one that KiCad's DRC says nothing of, and that agrees with its schematic", async () => {
    const mcp = surfaces.find((surface) => surface.name === "mcp")!;
    const folder = join(mcp.root, "draw");
    mkdirSync(folder);
    writeFileSync(join(folder, "draw.kicad_pcb"), empty());
    cpSync(join(examples, "blinky.pretty"), join(folder, "blinky.pretty"), { recursive: true });
    cpSync(join(examples, "fp-lib-table"), join(folder, "fp-lib-table"));
    // The schematic that it is to agree with, by its name.
    cpSync(join(examples, "blinky.kicad_sch"), join(folder, "draw.kicad_sch"));
    const calls = readFileSync(join(examples, "draw.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Call);
    const ids = new Map<string, string>();
    for (const { call, args, fields } of calls) {
      const named = Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          typeof value === "string" && value.startsWith("$") ? ids.get(value.slice(1)) : value,
        ]),
      );
      const outcome = await mcp.call(call, named);
      assert.ok("result" in outcome, `${call} ${JSON.stringify(named)}: ${JSON.stringify(outcome)}`);
      if (fields !== true) continue;
      const { items } = outcome.result as { items: { id: string; name: string; value: string }[] };
      for (const { id, name, value } of items) if (name === "Reference") ids.set(value, id);
    }
    assert.ok(calls.length >= 110, `${calls.length} calls`);
    assert.deepEqual(await kicadFindings(join(folder, "draw.kicad_pcb"), true), []);
  });
});
