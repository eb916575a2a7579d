import type { Point } from "../../../base/nm.ts";
import type { Table } from "../../../model/board/table.ts";
import type { TextBox } from "../../../model/board/text.ts";
import type { Item } from "../../../model/item.ts";
import type { SchematicTable } from "../../../model/schematic/table.ts";
import type { PaintContext } from "../context.ts";
import { strokeLine } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { apply } from "../transform.ts";
import { paintTextBox } from "./board-text-box.ts";
import type { BoardPainter } from "./frame.ts";
import { onLayer, widthOf } from "./sheet-pen.ts";
import { drawBoxedText, fillBox } from "./sheet-text.ts";

/** Corners of a cell: top left, top right, bottom right, bottom left, as the text in it reads. */
type Corners = readonly [Point, Point, Point, Point];

/** A table of a board: the texts of its cells, then its lines, which do not depend on the layer's other ink. */
export const paintTable: BoardPainter = (cx, item, sink, frame) => {
  const table = item as unknown as Table;
  const cells = table.cells.filter(isShown);
  const stroke = { width: 0, type: "solid", color: null };
  for (const cell of cells) {
    const box = { ...cell, layer: table.layer, border: false, stroke, angle: cell.angle ?? 0 } as unknown as TextBox;
    paintTextBox(cx, box as unknown as Item, sink, frame);
  }
  sink.layer(table.layer);
  drawLines(
    table as unknown as Lines,
    table.cells.map((cell) => (isShown(cell) ? boardCorners(cell, (p) => apply(frame.transform, p)) : null)),
    (a, b, pen) => strokeLine(sink, [a.x, a.y, b.x, b.y], pen.width, pen.type),
  );
};

/** A table of a schematic. */
export function paintSheetTable(cx: PaintContext, item: Item, sink: Sink): void {
  const table = item as unknown as SchematicTable;
  const cells = table.cells.filter(isShown);
  for (const cell of cells) fillBox(sink, cell);
  for (const cell of cells) drawBoxedText(cx, sink, cell, 0);
  drawLines(
    table as unknown as Lines,
    table.cells.map((cell) => (isShown(cell) ? sheetCorners(cell) : null)),
    (a, b, pen) => {
      onLayer(sink, "sch.graphic", pen.color);
      strokeLine(sink, [a.x, a.y, b.x, b.y], widthOf(cx, pen), pen.type);
    },
  );
}

/** A cell that another one reaches over has a span of nothing. */
function isShown({ span }: { readonly span: readonly number[] | null }): boolean {
  return span === null || span.every((count) => count > 0);
}

type Pen = Table["border"]["stroke"];

interface Lines extends Pick<Table, "border" | "separators"> {
  readonly columnCount: number | null;
  readonly cells: readonly { readonly span: readonly number[] | null }[];
}

/** The lines between cells, below the first row and around. */
function drawLines(
  table: Lines,
  corners: readonly (Corners | null)[],
  draw: (a: Point, b: Point, pen: Pen) => void,
): void {
  const columns = Math.max(1, table.columnCount ?? 1);
  const rows = Math.ceil(corners.length / columns);
  const { border, separators } = table;
  const has = (pen: Pen) => pen.width >= 0;
  for (const [i, cell] of corners.entries()) {
    if (cell === null) continue;
    const [across, down] = table.cells[i]!.span ?? [1, 1];
    const lastColumn = (i % columns) + (across ?? 1) >= columns;
    const lastRow = Math.floor(i / columns) + (down ?? 1) >= rows;
    const [, right, low, left] = cell;
    if (!lastColumn && separators.cols === true && has(separators.stroke)) draw(right, low, separators.stroke);
    if (lastRow) continue;
    const isHeader = i < columns && border.header === true;
    if (isHeader && has(border.stroke)) draw(low, left, border.stroke);
    else if (!isHeader && separators.rows === true && has(separators.stroke)) draw(low, left, separators.stroke);
  }
  if (border.external !== true || !has(border.stroke)) return;
  const first = corners[0];
  const last = corners.findLast((each) => each !== null);
  const topRight = corners.slice(0, columns).findLast((each) => each !== null);
  const lowLeft = corners[(rows - 1) * columns] ?? corners.findLast((each, i) => each !== null && i % columns === 0);
  if (!first || !last || !topRight || !lowLeft) return;
  const around = [first[0], topRight[1], last[2], lowLeft[3]] as const;
  for (const [i, corner] of around.entries()) draw(corner, around[(i + 1) % 4]!, border.stroke);
}

function boardCorners(cell: Table["cells"][number], placed: (p: Point) => Point): Corners | null {
  const pts = (cell.pts ?? []) as readonly Point[];
  if (pts.length >= 4) return pts.slice(0, 4).map(placed) as unknown as Corners;
  const { start, end } = cell;
  if (start === null || end === null) return null;
  return asRead(start, end, cell.angle ?? 0).map(placed) as unknown as Corners;
}

function sheetCorners(cell: SchematicTable["cells"][number]): Corners {
  const { at, size } = cell;
  return asRead(at, { x: at.x + size.x, y: at.y + size.y }, at.angle);
}

/** The corners of an upright box in the order in which its text is read. */
function asRead(a: Point, b: Point, angle: number): Corners {
  const ring = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  const turn = Math.round((((angle % 360) + 360) % 360) / 90);
  // A text at 90 degrees begins at the lower left.
  return [0, 1, 2, 3].map((i) => ring[(i + 4 - turn) % 4]!) as unknown as Corners;
}
