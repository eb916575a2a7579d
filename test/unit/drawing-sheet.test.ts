// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text variables of KiCad look like that.
import assert from "node:assert/strict";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintDrawingSheet } from "../../core/engines/render/paint/drawing-sheet.ts";
import { makeRecording } from "../../core/engines/render/recording.ts";
import { encodeText } from "../../core/format/text.ts";
import { readDoc } from "../../core/model/document.ts";

const sheet = readDoc(
  encodeText(
    `(kicad_sch (version 20250114) (generator "x") (uuid "00000000-0000-0000-0000-000000000001") (paper "A4"))`,
  ),
).doc!;

/** How many lines and how many strokes of texts a drawing sheet makes, and the numbers of its first line (mm). */
function drawn(parts: string, variables: Record<string, string> = {}) {
  const drawingSheet = `(kicad_wks (version 20220228) (generator pl_editor)
    (setup (textsize 1.5 1.5) (linewidth 0.15) (textlinewidth 0.15)
      (left_margin 10) (right_margin 10) (top_margin 10) (bottom_margin 10)) ${parts})`;
  const lines: number[][] = [];
  const pictures: number[][] = [];
  const recording = makeRecording();
  paintDrawingSheet(contextOf(sheet, { drawingSheet, variables }), {
    ...recording,
    polyline: (points) => void lines.push([...Array.from(points)].map((v) => v / 1e6)),
    image: (...box) => void pictures.push(box.slice(0, 4) as number[]),
  });
  return { lines, pictures };
}

describe("a drawing sheet of the project's own", () => {
  it("measures from its corners inwards", () => {
    assert.deepEqual(drawn('(line (name "") (start 110 34) (end 2 2 ltcorner))').lines, [[177, 166, 12, 12]]);
  });

  it("repeats what begins inside the frame", () => {
    const { lines } = drawn('(line (name "") (start 50 2 ltcorner) (end 50 0 ltcorner) (repeat 30) (incrx 50))');
    assert.deepEqual(
      lines.map(([x]) => x),
      [60, 110, 160, 210, 260],
    );
  });

  it("shows parts on the first page only, or on the others", () => {
    const first = '(line (name "") (start 9 9) (end 2 2) (option page1only))';
    const others = '(line (name "") (start 9 9) (end 2 2) (option notonpage1))';
    assert.deepEqual(
      [first, others].map((part) => [1, 2].map((page) => drawn(part, { "#": String(page) }).lines.length)),
      [
        [1, 0],
        [0, 1],
      ],
    );
  });

  it("fills in the variables, also in KiCad 5's letters", () => {
    const strokes = (text: string) => drawn(`(tbtext "${text}" (name "") (pos 100 20))`, { "#": "7" }).lines;
    assert.deepEqual(strokes("%S"), strokes("7"));
    assert.deepEqual(strokes("${#}"), strokes("7"));
    assert.notDeepEqual(strokes("7"), strokes("8"));
  });

  it("counts repeated labels up", () => {
    const label = (text: string, x: number) => drawn(`(tbtext "${text}" (name "") (pos ${x} 1 ltcorner))`).lines;
    const both = drawn('(tbtext "A" (name "") (pos 25 1 ltcorner) (repeat 2) (incrx 50))').lines;
    assert.deepEqual(both, [...label("A", 25), ...label("B", 75)]);
  });

  it("draws less wide what may not be longer", () => {
    const widest = (parts: string) =>
      Math.max(...drawn(parts).lines.flatMap((line) => line.filter((_, i) => i % 2 === 0)));
    const long = '(tbtext "A long title" (name "") (pos 0 20 ltcorner)';
    assert.ok(widest(`${long})`) > 20);
    assert.ok(widest(`${long} (maxlen 6))`) <= 16.2);
  });

  it("reads pictures as bytes in hexadecimal, as files before KiCad 8 have them", () => {
    const head = "89 50 4E 47 0D 0A 1A 0A 00 00 00 0D 49 48 44 52 00 00 00 64 00 00 00 32 08 06 00 00 00";
    const { pictures } = drawn(`(bitmap (name "") (pos 100 50 ltcorner) (scale 1) (pngdata (data "${head} ")))`);
    assert.deepEqual(
      pictures.map((box) => box.map((v) => Math.round(v / 1e4) / 100)),
      [[110, 60, 8.47, 4.23]],
    );
  });
});
