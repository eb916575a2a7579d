import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { glyphRuns } from "../../core/engines/render/font/glyphs.gen.ts";
import { layoutSchematicText, type SchematicTextStyle } from "../../core/engines/render/font/schematic-text.ts";
import { layoutText, type TextLayout, type TextStyle } from "../../core/engines/render/font/stroke-font.ts";

/** KiCad's gerber plots give whole nm, its schematic plots 0.1 um. */
const BOARD_TOLERANCE = 2;
const SHEET_TOLERANCE = 300;

interface Sample {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
}

const hasKicad = found("kicad-cli");
const title = hasKicad ? "against kicad-cli" : "against kicad-cli (skipped: kicad-cli is not installed)";
const suite = hasKicad ? describe : describe.skip;

suite(`stroke font ${title}`, function () {
  this.timeout(120_000);
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-font-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("draws board texts where KiCad plots them", () => {
    const samples = boardSamples();
    const plotted = plotBoard(samples, folder);
    let worst = 0;
    let segments = 0;
    for (const [n, sample] of samples.entries()) {
      const layout = layoutText(sample.text, sample.style, sample);
      const ours = segmentsOf(layout);
      const theirs = plotted.get(layout.pen) ?? [];
      const label = `sample ${n} ${JSON.stringify(sample)}`;
      assert.equal(ours.length, theirs.length, `${label}: number of segments`);
      const off = deviation(ours, theirs);
      assert.ok(off <= BOARD_TOLERANCE, `${label}: off by ${off} nm`);
      worst = Math.max(worst, off);
      segments += ours.length;
    }
    assert.ok(samples.length >= 60 && segments > 1000, `${samples.length} texts, ${segments} segments`);
    if (process.env.EDSNX_SHOW) console.log(`      ${samples.length} texts, ${segments} segments, worst ${worst} nm`);
  });

  it("draws schematic texts where KiCad plots them", () => {
    const samples = sheetSamples();
    const plotted = plotSheet(samples, folder);
    let worst = 0;
    for (const sample of samples) {
      const layout = layoutSchematicText(sample.text, sample.style, sample);
      const ours = segmentsOf(layout);
      const theirs = plotted.get(sample.text);
      const label = JSON.stringify(sample);
      assert.ok(theirs, `${label}: not in the plot`);
      assert.equal(layout.pen, theirs.pen, `${label}: pen`);
      assert.equal(ours.length, theirs.segments.length, `${label}: number of segments`);
      const off = deviation(ours, theirs.segments);
      assert.ok(off <= SHEET_TOLERANCE, `${label}: off by ${off} nm`);
      worst = Math.max(worst, off);
    }
    if (process.env.EDSNX_SHOW) console.log(`      ${samples.length} texts, worst ${worst} nm`);
  });
});

