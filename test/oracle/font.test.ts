import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    "  lead and trail  ",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "ΑΒΓ αβγ Ω µ Ж щ Я é ß ø ő",
    "→ ≤ ≥ ∞ √ ± × ÷ ° € ™ ½ ₂ ² ⌀",
    "カタカナ ひらがな",
    "\u0378\u1234 \u{1F600} \uAC00x",
    "f{REF} ${} @x",
  ]) {
    list.push([text, {}]);
    list.push([text, { hAlign: "right", size: { x: 1_111_111, y: 888_888 } }]);
  }
  list.push(["clamped", { thickness: 900_000 }]);
  return list.map(([text, some], n) => ({
    text,
    x: 30_000_000 + (n % 8) * 40_000_000,
    y: 30_000_000 + Math.floor(n / 8) * 20_000_000,
    // A pen of its own tells each text apart in the plot.
    style: { ...base, ...some, thickness: (some.thickness ?? base.thickness) + 10 * n },
  }));
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

function effectsOf(style: TextStyle): string {
  const justify = [style.hAlign, style.vAlign].filter((word) => word !== "center");
  if (style.mirror) justify.push("mirror" as never);
  const font = [
    `(size ${style.size.y / 1e6} ${style.size.x / 1e6})`,
    `(thickness ${style.thickness / 1e6})`,
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
