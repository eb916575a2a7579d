import type { Point } from "../../../core/base/nm.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import { chooseFile } from "../panels/file-chooser.ts";
import { drawRectangle, netAt, sizeOf } from "./board-tools.ts";
import type { PointsSpec } from "./points-tool.ts";
import { flat } from "./points-tool.ts";
import type { ToolSurface } from "./tool.ts";
import { toArgs } from "./tool.ts";

/** Tools that boards and schematics have alike; `prefix` is that of their commands. */
export function sharedTools(prefix: "pcb" | "sch"): readonly PointsSpec[] {
  const onLayer = (surface: ToolSurface) => (prefix === "pcb" ? { layer: surface.layer() } : {});
  return [
    {
      id: "bezier",
      title: "Draw Bézier curve",
      steps: [
        "Press where the curve begins",
        "Press the handle of its beginning",
        "Press the handle of its end",
        "Press where it ends",
      ],
      least: 4,
      most: 4,
      draw: drawBezier,
      done: async (points, surface) => {
        const args = { shape: prefix === "pcb" ? "curve" : "bezier", pts: points.map(toArgs), ...onLayer(surface) };
        return (await surface.run(`${prefix}.addGraphic`, args)) !== null;
      },
    },
    {
      id: "textBox",
      title: "Add text box",
      steps: ["Press a corner", "Press the opposite corner"],
      least: 2,
      most: 2,
      draw: drawRectangle,
      says: sizeOf,
      async done([from, to], surface) {
        const text = await surface.ask({ title: "Add text box", label: "Text" });
        if (text === null || text === "") return text === "";
        const args = { text, from: toArgs(from!), to: toArgs(to!), ...onLayer(surface) };
        return (await surface.run(`${prefix}.addTextBox`, args)) !== null;
      },
    },
    {
      id: "table",
      title: "Add table",
      steps: ["Press the top left corner"],
      least: 1,
      most: 1,
      async done([at], surface) {
        const label = "Texts: | parts columns, ; parts rows";
        const text = await surface.ask({ title: "Add table", label, value: "Name | Value; | " });
        if (text === null || text.trim() === "") return text !== null;
        const args = { at: toArgs(at!), rows: rowsOf(text), ...onLayer(surface) };
        return (await surface.run(`${prefix}.addTable`, args)) !== null;
      },
    },
    {
      id: "image",
      title: "Add image",
      steps: ["Press where its middle goes, then choose a PNG or JPEG"],
      least: 1,
      most: 1,
      async done([at], surface) {
        const data = await chooseFile("image/png,image/jpeg");
        if (data === null) return true;
        const args = { at: toArgs(at!), data, ...onLayer(surface) };
        return (await surface.run(`${prefix}.addImage`, args)) !== null;
      },
    },
    {
      id: "interactiveDelete",
      title: "Delete by pointing",
      isExact: true,
      steps: ["Press on what is to go; Escape ends it"],
      least: 1,
      most: 1,
      async done([at], surface) {
        const [under] = surface.hits(at!);
        return under === undefined || (await surface.run(`${prefix}.delete`, { items: [under] })) !== null;
      },
    },
  ];
}

/** Ties the zones of a net together with vias. */
export const stitchTool: PointsSpec = {
  id: "stitch",
  title: "Stitch zones with vias",
  steps: ["Press a corner of the part that is stitched", "Press the opposite corner"],
  least: 2,
  most: 2,
  draw: drawRectangle,
  says: sizeOf,
  async done([from, to], surface) {
    const nets = new Set<string>();
    for (const zone of surface.doc()?.items.ofKind("zone") ?? []) nets.add(String(zone["net"] ?? ""));
    nets.delete("");
    const choices = [...nets].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const title = "Stitch zones with vias";
    const net = await surface.ask({ title, label: "Net", value: netAt(surface, from!) ?? choices[0] ?? "", choices });
    if (net === null || net === "") return net === "";
    const pitch = await surface.ask({ title, label: "Distance of the vias (mm)", value: "2" });
    if (pitch === null) return true;
    const args = { net, pitch: Number(pitch), from: toArgs(from!), to: toArgs(to!) };
    return (await surface.run("pcb.stitch", args)) !== null;
  },
};

const barcodes: Readonly<Record<string, string>> = {
  "QR code": "qr",
  "Micro QR code": "microqr",
  "Data Matrix": "datamatrix",
  "Code 128": "code128",
  "Code 39": "code39",
};

/** Boards of KiCad 10 have barcodes; the command says so to others. */
export const barcodeTool: PointsSpec = {
  id: "barcode",
  title: "Add barcode",
  steps: ["Press where its middle goes"],
  least: 1,
  most: 1,
  async done([at], surface) {
    const title = "Add barcode";
    const text = await surface.ask({ title, label: "What it says" });
    if (text === null || text === "") return true;
    const choices = Object.keys(barcodes);
    const kind = await surface.ask({ title, label: "Kind", value: choices[0]!, choices, isClosed: true });
    if (kind === null) return true;
    const args = { text, at: toArgs(at!), layer: surface.layer(), type: barcodes[kind] };
    return (await surface.run("pcb.addBarcode", args)) !== null;
  },
};

/** Rows of as many texts each, short ones filled with empty ones. */
function rowsOf(text: string): string[][] {
  const rows = text.split(";").map((row) => row.split("|").map((cell) => cell.trim()));
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
}

/** Four places: a curve; fewer: the lines between them. */
function drawBezier(points: readonly Point[], sink: Sink, pixel: number): void {
  if (points.length < 2) return;
  sink.polyline(flat(points), 0.75 * pixel);
  const [a, b, c, d] = points;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  const way: number[] = [];
  for (let i = 0; i <= 32; i++) {
    const t = i / 32;
    const u = 1 - t;
    const at = (p: number, q: number, r: number, s: number) =>
      u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    way.push(at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y));
  }
  sink.polyline(way, 1.5 * pixel);
}
