import { encodeBase64 } from "../../../base/base64.ts";
import type { Nm, Point } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import { nmAt, rawText, subs, textAt } from "../../../model/raw-list.ts";
import { drawLayout } from "../board-text.ts";
import type { PaintContext } from "../context.ts";
import { layoutText, measureText } from "../font/stroke-font.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { defaultSheet } from "./default-sheet.ts";
import { pictureSize } from "./image.ts";

/** A place on the paper, measured inwards from a corner of the frame; nanometres. */
interface Corner extends Point {
  readonly corner: "rbcorner" | "lbcorner" | "rtcorner" | "ltcorner";
}

/** What every part of a drawing sheet says of itself. */
interface Part {
  readonly option: string | null;
  readonly lineWidth: Nm | null;
  readonly repeat: number | null;
  readonly incrx: Nm | null;
  readonly incry: Nm | null;
}

/** What parts go by that say nothing else, and the frame that corners belong to. */
interface Setup {
  readonly textSize: Point;
  readonly lineWidth: Nm;
  readonly textLineWidth: Nm;
  readonly left: Nm;
  readonly top: Nm;
  readonly right: Nm;
  readonly bottom: Nm;
}

const MARGIN: Nm = 10_000_000;
const PEN: Nm = 150_000;
const TEXT: Nm = 1_500_000;
/** Pictures of drawing sheets are shown at so many pixels an inch. */
const PPI = 300;
const NM_PER_INCH = 25_400_000;

/** A schematic's drawing sheet: the project's own or KiCad's default. Drawn under the id `worksheet`. */
export function paintDrawingSheet(cx: PaintContext, sink: Sink): void {
  const parts = cx.drawingSheet ?? defaultSheet;
  const setup = setupOf(
    cx,
    parts.find(({ kind }) => kind === "setup"),
  );
  sink.begin("worksheet");
  sink.layer("sch.worksheet");
  for (const part of parts) {
    const { option } = part as unknown as Part;
    const isFirst = (cx.variables.get("#") ?? "1") === "1";
    if ((option === "page1only" && !isFirst) || (option === "notonpage1" && isFirst)) continue;
    painters[part.kind]?.(cx, setup, part, sink);
  }
  sink.end();
}

const painters: Readonly<Record<string, (cx: PaintContext, setup: Setup, item: Item, sink: Sink) => void>> = {
  line(_, setup, item, sink) {
    const { start, end } = item as unknown as { start: Corner; end: Corner };
    for (const step of steps(item, setup, start)) {
      const a = placeOf(setup, start, item, step);
      const b = placeOf(setup, end, item, step);
      sink.polyline([a.x, a.y, b.x, b.y], penOf(item, setup));
    }
  },
  rectangle(_, setup, item, sink) {
    const { start, end } = item as unknown as { start: Corner; end: Corner };
    for (const step of steps(item, setup, start)) {
      const a = placeOf(setup, start, item, step);
      const b = placeOf(setup, end, item, step);
      sink.polyline([a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y, a.x, a.y], penOf(item, setup));
    }
  },
  polygon(_, setup, item, sink) {
    const { at, rotate, outlines } = item as unknown as {
      at: Corner;
      rotate: number | null;
      outlines: readonly (readonly Point[])[];
    };
    const turn = ((rotate ?? 0) * Math.PI) / 180;
    for (const step of steps(item, setup, at)) {
      const { x, y } = placeOf(setup, at, item, step);
      for (const outline of outlines) {
        sink.polygon(
          outline.flatMap((p) => [
            x + p.x * Math.cos(turn) + p.y * Math.sin(turn),
            y - p.x * Math.sin(turn) + p.y * Math.cos(turn),
          ]),
        );
      }
    }
  },
  text: paintSheetText,
  bitmap(_, setup, item, sink) {
    const { at, scale } = item as unknown as { at: Corner; scale: number | null };
    const data = pictureOf(item);
    if (data === "") return;
    const size = pictureSize(data);
    const perPixel = (NM_PER_INCH / PPI) * (scale ?? 1);
    for (const step of steps(item, setup, at)) {
      const { x, y } = placeOf(setup, at, item, step);
      sink.image?.(x, y, size.width * perPixel, size.height * perPixel, data);
    }
  },
};

function paintSheetText(cx: PaintContext, setup: Setup, item: Item, sink: Sink): void {
  const t = item as unknown as {
    text: string;
    at: Corner;
    font: string | null;
    justify: readonly string[];
    rotate: number | null;
    maxLength: Nm | null;
    maxHeight: Nm | null;
    incrementLabel: number | null;
  };
  const font = t.font === null ? null : rawText(t.font);
  const size = subs(font, "size")[0] ?? null;
  const words = t.font === null ? "" : t.font.replace(/"[^"]*"/g, "");
  const isBold = /\bbold\b(?! no)/.test(words);
  const isItalic = /\bitalic\b(?! no)/.test(words);
  const style = {
    size: { x: nmAt(size, 1, setup.textSize.x), y: nmAt(size, 2, setup.textSize.y) },
    hAlign: t.justify.includes("center") ? "center" : t.justify.includes("right") ? "right" : "left",
    vAlign: t.justify.includes("top") ? "top" : t.justify.includes("bottom") ? "bottom" : "center",
    italic: isItalic,
    angle: t.rotate ?? 0,
  } as const;
  for (const step of steps(item, setup, t.at)) {
    const named = counted(t.text, step * (t.incrementLabel ?? 1));
    const text = expandText(modernVariables(named), cx, (name) => cx.variables.get(name) ?? unsaid[name]);
    if (text === "") continue;
    const fitted = fitTo(text, style.size, t.maxLength ?? 0, t.maxHeight ?? 0);
    const thickness = isBold
      ? Math.round(Math.min(fitted.x, fitted.y) / 5)
      : nmAt(subs(font, "linewidth")[0] ?? null, 1, setup.textLineWidth);
    drawLayout(sink, layoutText(text, { ...style, size: fitted, thickness }, placeOf(setup, t.at, item, step)));
  }
}

