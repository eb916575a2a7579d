import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const board = readFileSync("examples/blinky/blinky.kicad_pcb", "utf8");
const sheet = readFileSync("examples/blinky/blinky.kicad_sch", "utf8");
const pcb = (command: string, args: Record<string, unknown>, text = board) => checkEdit({ text, command, args });
const refuse = (command: string, args: Record<string, unknown>, message: RegExp, text = board) =>
  checkRefused({ text, command, args, code: "invalid-args", message });

describe("set-up of a board", () => {
  it("title block: says what is given, keeps the rest, goes when nothing is left", async () => {
    const { after } = await pcb("pcb.setTitleBlock", { title: "T", comments: { "2": "two" } });
    assert.match(after, /\(title_block\n\t\t\(title "T"\)[\s\S]*\(comment 2 "two"\)\n\t\)/);
    const gone = await checkEdit({
      text: '(kicad_pcb\n\t(version 20241229)\n\t(title_block\n\t\t(title "T")\n\t)\n)\n',
      command: "pcb.setTitleBlock",
      args: { title: "" },
    });
    assert.ok(!gone.after.includes("title_block"));
    assert.match(
      (await checkEdit({ text: sheet, command: "sch.setTitleBlock", args: { rev: "Z" } })).after,
      /\(rev "Z"\)/,
    );
  });

  it("page: by name, upright, and by its measures", async () => {
    assert.match((await pcb("pcb.setPage", { size: "A3", portrait: true })).after, /\(paper "A3" portrait\)/);
    assert.match(
      (await pcb("pcb.setPage", { size: "User", width: 300, height: 200.5 })).after,
      /\(paper "User" 300 200.5\)/,
    );
    await refuse("pcb.setPage", { size: "User" }, /needs width and height/);
    await refuse("pcb.setPage", { size: "A4", width: 3 }, /its own width/);
    // KiCad does not open a file whose standard page has measures.
    for (const [prefix, text] of [
      ["pcb", board],
      ["sch", sheet],
    ] as const)
      await checkRefused({
        ...{ text, command: `${prefix}.setProperties`, code: "invalid-args" },
        args: { items: "paper#1", properties: { height: 200 } },
        message: /a page of size A4 has its own width and height/,
        hint: new RegExp(`${prefix}.setPage`),
      });
  });

  it("origins: in the set-up, where KiCad has them", async () => {
    const { after } = await pcb("pcb.setOrigin", { aux: [10, 20.5], grid: [1, 2] });
    assert.match(after, /\(aux_axis_origin 10 20.5\)\n\t\t\(grid_origin 1 2\)\n\t\t\(pcbplotparams/);
    assert.ok(!(await pcb("pcb.setOrigin", { aux: null }, after)).after.includes("aux_axis_origin"));
    await refuse("pcb.setOrigin", {}, /neither/);
  });

  it("stackup: layers in order, the board's thickness follows", async () => {
    const layers = [
      { name: "F.Cu", thickness: 0.035 },
      {
        name: "dielectric 1",
        type: "core",
        sheets: [
          { thickness: 1, material: "FR4" },
          { thickness: 0.5, epsilonR: 4.5 },
        ],
      },
      { name: "B.Cu", thickness: 0.035 },
    ];
    const { after, result } = await pcb("pcb.setStackup", { layers });
    assert.match(after, /\(thickness 1.57\)/);
    assert.match(after, /addsublayer/);
    assert.deepEqual(result.notes, ["The board is 1.57 mm thick."]);
    const world = await openWorld({ text: after });
    const { stackup } = (await world.run("query.stackup")) as { stackup: { layers: { sheets: unknown[] }[] } };
    assert.equal(stackup.layers[1]!.sheets.length, 2);
    await refuse("pcb.setStackup", { layers: [layers[0], layers[1], layers[1]] }, /copper layers are F.Cu, and/);
    await refuse("pcb.setStackup", { layers: [layers[0], layers[2], layers[1]] }, /no dielectric above B.Cu/);
  });

  it("stackup: layers that KiCad takes in none are refused, also as a property", async () => {
    const layers = ["Margin", "F.Cu", "dielectric 1", "B.Cu"].map((name) => ({ name, thickness: 0.1 }));
    await checkRefused({
      ...{ file: "examples/blinky/blinky.kicad_pcb", command: "pcb.setStackup", args: { layers } },
      ...{ code: "invalid-args", message: /no place for Margin in a stackup/ },
    });
    const sheets = [{ thickness: 0.1 }];
    const stackup = { layers: [{ name: "F.Fab", type: "prepreg", sheets }] };
    await checkRefused({
      ...{ file: "examples/blinky/blinky.kicad_pcb", command: "pcb.setProperties" },
      ...{ args: { items: "setup#1", properties: { stackup } } },
      ...{ code: "invalid-args", message: /no place for F\.Fab in a stackup/ },
    });
  });

  it("layers: numbered and ordered as KiCad's, none is removed under items", async () => {
    const { after } = await pcb("pcb.setLayers", {
      copper: 4,
      add: ["User.3"],
      names: { "In1.Cu": "GND" },
      types: { "In1.Cu": "power" },
    });
    assert.match(
      after,
      /\(0 "F.Cu" signal\)\n\t\t\(4 "In1.Cu" power "GND"\)\n\t\t\(6 "In2.Cu" signal\)\n\t\t\(2 "B.Cu" signal\)/,
    );
    assert.match(after, /\(43 "User.3" user\)/);
    const world = await openWorld({ text: after });
    assert.equal(((await world.run("query.layers")) as { copper: number }).copper, 4);
    await refuse("pcb.setLayers", { remove: ["F.SilkS"] }, /items are on F.SilkS/);
    await refuse("pcb.setLayers", { copper: 3 }, /odd/);
    await refuse("pcb.setLayers", { add: ["Q.Cu"] }, /no layer "Q.Cu"/);
  });
});

describe("properties", () => {
  it("of items inside items, of lists in part, and of parts of the file", async () => {
    const fill = await pcb("pcb.setProperties", {
      items: "R1.1",
      properties: { teardrops: { enabled: true }, solderMaskMargin: 0.05 },
    });
    assert.match(fill.after, /\(teardrops\n[\s\S]*\(enabled yes\)/);
    const setup = await pcb("pcb.setProperties", {
      items: "setup#1",
      properties: { maskMargin: 0.1, tenting: { front: true, back: false } },
    });
    assert.match(setup.after, /\(pad_to_mask_clearance 0.1\)/);
    assert.match(setup.after, /\(tenting front\)/);
  });

  it("rewrite only what differs inside a list", async () => {
    const text = `(kicad_pcb (version 20241229)\n\t(zone\n\t\t(net 0)\n\t\t(net_name "")\n\t\t(layer "F.Cu")\n\t\t(uuid "z")\n\t\t(fill yes\n\t\t\t(thermal_gap 0.50)\n\t\t\t(from_the_future 1)\n\t\t\t(thermal_bridge_width 0.5)\n\t\t)\n\t)\n)\n`;
    const { removedLines, addedLines } = await checkEdit({
      text,
      command: "pcb.setProperties",
      args: { items: "z", properties: { fill: { thermalBridgeWidth: 0.3 } } },
    });
    assert.deepEqual(
      [removedLines, addedLines],
      [["\t\t\t(thermal_bridge_width 0.5)"], ["\t\t\t(thermal_bridge_width 0.3)"]],
    );
  });

  it("that the file's version does not know are refused with the token named", async () => {
    await refuse(
      "pcb.setProperties",
      { items: "setup#1", properties: { covering: { front: true } } },
      /\(covering …\)/,
    );
    const text =
      '(kicad_pcb (version 20240108)\n\t(via (at 1 2) (size 1) (drill 0.5) (layers "F.Cu" "B.Cu") (net 0) (uuid "v"))\n)\n';
    await refuse(
      "pcb.setProperties",
      { items: "v", properties: { padstack: { mode: "custom" } } },
      /\(padstack …\)/,
      text,
    );
    await refuse(
      "pcb.setProperties",
      { items: "v", properties: { teardrops: { curvedEdges: true } } },
      /\(curved_edges …\)/,
      text,
    );
  });

  it("of a schematic's things; what hangs together is left to its command", async () => {
    const { after } = await checkEdit({
      text: sheet,
      command: "sch.setProperties",
      args: { items: "R1", properties: { dnp: true, inBom: false } },
    });
    assert.match(after, /\(dnp yes\)/);
    await refuse("sch.setProperties", { items: "R1", properties: { at: [1, 2] } }, /more than a property/, sheet);
    const alias = await checkEdit({
      text: sheet,
      command: "sch.setBusAlias",
      args: { name: "I2C", members: ["SCL", "SDA"] },
    });
    assert.match(alias.after, /\(bus_alias "I2C"\n\t\t\(members "SCL" "SDA"\)\n\t\)/);
    assert.ok(alias.after.indexOf("(bus_alias") > alias.after.indexOf("(lib_symbols"));
  });
});

describe("query.item and query.schema", () => {
  it("show one item with everything inside, in mm", async () => {
    const world = await openWorld({ text: board });
    const { item } = (await world.run("query.item", { item: "R1" })) as { item: Record<string, unknown> };
    const items = item["items"] as Record<string, unknown>[];
    assert.equal(item["ref"], "R1");
    assert.ok(items.some((each) => each["kind"] === "pad" && (each["size"] as number[]).length === 2));
    const { item: setup } = (await world.run("query.item", { item: "setup" })) as { item: Record<string, unknown> };
    assert.ok("maskMargin" in setup && !("covering" in setup));
  });

  it("describe every kind: what each property is, takes, and since when", async () => {
    const world = await openWorld({ text: board });
    const { kinds } = (await world.run("query.schema", {})) as { kinds: { kind: string }[] };
    for (const { kind } of kinds) {
      const found = (await world.run("query.schema", { kind })) as {
        kinds: { properties: Record<string, unknown>[] }[];
      };
      for (const property of found.kinds.flatMap((each) => each.properties)) {
        assert.ok(String(property["about"]).length > 3, `${kind}.${String(property["name"])} says what it is`);
      }
    }
    const via = (await world.run("query.schema", { kind: "via" })) as {
      kinds: { properties: { name: string; since?: number }[] }[];
    };
    assert.equal(via.kinds[0]!.properties.find(({ name }) => name === "covering")?.since, 20250228);
  });
});
