import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../core/commands/list.gen.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const blinky = join(examples, "blinky/blinky.kicad_pcb");

/** A board with one of each kind, as KiCad 9 writes it. */
const text = `(kicad_pcb
	(version 20241229)
	(generator "pcbnew")
	(generator_version "9.0")
	(layers
		(0 "F.Cu" signal "Top")
		(2 "B.Cu" signal)
		(5 "F.SilkS" user "F.Silkscreen")
		(25 "Edge.Cuts" user)
	)
	(net 0 "")
	(net 1 "GND")
	(net 2 "VCC")
	(footprint "Lib:R"
		(layer "F.Cu")
		(uuid "f1")
		(at 10 20 90)
		(property "Reference" "R1"
			(at 0 -1 90)
			(layer "F.SilkS")
			(uuid "f1-ref")
			(effects
				(font
					(size 1 1)
					(thickness 0.15)
				)
				(justify left)
			)
		)
		(fp_rect
			(start -1 -0.5)
			(end 1 0.5)
			(stroke
				(width 0.1)
				(type solid)
			)
			(fill no)
			(layer "F.SilkS")
			(uuid "f1-rect")
		)
		(pad "1" smd rect
			(at -1 0 90)
			(size 1 1)
			(layers "F.Cu" "F.Mask")
			(net 1 "GND")
			(uuid "f1-1")
		)
		(pad "2" smd rect
			(at 1 0 90)
			(size 1 1)
			(layers "F.Cu" "F.Mask")
			(net 2 "VCC")
			(uuid "f1-2")
		)
	)
	(gr_rect
		(start 0 0)
		(end 40 40)
		(stroke
			(width 0.1)
			(type solid)
		)
		(fill no)
		(layer "Edge.Cuts")
		(uuid "edge")
	)
	(segment
		(start 10 21)
		(end 15 21)
		(width 0.25)
		(locked yes)
		(layer "F.Cu")
		(net 1)
		(uuid "t1")
	)
	(segment
		(start 10 19)
		(end 15 19)
		(width 0.25)
		(layer "F.Cu")
		(net 2)
		(uuid "t2")
	)
	(group ""
		(uuid "g1")
		(members "edge" "t2")
	)
)
`;

describe("pcb edits keep the laws", () => {
  it("every one has an example that runs here, or is held to them beside its project", () => {
    const beside = readFileSync(join(import.meta.dirname, "project-commands.test.ts"), "utf8");
    const tidy = readFileSync(join(import.meta.dirname, "pcb-tidy.test.ts"), "utf8");
    for (const command of commands.filter(({ id }) => id.startsWith("pcb."))) {
      assert.equal(command.kind, "edit", command.id);
      assert.ok(command.examples.length > 0, `${command.id}: an example`);
      if (command.scope === "board") continue;
      const checked = [beside, tidy].some(
        (text) => text.includes(`command: "${command.id}"`) && text.includes("checkEdit({"),
      );
      assert.ok(checked, `${command.id}: the laws`);
    }
  });
  for (const command of commands.filter(
    (each) => each.id.startsWith("pcb.") && each.kind === "edit" && each.scope === "board",
  )) {
    for (const example of command.examples) {
      it(`${command.id}: ${example.about}`, () =>
        checkEdit({
          file: join(examples, example.fixture!),
          path: `/${example.fixture}`,
          others: exampleFiles(examples),
          command: command.id,
          args: example.args,
        }));
    }
  }
});

describe("pcb.move", () => {
  it("changes one line for a footprint", async () => {
    const { addedLines, result } = await checkEdit({
      text,
      command: "pcb.move",
      args: { items: "R1", by: [1.5, 9] },
      lines: { removed: 1, added: 1 },
    });
    assert.deepEqual(addedLines, ["\t\t(at 11.5 29 90)"]);
    assert.deepEqual(result.changedIds, ["f1"]);
  });
  it("brings an item's place to a point", async () => {
    const { doc } = await checkEdit({ text, command: "pcb.move", args: { items: ["R1"], to: [30, 31] } });
    assert.deepEqual(doc.items.get("f1")!["at"], { x: 30e6, y: 31e6, angle: 90 });
  });
  it("moves a group as a whole, a member by itself only when told so", async () => {
    const group = await checkEdit({ text, command: "pcb.move", args: { items: "g1", by: [1, 1] } });
    assert.deepEqual(group.result.changedIds.sort(), ["edge", "t2"]);
    const member = await checkEdit({ text, command: "pcb.move", args: { items: "t2", by: [1, 1] } });
    assert.deepEqual(member.result.changedIds.sort(), ["edge", "t2"]);
    assert.match(member.result.notes!.join(), /track t2 is in group g1/);
    const alone = await checkEdit({ text, command: "pcb.move", args: { items: "t2", by: [1, 1], alone: true } });
    assert.deepEqual(alone.result.changedIds, ["t2"]);
  });
  it("moves everything on a net", async () => {
    const { result } = await checkEdit({ text, command: "pcb.move", args: { items: "GND", by: [1, 0], force: true } });
    assert.deepEqual(result.changedIds, ["t1"]);
  });
  it("refuses locked items, with the way out in the hint", () =>
    checkRefused({
      text,
      command: "pcb.move",
      args: { items: "t1", by: [1, 0] },
      code: "locked",
      hint: /force: true/,
    }));
  it("names the nearest for an unknown item", async () => {
    const error = await checkRefused({
      text,
      command: "pcb.move",
      args: { items: "R2", by: [1, 0] },
      code: "not-found",
    });
    assert.match(error.hint!, /"R1"/);
    await checkRefused({
      text,
      command: "pcb.move",
      args: { items: "R1.7", by: [1, 0] },
      code: "not-found",
      message: /R1 has 1, 2/,
    });
  });
  it("refuses a pad: it belongs to its footprint", () =>
    checkRefused({
      text,
      command: "pcb.move",
      args: { items: "R1.1", by: [1, 0] },
      code: "invalid-args",
      hint: /"R1"/,
    }));
  it("refuses the net table and the layer table", () =>
    checkRefused({ text, command: "pcb.move", args: { items: "net:1", by: [1, 0] }, code: "invalid-args" }));
  it("refuses NaN, infinities and both or neither of by and to", async () => {
    for (const args of [
      { by: [Number.NaN, 0] },
      { by: [Infinity, 0] },
      {},
      { by: [1, 1], to: [1, 1] },
      { by: [1e7, 0] },
    ])
      await checkRefused({ text, command: "pcb.move", args: { items: "R1", ...args }, code: "invalid-args" });
  });
});

