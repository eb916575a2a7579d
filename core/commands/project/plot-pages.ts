import type { Box } from "../../base/nm.ts";
import { layerFile } from "../../engines/fabricate/layer-file.ts";
import { manufacturingLayers, notDrawn } from "../../engines/fabricate/set.ts";
import { grownBox } from "../../engines/render/bounds.ts";
import { contextOf, type PaintContext } from "../../engines/render/context.ts";
import { paintDoc } from "../../engines/render/paint.ts";
import type { PdfPage } from "../../engines/render/pdf.ts";
import { makeRecording } from "../../engines/render/recording.ts";
import type { Theme } from "../../engines/render/sink.ts";
import { drawingOrder, themeFor } from "../../engines/render/themes.ts";
import { ringBox } from "../../geometry/ring.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import { boardOutline } from "../../model/shape/board-outline.ts";
import type { DocumentContext } from "../define.ts";
import { projectBeside } from "../render/view.ts";
import { walkSheets } from "../sch/sheet-walk.ts";
import { layersNamed } from "./layer-choice.ts";

export interface PlotPage {
  /** Of its file, without extension. */
  readonly name: string;
  /** The layer, or the sheet. */
  readonly title: string;
  readonly page: PdfPage;
}

export interface PlotPages {
  readonly base: string;
  readonly pages: readonly PlotPage[];
  readonly notes: readonly string[];
}

export interface PlotArgs {
  readonly layers?: readonly string[];
  readonly blackAndWhite?: boolean;
  readonly mirror?: boolean;
}

const WHITE = { rgb: 0xffffff, alpha: 1 };
/** Around a board that does not lie on its page, in nanometres. */
const MARGIN = 5_000_000;

/** One page for each layer of a board, holes of copper layers left white. */
export async function boardPages(cx: DocumentContext, args: PlotArgs): Promise<PlotPages> {
  const base = stem(cx.open.path);
  const context = contextOf(cx.doc, await projectBeside(cx));
  const names = layersOf(cx.doc).map((layer) => layer.name);
  const wanted = args.layers === undefined ? manufacturingLayers(names) : layersNamed(names, args.layers);
  const recording = makeRecording();
  paintDoc(cx.doc, recording, context);
  const coloured = themeFor("board");
  const holes = Object.fromEntries(["hole.via", "hole.plated", "hole.npth"].map((name) => [name, WHITE]));
  const theme: Theme =
    args.blackAndWhite === true
      ? themeFor("board", "print")
      : { ...coloured, background: WHITE, colors: { ...coloured.colors, ...holes } };
  const region = boardRegion(cx.doc, context);
  const rows = layersOf(cx.doc);
  const order = drawingOrder(context);
  const pages = wanted.map((layer): PlotPage => {
    const shown = (name: string) => name === layer || (layer.endsWith(".Cu") && name.startsWith("hole."));
    const layers = new Map([...recording.layers].filter(([, shapes]) => shown(shapes.layer)));
    const row = rows.find((each) => each.name === layer)!;
    return {
      name: layerFile(base, row, copperLayers(cx.doc)).name.replace(/\.\w+$/, ""),
      title: layer,
      page: { recording: { ...recording, layers }, order, region, theme, mirror: args.mirror === true },
    };
  });
  return { base, pages, notes: notDrawn(cx.doc, wanted) };
}

/** One page for each use of a sheet. */
export async function sheetPages(cx: DocumentContext, args: PlotArgs): Promise<PlotPages> {
  const base = stem(cx.open.path);
  const options = await projectBeside(cx);
  const uses = await walkSheets(cx, { path: cx.open.path, doc: cx.doc });
  const pages: PlotPage[] = [];
  const notes: string[] = [];
  const taken = new Set<string>();
  const human = new Map<string, string>();
  for (const use of uses) {
    cx.signal.throwIfAborted();
    const above = human.get(use.path.replace(/\/[^/]*$/, ""));
    const path = above === undefined ? "/" : `${above}${use.name}/`;
    human.set(use.path, path);
    if (use.doc === null) {
      notes.push(`Sheet ${use.name} is left out: ${use.problem}.`);
      continue;
    }
    const variables = {
      ...options.variables,
      ...{
        FILENAME: use.file.split(/[/\\]/).at(-1) ?? "",
        SHEETPATH: path,
        SHEETNAME: use.depth === 0 ? "" : use.name,
      },
      ...{ "#": use.page, "##": String(uses.length) },
    };
    const context = contextOf(use.doc, { ...options, variables, sheetPath: use.path });
    const recording = makeRecording();
    paintDoc(use.doc, recording, context);
    const black = args.blackAndWhite === true;
    const theme = black ? themeFor("schematic", "print") : { ...themeFor("schematic"), background: WHITE };
    const region = page(context);
    const order = drawingOrder(context);
    pages.push({
      name: unique(taken, use.depth === 0 ? base : `${base}-${path.slice(1, -1).replace(/[^\w+.-]+/g, "_")}`),
      title: use.depth === 0 ? "/" : path,
      page: { recording, order, region, theme, mirror: args.mirror === true },
    });
  }
  return { base, pages, notes };
}

function page({ paper }: PaintContext): Box {
  return { minX: 0, minY: 0, maxX: paper.width, maxY: paper.height };
}

/** The page; the board with a margin where it does not lie on it. */
function boardRegion(doc: Doc, context: PaintContext): Box {
  const whole = page(context);
  const boxes = boardOutline(doc, 50_000).rings.map(ringBox);
  if (boxes.length === 0) return whole;
  const board: Box = {
    minX: Math.min(...boxes.map((box) => box.minX)),
    minY: Math.min(...boxes.map((box) => box.minY)),
    maxX: Math.max(...boxes.map((box) => box.maxX)),
    maxY: Math.max(...boxes.map((box) => box.maxY)),
  };
  const inside = board.minX >= 0 && board.minY >= 0 && board.maxX <= whole.maxX && board.maxY <= whole.maxY;
  return inside ? whole : grownBox(board, MARGIN);
}

function unique(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  taken.add(free);
  return free;
}

function stem(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, "");
}
