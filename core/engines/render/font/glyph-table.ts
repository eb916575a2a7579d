import { glyphRuns, glyphText } from "./glyphs.gen.ts";

/**
 * The glyphs of KiCad's stroke font, flat. All numbers are grid steps (1/21 of the text size): x right from the pen start,
 * y down from the baseline. Glyph `g` owns the strokes `firstStroke[g] .. firstStroke[g + 1]`, stroke `s` owns the points
 * `firstPoint[s] .. firstPoint[s + 1]`, point `p` is `points[2 * p], points[2 * p + 1]`.
 */
export interface GlyphTable {
  /** Glyph of a code point below 0x10000; see `glyphOf` for the rest. */
  readonly byCode: Uint16Array;
  readonly advance: Uint8Array;
  readonly firstStroke: Uint32Array;
  readonly firstPoint: Uint32Array;
  readonly points: Int8Array;
}

/** Code points that are no glyphs of the table share these. */
const BOX_ADVANCE = 24;
const IDEOGRAPH_ADVANCE = 31;
const FIRST_IDEOGRAPH = 0x4e00;
const LAST_IDEOGRAPH = 0x9fef;
const LAST_CODE = 0xffee;
const FIRST_PRINTABLE = 0x20;

let table: GlyphTable | undefined;

/** The table, decoded at the first call (a few milliseconds) and shared after that. */
export function glyphTable(): GlyphTable {
  table ??= decodeGlyphs(glyphRuns, glyphText);
  return table;
}

/** Index of the glyph that stands for `code`; never fails. */
export function glyphOf(t: GlyphTable, code: number): number {
  return t.byCode[code < 0x10000 ? code : 0x3f]!;
}

/**
 * Decodes the generated text. Glyphs are split by `~`; each is one letter for the advance, then strokes split by a space,
 * each stroke a row of letter pairs (x + 20, y + 40). Letter `#` is 0, `$` is 1 and so on, `!` stands for a backslash.
 * After the measured glyphs come three of ours: empty, box and ideograph.
 */
function decodeGlyphs(runs: readonly number[], text: string): GlyphTable {
  const advance: number[] = [];
  const firstStroke: number[] = [0];
  const firstPoint: number[] = [0];
  const points: number[] = [];

  let at = 0;
  while (at < text.length) {
    advance.push(letterValue(text.charCodeAt(at++)));
    let open = false;
    for (; at < text.length; at++) {
      const letter = text.charCodeAt(at);
      if (letter === 0x7e) break;
      if (letter === 0x20) {
        firstPoint.push(points.length / 2);
        open = false;
        continue;
      }
      points.push(letterValue(letter) - 20, letterValue(text.charCodeAt(++at)) - 40);
      open = true;
    }
    if (open) firstPoint.push(points.length / 2);
    firstStroke.push(firstPoint.length - 1);
    at++;
  }

  const empty = addGlyph(0, []);
  const box = addGlyph(BOX_ADVANCE, [5, 0, 5, -21, 19, -21, 19, 0, 5, 0]);
  const ideograph = addGlyph(IDEOGRAPH_ADVANCE, [3, 0, 3, -21, 28, -21, 28, 0, 3, 0]);

  const byCode = new Uint16Array(0x10000);
  byCode.fill(box, 0, FIRST_IDEOGRAPH);
  byCode.fill(ideograph, FIRST_IDEOGRAPH, LAST_IDEOGRAPH + 1);
  byCode.fill(empty, LAST_IDEOGRAPH + 1, LAST_CODE + 1);
  let glyph = 0;
  for (let r = 0; r < runs.length; r += 2) {
    for (let k = 0; k < runs[r + 1]!; k++) byCode[runs[r]! + k] = glyph++;
  }
  // Like KiCad: control characters and whatever lies beyond the font show a question mark.
  const unknown = byCode[0x3f]!;
  byCode.fill(unknown, 0, FIRST_PRINTABLE);
  byCode.fill(unknown, LAST_CODE + 1);

  return {
    byCode,
    advance: Uint8Array.from(advance),
    firstStroke: Uint32Array.from(firstStroke),
    firstPoint: Uint32Array.from(firstPoint),
    points: Int8Array.from(points),
  };

  function addGlyph(width: number, stroke: readonly number[]): number {
    advance.push(width);
    points.push(...stroke);
    if (stroke.length > 0) firstPoint.push(points.length / 2);
    return firstStroke.push(firstPoint.length - 1) - 2;
  }
}

function letterValue(letter: number): number {
  return letter === 0x21 ? 0x5c - 35 : letter - 35;
}
