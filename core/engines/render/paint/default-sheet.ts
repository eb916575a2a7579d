// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text variables of KiCad look like that.
import type { Item } from "../../../model/item.ts";

/** Millimetres, as KiCad's default drawing sheet has them. */
const BAND = 2;
const PITCH = 50;
/** More than fit on any paper. */
const MANY = 100;

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

/** The parts of KiCad's default drawing sheet, as those of a `.kicad_wks` file are read: frame with marks, title block. */
export const defaultSheet: readonly Item[] = [
  part("rectangle", { start: at(0, 0, "ltcorner"), end: at(0, 0), repeat: 2, incrx: BAND * 1e6, incry: BAND * 1e6 }),
  ...["ltcorner", "lbcorner"].flatMap((corner) => [
    part("line", { start: at(PITCH, BAND, corner), end: at(PITCH, 0, corner), repeat: MANY, incrx: PITCH * 1e6 }),
    mark("1", at(PITCH / 2, BAND / 2, corner), [], { incrx: PITCH * 1e6 }),
  ]),
  ...["ltcorner", "rtcorner"].flatMap((corner) => [
    part("line", { start: at(0, PITCH, corner), end: at(BAND, PITCH, corner), repeat: MANY, incry: PITCH * 1e6 }),
    mark("A", at(BAND / 2, PITCH / 2, corner), ["center"], { incry: PITCH * 1e6 }),
  ]),
  ...lines.map(([x1, y1, x2, y2]) => part("line", { start: at(x1, y1), end: at(x2, y2) })),
  ...cells.map(({ x, y, text, bold, italic, size }) =>
    part("text", {
      text,
      at: at(x, y),
      justify: [],
      font: `(font${size === undefined ? "" : ` (size ${size} ${size})`}${bold === true ? " bold" : ""}${italic === true ? " italic" : ""})`,
    }),
  ),
];

function mark(text: string, place: object, justify: readonly string[], step: object): Item {
  return part("text", { text, at: place, justify, font: "(font (size 1.3 1.3))", repeat: MANY, ...step });
}

function at(x: number, y: number, corner = "rbcorner"): object {
  return { x: x * 1e6, y: y * 1e6, corner };
}

function part(kind: string, said: object): Item {
  return { kind, option: null, lineWidth: null, repeat: null, incrx: null, incry: null, ...said } as unknown as Item;
}
