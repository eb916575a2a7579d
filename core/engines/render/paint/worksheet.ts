// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text variables of KiCad look like that.
import type { Nm } from "../../../base/nm.ts";
import { drawLayout } from "../board-text.ts";
import type { PaintContext } from "../context.ts";
import { layoutText } from "../font/stroke-font.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";

/** Millimetres, as KiCad's default drawing sheet has them. */
const MARGIN = 10;
const BAND = 2;
const PITCH = 50;
const LINE = 0.15;

/** Lines of the title block: x and y from the lower right corner of the frame. */
const lines: readonly (readonly [number, number, number, number])[] = [
  [110, 34, 2, 34],
  [2, 34, 2, 2],
  [2, 2, 110, 2],
  [110, 2, 110, 34],
  [110, 5.5, 2, 5.5],
  [110, 8.5, 2, 8.5],
  [110, 12.5, 2, 12.5],
  [110, 18.5, 2, 18.5],
  [90, 8.5, 90, 5.5],
  [26, 8.5, 26, 2],
];

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly size?: number;
}

const cells: readonly Cell[] = [
  { x: 87, y: 6.9, text: "Date: ${ISSUE_DATE}" },
  { x: 109, y: 4.1, text: "${KICAD_VERSION}" },
  { x: 24, y: 6.9, text: "Rev: ${REVISION}", bold: true },
  { x: 109, y: 6.9, text: "Size: ${PAPER}" },
  { x: 24, y: 4.1, text: "Id: ${#}/${##}" },
  { x: 109, y: 10.7, text: "Title: ${TITLE}", bold: true, italic: true, size: 2 },
  { x: 109, y: 14.3, text: "File: ${FILENAME}" },
  { x: 109, y: 17, text: "Sheet: ${SHEETPATH}" },
  { x: 109, y: 20, text: "${COMPANY}", bold: true },
  { x: 109, y: 23, text: "${COMMENT1}" },
  { x: 109, y: 26, text: "${COMMENT2}" },
  { x: 109, y: 29, text: "${COMMENT3}" },
  { x: 109, y: 32, text: "${COMMENT4}" },
];

/** KiCad's default drawing sheet: frame with marks, title block. Drawn under the id `worksheet`. */
export function paintWorksheet(cx: PaintContext, sink: Sink): void {
  const width = cx.paper.width / 1e6;
  const height = cx.paper.height / 1e6;
  const right = width - MARGIN;
  const bottom = height - MARGIN;
  sink.begin("worksheet");
  sink.layer("sch.worksheet");
  const line = (...mm: number[]) =>
    sink.polyline(
      mm.map((v) => v * 1e6),
      LINE * 1e6,
    );
  for (const inset of [0, BAND]) {
    const [l, t, r, b] = [MARGIN + inset, MARGIN + inset, right - inset, bottom - inset];
    line(l, t, r, t, r, b, l, b, l, t);
  }
  for (let at = PITCH, n = 1; at - PITCH < width - 2 * MARGIN; at += PITCH, n++) {
    const x = MARGIN + at;
    if (x < right) for (const y of [MARGIN, bottom - BAND]) line(x, y, x, y + BAND);
    const middle = x - PITCH / 2;
    if (middle < right) for (const y of [MARGIN + 1, bottom - 1]) mark(sink, String(n), middle, y);
  }
  for (let at = PITCH, n = 0; at - PITCH < height - 2 * MARGIN; at += PITCH, n++) {
    const y = MARGIN + at;
    if (y < bottom) for (const x of [MARGIN, right - BAND]) line(x, y, x + BAND, y);
    const middle = y - PITCH / 2;
    if (middle < bottom)
      for (const x of [MARGIN + 1, right - 1]) mark(sink, String.fromCharCode(65 + n), x, middle, "center");
  }
  for (const [x1, y1, x2, y2] of lines) line(right - x1, bottom - y1, right - x2, bottom - y2);
  for (const cell of cells) {
    const text = expandText(cell.text, cx, (name) => cx.variables.get(name) ?? sheetVariables[name]);
    const size = (cell.size ?? 1.5) * 1e6;
    const thickness = cell.bold === true ? Math.round(size / 5) : LINE * 1e6;
    write(sink, text, right - cell.x, bottom - cell.y, size, thickness, "left", cell.italic === true);
  }
  sink.end();
}

/** What stands in the block when nobody says otherwise. */
const sheetVariables: Readonly<Record<string, string | undefined>> = {
  SHEETPATH: "/",
  FILENAME: "",
  KICAD_VERSION: "",
  "#": "1",
  "##": "1",
};

function mark(sink: Sink, text: string, x: number, y: number, hAlign: "left" | "center" = "left"): void {
  write(sink, text, x, y, 1.3e6, LINE * 1e6, hAlign, false);
}

function write(
  sink: Sink,
  text: string,
  x: number,
  y: number,
  size: Nm,
  thickness: Nm,
  hAlign: "left" | "center",
  italic: boolean,
): void {
  const style = { size: { x: size, y: size }, thickness, hAlign, vAlign: "center", italic } as const;
  drawLayout(sink, layoutText(text, style, { x: x * 1e6, y: y * 1e6 }));
}
