import assert from "node:assert/strict";
import { join } from "node:path";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const examples = join(import.meta.dirname, "../../examples");
const file = join(examples, "board-tools/board-tools.kicad_pcb");

describe("pcb.cleanup", () => {
  it("takes what is there twice, joins what is in one line, leaves loose ends", async () => {
    const { doc, result } = await checkEdit({ file, command: "pcb.cleanup", args: {} });
    const out = [...doc.items.ofKind("track")].filter((item) => item["net"] === "/OUT");
    assert.equal(out.length, 1, "four pieces, one of them twice, are one track");
    assert.deepEqual(
      [out[0]!["start"], out[0]!["end"]],
      [
        { x: 104e6, y: 106e6 },
        { x: 112e6, y: 106e6 },
      ],
    );
    assert.equal([...doc.items.ofKind("via")].length, 1);
    assert.equal([...doc.items.ofKind("graphic")].filter((item) => item["layer"] === "F.SilkS").length, 2);
    assert.match(result.notes!.join(" "), /1 tracks that were there twice went/);
  });
  it("takes loose ends when told to, and keeps what is locked", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.cleanup", args: { dangling: true } });
    assert.equal(
      [...doc.items.ofKind("track", "via")].filter((item) => item["net"] === "/OUT" || item["net"] === "/SPARE").length,
      0,
    );
    const locked = await checkEdit({ file, command: "pcb.lock", args: { items: ["/OUT"] } });
    const kept = await checkEdit({ text: locked.after, command: "pcb.cleanup", args: { dangling: true } });
    assert.equal([...kept.doc.items.ofKind("track")].filter((item) => item["net"] === "/OUT").length, 3);
  });
});

describe("pcb.renumber", () => {
  it("counts row by row, each letter from one on", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.renumber", args: { items: ["R1", "R2", "R3", "R4", "R5"] } });
    const at = [...doc.items.ofKind("footprint")].filter((item) => referenceOf(item).startsWith("R"));
    at.sort((a, b) => Number(referenceOf(a).slice(1)) - Number(referenceOf(b).slice(1)));
    const rows = at.map((item) => (item["at"] as { y: number }).y);
    assert.deepEqual(
      rows,
      [...rows].sort((a, b) => a - b),
    );
  });
});

describe("pcb.stitch", () => {
  it("sets vias only where both zones are, clear of other copper", async () => {
    const { doc, result } = await checkEdit({ file, command: "pcb.stitch", args: { net: "GND", pitch: 2 } });
    assert.ok(result.newIds.length > 5);
    for (const id of result.newIds) {
      const { x, y } = doc.items.get(id)!["at"] as { x: number; y: number };
      assert.ok(x > 113e6 && x < 127e6 && y > 98e6 && y < 109e6);
    }
  });
  it("refuses a net with zones on one layer", () =>
    checkRefused({
      file,
      command: "pcb.stitch",
      args: { net: "VCC", pitch: 2 },
      code: "invalid-args",
      message: /zones on 0 layers/,
    }));
});

describe("what KiCad 10 alone has", () => {
  it("is refused in older files, and written in its own", async () => {
    const args = { text: "A1", at: [110, 90], layer: "F.SilkS" };
    await checkRefused({ file, command: "pcb.addBarcode", args, code: "invalid-args", message: /KiCad 10/ });
    const { after } = await checkEdit({
      file: join(examples, "kicad-10/kicad-10.kicad_pcb"),
      command: "pcb.addBarcode",
      args,
    });
    assert.match(
      after,
      /\(barcode\s+\(at 110 90 0\)\s+\(layer "F.SilkS"\)\s+\(size 10 10\)\s+\(text "A1"\)\s+\(text_height 1\)\s+\(type qr\)\s+\(ecc_level L\)/,
    );
  });
});

describe("query.measure", () => {
  it("adds up tracks and vias between two pads", async () => {
    const world = await openWorld({ file: join(examples, "blinky/blinky.kicad_pcb") });
    const { routed, distance } = (await world.run("query.measure", { from: "R3.2", to: "D1.2" })) as {
      routed: { length: number; tracks: number };
      distance: number;
    };
    assert.ok(routed.length >= distance && routed.tracks <= routed.length);
  });
});
