import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTree } from "../../core/format/tree.ts";
import { checkEdit, openWorld } from "../laws/check-edit.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky/blinky.kicad_sch");
const path = "/blinky.kicad_sch";
const world = () => openWorld({ file: blinky, path });

describe("commands on nets and parts of a schematic", () => {
  it("answer nets with their pins", async () => {
    const { nets } = (await (await world()).run("query.netlist", { path })) as {
      nets: { name: string; pins: string[] }[];
    };
    assert.deepEqual(nets.find((net) => net.name === "Net-(D1-A)")!.pins, ["D1.2", "R3.2"]);
  });

  it("answer symbols and pins", async () => {
    const on = await world();
    const { symbols } = (await on.run("query.symbols", { path, ref: "R*" })) as {
      symbols: { ref: string; value: string }[];
    };
    assert.ok(symbols.length >= 3 && symbols.every((symbol) => symbol.ref.startsWith("R")));
    const { pins } = (await on.run("query.pins", { path, part: "D1.2" })) as {
      pins: { net: string; reaches: string[] }[];
    };
    assert.deepEqual([pins[0]!.net, pins[0]!.reaches], ["Net-(D1-A)", ["R3.2"]]);
    await assert.rejects(
      on.run("query.pins", { path, part: "U99" }),
      (error: { code: string }) => error.code === "not-found",
    );
  });

  it("export a netlist in each format", async () => {
    const on = await world();
    for (const format of ["kicad", "xml", "orcadpcb2", "pads", "allegro", "cadstar"]) {
      const { text, nets } = (await on.run("project.netlist", { path, format })) as { text: string; nets: number };
      assert.ok(text.includes("R3") && nets > 3, format);
      if (format === "kicad") assert.deepEqual(parseTree(Buffer.from(text)).problems, []);
    }
  });

  it("export a netlist for SPICE, and say what it has no model for", async () => {
    const on = await world();
    const whole = (await on.run("project.netlist", { path, format: "spice" })) as { text: string; notes: string[] };
    assert.match(whole.text, /^\.title [\s\S]*\nR3 \S+ \S+ \S+\n[\s\S]*\.end\n$/);
    assert.ok(whole.notes.some((note) => note.startsWith("D1: ")));
    const circuit = (await on.run("project.netlist", { path, format: "spicemodel" })) as { text: string };
    assert.match(circuit.text, /^\*\n\n\.subckt blinky\n[\s\S]*\n\.ends\n$/);
  });

  it("make a bill of materials, grouped and not", async () => {
    const on = await world();
    const { text } = (await on.run("project.bom", { path })) as { text: string };
    assert.match(text, /^"Refs","Value","Footprint","Qty","DNP"\n/);
    const all = (await on.run("query.bom", { path })) as { rows: unknown[]; parts: number };
    const some = (await on.run("query.bom", { path, groupBy: ["Footprint"] })) as { rows: unknown[]; parts: number };
    assert.equal(all.rows.length, all.parts);
    assert.ok(some.rows.length < all.rows.length);
    assert.equal(some.parts, all.parts);
    await assert.rejects(
      on.run("query.bom", { path, preset: "none" }),
      (error: { code: string }) => error.code === "not-found",
    );
  });

  it("take numbers away and give them again, under the laws of edits", async () => {
    const cleared = await checkEdit({ file: blinky, path, command: "sch.clearAnnotation", args: {} });
    assert.match(cleared.after, /"R\?"/);
    const numbered = await checkEdit({ text: cleared.after, path, command: "sch.annotate", args: {} });
    assert.doesNotMatch(numbered.after, /"[A-Z]+\?"/);
    const count = (text: string) => new Set(text.match(/\(reference "R\d+"\)/g)).size;
    assert.equal(count(numbered.after), count(readFileSync(blinky, "utf8")));
  });

  it("number from a start, from top to bottom", async () => {
    const args = { renumber: true, ref: "R*", start: 100, order: "y" };
    const { after } = await checkEdit({ file: blinky, path, command: "sch.annotate", args });
    assert.match(after, /"R101"/);
    assert.doesNotMatch(after, /"R1"/);
  });
});
