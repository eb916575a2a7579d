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

/** A board of two copper layers with these items. */
function board(...items: readonly string[]): string {
  const layers = '(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user))';
  const nets = '(net 0 "") (net 1 "A") (net 2 "B")';
  return `(kicad_pcb (version 20241229) (generator "test") (general (thickness 1.6)) ${layers} ${nets}\n${items.join("\n")}\n)\n`;
}

const uuid = (id: string) => `0000000c-0000-4000-8000-0000000000${id}`;
const track = (id: string, from: string, to: string, net = 1, width = 0.25) =>
  `(segment (start ${from}) (end ${to}) (width ${width}) (layer "F.Cu") (net ${net}) (uuid "${uuid(id)}"))`;
const via = (id: string, at: string, net = 1, more = "") =>
  `(via ${more} (at ${at}) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net ${net}) (uuid "${uuid(id)}"))`;
const part = (reference: string, layer: string, at: string, pad = "") =>
  `(footprint "T:P" (layer "${layer}") (uuid "${uuid(reference.slice(-2))}") (at ${at})
    (property "Reference" "${reference}" (at 0 0) (layer "F.SilkS") (uuid "${uuid(`a${reference.at(-1)}`)}"))
    (property "Value" "" (at 0 0) (layer "F.SilkS") (uuid "${uuid(`b${reference.at(-1)}`)}")) ${pad})`;

/** What is left of the tracks and vias, by the last two letters of their ids. */
async function cleaned(text: string, args: object): Promise<string[]> {
  const world = await openWorld({ text });
  await world.run("pcb.cleanup", { graphics: false, ...args });
  const doc = world.doc();
  return [...doc.items.ofKind("track", "via")].map((item) => {
    const ends = [item["start"], item["end"]].map((p) => (p as { x: number } | undefined)?.x);
    return ends[0] === undefined ? item.id.slice(-2) : `${item.id.slice(-2)} ${ends.map((x) => x! / 1e6).join("-")}`;
  });
}

describe("pcb.cleanup as KiCad's tools", () => {
  it("joins what overlaps in one line, but not over what is joined to an end", async () => {
    const lying = [track("01", "0 0", "10 0"), track("02", "5 0", "15 0"), track("03", "2 0", "3 0")];
    assert.deepEqual(await cleaned(board(...lying), {}), ["01 0-15"]);
    // A track that ends at the middle piece's start keeps that end; one that ends anywhere else does not.
    const held = board(...lying.slice(0, 2), track("04", "5 0", "5 9"));
    assert.deepEqual(await cleaned(held, {}), ["01 0-10", "02 5-15", "04 5-5"]);
    assert.deepEqual(await cleaned(board(...lying.slice(0, 2), track("04", "7 0", "7 9")), {}), ["01 0-15", "04 7-7"]);
    assert.deepEqual(await cleaned(board(...lying.slice(0, 2), via("05", "10 0")), {}), ["01 0-10", "02 5-15", "05"]);
    // A nanometre aside is in line, a width of its own is not.
    const aside = board(
      track("01", "0 0", "10 0"),
      track("02", "10 0", "20 0.000001"),
      track("06", "20 0", "30 0", 1, 0.5),
    );
    assert.deepEqual(await cleaned(aside, {}), ["01 0-20", "06 20-30"]);
  });
  it("takes what touches another net, tracks inside pads, and vias twice in one place", async () => {
    const crossing = board(
      track("01", "0 0", "10 0"),
      track("02", "5 -5", "5 5", 2),
      via("03", "20 0", 2),
      track("04", "19 0", "30 0"),
    );
    assert.deepEqual(await cleaned(crossing, {}), ["01 0-10", "02 5-5", "03", "04 19-30"]);
    assert.deepEqual(await cleaned(crossing, { shorts: true }), []);
    const pad =
      '(pad "1" smd rect (at 0 0) (size 4 2) (layers "F.Cu") (net 1 "A") (uuid "00000000-0000-4000-8000-00000000cccc"))';
    const inside = board(
      part("R11", "F.Cu", "50 50", pad),
      track("01", "49 50", "51 50"),
      track("02", "51.95 50", "50 50", 1, 0.2),
    );
    assert.deepEqual(await cleaned(inside, { merge: false }), ["01 49-51", "02 51.95-50"]);
    assert.deepEqual(await cleaned(inside, { merge: false, inPads: true }), ["02 51.95-50"]);
    const blind = [via("01", "0 0", 1, "blind"), via("02", "0 0", 1, "blind"), via("03", "0 0"), via("04", "0 0", 2)];
    assert.deepEqual(await cleaned(board(...blind), {}), ["01", "03", "04"]);
  });
  it("leaves an end that touches a pad with its round cap, as the design rule check does", async () => {
    const pad =
      '(pad "1" smd rect (at 0 0) (size 2 2) (layers "F.Cu") (net 1 "A") (uuid "00000000-0000-4000-8000-00000000cccc"))';
    const touching = board(
      part("R11", "F.Cu", "0 0", pad),
      part("R12", "F.Cu", "10 0", pad.replace("cccc", "dddd")),
      track("01", "1.1 0", "8.95 0"),
    );
    assert.deepEqual(await cleaned(touching, { dangling: true }), ["01 1.1-8.95"]);
    assert.deepEqual(await cleaned(touching.replace("(end 8.95 0)", "(end 8.8 0)"), { dangling: true }), []);
  });
});

describe("pcb.renumber as KiCad's tool", () => {
  it("goes on with the back seen from behind, and takes the number from its first digit on", async () => {
    const names = ["R71", "R72", "R7_3", "1X4"];
    const places = ["10 0", "20 0", "30 0", "40 0"];
    const text = board(...names.map((name, i) => part(name, i === 0 || i === 3 ? "F.Cu" : "B.Cu", places[i]!)));
    const { doc } = await checkEdit({ text, command: "pcb.renumber", args: { schematic: false } });
    assert.deepEqual([...doc.items.ofKind("footprint")].map(referenceOf), ["R1", "R3", "R2", "1X4"]);
  });
  it("begins a row beyond the half of the grid", async () => {
    const text = board(part("R11", "F.Cu", "9 0.5"), part("R12", "F.Cu", "1 0.5001"), part("R13", "F.Cu", "5 -0.5"));
    const { doc } = await checkEdit({ text, command: "pcb.renumber", args: { schematic: false } });
    assert.deepEqual([...doc.items.ofKind("footprint")].map(referenceOf), ["R2", "R3", "R1"]);
  });
});

describe("pcb.fillet as KiCad's tool", () => {
  it("leaves a corner where a via is", async () => {
    const corner = [track("01", "0 0", "10 0"), track("02", "10 0", "10 10")];
    await checkEdit({ text: board(...corner), command: "pcb.fillet", args: { items: "A", radius: 1 } });
    await checkRefused({
      text: board(...corner, via("03", "10 0")),
      command: "pcb.fillet",
      args: { items: [uuid("01"), uuid("02")], radius: 1 },
      code: "invalid-args",
    });
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
