import assert from "node:assert/strict";
import { join } from "node:path";
import type { Effects } from "../../core/model/effects.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/board-tools/board-tools.kicad_pcb");

describe("pcb.addText", () => {
  it("takes the project's look of the layer, and is mirrored on the back", async () => {
    const { doc } = await checkEdit({
      file,
      command: "pcb.addText",
      args: { text: "A", at: [110, 90], layer: "B.SilkS" },
    });
    const text = [...doc.items.ofKind("text")].find((item) => item["text"] === "A")!;
    const effects = text["effects"] as Effects;
    assert.deepEqual([effects.width, effects.height, effects.thickness], [1e6, 1e6, 1e5]);
    assert.equal(effects.mirror, true);
    assert.deepEqual([effects.hAlign, effects.vAlign], ["left", "bottom"]);
  });
});

describe("pcb.setOutline", () => {
  it("puts one outline in place of the other", async () => {
    const { doc } = await checkEdit({
      file,
      command: "pcb.setOutline",
      args: { from: [100, 80], to: [140, 110], radius: 3 },
    });
    const edge = [...doc.items.ofKind("graphic")].filter((item) => item["layer"] === "Edge.Cuts");
    assert.deepEqual(edge.map((item) => item["token"]).sort(), [
      ...Array(4).fill("gr_arc"),
      ...Array(4).fill("gr_line"),
    ]);
    const ends = edge.flatMap((item) => [item["start"], item["end"]].map((p) => JSON.stringify(p)));
    assert.equal(new Set(ends).size, 8, "each end is where another begins");
  });
  it("refuses a radius that does not fit, crossing sides, and a locked edge", async () => {
    const rect = { from: [100, 80], to: [104, 110] };
    await checkRefused({
      file,
      command: "pcb.setOutline",
      args: { ...rect, radius: 3 },
      code: "invalid-args",
      message: /corners 0 and 1.*4 apart/,
    });
    const bow = [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ];
    await checkRefused({ file, command: "pcb.setOutline", args: { pts: bow }, code: "invalid-args", message: /cross/ });
  });
});

describe("pcb.fillet", () => {
  it("rounds a corner between two tracks", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.fillet", args: { items: "/SPARE", radius: 2 } });
    const arc = [...doc.items.ofKind("arcTrack")][0]!;
    assert.deepEqual(arc["start"], { x: 108e6, y: 98e6 });
    assert.deepEqual(arc["end"], { x: 110e6, y: 100e6 });
    assert.deepEqual(arc["mid"], { x: 109414214, y: 98585786 });
  });
  it("refuses when nothing is long enough", () =>
    checkRefused({
      file,
      command: "pcb.fillet",
      args: { items: "/SPARE", radius: 20 },
      code: "invalid-args",
      hint: /smaller/,
    }));
});