function boardSamples(): Sample[] {
  const base: TextStyle = { size: { x: 1e6, y: 1e6 }, thickness: 150_000, hAlign: "left", vAlign: "bottom" };
  const list: [string, Partial<TextStyle>][] = [];
  for (const hAlign of ["left", "center", "right"] as const) {
    for (const vAlign of ["top", "center", "bottom"] as const) {
      list.push(["Rgy 0.1µF", { hAlign, vAlign }]);
      list.push(["Two\nlines of ~{text}", { hAlign, vAlign, size: { x: 1_270_000, y: 999_999 } }]);
      list.push(["Mg", { hAlign, vAlign, mirror: true, italic: true, angle: 30 }]);
    }
  }
  for (const angle of [0, 45, 90, 135, 180, 225, 270, 315, 12.3, 359]) {
    list.push(["Angle Å", { angle }]);
    list.push(["Upright", { angle, keepUpright: true, hAlign: "center", vAlign: "center" }]);
  }
  list.push(["mirrored\ntwo", { mirror: true, hAlign: "center", vAlign: "top" }]);
  list.push(["mirrored", { mirror: true, angle: 90 }]);
  list.push(["italic ^{sup} _{sub} ~{bar}", { italic: true }]);
  list.push(["bold", { bold: true, thickness: 200_000 }]);
  list.push(["wide", { size: { x: 3_000_000, y: 1_234_567 } }]);
  list.push(["tall", { size: { x: 777_777, y: 2_500_000 }, vAlign: "center" }]);
  // No line spacing here: KiCad's plots leave it out, only its screen shows it (see the unit test).
  list.push(["three\nlines\nhere", { vAlign: "center", hAlign: "center" }]);
  list.push(["one\n\nthree\n", { vAlign: "bottom", hAlign: "right" }]);
  for (const text of [
    "~{RESET}",
    "A~{B~{C}D}E",
    "x^{2}y_{i}",
    "x^{a_{b}c}d",
    "~{I^{I}I}",
    "~{open",
    "~{a{b}c}d",
    "~{{a b}}c",
    "~{a{}b}c",
    "{~{I}}I",
    "~{}a~{ }b",
    "~{slash}^{slash}_{slash}",
    "{slash}{backslash}{brace}{space}{dblquote}{quote}{colon}{lt}{gt}{bar}{other}",
    "a{tab}b{return}c",
    "a\tbc\tdefgh\tijkl\tm",
    "^{a\tb}\tc",
    "~{a\tb",
    "a~{}\tb",
    "a~{~{}}b",
    "~{a^{b}\tc",
    "~{a{b}",
    "~{~{a}b{c",
    "  lead and trail  ",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "ΑΒΓ αβγ Ω µ Ж щ Я é ß ø ő",
    "→ ≤ ≥ ∞ √ ± × ÷ ° € ™ ½ ₂ ² ⌀",
    "カタカナ ひらがな",
    "\u0378\u1234 \u{1F600} \uAC00x",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's empty variable, which shows nothing
    "f{REF} ${} @x",
  ]) {
    list.push([text, {}]);
    list.push([text, { hAlign: "right", size: { x: 1_111_111, y: 888_888 } }]);
  }
  list.push(["clamped", { thickness: 900_000 }]);
  for (const text of everyGlyph()) list.push([text, { size: { x: 700_000, y: 500_000 }, thickness: 50_000 }]);
  return list.map(([text, some], n) => ({
    text,
    x: 30_000_000 + (n % 8) * 40_000_000,
    y: 30_000_000 + Math.floor(n / 8) * 20_000_000,
    // A pen of its own tells each text apart in the plot.
    style: { ...base, ...some, thickness: (some.thickness ?? base.thickness) + 10 * n },
  }));
}

/** All measured code points, in rows of 40. */
function everyGlyph(): string[] {
  const codes: number[] = [];
  for (let r = 0; r < glyphRuns.length; r += 2) {
    for (let k = 0; k < glyphRuns[r + 1]!; k++) codes.push(glyphRuns[r]! + k);
  }
  const rows: string[] = [];
  for (let at = 0; at < codes.length; at += 40) rows.push(String.fromCodePoint(...codes.slice(at, at + 40)));
  return rows;
}

/** Segments [x1, y1, x2, y2, …] in nm by pen width, in drawing order. */
function plotBoard(samples: readonly Sample[], folder: string): Map<number, number[]> {
  const items = samples.map(({ text, x, y, style }) => {
    const effects = effectsOf(style);
    const at = `${x / 1e6} ${y / 1e6}`;
    const angle = style.angle ?? 0;
    if (!style.keepUpright) return `(gr_text ${quote(text)} (at ${at} ${angle}) (layer "F.SilkS") ${effects})`;
    return `(footprint "t:t" (layer "F.Cu") (at ${at}) (fp_text user ${quote(text)} (at 0 0 ${angle}) (layer "F.SilkS") ${effects}))`;
  });
  const board = join(folder, "texts.kicad_pcb");
  writeFileSync(
    board,
    `(kicad_pcb (version 20241229) (generator "edsnx") (generator_version "9.0")
(general (thickness 1.6)) (paper "User" 1000 1000)
(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (25 "Edge.Cuts" user))
${items.join("\n")})\n`,
  );
  const options = ["pcb", "export", "gerbers", "--layers", "F.SilkS", "--precision", "6", "--output", folder, board];
  execFileSync("kicad-cli", options, { stdio: "ignore" });
  const plot = readdirSync(folder).find((name) => name.endsWith(".gto"));
  assert.ok(plot, "kicad-cli wrote no silkscreen plot");
  return readGerber(readFileSync(join(folder, plot), "utf8"));
}

interface SheetSample {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: SchematicTextStyle;
  /** The item that carries the text, as it stands in the file. */
  readonly item: string;
}