describe("pcb.rotate", () => {
  it("turns pads and texts with the footprint, and keeps texts upright", async () => {
    const { doc } = await checkEdit({ text, command: "pcb.rotate", args: { items: "R1", angle: 90 } });
    const footprint = doc.items.get("f1")!;
    const child = (id: string) => footprint.children.find((each) => each.id === id)! as Record<string, unknown>;
    assert.deepEqual(footprint["at"], { x: 10e6, y: 20e6, angle: 180 });
    assert.deepEqual(child("f1-1")["at"], { x: -1e6, y: 0, angle: 180 });
    assert.deepEqual(child("f1-ref")["at"], { x: 0, y: -1e6, angle: 0 });
    assert.equal((child("f1-ref")["effects"] as { hAlign: string }).hAlign, "right");
  });
  it("makes a polygon of a rectangle that is not turned by right angles", async () => {
    const { after } = await checkEdit({ text, command: "pcb.rotate", args: { items: "edge", angle: 45 } });
    assert.match(after, /\(gr_poly\s+\(pts/);
    assert.doesNotMatch(after, /\(gr_rect/);
    const square = await checkEdit({ text, command: "pcb.rotate", args: { items: "edge", angle: 90 } });
    assert.match(square.after, /\(gr_rect/);
  });
});

describe("pcb.delete", () => {
  it("takes items out of their groups", async () => {
    const { after, result } = await checkEdit({ text, command: "pcb.delete", args: { items: "t2" } });
    assert.deepEqual(result.removedIds, ["t2"]);
    assert.match(after, /\(members "edge"\)/);
  });
  it("tells what a footprint's removal disconnects", async () => {
    const { result } = await checkEdit({ text, command: "pcb.delete", args: { items: "R1" } });
    assert.match(result.notes![0]!, /R1 is gone; disconnected: GND \(1\); VCC \(2\)\./);
  });
});

describe("pcb.addTrack", () => {
  const pts = [
    [10, 19],
    [12, 17],
    [14, 17],
  ];
  it("adds a segment for each pair, with net and width from what is there", async () => {
    const { result, doc } = await checkEdit({ text, command: "pcb.addTrack", args: { layer: "Top", pts } });
    assert.equal(result.newIds.length, 2);
    const track = doc.items.get(result.newIds[0]!)!;
    assert.deepEqual([track["layer"], track["net"], track["width"]], ["F.Cu", "VCC", 250_000]);
  });
  it("makes a new net and says so", async () => {
    const { result, after } = await checkEdit({
      text,
      command: "pcb.addTrack",
      args: { layer: "F.Cu", net: "VCCC", width: 0.3, pts },
    });
    assert.match(result.notes![0]!, /VCCC is new \(did you mean VCC\?\)/);
    assert.match(after, /\(net 3 "VCCC"\)/);
  });
  it("refuses unknown and non-copper layers, segments without length, shorts", async () => {
    const call = { text, command: "pcb.addTrack", code: "invalid-args" };
    await checkRefused({ ...call, args: { layer: "F.Cuu", pts }, message: /F\.Cu, B\.Cu/, hint: /F\.Cu/ });
    await checkRefused({ ...call, args: { layer: "F.SilkS", pts }, message: /no copper layer/ });
    await checkRefused({ ...call, args: { layer: "F.Cu", pts: [pts[0], pts[0]] }, message: /no length/ });
    await checkRefused({
      ...call,
      args: {
        layer: "F.Cu",
        pts: [
          [10, 19],
          [10, 21],
        ],
      },
      message: /join/,
    });
    await checkRefused({ ...call, args: { layer: "F.Cu", width: 0, pts } });
  });
});

describe("pcb.addVia", () => {
  it("takes the net of what it stands on", async () => {
    const { result, doc } = await checkEdit({ text, command: "pcb.addVia", args: { at: [15, 19] } });
    assert.equal(doc.items.get(result.newIds[0]!)!["net"], "VCC");
  });
  it("refuses a hole as big as the via, and a through via that ends inside", async () => {
    const call = { text, command: "pcb.addVia", code: "invalid-args" };
    await checkRefused({ ...call, args: { at: [1, 1], size: 0.4, drill: 0.4 }, message: /not smaller/ });
    await checkRefused({ ...call, args: { at: [1, 1], layers: ["F.Cu", "F.Cu"] } });
  });
});

describe("pcb.addGraphic", () => {
  it("writes each shape as KiCad does", async () => {
    const shapes: Record<string, unknown>[] = [
      { shape: "line", from: [1, 1], to: [2, 2] },
      { shape: "arc", from: [1, 1], mid: [2, 2], to: [3, 1] },
      { shape: "circle", center: [5, 5], to: [6, 5], fill: "solid" },
      { shape: "rect", from: [1, 1], to: [3, 2] },
      {
        shape: "poly",
        pts: [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
      },
      {
        shape: "curve",
        pts: [
          [1, 1],
          [2, 1],
          [2, 2],
          [3, 3],
        ],
      },
    ];
    for (const args of shapes) {
      const { after } = await checkEdit({ text, command: "pcb.addGraphic", args: { layer: "F.Silkscreen", ...args } });
      assert.ok(after.includes(`(gr_${String(args["shape"])}`));
    }
  });
  it("refuses missing and meaningless points", async () => {
    const call = { text, command: "pcb.addGraphic", code: "invalid-args" };
    await checkRefused({
      ...call,
      args: { layer: "F.SilkS", shape: "arc", from: [1, 1], to: [2, 2] },
      message: /mid is missing/,
    });
    await checkRefused({
      ...call,
      args: { layer: "F.SilkS", shape: "line", from: [1, 1], to: [1, 1] },
      message: /no size/,
    });
    await checkRefused({
      ...call,
      args: { layer: "F.SilkS", shape: "line", from: [1, 1], to: [2, 1], fill: "solid" },
      message: /open/,
    });
  });
});

describe("pcb.setProperties", () => {
  it("takes what query.items shows", async () => {
    const properties = { width: 0.3, layer: "B.Cu", locked: true, start: [11, 19] };
    const { doc } = await checkEdit({ text, command: "pcb.setProperties", args: { items: "t2", properties } });
    const track = doc.items.get("t2")!;
    assert.deepEqual(
      [track["width"], track["layer"], track["locked"], track["start"]],
      [300_000, "B.Cu", true, { x: 11e6, y: 19e6 }],
    );
  });
  it("changes a part of an object and keeps the rest", async () => {
    const { doc } = await checkEdit({
      text,
      command: "pcb.setProperties",
      args: { items: "f1-ref", properties: { effects: { bold: true } } },
    });
    const effects = doc.items.get("f1")!.children[0]!["effects"] as { bold: boolean; thickness: number };
    assert.deepEqual([effects.bold, effects.thickness], [true, 150_000]);
  });
  it("turns the parts of a footprint with its angle, and does not flip it", async () => {
    const args = { items: "R1", properties: { at: [10, 20, 180] } };
    const { doc } = await checkEdit({ text, command: "pcb.setProperties", args });
    assert.deepEqual(doc.items.get("f1")!.children.find((child) => child.id === "f1-1")!["at"], {
      x: -1e6,
      y: 0,
      angle: 180,
    });
    const flip = { items: "R1", properties: { layer: "B.Cu" } };
    await checkRefused({ text, command: "pcb.setProperties", args: flip, code: "invalid-args", message: /other side/ });
  });
  it("unlocks a locked item without force", () =>
    checkEdit({ text, command: "pcb.setProperties", args: { items: "t1", properties: { locked: false } } }).then(
      () => undefined,
    ));
  it("refuses unknown properties, wrong values and unknown layers", async () => {
    const call = { text, command: "pcb.setProperties", code: "invalid-args" };
    await checkRefused({ ...call, args: { items: "t2", properties: { widht: 1 } }, hint: /Did you mean width/ });
    await checkRefused({ ...call, args: { items: "t2", properties: { width: "wide" } }, message: /length in mm/ });
    await checkRefused({ ...call, args: { items: "t2", properties: { width: -1 } } });
    await checkRefused({ ...call, args: { items: "t2", properties: { layer: "In9.Cu" } }, message: /F\.Cu, B\.Cu/ });
    await checkRefused({ ...call, args: { items: "t2", properties: { uuid: "x" } }, message: /cannot be set/ });
    await checkRefused({ ...call, args: { items: "t2", properties: { constructor: 1 } }, message: /no property/ });
  });
});

describe("pcb edits from an empty group", () => {
  it("moves nothing and leaves no entry", async () => {
    const world = await openWorld({ text: readFileSync(blinky) });
    await world.run("pcb.move", { items: "R1", by: [0, 0] });
    assert.equal(world.session.get(world.path).history.length, 0);
  });
});
