import type { XmlElement } from "@rgrove/parse-xml";
import { parseXml } from "@rgrove/parse-xml";
import svgpath from "svgpath";
import type { Point } from "../../base/nm.ts";
import type { Drawn } from "./drawn.ts";

/** Millimetres of a unit; a bare number is a pixel of 1/96 inch. */
const units: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
  px: 25.4 / 96,
  "": 25.4 / 96,
};

/** How the circle's curves bend: four of them make it. */
const KAPPA = 0.5522847498307936;

/**
 * The shapes of an SVG drawing in millimetres: paths, lines, rectangles, circles, ellipses, polylines and polygons with
 * all their transforms. Curves stay curves; a filled outline of straight sides is a polygon. Answers what it left out.
 */
export function readSvg(text: string): { shapes: Drawn[]; left: Map<string, number> } {
  const { root } = parseXml(text);
  const shapes: Drawn[] = [];
  const left = new Map<string, number>();
  if (root === null || root.name !== "svg") return { shapes, left };
  walk(root, pageOf(root), "", shapes, left);
  return { shapes, left };
}

/** The transform from the drawing's own units to millimetres. */
function pageOf(root: XmlElement): string {
  const view = (root.attributes["viewBox"] ?? "").split(/[\s,]+/).map(Number);
  const width = lengthOf(root.attributes["width"]);
  const height = lengthOf(root.attributes["height"]);
  if (view.length !== 4 || view.some(Number.isNaN)) return `scale(${units["px"]!})`;
  const [x, y, w, h] = view as [number, number, number, number];
  const sx = width === null ? units["px"]! : width / w;
  const sy = height === null ? sx : height / h;
  return `scale(${sx} ${sy}) translate(${-x} ${-y})`;
}

function lengthOf(text: string | undefined): number | null {
  const found = /^\s*([-+.\deE]+)\s*(mm|cm|in|pt|pc|px)?\s*$/.exec(text ?? "");
  return found === null ? null : Number(found[1]) * units[found[2] ?? ""]!;
}

/** Parts that draw nothing by themselves. */
const silent: ReadonlySet<string> = new Set([
  "defs",
  "metadata",
  "title",
  "desc",
  "style",
  "clipPath",
  "mask",
  "symbol",
]);

function walk(element: XmlElement, transform: string, fill: string, shapes: Drawn[], left: Map<string, number>): void {
  const own = element.attributes["transform"];
  const all = own === undefined || element.name === "svg" ? transform : `${transform} ${own}`;
  const style = /(?:^|;)\s*fill\s*:\s*([^;]+)/.exec(element.attributes["style"] ?? "")?.[1]?.trim();
  const painted = style ?? element.attributes["fill"] ?? fill;
  const d = pathOf(element);
  if (d !== null) shapes.push(...trace(d, all, painted !== "none"));
  else if (["text", "image", "use"].includes(element.name)) left.set(element.name, (left.get(element.name) ?? 0) + 1);
  for (const child of element.children)
    if ("attributes" in child && !silent.has((child as XmlElement).name))
      walk(child as XmlElement, all, painted, shapes, left);
}

/** A shape's outline as path data; null for what has none. */
function pathOf({ name, attributes: a }: XmlElement): string | null {
  const n = (key: string) => Number.parseFloat(a[key] ?? "0") || 0;
  switch (name) {
    case "path":
      return a["d"] ?? null;
    case "line":
      return `M${n("x1")} ${n("y1")}L${n("x2")} ${n("y2")}`;
    case "polyline":
      return a["points"] === undefined ? null : `M${a["points"]}`;
    case "polygon":
      return a["points"] === undefined ? null : `M${a["points"]}Z`;
    case "rect":
      return `M${n("x")} ${n("y")}h${n("width")}v${n("height")}h${-n("width")}Z`;
    case "circle":
    case "ellipse": {
      const [x, y] = [n("cx"), n("cy")];
      const [rx, ry] = name === "circle" ? [n("r"), n("r")] : [n("rx"), n("ry")];
      const [kx, ky] = [rx * KAPPA, ry * KAPPA];
      return `M${x + rx} ${y}C${x + rx} ${y + ky} ${x + kx} ${y + ry} ${x} ${y + ry}S${x - rx} ${y + ky} ${x - rx} ${y}S${x - kx} ${y - ry} ${x} ${y - ry}S${x + rx} ${y - ky} ${x + rx} ${y}Z`;
    }
    default:
      return null;
  }
}

function trace(d: string, transform: string, filled: boolean): Drawn[] {
  const shapes: Drawn[] = [];
  let start: Point = { x: 0, y: 0 };
  let now = start;
  let run: Drawn[] = [];
  const close = (closed: boolean) => {
    const straight = run.every((each) => each.shape === "line");
    if (closed && filled && straight && run.length >= 3)
      shapes.push({ shape: "poly", points: run.map((each) => each.points[0]!), filled: true });
    else shapes.push(...run);
    run = [];
  };
  const line = (to: Point) => {
    if (to.x !== now.x || to.y !== now.y) run.push({ shape: "line", points: [now, to] });
    now = to;
  };
  svgpath(d)
    .transform(transform)
    .abs()
    .unshort()
    .unarc()
    .iterate((segment, _index, x, y) => {
      const [command, ...v] = segment as unknown as [string, ...number[]];
      if (command === "M") {
        close(false);
        now = start = { x: v[0]!, y: v[1]! };
      } else if (command === "L") line({ x: v[0]!, y: v[1]! });
      else if (command === "H") line({ x: v[0]!, y });
      else if (command === "V") line({ x, y: v[0]! });
      else if (command === "C") {
        const to = { x: v[4]!, y: v[5]! };
        run.push({ shape: "curve", points: [now, { x: v[0]!, y: v[1]! }, { x: v[2]!, y: v[3]! }, to] });
        now = to;
      } else if (command === "Q") {
        const [q, to] = [
          { x: v[0]!, y: v[1]! },
          { x: v[2]!, y: v[3]! },
        ];
        const part = (a: Point, b: Point): Point => ({
          x: a.x + ((b.x - a.x) * 2) / 3,
          y: a.y + ((b.y - a.y) * 2) / 3,
        });
        run.push({ shape: "curve", points: [now, part(now, q), part(to, q), to] });
        now = to;
      } else {
        line(start);
        close(true);
      }
    });
  close(false);
  return shapes;
}
