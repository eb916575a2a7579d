import type { Nm, Point } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import type { LibraryPin, LibrarySymbol } from "../../../model/schematic/library-symbol.ts";
import { drawLayout } from "../board-text.ts";
import type { PaintContext } from "../context.ts";
import { layoutText } from "../font/stroke-font.ts";
import type { Sink } from "../sink.ts";
import { apply, sinCos, type Transform } from "../transform.ts";
import { drawSheetText } from "./sheet-pen.ts";

/** Half the size of the cross on a pin that must stay open: 15 mil. */
const OPEN_PIN: Nm = 381_000;
/** Between a pin and a text beside it, beyond the pen: 4 mil. */
const TEXT_GAP: Nm = 101_600;

/** A library symbol's pin on the sheet: line, marks, name and number. `alternate` is the function chosen, if any. */
export function drawPin(
  cx: PaintContext,
  item: Item,
  symbol: LibrarySymbol,
  sink: Sink,
  t: Transform,
  alternate: string | null,
): void {
  const pin = item as unknown as LibraryPin;
  if (pin.hide) return;
  const chosen = pin.alternates.find((each) => each.name === alternate);
  const at = apply(t, pin.at);
  const { s, c } = sinCos(pin.at.angle);
  // The library's y points up.
  const root = apply(t, { x: pin.at.x + c * pin.length, y: pin.at.y + s * pin.length });
  const tip = apply(t, { x: pin.at.x + c, y: pin.at.y + s });
  // From the body outwards along the pin.
  const out = { x: Math.round(at.x - tip.x), y: Math.round(at.y - tip.y) };
  sink.layer("sch.pin");
  drawMarks(cx, sink, at, root, out, chosen?.style ?? pin.style, chosen?.type ?? pin.type);
  drawTexts(cx, sink, pin, symbol, at, root, out, chosen?.name ?? pin.name.text);
}

function drawMarks(
  cx: PaintContext,
  sink: Sink,
  at: Point,
  root: Point,
  out: Point,
  style: string,
  type: string,
): void {
  const pen = cx.sheetSettings.lineWidth;
  const d = cx.sheetSettings.pinSymbolSize;
  const { x, y } = root;
  const along = (k: number): Point => ({ x: x + out.x * k * d, y: y + out.y * k * d });
  // Across the pin: down for a level pin, right for an upright one.
  const across = out.y === 0 ? { x: 0, y: d } : { x: d, y: 0 };
  const line = (...points: Point[]) =>
    sink.polyline(
      points.flatMap((p) => [p.x, p.y]),
      pen,
    );
  const side = (k: number, from: Point = root): Point => ({ x: from.x + across.x * k, y: from.y + across.y * k });
  const inverted = style === "inverted" || style === "inverted_clock";
  if (inverted) {
    const c = along(1);
    sink.arc(c.x, c.y, d, 0, 360, pen);
    line(along(2), at);
  } else if (style === "edge_clock_high") {
    line(side(1), along(2), side(-1));
    line(along(2), at);
  } else line(root, at);
  if (style === "clock" || style === "inverted_clock" || style === "clock_low") line(side(1), along(-2), side(-1));
  if (style === "input_low" || style === "clock_low") line(along(2), side(-2, along(2)), root);
  if (style === "output_low") line(side(-2), along(2));
  if (style === "non_logic") {
    const a = out.x + out.y;
    const b = out.y - out.x;
    const c = out.x - out.y;
    line({ x: x - a * d, y: y - b * d }, { x: x + a * d, y: y + b * d });
    line({ x: x - c * d, y: y - a * d }, { x: x + c * d, y: y + a * d });
  }
  if (type === "no_connect") {
    const n = OPEN_PIN;
    line({ x: at.x - n, y: at.y - n }, { x: at.x + n, y: at.y + n });
    line({ x: at.x + n, y: at.y - n }, { x: at.x - n, y: at.y + n });
  }
}

function drawTexts(
  cx: PaintContext,
  sink: Sink,
  pin: LibraryPin,
  symbol: LibrarySymbol,
  at: Point,
  root: Point,
  out: Point,
  nameText: string,
): void {
  const name = symbol.pinNames.hide || nameText === "~" ? "" : nameText;
  const number = symbol.pinNumbers.hide ? "" : pin.number.text;
  const middle = { x: (at.x + root.x) / 2, y: (at.y + root.y) / 2 };
  const upright = out.y !== 0;
  const angle = upright ? 90 : 0;
  const { offset } = symbol.pinNames;
  const look = (p: { width: Nm; height: Nm }) => ({ ...plain, width: p.width, height: p.height });
  if (name !== "") {
    sink.layer("sch.pin.name");
    if (offset > 0) {
      const place = { x: root.x - out.x * offset, y: root.y - out.y * offset };
      // The text starts at the body and reads away from the pin, or ends there.
      const hAlign = (upright ? out.y > 0 : out.x < 0) ? "left" : "right";
      drawSheetText(cx, sink, name, place, look(pin.name), { kind: "pinName", angle, hAlign, vAlign: "center" });
    } else drawSheetText(cx, sink, name, middle, look(pin.name), { kind: "pinNumber", angle });
  }
  if (number === "") return;
  sink.layer("sch.pin.number");
  if (name === "" || offset > 0) {
    drawSheetText(cx, sink, number, middle, look(pin.number), { kind: "pinNumber", angle });
    return;
  }
  // Name and number share the pin: the number goes to the other side.
  const gap = TEXT_GAP + cx.sheetSettings.lineWidth;
  const below = upright ? { x: middle.x + gap, y: middle.y } : { x: middle.x, y: middle.y + gap };
  drawLayout(
    sink,
    layoutText(
      number,
      {
        ...plain,
        size: { x: pin.number.width, y: pin.number.height },
        thickness: cx.sheetSettings.lineWidth,
        angle,
        vAlign: "top",
        lineSpacing: 1,
      },
      below,
    ),
  );
}

const plain = {
  thickness: null,
  bold: false,
  italic: false,
  lineSpacing: null,
  hAlign: "center",
  vAlign: "center",
} as const;
