import type { Degrees, Nm, Point } from "../../../base/nm.ts";
import type { TextBox } from "../../../model/board/text.ts";
import type { Effects } from "../../../model/effects.ts";
import { drawBoardText } from "../board-text.ts";
import { measureText } from "../font/stroke-font.ts";
import { strokeRing } from "../pen.ts";
import { expandText } from "../text-variables.ts";
import { apply, placed } from "../transform.ts";
import type { BoardPainter } from "./frame.ts";

export const paintTextBox: BoardPainter = (cx, item, sink, frame) => {
  const t = item as unknown as TextBox;
  const box = boxOf(t, (p) => apply(frame.transform, p), frame.transform.angle);
  if (box === null) return;
  sink.layer(t.layer);
  if (t.border !== false && t.stroke.width > 0) strokeRing(sink, box.corners, t.stroke.width, t.stroke.type);
  const text = expandText(t.text, cx, (name) => (name === "LAYER" ? t.layer : frame.resolve?.(name)));
  const { effects: e } = t;
  const margins = t.margins.length < 4 ? defaultMargins(t) : marginsIn(t.margins);
  const left = -box.width / 2 + margins.left;
  const right = box.width / 2 - margins.right;
  const top = -box.height / 2 + margins.top;
  const bottom = box.height / 2 - margins.bottom;
  const hAlign = e.mirror ? mirrored[e.hAlign] : e.hAlign;
  const local = {
    x: hAlign === "left" ? left : hAlign === "right" ? right : (left + right) / 2,
    y: e.vAlign === "top" ? top : e.vAlign === "bottom" ? bottom : (top + bottom) / 2,
  };
  drawBoardText(sink, {
    text: wrapText(text, right - left, e),
    at: apply(placed(box.center, box.angle), local),
    angle: box.angle,
    effects: e,
    keepUpright: false,
    knockout: t.knockout === true,
    renderCache: t.renderCache,
  });
};

const mirrored = { left: "right", right: "left", center: "center" } as const;

interface BoxPlace {
  readonly center: Point;
  readonly width: Nm;
  readonly height: Nm;
  readonly angle: Degrees;
  readonly corners: number[];
}

function boxOf(t: TextBox, place: (p: Point) => Point, turned: Degrees): BoxPlace | null {
  const own = t.pts as readonly Point[];
  const a = t.start;
  const b = t.end;
  const raw =
    own.length >= 4
      ? own.slice(0, 4)
      : a !== null && b !== null
        ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
        : null;
  if (raw === null) return null;
  const corners = raw.map(place);
  const center = {
    x: (corners[0]!.x + corners[2]!.x) / 2,
    y: (corners[0]!.y + corners[2]!.y) / 2,
  };
  const angle = t.angle || (own.length >= 4 ? 0 : turned);
  const sideA = Math.hypot(corners[1]!.x - corners[0]!.x, corners[1]!.y - corners[0]!.y);
  const sideB = Math.hypot(corners[2]!.x - corners[1]!.x, corners[2]!.y - corners[1]!.y);
  const upright = own.length < 4 && Math.abs(angle % 180) === 90;
  return {
    center,
    width: upright ? sideB : sideA,
    height: upright ? sideA : sideB,
    angle,
    corners: corners.flatMap((p) => [p.x, p.y]),
  };
}

/** Left, top, right, bottom. */
export function marginsIn(margins: readonly Nm[]): { left: Nm; top: Nm; right: Nm; bottom: Nm } {
  const [left = 0, top = 0, right = 0, bottom = 0] = margins;
  return { left, top, right, bottom };
}

/** What KiCad uses where the file names no margins: half the pen and three quarters of the text height. */
function defaultMargins(t: TextBox): { left: Nm; top: Nm; right: Nm; bottom: Nm } {
  const m = t.stroke.width / 2 + t.effects.height * 0.75;
  return { left: m, top: m, right: m, bottom: m };
}

/** Breaks lines at blanks so that each fits into `width`. */
export function wrapText(text: string, width: Nm, e: Effects): string {
  const style = { size: { x: e.width, y: e.height } };
  return text
    .split("\n")
    .map((line) => {
      let out = "";
      let current = "";
      for (const word of line.split(" ")) {
        const longer = current === "" ? word : `${current} ${word}`;
        if (current !== "" && measureText(longer, style).width > width) {
          out += `${current}\n`;
          current = word;
        } else current = longer;
      }
      return out + current;
    })
    .join("\n");
}
