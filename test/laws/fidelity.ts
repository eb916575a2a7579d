import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { encode } from "fast-png";
import type { SheetInput } from "../../core/engines/netlist/design.ts";
import { grownBox, isEmptyBox, makeBounds } from "../../core/engines/render/bounds.ts";
import type { PaintContext } from "../../core/engines/render/context.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintDoc } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import { makeRecording, replay } from "../../core/engines/render/recording.ts";
import { kicadSheet, layerColor } from "../../core/engines/render/themes.ts";
import type { Effects } from "../../core/model/effects.ts";
import type { Item } from "../../core/model/item.ts";
import { readSound } from "./check-file.ts";
import type { Frame, Ink } from "./ink.ts";
import { frameAround, inkOf, inkOfPlot, plotBoard, plotSheets, readPlot } from "./ink.ts";
import { sheetsOf } from "./sheets.ts";

/** How one layer of a board, or one page of a schematic, compares with KiCad's own picture of it. */
export interface Likeness {
  readonly name: string;
  /** Pixels of the picture. */
  readonly pixels: number;
  /** Pixels that either picture has ink on. */
  readonly inked: number;
  /** Pixels that differ by more than anti-aliasing. */
  readonly differing: number;
  /** Why they may differ, where that is known beforehand; "" otherwise. */
  readonly excuse: string;
}

/** At most so many pixels of a picture, so that big boards can be compared in finite time. */
const MOST_PIXELS = 4e6;
const PIXELS_PER_MM = 20;

/** Darkness (of 255) by which the same place may differ, and how near by the same darkness may be instead. */
const TOLERANCE = 32;

/** Every layer of a board that one of both draws on. Throws KiCad's words when it refuses the board. */
export function boardLikeness(path: string): Likeness[] {
  const doc = readSound(readFileSync(path));
  const cx = contextOf(doc, optionsBeside(path));
  const recording = makeRecording();
  // Reference pictures are for the person who draws; KiCad plots none.
  paintDoc(doc, { ...recording, image() {} }, cx);
  const items = doc.items.entries.map((entry) => entry.item());
  const outlined = new Set(items.flatMap((item) => [item, ...item.children]).flatMap(outlineFontLayer));
  const bounds = makeBounds((layer) => !layer.endsWith(".zone-outline"));
  for (const shapes of recording.layers.values()) {
    bounds.layer(shapes.layer);
    replay(shapes, bounds);
  }
  if (isEmptyBox(bounds.box())) return [];
  const frame = bounded(grownBox(bounds.box(), 1e6));
  const plots = plotBoard(path, cx.layers);
  return cx.layerNames.flatMap((layer) => {
    const plot = plots.get(layer);
    if (plot === undefined) return [];
    const ours = inkOf(
      recording,
      frame,
      () => 0,
      (name) => name === layer,
    );
    const found = compared(layer, ours, inkOfPlot(readPlot(plot), frame));
    if (found.inked === 0) return [];
    return [outlined.has(layer) ? { ...found, excuse: "text in an outline font" } : found];
  });
}

/** Every page of a schematic, with its drawing sheet. Throws KiCad's words when it refuses the design. */
export function pagesLikeness(root: string): Likeness[] {
  const plots = plotSheets(root);
  const sheets = sheetsOf(root);
  const project = basename(root, ".kicad_sch");
  const drawingSheet = drawingSheetBeside(root);
  return sheets.map((sheet) => {
    const names = namesOf(sheet, sheets);
    const plot = plots.get([project, ...names].map(plain).join("-")) ?? null;
    if (plot === null) throw new Error(`${root}: KiCad plots no page for ${names.join("/") || "the root"}`);
    const cx = pageContext(root, sheet, names, sheets.length, drawingSheet);
    const recording = makeRecording();
    paintDoc(sheet.doc, recording, cx);
    const frame = bounded({ minX: 0, minY: 0, maxX: cx.paper.width, maxY: cx.paper.height });
    const color = (layer: string, own: number | null) => own ?? layerColor(kicadSheet, layer).rgb;
    const ours = inkOf(recording, frame, color, () => true);
    const found = compared(["", ...names].join("/") || "/", ours, inkOfPlot(readPlot(plot), frame));
    const items = sheet.doc.items.entries.map((entry) => entry.item());
    const isOutlined = items.some((item) => [item, ...item.children].some((each) => outlineFontLayer(each).length > 0));
    return isOutlined ? { ...found, excuse: "text in an outline font" } : found;
  });
}

