// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeText } from "../../core/format/text.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { fileKinds } from "../../core/model/file-kinds.ts";
import { assertSameBytes } from "../laws/check-file.ts";
import { filesBelow } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const seed = Number(process.env["EDSNX_FUZZ_SEED"] ?? 20261130);
const rounds = Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 400);

/** Reads whatever it is given; what it reads without a problem it writes back byte for byte, every item readable. */
function survives(bytes: Uint8Array): void {
  const { doc, problems } = readDoc(bytes);
  for (const problem of problems) {
    assert.ok(problem.offset >= 0 && problem.offset <= bytes.length && problem.line >= 1 && problem.column >= 1);
  }
  if (doc === null) assert.ok(problems.length > 0);
  else {
    for (const entry of doc.items.entries) entry.item();
    assertSameBytes(writeDoc(doc), bytes, "read and write");
  }
}

const endings = Object.values(fileKinds).map((each) => each.ending);
const samples = [
  ...filesBelow(join(import.meta.dirname, "../../examples"), ...endings).map((file) => readFileSync(file)),
  // The kinds that no example has, and the old spellings.
  encodeText(
    "(kicad_wks (version 20231118)\n\t(setup\n\t\t(textsize 1.5 1.5)\n\t)\n\t(rect\n\t\t(start 0 0 ltcorner)\n\t\t(end 0 0)\n\t)\n" +
      '\t(tbtext "${TITLE}"\n\t\t(pos 109 4)\n\t\t(font (size 2 2) bold)\n\t)\n\t(polygon (pos 1 1) (pts (xy 0 0) (xy 1 1)) (pts (xy 2 2)))\n)\n',
  ),
  encodeText(
    '(version 1)\n\n# Mains keep their distance.\n(rule "Mains"\n\t(severity error)\n\t(condition "A.NetClass == \'Mains\'")\n' +
      "\t(constraint clearance (min 3mm)))\n(rule Pour (layer outer) (constraint disallow track via))\n",
  ),
  encodeText(
    "(module R (layer F.Cu) (tedit 5F68FEEE)\n  (fp_text reference REF** (at 0 -1.4) (layer F.SilkS)\n    (effects (font (size 1 1))))\n" +
      "  (pad 1 smd rect (at -1 0) (size 1 1) (layers F.Cu F.Mask))\n)\n",
  ),
];

describe(`the reader under ${rounds} rounds of damage (seed ${seed})`, function () {
  this.timeout(Math.max(60_000, rounds * 300));
  it("has samples of every kind of file", () => {
    const kinds = new Set(samples.map((sample) => readDoc(sample).doc?.kind));
    assert.deepEqual([...kinds].sort(), Object.keys(fileKinds).sort());
  });

  it("survives bytes changed, cut out, doubled and inserted", () => {
    const random = seeded(seed);
    const pick = (n: number) => Math.floor(random() * n);
    for (let round = 0; round < rounds; round++) {
      let bytes: Uint8Array = Uint8Array.from(samples[pick(samples.length)]!);
      for (let hits = 1 + pick(6); hits > 0 && bytes.length > 2; hits--) {
        const from = pick(bytes.length);
        const to = Math.min(bytes.length, from + 1 + pick(200));
        const kind = pick(5);
        if (kind === 0) bytes[from] = pick(256);
        else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
        else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
        else if (kind === 3)
          bytes = Buffer.concat([
            bytes.subarray(0, from),
            encodeText(['"', "(", ")", "\\", "\0", "#", "(at 1)", "(net)", '(uuid "")', "(pts (xy))"][pick(10)]!),
            bytes.subarray(from),
          ]);
        else bytes = bytes.subarray(0, from);
      }
      survives(bytes);
    }
  });

  it("survives random words in the grammar's own shape", () => {
    const random = seeded(seed + 1);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const heads = [
      "segment",
      "via",
      "footprint",
      "pad",
      "zone",
      "pts",
      "xy",
      "at",
      "net",
      "layers",
      "uuid",
      "property",
      "effects",
      "font",
      "symbol",
      "wire",
      "label",
      "gr_line",
      "fp_text",
      "dimension",
      "group",
      "members",
      "instances",
      "project",
      "path",
      "drill",
      "primitives",
      "arc",
      "stroke",
      "fill",
      "lib",
      "uri",
      "tbtext",
      "pos",
      "setup",
      "name",
      "number",
      "pin_names",
      "extends",
      "alternate",
      "disabled",
      "polygon",
      "filled_polygon",
      "justify",
      "image",
      "data",
    ];
    const atoms = [
      "1",
      "-2.5",
      "1e9",
      "NaN",
      "yes",
      "no",
      '"a b"',
      '""',
      '"\\n\\"',
      "hide",
      "locked",
      "0x10",
      '"F.Cu"',
      "é",
    ];
    const make = (depth: number): string => {
      let text = `(${pick(heads)}`;
      for (let n = Math.floor(random() * 5); n > 0; n--)
        text += ` ${depth > 0 && random() < 0.6 ? make(depth - 1) : pick(atoms)}`;
      return `${text})`;
    };
    for (let round = 0; round < rounds; round++) {
      const root = pick(Object.values(fileKinds).flatMap((each) => each.roots));
      const version = pick(["20211014", "20221018", "20240108", "20241229", "20260206"]);
      const items = Array.from({ length: 6 }, () => `\n\t${make(5)}`).join("");
      survives(encodeText(`(${root}\n\t(version ${version})${items}\n)\n`));
    }
  });

  it("bounds what a bomb costs", () => {
    for (const bytes of [
      encodeText("(".repeat(5_000_000)),
      encodeText(")".repeat(5_000_000)),
      encodeText(`(kicad_pcb (version 20241229) "${"x".repeat(20_000_000)}")`),
      encodeText(`(kicad_pcb (version 20241229) ${"\0".repeat(1_000_000)})`),
      encodeText("\\".repeat(1_000_000)),
      encodeText(`(kicad_pcb (version 20241229) ${'"'.repeat(1_000_001)})`),
    ]) {
      const { problems } = readDoc(bytes);
      assert.ok(problems.length <= 102);
    }
  });
});
