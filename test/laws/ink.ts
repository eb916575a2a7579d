import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Box } from "../../core/base/nm.ts";
import type { LayerRow } from "../../core/engines/render/context.ts";
import { coverageOf } from "../../core/engines/render/picture.ts";
import { makeRaster } from "../../core/engines/render/raster.ts";
import type { LayerShapes, Picture, Recording } from "../../core/engines/render/recording.ts";
import { makeRecording, replay } from "../../core/engines/render/recording.ts";

/** A picture's darkness, 0..255 a pixel. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Frame {
  /** The part of the page, in nanometres. */
  readonly region: Box;
  readonly width: number;
  readonly height: number;
}

/** The frame around a box at so many pixels a millimetre. */
export function frameAround(region: Box, pixelsPerMm: number): Frame {
  const size = (from: number, to: number) => Math.max(1, Math.round(((to - from) / 1e6) * pixelsPerMm));
  const width = size(region.minX, region.maxX);
  const height = size(region.minY, region.maxY);
  return {
    region: {
      ...region,
      maxX: region.minX + (width * 1e6) / pixelsPerMm,
      maxY: region.minY + (height * 1e6) / pixelsPerMm,
    },
    width,
    height,
  };
}

/** Each layer of a board as KiCad plots it: SVG text in the page's coordinates, black on nothing. */
export function plotBoard(path: string, layers: readonly LayerRow[], holes: 0 | 2 = 0): Map<string, string> {
  const files = plotted((folder) => [
    ...["pcb", "export", "svg", "--mode-multi", "--exclude-drawing-sheet", "--page-size-mode", "1"],
    ...["--drill-shape-opt", String(holes), "--black-and-white", "-l", layers.map((row) => row.name).join(",")],
    ...["-o", folder, path],
  ]);
  const found = new Map<string, string>();
  for (const row of layers) {
    const ends = [row.shown, row.name, plotNames[row.name] ?? row.name].map(
      (name) => `-${name.replace(/[^\w-]/g, "_")}.svg`,
    );
    for (const [name, text] of files) if (ends.some((end) => name.endsWith(end))) found.set(row.name, text);
  }
  return found;
}

/** How KiCad calls layers that the file gives no name. */
const plotNames: Readonly<Record<string, string>> = {
  "F.Adhes": "F.Adhesive",
  "B.Adhes": "B.Adhesive",
  "F.SilkS": "F.Silkscreen",
  "B.SilkS": "B.Silkscreen",
  "F.CrtYd": "F.Courtyard",
  "B.CrtYd": "B.Courtyard",
  "Dwgs.User": "User.Drawings",
  "Cmts.User": "User.Comments",
  "Eco1.User": "User.Eco1",
  "Eco2.User": "User.Eco2",
};

/** The first page of a schematic as KiCad plots it, in its colours on nothing. */
export function plotSchematic(path: string, worksheet: boolean): string {
  const files = plotted((folder) => [
    ...["sch", "export", "svg", "-n", "--pages", "1", ...(worksheet ? [] : ["--exclude-drawing-sheet"])],
    ...["-o", folder, path],
  ]);
  return [...files.values()][0]!;
}

/** Every page of a design with its drawing sheet, as KiCad plots them, by the name of the file without its ending. */
export function plotSheets(root: string): Map<string, string> {
  const files = plotted((folder) => ["sch", "export", "svg", "-n", "-o", folder, root]);
  return new Map([...files].map(([name, text]) => [name.replace(/\.svg$/, ""), text]));
}