function sheetSamples(): SheetSample[] {
  const list: SheetSample[] = [];
  const fonts: Pick<SchematicTextStyle, "size" | "thickness" | "bold" | "italic">[] = [
    { size: { x: 1_270_000, y: 1_270_000 }, thickness: 0 },
    { size: { x: 2_540_000, y: 1_000_000 }, thickness: 0 },
    { size: { x: 1_000_000, y: 1_800_000 }, thickness: 200_000, italic: true },
    { size: { x: 1_500_000, y: 1_500_000 }, thickness: 0, bold: true },
  ];
  const place = (
    make: (text: string, x: number, y: number) => { style: SchematicTextStyle; item: string; dx?: number; dy?: number },
  ): void => {
    const n = list.length;
    const text = `Rg${n}`;
    const x = 25_400_000 + (n % 14) * 38_100_000;
    const y = 25_400_000 + Math.floor(n / 14) * 25_400_000;
    const { style, item, dx = 0, dy = 0 } = make(text, x, y);
    list.push({ text, x: x + dx, y: y + dy, style, item });
  };
  for (const font of fonts) {
    for (const angle of [0, 90, 180, 270]) {
      const reversed = angle >= 180;
      for (const hAlign of ["left", "center", "right"] as const) {
        const vAlign = (["top", "center", "bottom"] as const)[(angle / 90 + hAlign.length) % 3]!;
        const style: SchematicTextStyle = { kind: "text", ...font, hAlign, vAlign, angle };
        place((text, x, y) => ({ style, item: `(text ${quote(text)} ${atOf(x, y, angle)} ${effectsOf(style)})` }));
      }
      const label: SchematicTextStyle = {
        kind: "label",
        ...font,
        hAlign: reversed ? "right" : "left",
        vAlign: "bottom",
        angle,
      };
      place((text, x, y) => ({
        style: label,
        item: `(label ${quote(text)} ${atOf(x, y, angle)} ${effectsOf(label)})`,
      }));
      const shape = (["input", "output", "bidirectional", "passive"] as const)[angle / 90]!;
      for (const [kind, token] of [
        ["globalLabel", "global_label"],
        ["hierarchicalLabel", "hierarchical_label"],
      ] as const) {
        const style: SchematicTextStyle = { ...label, kind, vAlign: "center", shape };
        const head = (text: string): string => `(${token} ${quote(text)} (shape ${shape})`;
        place((text, x, y) => ({ style, item: `${head(text)} ${atOf(x, y, angle)} ${effectsOf(style)})` }));
      }
    }
    for (const [turn, transform] of symbolTurns) {
      for (const angle of [0, 90]) {
        const hAlign = (["left", "center", "right"] as const)[list.length % 3]!;
        const vAlign = (["top", "center", "bottom"] as const)[(list.length >> 1) % 3]!;
        const style: SchematicTextStyle = { kind: "field", ...font, hAlign, vAlign, angle, transform };
        place((text, x, y) => ({
          style,
          item: `(symbol (lib_id "t:S") ${atOf(x, y + 300_000_000, Number(turn.split(" ")[0]))} ${turn.slice(turn.indexOf(" "))} (unit 1)
(property "Reference" ${quote(text)} ${atOf(x, y, angle)} ${effectsOf(style)}))`,
        }));
      }
    }
  }
  return [...list, ...pinSamples()];
}

/** Name and number of a pin in each direction, on one symbol. */
function pinSamples(): SheetSample[] {
  const [x, y] = [400_000_000, 700_000_000];
  const font = { size: { x: 1_270_000, y: 1_270_000 }, thickness: 0, vAlign: "center" } as const;
  const item = `(symbol (lib_id "t:P") ${atOf(x, y, 0)} (unit 1) (property "Reference" "Q1" ${atOf(x, y, 0)} (effects (font (size 1 1)) (hide yes))))`;
  return pins.flatMap(({ angle, dx, dy, hAlign }, n) => {
    const turn = angle % 180;
    const at = (away: number): { x: number; y: number } => ({ x: x + dx * away, y: y + dy * away });
    return [
      { text: `Nm${n}`, ...at(4_412_000), item, style: { kind: "pinName", ...font, hAlign, angle: turn } },
      { text: `70${n}`, ...at(7_460_000), item: "", style: { kind: "pinNumber", ...font, hAlign, angle: turn } },
    ] satisfies SheetSample[];
  });
}

/** Where each pin sticks out of the symbol, in sheet axes. */
const pins = [
  { angle: 0, dx: -1, dy: 0, hAlign: "left" },
  { angle: 180, dx: 1, dy: 0, hAlign: "right" },
  { angle: 90, dx: 0, dy: 1, hAlign: "left" },
  { angle: 270, dx: 0, dy: -1, hAlign: "right" },
] as const;

function pinSymbol(): string {
  const body = pins.map(({ angle, dx, dy }, n) => {
    const font = "(effects (font (size 1.27 1.27)))";
    return `(pin input line (at ${10 * dx} ${-10 * dy} ${angle}) (length 5.08) (name "Nm${n}" ${font}) (number "70${n}" ${font}))`;
  });
  return `(symbol "t:P" (pin_names (offset 0.508)) (property "Reference" "U" (at 0 0 0)) (symbol "P_1_1" ${body.join(" ")}))`;
}

