import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import { decodeText } from "../../format/text.ts";
import { settingsFor } from "../board-settings.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { Drawn } from "../import/drawn.ts";
import { readDxf } from "../import/dxf.ts";
import { readSvg } from "../import/svg.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { lookOn } from "./text-look.ts";

/** More shapes than this are a slip. */
const MAX_SHAPES = 50_000;

export const importGraphics = defineEdit({
  id: "pcb.importGraphics",
  title: "Import graphics",
  about:
    "Brings a DXF or SVG drawing onto a layer: lines, arcs, circles, polylines, curves, filled polygons. Sizes are the " +
    "drawing's (DXF by its unit, SVG by its page), times scale; its origin comes to `at`. Texts, pictures and DXF splines by fit points " +
    "only are left out and told. The new drawings are one group, unless group is false.",
  scope: "board",
  args: {
    layer: Type.String({ description: "A layer, e.g. Edge.Cuts.", minLength: 1 }),
    file: Type.Optional(
      Type.String({ description: "A .dxf or .svg file, relative to the board's folder.", minLength: 1 }),
    ),
    text: Type.Optional(Type.String({ description: "Instead: the drawing itself.", minLength: 1 })),
    at: Type.Optional(pointMm("Where its origin goes; [0, 0] when left out")),
    scale: Type.Optional(
      Type.Number({ description: "Size as a factor; 1 when left out.", exclusiveMinimum: 0, maximum: 10_000 }),
    ),
    width: Type.Optional(mm("Line width; the project's for the layer when left out", { exclusiveMinimum: 0 })),
    group: Type.Optional(Type.Boolean({ description: "Whether the drawings become one group; true when left out." })),
  },
  examples: [
    {
      about: "A triangle and a circle of an SVG.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: {
        layer: "Dwgs.User",
        at: [145, 80],
        text: '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10"><path d="M0 10L5 0L10 10Z"/><circle cx="15" cy="5" r="3" fill="none"/></svg>',
      },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "import graphics");
    if ((args.file === undefined) === (args.text === undefined))
      throw refused("give file or text", 'Example: { "file": "outline.dxf", "layer": "Edge.Cuts" }.');
    const text = args.text ?? (await read(cx, args.file!));
    const { shapes, left } = parsed(text);
    const told = [...left].map(([kind, n]) => `${n} ${kind}`);
    if (shapes.length === 0)
      throw refused(
        `it has no shapes that can be brought in${told.length > 0 ? ` (left out: ${told.join(", ")})` : ""}`,
        "Give a DXF with lines, arcs, circles or polylines, or an SVG.",
      );
    if (shapes.length > MAX_SHAPES)
      throw refused(`it has ${shapes.length} shapes, more than ${MAX_SHAPES}`, "Simplify the drawing.");
    const width =
      args.width === undefined ? lookOn(await settingsFor(cx), layer).line : Math.max(1, Math.round(args.width * 1e6));
    const origin = toPoint(args.at ?? [0, 0]);
    const scale = args.scale ?? 1;
    const place = (p: Point): Point => ({ x: origin.x + fromMm(p.x * scale), y: origin.y + fromMm(p.y * scale) });
    const ids: string[] = [];
    for (const shape of shapes) {
      const values = valuesOf(shape, place);
      if (values === null) continue;
      const stroke = { width: shape.filled === true ? 0 : width, type: "solid", color: null };
      ids.push(
        cx.edit.add("graphic", { ...values, stroke, fill: shape.filled === true ? "solid" : "none", layer, net: "" }),
      );
    }
    if (args.group !== false && ids.length > 1)
      cx.edit.add("group", { name: args.file ?? "", locked: false, members: ids });
    return [`${ids.length} shapes came in.`, ...(told.length > 0 ? [`Left out: ${told.join(", ")}.`] : [])];
  },
});

function parsed(text: string): { shapes: Drawn[]; left: Map<string, number> } {
  try {
    return /<svg[\s>]/.test(text.slice(0, 100_000)) ? readSvg(text) : readDxf(text);
  } catch (thrown) {
    throw refused(
      `the drawing cannot be read (${String((thrown as Error).message).split("\n")[0]})`,
      "Give an ASCII DXF or an SVG.",
    );
  }
}

/** A shape's properties; null for one of no size. */
function valuesOf(shape: Drawn, place: (p: Point) => Point) {
  const points = shape.points.map(place);
  const rest = { start: null, mid: null, center: null, end: null, pts: [] as Point[] };
  const [a, b, c] = points;
  if (points.every((p) => p.x === a!.x && p.y === a!.y)) return null;
  switch (shape.shape) {
    case "line":
      return { ...rest, token: "gr_line", start: a, end: b };
    case "arc":
      return { ...rest, token: "gr_arc", start: a, mid: b, end: c };
    case "circle":
      return { ...rest, token: "gr_circle", center: a, end: b };
    case "curve":
      return { ...rest, token: "gr_curve", pts: points };
    default:
      return { ...rest, token: "gr_poly", pts: points };
  }
}

async function read(cx: EditContext, file: string): Promise<string> {
  const { readFile } = cx.services;
  if (readFile === undefined)
    throw new CommandError({
      code: "service-unavailable",
      message: "Cannot import graphics: no files can be read here.",
      hint: "Give text instead of file.",
    });
  const path = /^([/\\]|[A-Za-z]:)/.test(file) ? file : cx.open.path.replace(/[^/\\]*$/, file);
  const bytes = await readFile(path);
  if (bytes !== null) return decodeText(bytes);
  throw new CommandError({
    code: "not-found",
    message: `Cannot import graphics: there is no file ${file} beside the board.`,
    hint: "Give the path relative to the board's folder.",
  });
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot import graphics: ${reason}.`, hint });
}