/** The files that a run of kicad-cli writes into a folder, by name. */
function plotted(args: (folder: string) => readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-plot-"));
  try {
    execFileSync("kicad-cli", args(folder), { stdio: "pipe" });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the few SVG elements that KiCad writes (paths of straight lines and arcs, circles, rectangles) into shapes, one
 * layer a colour (`#RRGGBB`). The invisible copies of texts are left out.
 */
export function readPlot(svg: string): Recording {
  const shapes = makeRecording();
  // KiCad plots some symbols twice, on top of each other.
  const drawn = new Set<string>();
  const stack: Style[] = [{ fill: "none", stroke: "none", width: 0 }];
  for (const [tag] of svg.matchAll(/<(?:[^>"]|"[^"]*")*>/g)) {
    const name = /^<\/?(\w+)/.exec(tag)?.[1];
    if (tag.startsWith("</")) {
      if (name === "g") stack.pop();
      continue;
    }
    const style = styleOf(tag, stack.at(-1)!);
    if (name === "g") {
      stack.push(style);
      continue;
    }
    const key = `${style.fill} ${style.stroke} ${style.width} ${tag}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    if (name === "path") drawPath(shapes, /\sd="([^"]*)"/.exec(tag)?.[1] ?? "", style);
    else if (name === "circle") {
      const [cx, cy, r] = ["cx", "cy", "r"].map((key) => attribute(tag, key)) as [number, number, number];
      filled(shapes, style, () => shapes.disc(cx, cy, r));
      stroked(shapes, style, () => shapes.arc(cx, cy, r, 0, 360, style.width));
    } else if (name === "image") {
      // Where a picture is; what it shows is not compared.
      const [x, y, w, h] = ["x", "y", "width", "height"].map((key) => attribute(tag, key)) as [
        number,
        number,
        number,
        number,
      ];
      shapes.layer(PICTURE);
      shapes.polygon([x, y, x + w, y, x + w, y + h, x, y + h]);
    } else if (name === "rect") {
      const [x, y, w, h] = ["x", "y", "width", "height"].map((key) => attribute(tag, key)) as [
        number,
        number,
        number,
        number,
      ];
      const ring = [x, y, x + w, y, x + w, y + h, x, y + h];
      filled(shapes, style, () => shapes.polygon(ring));
      stroked(shapes, style, () => shapes.polyline([...ring, x, y], style.width));
    } else if (name === "line") {
      const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((key) => attribute(tag, key)) as [
        number,
        number,
        number,
        number,
      ];
      stroked(shapes, style, () => shapes.polyline([x1, y1, x2, y2], style.width));
    }
  }
  return shapes;
}

/** What pictures are compared in: each as a black box. */
const PICTURE = "#000000";

interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
}

function styleOf(tag: string, around: Style): Style {
  const text = /style="([^"]*)"/.exec(tag)?.[1];
  if (text === undefined) return around;
  const value = (key: string) => new RegExp(`(?:^|[;\\s])${key}:\\s*([^;]+)`).exec(text)?.[1]?.trim();
  return {
    fill: value("fill") ?? around.fill,
    stroke: value("stroke") ?? around.stroke,
    width: value("stroke-width") === undefined ? around.width : nm(value("stroke-width")!),
  };
}

function attribute(tag: string, key: string): number {
  return nm(new RegExp(`\\s${key}="([^"]*)"`).exec(tag)?.[1] ?? "0");
}

function nm(mm: string): number {
  return Math.round(Number(mm) * 1e6);
}

function filled(shapes: Recording, style: Style, draw: () => void): void {
  if (style.fill === "none") return;
  shapes.layer(style.fill);
  draw();
}

function stroked(shapes: Recording, style: Style, draw: () => void): void {
  if (style.stroke === "none" || style.width === 0) return;
  shapes.layer(style.stroke);
  draw();
}

function drawPath(shapes: Recording, d: string, style: Style): void {
  const words = d.match(/[MLAZ]|-?[\d.]+/g) ?? [];
  if (words.length === 11 && words[3] === "A" && style.fill === "none") {
    // An arc alone stays one: in pieces its half-covered pixels would add up.
    const [x1, y1, r, x2, y2] = [1, 2, 4, 9, 10].map((i) => nm(words[i]!)) as [number, number, number, number, number];
    const arc = arcBetween(x1, y1, r, words[7] === "1", words[8] === "1", x2, y2);
    const toDegrees = 180 / Math.PI;
    stroked(shapes, style, () =>
      shapes.arc(arc.cx, arc.cy, arc.r, -arc.from * toDegrees, -arc.sweep * toDegrees, style.width),
    );
    return;
  }
  let run: number[] = [];
  const flush = () => {
    if (run.length >= 6) filled(shapes, style, () => shapes.polygon(run));
    if (run.length >= 4) stroked(shapes, style, () => shapes.polyline(run, style.width));
    run = [];
  };
  let verb = "";
  for (let i = 0; i < words.length; ) {
    if (/[MLAZ]/.test(words[i]!)) {
      verb = words[i++]!;
      if (verb === "M") flush();
      if (verb === "Z") run.push(run[0]!, run[1]!);
      continue;
    }
    if (verb === "A") {
      arcTo(run, nm(words[i]!), words[i + 3] === "1", words[i + 4] === "1", nm(words[i + 5]!), nm(words[i + 6]!));
      i += 7;
    } else {
      run.push(nm(words[i]!), nm(words[i + 1]!));
      i += 2;
    }
  }
  flush();
}

/** SVG's arc to a point, as chords. */
function arcTo(run: number[], radius: number, large: boolean, clockwise: boolean, x: number, y: number): void {
  const { cx, cy, r, from, sweep } = arcBetween(run.at(-2)!, run.at(-1)!, radius, large, clockwise, x, y);
  const n = Math.max(2, Math.ceil(Math.abs(sweep) * 20));
  for (let i = 1; i <= n; i++) {
    const a = from + (sweep * i) / n;
    run.push(cx + r * Math.cos(a), cy + r * Math.sin(a));
  }
}

/** Centre and angles (radians, y down) of SVG's arc between two points. */
function arcBetween(
  ax: number,
  ay: number,
  radius: number,
  large: boolean,
  clockwise: boolean,
  x: number,
  y: number,
): { cx: number; cy: number; r: number; from: number; sweep: number } {
  const half = Math.hypot(x - ax, y - ay) / 2;
  const r = Math.max(radius, half);
  const away = Math.sqrt(r * r - half * half) * (large === clockwise ? -1 : 1);
  const cx = (ax + x) / 2 - ((y - ay) / (2 * half || 1)) * away;
  const cy = (ay + y) / 2 + ((x - ax) / (2 * half || 1)) * away;
  const from = Math.atan2(ay - cy, ax - cx);
  let sweep = Math.atan2(y - cy, x - cx) - from;
  if (clockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!clockwise && sweep > 0) sweep -= 2 * Math.PI;
  return { cx, cy, r, from, sweep };
}

/** The darkness of a plot: its lighter colours under its darker ones. */
export function inkOfPlot(plot: Recording, frame: Frame): Ink {
  return inkOf(
    plot,
    frame,
    (layer) => Number.parseInt(layer.slice(1), 16),
    () => true,
  );
}

/** The darkness of recorded shapes on white; `colorOf` gives 0xRRGGBB. */
export function inkOf(
  recording: Recording,
  frame: Frame,
  colorOf: (layer: string, own: number | null) => number,
  wanted: (layer: string) => boolean,
): Ink {
  const { width, height } = frame;
  const data = new Uint8Array(width * height);
  const mask = new Uint8Array(width * height);
  const raster = makeRaster(width, height);
  for (const shapes of recording.layers.values()) {
    if (!wanted(shapes.layer)) continue;
    const rgb = colorOf(shapes.layer, shapes.color?.rgb ?? null);
    const dark = (255 - Math.min(rgb >> 16, (rgb >> 8) & 255, rgb & 255)) * (shapes.color?.alpha ?? 1);
    coverageOf(inPieces(shapes), frame, raster, mask);
    for (const picture of shapes.pictures) coverageOf(boxOf(picture), frame, raster, mask);
    for (let i = 0; i < mask.length; i++) {
      data[i] = Math.max(data[i]!, (mask[i]! * dark) / 255);
      mask[i] = 0;
    }
  }
  return { width, height, data };
}

/** The box of a picture: what it shows is not compared. */
function boxOf({ cx, cy, width, height }: Picture): LayerShapes {
  const box = makeRecording();
  box.layer(PICTURE);
  const [l, t, r, b] = [cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2];
  box.polygon([l, t, r, t, r, b, l, b]);
  return box.layers.get(PICTURE)!;
}

/** Lines cut at their corners: KiCad plots the strokes of texts so, and half-covered pixels add up by the piece. */
function inPieces(shapes: LayerShapes): LayerShapes {
  const cut = makeRecording();
  cut.layer(shapes.layer);
  replay(shapes, {
    ...cut,
    polyline(points, width) {
      if (points.length < 6) cut.polyline(points, width);
      for (let i = 0; points.length >= 6 && i + 3 < points.length; i += 2)
        cut.polyline([points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!], width);
    },
  });
  return { ...shapes, data: [...cut.layers.values()][0]?.data ?? [] };
}

/** Ink that both have, as a part of the ink that either has; 1 when neither has any. */
export function overlap(a: Ink, b: Ink): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const x = a.data[i]!;
    const y = b.data[i]!;
    both += Math.min(x, y);
    either += Math.max(x, y);
  }
  return either === 0 ? 1 : both / either;
}