/** Made narrower and lower until it keeps within what the sheet allows. */
function fitTo(text: string, size: Point, maxLength: Nm, maxHeight: Nm): Point {
  if (maxLength <= 0 && maxHeight <= 0) return size;
  const { width, height } = measureText(text, { size });
  return {
    x: maxLength > 0 && width > maxLength ? (size.x * maxLength) / width : size.x,
    y: maxHeight > 0 && height > maxHeight ? (size.y * maxHeight) / height : size.y,
  };
}

/** A repeated text counts its last letter or digit up. */
function counted(text: string, by: number): string {
  const last = text.at(-1);
  if (last === undefined || by === 0) return text;
  const rest = text.slice(0, -1);
  if (/\d/.test(last)) return rest + String(Number(last) + by);
  return rest + String.fromCharCode(last.charCodeAt(0) + by);
}

/** The numbers of the repetitions that begin inside the frame; the first is always drawn. */
function steps(item: Item, setup: Setup, from: Corner): number[] {
  const { repeat } = item as unknown as Part;
  const found: number[] = [];
  for (let n = 0; n < Math.max(1, repeat ?? 1); n++) {
    const { x, y } = placeOf(setup, from, item, n);
    if (n === 0 || (x >= setup.left && x <= setup.right && y >= setup.top && y <= setup.bottom)) found.push(n);
  }
  return found;
}

/** Where the n-th repetition of a corner is on the paper. */
function placeOf(setup: Setup, p: Corner, item: Item, n: number): Point {
  const { incrx, incry } = item as unknown as Part;
  const x = p.x + n * (incrx ?? 0);
  const y = p.y + n * (incry ?? 0);
  return {
    x: p.corner[0] === "r" ? setup.right - x : setup.left + x,
    y: p.corner[1] === "b" ? setup.bottom - y : setup.top + y,
  };
}

function penOf(item: Item, setup: Setup): Nm {
  return (item as unknown as Part).lineWidth || setup.lineWidth;
}

function setupOf(cx: PaintContext, item: Item | undefined): Setup {
  const said = item as unknown as
    | (Record<
        "lineWidth" | "textLineWidth" | "leftMargin" | "rightMargin" | "topMargin" | "bottomMargin",
        Nm | null
      > & {
        textSize: Point;
      })
    | undefined;
  return {
    textSize: said === undefined || said.textSize.x === 0 ? { x: TEXT, y: TEXT } : said.textSize,
    lineWidth: said?.lineWidth ?? PEN,
    textLineWidth: said?.textLineWidth ?? PEN,
    left: said?.leftMargin ?? MARGIN,
    top: said?.topMargin ?? MARGIN,
    right: cx.paper.width - (said?.rightMargin ?? MARGIN),
    bottom: cx.paper.height - (said?.bottomMargin ?? MARGIN),
  };
}

/** The picture of a bitmap as base64: lines of it since KiCad 8, bytes in hexadecimal before. */
function pictureOf(item: Item): string {
  const { data, pngData } = item as unknown as { data: string | null; pngData: string | null };
  if (data !== null) return wordsOf(data).join("");
  if (pngData === null) return "";
  const bytes = subs(rawText(pngData), "data").flatMap((line) => textAt(line, 1).trim().split(/\s+/));
  return encodeBase64(Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16)));
}

function wordsOf(list: string): string[] {
  const raw = rawText(list);
  const words: string[] = [];
  for (let n = 1; ; n++) {
    const word = textAt(raw, n);
    if (word === "") return words;
    words.push(word);
  }
}

/** The variables of sheets of KiCad 5: `%T` and the like. */
function modernVariables(text: string): string {
  return text.replace(/%(C\d|.)/g, (all, letter: string) => {
    if (letter === "%") return "%";
    const name = letter[0] === "C" ? `COMMENT${Number(letter.slice(1)) + 1}` : oldVariables[letter];
    return name === undefined ? all : `\${${name}}`;
  });
}

const oldVariables: Readonly<Record<string, string>> = {
  D: "ISSUE_DATE",
  F: "FILENAME",
  K: "KICAD_VERSION",
  N: "##",
  P: "SHEETPATH",
  R: "REVISION",
  S: "#",
  T: "TITLE",
  Y: "COMPANY",
  Z: "PAPER",
};

/** What stands in the block when nobody says otherwise. */
const unsaid: Readonly<Record<string, string | undefined>> = {
  SHEETPATH: "/",
  FILENAME: "",
  KICAD_VERSION: "",
  "#": "1",
  "##": "1",
};
