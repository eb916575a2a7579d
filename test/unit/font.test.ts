import assert from "node:assert/strict";
import { layoutSchematicText } from "../../core/engines/render/font/schematic-text.ts";
import {
  layoutText,
  measureText,
  penWidth,
  type TextLayout,
  type TextStyle,
} from "../../core/engines/render/font/stroke-font.ts";
import { parseMarkup, unescapeText } from "../../core/engines/render/font/text-markup.ts";

/** A size at which one step of the font's grid is 0.1 mm. The numbers below are read from KiCad's plots. */
const grid: TextStyle = { size: { x: 2_100_000, y: 2_100_000 }, thickness: 1000, hAlign: "left", vAlign: "bottom" };
const at = { x: 100_000_000, y: 100_000_000 };

/** Points relative to the position. */
function strokes(text: string, style: Partial<TextStyle> = {}): number[][] {
  return relative(layoutText(text, { ...grid, ...style }, at));
}

function relative(layout: TextLayout): number[][] {
  const list: number[][] = [];
  for (let s = 0; s + 1 < layout.starts.length; s++) {
    const points = layout.points.subarray(2 * layout.starts[s]!, 2 * layout.starts[s + 1]!);
    list.push([...points].map((value) => value - 100_000_000));
  }
  return list;
}

function near(got: readonly number[][], want: readonly number[][]): void {
  assert.equal(got.length, want.length, JSON.stringify(got));
  for (const [s, stroke] of want.entries()) {
    assert.equal(got[s]!.length, stroke.length);
    for (const [n, value] of stroke.entries()) assert.ok(Math.abs(got[s]![n]! - value) <= 2, `${got} is not ${want}`);
  }
}

describe("stroke font", () => {
  it("places a stem for each alignment", () => {
    near(strokes("I"), [[500_657, -257_052, 500_657, -2_357_052]]);
    near(strokes("I", { vAlign: "top" }), [[500_657, 2_199_948, 500_657, 99_948]]);
    near(strokes("I", { hAlign: "center", vAlign: "center" }), [[0, 971_448, 0, -1_128_552]]);
    near(strokes("I", { hAlign: "right" }), [[-500_657, -257_052, -500_657, -2_357_052]]);
    near(strokes("I", { thickness: 400_000 }), [[763_157, -277_800, 763_157, -2_377_800]]);
  });

  it("leans, mirrors and turns", () => {
    near(strokes("I", { italic: true }), [[488_157, -257_052, 750_657, -2_357_052]]);
    near(strokes("I", { mirror: true }), [[-500_657, -257_052, -500_657, -2_357_052]]);
    near(strokes("I", { angle: 90 }), [[-257_052, -500_657, -2_357_052, -500_657]]);
    near(strokes("I", { angle: 30 }), [[305_055, -472_942, -744_944, -2_291_595]]);
    near(strokes("I", { angle: 180, keepUpright: true }), strokes("I"));
    near(strokes("I", { angle: 270, keepUpright: true }), strokes("I", { angle: 90 }));
    near(strokes("I", { angle: 90, keepUpright: true }), strokes("I", { angle: 90 }));
  });

  it("sets bars, raised and lowered text", () => {
    near(strokes("~{I}"), [
      [500_657, -257_052, 500_657, -2_357_052],
      [210_657, -2_940_052, 790_657, -2_940_052],
    ]);
    near(strokes("^{I}"), [[400_657, -865_052, 400_657, -2_545_052]]);
    near(strokes("_{I}"), [[400_657, -25_052, 400_657, -1_705_052]]);
  });

  it("keeps the line pitch, and the line spacing that KiCad's screen shows", () => {
    assert.equal(measureText("I\nI", grid).height - measureText("I", grid).height, 3_380_882);
    assert.equal(measureText("I\n", grid).lines, 1);
    const size = { x: 1_000_000, y: 1_000_000 };
    const spaced = measureText("I\nI", { size, lineSpacing: 1.5 }).height - measureText("I", { size }).height;
    assert.equal(spaced, 2_414_916);
  });

  it("goes to the tab stops", () => {
    const stem = (text: string): number => strokes(text).at(-1)![0]!;
    assert.equal(stem("\tI"), 8_400_657);
    assert.equal(stem("IIIIIII\tI"), 16_800_657);
    assert.equal(stem("IIIIIIII\tI"), 25_200_657);
  });

  it("stands in for what the font lacks", () => {
    assert.equal(measureText("\u0378", grid).width, 2_400_000);
    assert.equal(measureText("漢", grid).width, 3_100_000);
    assert.equal(strokes("漢").length, 1);
    assert.equal(strokes("\uac00").length, 0);
    near(strokes("\u{1F600}"), strokes("?"));
    near(strokes("\u0001"), strokes("?"));
  });

  it("takes the default pen and never a thicker one than a quarter", () => {
    const size = { x: 1_000_000, y: 2_000_000 };
    assert.equal(penWidth({ size, thickness: 0 }), 125_000);
    assert.equal(penWidth({ size, thickness: 0, bold: true }), 200_000);
    assert.equal(penWidth({ size, thickness: 5_000_000 }), 250_000);
  });

  it("bounds what the pen covers, and nothing for nothing", () => {
    const { bounds } = layoutText("I", { ...grid, thickness: 400_000 });
    assert.deepEqual(bounds, { minX: 563_157, minY: -2_577_800, maxX: 963_157, maxY: -77_800 });
    const empty = layoutText("", grid);
    assert.ok(empty.bounds.minX > empty.bounds.maxX);
    assert.deepEqual([...empty.starts], [0]);
  });

  it("reads marks only where they close", () => {
    assert.deepEqual(parseMarkup("a~{b}c"), [
      { kind: "text", text: "a" },
      { kind: "bar", children: [{ kind: "text", text: "b" }] },
      { kind: "text", text: "c" },
    ]);
    assert.deepEqual(parseMarkup("~{b"), [{ kind: "text", text: "~{b" }]);
    assert.deepEqual(parseMarkup("~{{b}}"), [{ kind: "bar", children: [{ kind: "text", text: "{b}" }] }]);
    assert.deepEqual(parseMarkup("~{}"), [{ kind: "text", text: "" }]);
    // Many marks that never close cost no more than one pass.
    assert.equal(parseMarkup(`${"~{".repeat(20_000)}x`).length, 1);
  });

  it("shows escapes", () => {
    assert.equal(unescapeText("A{slash}B{brace}{other}~{slash}"), "A/B{{other}~{slash}");
  });

  it("lifts a schematic's label off its wire", () => {
    const style = { size: { x: 1_270_000, y: 1_270_000 }, thickness: 0, hAlign: "left", vAlign: "bottom" } as const;
    const plain = layoutText("I", { ...style, thickness: 152_400 }, at);
    const label = layoutSchematicText("I", { ...style, kind: "label" }, at);
    assert.equal(label.points[1]! - plain.points[1]!, -349_250);
    assert.equal(label.points[0], plain.points[0]);
  });

  it("gives every text points of its own, also among 10,000 others", () => {
    const first = layoutText("R1", { ...grid, angle: 90 }, at);
    const before = relative(first);
    const seen = new Set<string>();
    for (let n = 0; n < 10_000; n++) seen.add(strokes(`R${n}`, { angle: 90 }).join(";"));
    assert.equal(seen.size, 10_000);
    assert.deepEqual(relative(first), before);
    assert.deepEqual(strokes("R1", { angle: 90 }), before);
  });
});