function pageContext(
  root: string,
  sheet: SheetInput,
  names: readonly string[],
  pages: number,
  drawingSheet: string | null,
): PaintContext {
  const project = optionsBeside(root);
  return contextOf(sheet.doc, {
    ...project,
    sheetPath: sheet.path,
    ...(drawingSheet === null ? {} : { drawingSheet }),
    variables: {
      ...project.variables,
      FILENAME: basename(sheet.file),
      SHEETPATH: names.length === 0 ? "/" : `/${names.join("/")}/`,
      SHEETNAME: names.at(-1) ?? "",
      PROJECTNAME: basename(root, ".kicad_sch"),
      KICAD_VERSION: kicadVersion(),
      "#": sheet.page,
      "##": String(pages),
    },
  });
}

let version: string | undefined;
function kicadVersion(): string {
  version ??= execFileSync("kicad-cli", ["version"], { encoding: "utf8" }).trim();
  return `KiCad E.D.A. ${version}`;
}

/** The text of the drawing sheet that the project beside a root schematic names. */
function drawingSheetBeside(root: string): string | null {
  const project = root.replace(/\.kicad_sch$/, ".kicad_pro");
  if (!existsSync(project)) return null;
  const { schematic } = JSON.parse(readFileSync(project, "utf8")) as { schematic?: Record<string, unknown> };
  const named = schematic?.["page_layout_descr_file"];
  if (typeof named !== "string" || named === "") return null;
  const file = join(dirname(root), named);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function optionsBeside(path: string) {
  const project = path.replace(/\.kicad_\w+$/, ".kicad_pro");
  return existsSync(project) ? projectOptions(readFileSync(project, "utf8")) : {};
}

/** Names of the sheets on the way to a sheet, without the root's. */
function namesOf(sheet: SheetInput, all: readonly SheetInput[]): string[] {
  const above = all.filter(({ path }) => sheet.path.startsWith(`${path}/`) || sheet.path === path);
  return above
    .sort((a, b) => a.path.length - b.path.length)
    .slice(1)
    .map(({ name }) => name);
}

/** A name as KiCad writes it into the names of its files. */
export function plain(name: string): string {
  return name.replace(/[<>:"/\\|?*]/g, "_");
}

function bounded(region: Frame["region"]): Frame {
  const area = ((region.maxX - region.minX) / 1e6) * ((region.maxY - region.minY) / 1e6);
  return frameAround(region, Math.min(PIXELS_PER_MM, Math.sqrt(MOST_PIXELS / area)));
}

/**
 * A pixel differs when neither picture has the other's darkness there or at one of the eight pixels around: what lies
 * within is anti-aliasing.
 */
export function compared(name: string, a: Ink, b: Ink): Likeness {
  const { width, height } = a;
  let inked = 0;
  let differing = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = a.data[i]!;
      const q = b.data[i]!;
      if (p === 0 && q === 0) continue;
      inked++;
      if (Math.abs(p - q) <= TOLERANCE) continue;
      if (!isNear(b, x, y, p) || !isNear(a, x, y, q)) differing++;
    }
  }
  const found = { name, pixels: width * height, inked, differing, excuse: "" };
  const folder = process.env["EDSNX_SHOW"];
  if (folder !== undefined && differing > inked / 200) showDifference(join(folder, `${plain(name)}.png`), a, b);
  return found;
}

/** A picture for people: what only ours has is red, what only KiCad's has is blue, what both have is grey. */
function showDifference(file: string, a: Ink, b: Ink): void {
  const data = new Uint8Array(a.data.length * 3);
  for (let i = 0; i < a.data.length; i++) {
    const [p, q] = [a.data[i]!, b.data[i]!];
    data.set(
      [255 - Math.max(q, Math.min(p, q) / 2), 255 - Math.max(p, q), 255 - Math.max(p, Math.min(p, q) / 2)],
      3 * i,
    );
    if (Math.abs(p - q) <= TOLERANCE) data.fill(255 - Math.min(p, q) / 3, 3 * i, 3 * i + 3);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, encode({ width: a.width, height: a.height, data, channels: 3, depth: 8 }));
}

function isNear({ data, width, height }: Ink, x: number, y: number, value: number): boolean {
  let low = 255;
  let high = 0;
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const each = data[v * width + u]!;
      if (each < low) low = each;
      if (each > high) high = each;
    }
  }
  return value >= low - TOLERANCE && value <= high + TOLERANCE;
}

function outlineFontLayer(item: Item): string[] {
  const effects = item["effects"] as Effects | undefined;
  return effects !== undefined && effects.face !== null ? [(item["layer"] as string | undefined) ?? ""] : [];
}
