import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "fast-png";
import { pictureSize } from "../../core/engines/render/paint/image.ts";
import { decodePng } from "../../core/engines/render/png.ts";
import { readDoc } from "../../core/model/document.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("pictures turn and flip as in KiCad", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

const id = "10000000-0000-0000-0000-000000000001";
const center = [12, 30] as const;

/** Pixels that all differ, of four kinds. */
function pictures(): { name: string; bytes: Uint8Array }[] {
  const [width, height] = [5, 3];
  const samples = (channels: number) => Uint8Array.from({ length: width * height * channels }, (_, i) => 5 * i + 3);
  const grey = Uint16Array.from({ length: width * height }, (_, i) => 4000 * i + 77);
  const palette: [number, number, number][] = Array.from({ length: 15 }, (_, i) => [i, 2 * i, 255 - i]);
  const indices = Uint8Array.from({ length: width * height }, (_, i) => i);
  return [
    { name: "colour", bytes: encode({ width, height, data: samples(3), channels: 3 }) },
    { name: "opacity", bytes: encode({ width, height, data: samples(4), channels: 4 }) },
    { name: "grey of 16 bits", bytes: encode({ width, height, data: grey, channels: 1, depth: 16 }) },
    { name: "palette", bytes: encode({ width, height, data: indices, channels: 1, depth: 8, palette }) },
  ];
}

function boardOf(picture: Uint8Array): string {
  const data = Buffer.from(picture).toString("base64");
  const layers = '(0 "F.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (7 "B.SilkS" user)';
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0") (general (thickness 1.6)) (paper "A4")
(layers ${layers}) (setup) (net 0 "") (image (at 10 20) (layer "F.SilkS") (scale 2) (data "${data}") (uuid "${id}")))\n`;
}

interface Seen {
  readonly at: { readonly x: number; readonly y: number };
  readonly layer: string;
  readonly width: number;
  readonly height: number;
  readonly pixels: readonly number[];
}

function seen(bytes: Uint8Array): Seen {
  const image = readDoc(bytes).doc!.items.get(id)!;
  const { width, height, data } = decodePng(String(image["data"]))!;
  const { x, y } = image["at"] as { x: number; y: number };
  return { at: { x, y }, layer: String(image["layer"]), width, height, pixels: [...data] };
}

run(suite.title, function () {
  this.timeout(120_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-pictures-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  const angles = [30, 45, 46, 90, 135, 180, 225.5, 270, -90, 400];
  const flips = ["left-right", "top-bottom"] as const;
  const nm = center.map((each) => each * 1e6);

  it("every kind, by every quarter, on both axes", async () => {
    const jobs: object[] = [];
    for (const [i, { bytes }] of pictures().entries()) {
      const path = join(scratch, `${i}.kicad_pcb`);
      writeFileSync(path, boardOf(bytes));
      for (const angle of angles)
        jobs.push({
          in: path,
          out: join(scratch, `${i} ${angle}.kicad_pcb`),
          ops: [{ id, rotate: angle, center: nm }],
        });
      for (const flip of flips)
        jobs.push({ in: path, out: join(scratch, `${i} ${flip}.kicad_pcb`), ops: [{ id, flip, center: nm }] });
    }
    execFileSync("/usr/bin/python3", [join(import.meta.dirname, "move-kicad.py")], {
      input: JSON.stringify(jobs),
      stdio: ["pipe", "pipe", "ignore"],
    });
    for (const [i, { name, bytes }] of pictures().entries()) {
      const after = async (command: string, args: object): Promise<Seen> => {
        const world = await openWorld({ text: boardOf(bytes) });
        await world.run(command, { items: id, center, ...args });
        return seen(world.bytes());
      };
      const theirs = (what: number | string) => seen(readFileSync(join(scratch, `${i} ${what}.kicad_pcb`)));
      for (const angle of angles) {
        const ours = await after("pcb.rotate", { angle });
        const kicad = theirs(angle);
        assert.deepEqual([ours.at, ours.width, ours.height], [kicad.at, kicad.width, kicad.height], `${name} ${angle}`);
        // KiCad 9.0 turns the pixels the other way round than the place, which KiCad 10 mends: it agrees by half turns.
        const back = await after("pcb.rotate", { angle: quarters(angle) % 2 === 0 ? angle : angle + 180 });
        assert.deepEqual(back.pixels, kicad.pixels, `${name} ${angle}`);
      }
      for (const direction of flips) {
        const ours = await after("pcb.flip", { direction });
        // KiCad 9 leaves a picture on its side, KiCad 10 takes it along.
        assert.deepEqual(ours, { ...theirs(direction), layer: "B.SilkS" }, `${name} ${direction}`);
      }
    }
  });

  it("turns counter-clockwise like everything, keeps its size, and comes back by four quarters", async () => {
    const [colour] = pictures();
    const world = await openWorld({ text: boardOf(withResolution(colour!.bytes, 11_811)) });
    const before = seen(world.bytes());
    const size = () => pictureSize(String(world.doc().items.get(id)!["data"]));
    assert.equal(size().ppi, 300);
    await world.run("pcb.rotate", { items: id, angle: 90 });
    const turned = seen(world.bytes());
    // The upper right pixel comes to the upper left.
    assert.deepEqual(turned.pixels.slice(0, 4), before.pixels.slice(4 * 4, 5 * 4));
    assert.deepEqual(size(), { width: 3, height: 5, ppi: 300 });
    for (let n = 0; n < 3; n++) await world.run("pcb.rotate", { items: id, angle: 90 });
    assert.deepEqual(seen(world.bytes()), before);
  });

  it("a JPEG refuses, unless only its place turns", async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0);
    const world = await openWorld({ text: boardOf(jpeg) });
    await assert.rejects(world.run("pcb.rotate", { items: id, angle: 90 }), /Cannot rotate image .*no PNG/);
    await assert.rejects(world.run("pcb.flip", { items: id }), /Cannot flip image .*no PNG/);
    await world.run("pcb.rotate", { items: id, angle: 30, center });
  });
});

function quarters(angle: number): number {
  return Math.ceil(((((angle % 360) + 360) % 360) - 45) / 90) % 4;
}

/** A PNG with a pHYs chunk of so many pixels per metre. */
function withResolution(png: Uint8Array, perMetre: number): Uint8Array {
  const chunk = new DataView(new ArrayBuffer(21));
  chunk.setUint32(0, 9);
  chunk.setUint32(4, 0x70485973);
  chunk.setUint32(8, perMetre);
  chunk.setUint32(12, perMetre);
  chunk.setUint8(16, 1);
  chunk.setUint32(17, checksum(new Uint8Array(chunk.buffer, 4, 13)));
  return Uint8Array.from([...png.subarray(0, 33), ...new Uint8Array(chunk.buffer), ...png.subarray(33)]);
}

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
