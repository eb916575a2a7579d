import type { Nm, Point } from "../../../core/base/nm.ts";
import { copperOfItem } from "../../../core/engines/connect/copper.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import { copperLayers } from "../../../core/model/board/layer-table.ts";
import type { PointsSpec } from "./points-tool.ts";
import { flat } from "./points-tool.ts";
import type { ToolSurface } from "./tool.ts";
import { toArgs } from "./tool.ts";

const CHOOSE = "Choose the net";

/** Tools of the board that take places and add something. */
export const boardTools: readonly PointsSpec[] = [
  {
    id: "line",
    title: "Draw line",
    steps: ["Press where the line begins", "Press where it ends; the next one goes on there"],
    least: 2,
    most: 2,
    isChain: true,
    done: ([from, to], surface) => graphic(surface, { shape: "line", from: toArgs(from!), to: toArgs(to!) }),
  },
  {
    id: "arc",
    title: "Draw arc",
    steps: ["Press where the arc begins", "Press where it ends", "Press a place that it goes through"],
    least: 3,
    most: 3,
    draw: drawArc,
    done: ([from, to, mid], surface) =>
      graphic(surface, { shape: "arc", from: toArgs(from!), mid: toArgs(mid!), to: toArgs(to!) }),
  },
  {
    id: "circle",
    title: "Draw circle",
    steps: ["Press the middle", "Press a place on the circle"],
    least: 2,
    most: 2,
    draw: drawCircle,
    says: ([a, b]) => (b === undefined ? "" : `Radius ${mm(distance(a!, b))} mm`),
    done: ([center, to], surface) => graphic(surface, { shape: "circle", center: toArgs(center!), to: toArgs(to!) }),
  },
  {
    id: "rectangle",
    title: "Draw rectangle",
    steps: ["Press a corner", "Press the opposite corner"],
    least: 2,
    most: 2,
    draw: drawRectangle,
    says: sizeOf,
    done: ([from, to], surface) => graphic(surface, { shape: "rect", from: toArgs(from!), to: toArgs(to!) }),
  },
  {
    id: "polygon",
    title: "Draw polygon",
    steps: ["Press the corners", "Press the next corner", "Press the next corner, or the first one to close it"],
    least: 3,
    most: Number.POSITIVE_INFINITY,
    isClosed: true,
    done: (points, surface) => graphic(surface, { shape: "poly", pts: points.map(toArgs) }),
  },
  {
    id: "zone",
    title: "Add filled zone",
    steps: ["Press the corners", "Press the next corner", "Press the next corner, or the first one to close it"],
    least: 3,
    most: Number.POSITIVE_INFINITY,
    corners: "45",
    isClosed: true,
    async done(points, surface) {
      const net = await surface.ask({
        title: "Net of the zone",
        label: CHOOSE,
        value: netAt(surface, points[0]!) ?? "",
        choices: netNames(surface),
      });
      if (net === null) return false;
      const layers = [copperLayer(surface)];
      const args = { layers, pts: points.map(toArgs), ...(net === "" ? {} : { net }) };
      return (await surface.run("pcb.addZone", args)) !== null;
    },
  },
  {
    id: "ruleArea",
    title: "Add rule area",
    steps: ["Press the corners", "Press the next corner", "Press the next corner, or the first one to close it"],
    least: 3,
    most: Number.POSITIVE_INFINITY,
    corners: "45",
    isClosed: true,
    async done(points, surface) {
      const kinds: Readonly<Record<string, readonly string[]>> = {
        "tracks and vias": ["tracks", "vias"],
        "zone fills": ["copper"],
        footprints: ["footprints"],
        everything: ["tracks", "vias", "pads", "copper", "footprints"],
      };
      const choice = await surface.ask({
        title: "Rule area",
        label: "What it keeps out",
        value: "tracks and vias",
        choices: Object.keys(kinds),
        isClosed: true,
      });
      if (choice === null) return false;
      const args = { layers: [copperLayer(surface)], pts: points.map(toArgs), keepOut: kinds[choice] };
      return (await surface.run("pcb.addRuleArea", args)) !== null;
    },
  },
  {
    id: "text",
    title: "Add text",
    steps: ["Press where the text goes"],
    least: 1,
    most: 1,
    async done([at], surface) {
      const text = await surface.ask({ title: "Add text", label: "Text" });
      if (text === null || text === "") return text === "";
      return (await surface.run("pcb.addText", { text, at: toArgs(at!), layer: surface.layer() })) !== null;
    },
  },
  {
    id: "dimension",
    title: "Add dimension",
    steps: ["Press the first place", "Press the second place", "Press where the dimension line goes"],
    least: 3,
    most: 3,
    draw: drawDimension,
    says: ([a, b]) => (b === undefined ? "" : `${mm(distance(a!, b))} mm`),
    async done([from, to, side], surface) {
      const height = toArgs({ x: heightOf(from!, to!, side!), y: 0 })[0];
      const layer = copperLayers(surface.doc()!).includes(surface.layer()) ? "Dwgs.User" : surface.layer();
      const args = { type: "aligned", from: toArgs(from!), to: toArgs(to!), layer, height };
      return (await surface.run("pcb.addDimension", args)) !== null;
    },
  },
  {
    id: "via",
    title: "Add via",
    steps: ["Press where the via goes"],
    least: 1,
    most: 1,
    done: async ([at], surface) => (await surface.run("pcb.addVia", { at: toArgs(at!) })) !== null,
  },
];

