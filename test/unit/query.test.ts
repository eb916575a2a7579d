import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { commands } from "../../core/commands/list.gen.ts";
import { openWorld } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const board = join(examples, "blinky/blinky.kicad_pcb");

interface Items {
  items: Record<string, unknown>[];
  total: number;
  cursor?: string;
}

describe("query commands", () => {
  const ajv = new Ajv2020({ strict: false });
  for (const command of commands.filter(({ id }) => /^query\.(?!sheetTree)/.test(id))) {
    for (const example of command.examples) {
      it(`${command.id}: ${example.about}`, async () => {
        const fixture = example.fixture ?? "blinky/blinky.kicad_pcb";
        const path = `/${fixture}`;
        const text = readFileSync(join(examples, fixture));
        const world = await openWorld({ text, path, others: exampleFiles(examples) });
        const result = await world.run(command.id, {
          ...(example.fixture === undefined ? {} : { path }),
          ...example.args,
        });
        const check = ajv.compile(command.result);
        assert.ok(check(result), ajv.errorsText(check.errors));
        assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
      });
    }
  }

  it("pages through all items once", async () => {
    const world = await openWorld({ file: board });
    const all = (await world.run("query.items", { limit: 5000 })) as Items;
    assert.equal(all.items.length, all.total);
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = (await world.run("query.items", { limit: 7, ...(cursor === undefined ? {} : { cursor }) })) as Items;
      paged.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    assert.deepEqual(paged, all.items);
  });

  it("finds by kind, layer, net, reference and region", async () => {
    const world = await openWorld({ file: board });
    const items = async (args: Record<string, unknown>) => (await world.run("query.items", args)) as Items;
    const pads = await items({ kind: "pad", net: "GND" });
    assert.ok(pads.total > 0 && pads.items.every((item) => item["net"] === "GND" && item["kind"] === "pad"));
    const [r1] = (await items({ ref: "R1" })).items;
    const [x, y] = r1!["at"] as number[];
    const near = await items({ kind: "footprint", region: [x! - 0.1, y! - 0.1, x! + 0.1, y! + 0.1] });
    assert.ok(near.items.some((item) => item["ref"] === "R1"));
    const silk = await items({ layer: "F.Silkscreen" });
    assert.ok(silk.items.every((item) => item["layer"] === "F.SilkS"));
    const [chosen] = (await items({ ref: "R1", fields: ["at", "locked"] })).items;
    assert.deepEqual(Object.keys(chosen!), ["id", "kind", "locked", "at"]);
  });

  it("takes back every property that it shows", async () => {
    const world = await openWorld({ file: board });
    const before = world.bytes();
    for (const kind of ["track", "via", "footprint", "pad", "property", "graphic", "text", "zone"]) {
      const { items } = (await world.run("query.items", { kind, limit: 3 })) as Items;
      for (const { id, kind: _, ref: _r, owner: _o, position: _p, ...properties } of items) {
        delete properties["token"];
        await world.run("pcb.setProperties", { items: id, properties, force: true });
        assert.deepEqual(world.bytes(), before, `${kind} ${String(id)}`);
      }
    }
  });

  it("names the nearest of an unknown kind or net", async () => {
    const world = await openWorld({ file: board });
    await assert.rejects(world.run("query.items", { kind: "segment" }), /a board has track/);
    await assert.rejects(world.run("query.items", { net: "GNT" }), { hint: 'Did you mean "GND"?' });
  });
});