/** Angle and mirror of a symbol in the file, and what they do to its fields. */
const symbolTurns: readonly (readonly [string, readonly [number, number, number, number]])[] = [
  ["0 ", [1, 0, 0, 1]],
  ["90 ", [0, 1, -1, 0]],
  ["180 ", [-1, 0, 0, -1]],
  ["270 ", [0, -1, 1, 0]],
  ["0 (mirror x)", [1, 0, 0, -1]],
  ["0 (mirror y)", [-1, 0, 0, 1]],
];

function atOf(x: number, y: number, angle: number): string {
  return `(at ${x / 1e6} ${y / 1e6} ${angle})`;
}

/** Pen and segments of each text, by the text itself. */
function plotSheet(samples: readonly SheetSample[], folder: string): Map<string, { pen: number; segments: number[] }> {
  const sheet = join(folder, "texts.kicad_sch");
  writeFileSync(
    sheet,
    `(kicad_sch (version 20250114) (generator "edsnx") (generator_version "9.0")
(uuid "00000000-0000-4000-8000-000000000000") (paper "A0")
(lib_symbols (symbol "t:S" (property "Reference" "U" (at 0 0 0)) (symbol "S_1_1" (rectangle (start -1 1) (end 1 -1))))
${pinSymbol()})
${[...new Set(samples.map((sample) => sample.item))].join("\n")}
(sheet_instances (path "/" (page "1"))))\n`,
  );
  execFileSync("kicad-cli", ["sch", "export", "svg", "--exclude-drawing-sheet", "--output", folder, sheet], {
    stdio: "ignore",
  });
  const texts = new Map<string, { pen: number; segments: number[] }>();
  const parts = /stroke-width:([\d.]+)|<g class="stroked-text"><desc>([^<]*)<\/desc>([\s\S]*?)<\/g>/g;
  let pen = 0;
  for (const part of readFileSync(join(folder, "texts.svg"), "utf8").matchAll(parts)) {
    if (part[1]) {
      pen = Math.round(Number(part[1]) * 1e6);
      continue;
    }
    const segments = [...part[3]!.matchAll(/-?\d+\.\d+/g)].map((number) => Math.round(Number(number[0]) * 1e6));
    texts.set(part[2]!, { pen, segments });
  }
  return texts;
}

function effectsOf(style: Omit<TextStyle, "keepUpright">): string {
  const justify: string[] = [style.hAlign, style.vAlign].filter((word) => word !== "center");
  if (style.mirror) justify.push("mirror");
  const font = [
    `(size ${style.size.y / 1e6} ${style.size.x / 1e6})`,
    style.thickness > 0 ? `(thickness ${style.thickness / 1e6})` : "",
    style.bold ? "(bold yes)" : "",
    style.italic ? "(italic yes)" : "",
  ];
  return `(effects (font ${font.join(" ")})${justify.length > 0 ? ` (justify ${justify.join(" ")})` : ""})`;
}

function readGerber(text: string): Map<number, number[]> {
  const pens = new Map<string, number>();
  const segments = new Map<number, number[]>();
  let pen: number | undefined;
  let from = [0, 0];
  for (const line of text.split("\n")) {
    const aperture = /^%ADD(\d+)C,([\d.]+)\*%/.exec(line);
    if (aperture) pens.set(aperture[1]!, Math.round(Number(aperture[2]) * 1e6));
    const choice = /^D(\d+)\*/.exec(line);
    if (choice) pen = pens.get(choice[1]!);
    const move = /^X(-?\d+)Y(-?\d+)D0([123])\*/.exec(line);
    if (!move) continue;
    const to = [Number(move[1]), -Number(move[2])];
    if (move[3] !== "2" && pen !== undefined) {
      const list = segments.get(pen) ?? [];
      segments.set(pen, list);
      list.push(...(move[3] === "3" ? to : from), ...to);
    }
    from = to;
  }
  return segments;
}

function segmentsOf(layout: TextLayout): number[] {
  const list: number[] = [];
  for (let s = 0; s + 1 < layout.starts.length; s++) {
    for (let p = layout.starts[s]!; p + 1 < layout.starts[s + 1]!; p++) {
      list.push(...layout.points.subarray(2 * p, 2 * p + 4));
    }
  }
  return list;
}

function deviation(ours: readonly number[], theirs: readonly number[]): number {
  let worst = 0;
  for (let n = 0; n < ours.length; n++) worst = Math.max(worst, Math.abs(ours[n]! - theirs[n]!));
  return worst;
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\\t", "\t");
}

function found(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