/** Measures, on boards and sheets. */
export const measureTool: PointsSpec = {
  id: "measure",
  title: "Measure",
  steps: ["Press where to measure from", "Press where to", "Press to begin anew"],
  least: 3,
  most: 3,
  says: measured,
  draw(points, sink, pixel) {
    sink.polyline(flat(points.slice(0, 2)), 1.5 * pixel);
  },
  done: () => Promise.resolve(true),
};

export function measured([a, b]: readonly Point[]): string {
  if (a === undefined || b === undefined) return "";
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const angle = (Math.atan2(-dy, dx) * 180) / Math.PI;
  return `${mm(length)} mm (${(length / 25_400).toFixed(2)} mil) · ΔX ${mm(dx)} · ΔY ${mm(dy)} · ${angle.toFixed(2)}°`;
}

/** The net of the copper at a place; null where there is none. */
export function netAt(surface: ToolSurface, at: Point): string | null {
  const doc = surface.doc();
  for (const id of doc === null ? [] : surface.hits(at)) {
    const entry = doc?.items.entry(id);
    for (const copper of entry === undefined ? [] : copperOfItem(doc!, entry)) if (copper.net !== "") return copper.net;
  }
  return null;
}

/** The layer that is drawn on when it has copper, else the front. */
export function copperLayer(surface: ToolSurface): string {
  const layers = copperLayers(surface.doc()!);
  return layers.includes(surface.layer()) ? surface.layer() : layers[0]!;
}

function netNames(surface: ToolSurface): string[] {
  const names = new Set<string>();
  const doc = surface.doc();
  for (const entry of doc?.items.entries ?? [])
    for (const copper of copperOfItem(doc!, entry)) if (copper.net !== "") names.add(copper.net);
  return [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

async function graphic(surface: ToolSurface, args: Readonly<Record<string, unknown>>): Promise<boolean> {
  return (await surface.run("pcb.addGraphic", { layer: surface.layer(), ...args })) !== null;
}

export function distance(a: Point, b: Point): Nm {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function mm(nm: Nm): string {
  return (nm / 1e6).toFixed(3);
}

export function sizeOf([a, b]: readonly Point[]): string {
  return b === undefined ? "" : `${mm(Math.abs(b.x - a!.x))} × ${mm(Math.abs(b.y - a!.y))} mm`;
}

export function drawCircle([a, b]: readonly Point[], sink: Sink, pixel: Nm): void {
  if (b !== undefined) sink.arc(a!.x, a!.y, distance(a!, b), 0, 360, 1.5 * pixel);
}

export function drawRectangle([a, b]: readonly Point[], sink: Sink, pixel: Nm): void {
  if (b !== undefined) sink.polyline([a!.x, a!.y, b.x, a!.y, b.x, b.y, a!.x, b.y, a!.x, a!.y], 1.5 * pixel);
}

/** Two ends and a place between, as a way of short lines through them. */
export function drawArc([a, b, c]: readonly Point[], sink: Sink, pixel: Nm): void {
  if (b === undefined) return;
  if (c === undefined) {
    sink.polyline(flat([a!, b]), 1.5 * pixel);
    return;
  }
  const d = 2 * (a!.x * (c.y - b.y) + c.x * (b.y - a!.y) + b.x * (a!.y - c.y));
  if (d === 0) {
    sink.polyline(flat([a!, c, b]), 1.5 * pixel);
    return;
  }
  const square = (p: Point) => p.x * p.x + p.y * p.y;
  const x = (square(a!) * (c.y - b.y) + square(c) * (b.y - a!.y) + square(b) * (a!.y - c.y)) / d;
  const y = (square(a!) * (b.x - c.x) + square(c) * (a!.x - b.x) + square(b) * (c.x - a!.x)) / d;
  const angle = (p: Point) => Math.atan2(p.y - y, p.x - x);
  const turn = (from: number, to: number) => (to - from + 4 * Math.PI) % (2 * Math.PI);
  const whole = turn(angle(a!), angle(b));
  const sweep = turn(angle(a!), angle(c)) < whole ? whole : whole - 2 * Math.PI;
  const radius = Math.hypot(a!.x - x, a!.y - y);
  const way: number[] = [];
  for (let i = 0; i <= 48; i++) {
    const t = angle(a!) + (sweep * i) / 48;
    way.push(x + radius * Math.cos(t), y + radius * Math.sin(t));
  }
  sink.polyline(way, 1.5 * pixel);
}

/** How far `side` is from the way, to the right of it when positive. */
function heightOf(from: Point, to: Point, side: Point): Nm {
  const length = distance(from, to);
  if (length === 0) return 0;
  return ((to.x - from.x) * (side.y - from.y) - (to.y - from.y) * (side.x - from.x)) / length;
}

function drawDimension([a, b, c]: readonly Point[], sink: Sink, pixel: Nm): void {
  if (b === undefined) return;
  const length = distance(a!, b);
  const height = c === undefined || length === 0 ? 0 : heightOf(a!, b, c);
  const off =
    length === 0 ? { x: 0, y: 0 } : { x: (-(b.y - a!.y) / length) * height, y: ((b.x - a!.x) / length) * height };
  sink.polyline([a!.x, a!.y, a!.x + off.x, a!.y + off.y, b.x + off.x, b.y + off.y, b.x, b.y], 1.5 * pixel);
}
