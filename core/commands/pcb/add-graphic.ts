import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, pointsMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";

const shapes = ["line", "arc", "circle", "rect", "poly", "curve"] as const;
const fills = ["none", "solid", "hatch", "reverse_hatch", "cross_hatch"] as const;

/** KiCad's own default for graphic lines: 0.1 mm. */
const DEFAULT_WIDTH = 0.1;

/** First file version that knows hatched fills. */
const HATCH_SINCE = 20250210;

/** The places that each shape needs. */
const needs: Readonly<Record<string, readonly string[]>> = {
  line: ["from", "to"],
  arc: ["from", "mid", "to"],
  circle: ["center", "to"],
  rect: ["from", "to"],
  poly: ["pts"],
  curve: ["pts"],
};

export const addGraphic = defineEdit({
  id: "pcb.addGraphic",
  title: "Add graphic",
  about:
    "Adds a line (from, to), arc (from, mid, to), circle (center, to: a point on it), rectangle (from, to), polygon (pts, " +
    "three or more) or curve (pts: start, two control points, end) on any layer.",
  scope: "board",
  onParts: true,
  args: {
    layer: Type.String({ description: "A layer, e.g. F.SilkS or Edge.Cuts.", minLength: 1 }),
    shape: Type.Union(
      shapes.map((word) => Type.Literal(word)),
      { description: "line, arc, circle, rect, poly or curve." },
    ),
    from: Type.Optional(pointMm("Start, or a corner")),
    to: Type.Optional(pointMm("End, the opposite corner, or a point on the circle")),
    mid: Type.Optional(pointMm("A point on the arc")),
    center: Type.Optional(pointMm("Centre of the circle")),
    pts: Type.Optional(pointsMm("Corners or control points", 3)),
    width: Type.Optional(mm("Line width; 0.1 when left out", { minimum: 0 })),
    fill: Type.Optional(
      Type.Union(
        fills.map((word) => Type.Literal(word)),
        { description: "none (default), solid, or a hatch, for closed shapes." },
      ),
    ),
  },
  examples: [
    {
      about: "A line on the silkscreen.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layer: "F.SilkS", shape: "line", from: [100, 60], to: [110, 60], width: 0.15 },
    },
    {
      about: "A filled disc on the mask.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layer: "F.Mask", shape: "circle", center: [105, 65], to: [106, 65], fill: "solid" },
    },
  ],
  run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, `add a ${args.shape}`);
    const wanted = needs[args.shape]!;
    const given = args as Readonly<Record<string, unknown>>;
    const missing = wanted.filter((name) => given[name] === undefined);
    const spare = ["from", "to", "mid", "center", "pts"].filter(
      (name) => given[name] !== undefined && !wanted.includes(name),
    );
    if (missing.length > 0 || spare.length > 0) {
      const reason =
        missing.length > 0 ? `${missing.join(" and ")} is missing` : `${spare.join(" and ")} means nothing here`;
      throw refused(args.shape, reason, `A ${args.shape} takes ${wanted.join(", ")}.`);
    }
    if (args.shape === "curve" && args.pts!.length !== 4)
      throw refused("curve", `pts has ${args.pts!.length} points`, "A curve takes 4: start, two control points, end.");
    const closed = args.shape !== "line" && args.shape !== "arc" && args.shape !== "curve";
    const fill = args.fill ?? "none";
    if (fill !== "none" && !closed) throw refused(args.shape, "it is open and cannot be filled", "Leave fill out.");
    if (fill.includes("hatch") && cx.doc.version < HATCH_SINCE)
      throw refused(args.shape, `a file of version ${cx.doc.version} knows no hatched fills`, 'Use fill: "solid".');
    const width = Math.round((args.width ?? DEFAULT_WIDTH) * 1e6);
    if (width === 0 && fill === "none")
      throw refused(args.shape, "a width of 0 without a fill shows nothing", "Give width or fill.");
    const points = wanted.filter((name) => name !== "pts").map((name) => toPoint(given[name] as number[]));
    const pts = (args.pts ?? []).map(toPoint);
    if (new Set([...points, ...pts].map((p) => `${p.x} ${p.y}`)).size < 2)
      throw refused(args.shape, "all its points are the same, so it has no size", "Give different points.");
    const at = (name: string) => (given[name] === undefined ? null : toPoint(given[name] as number[]));
    cx.edit.add("graphic", {
      token: `gr_${args.shape}`,
      start: at("from"),
      mid: at("mid"),
      center: at("center"),
      end: at("to"),
      pts,
      stroke: { width, type: "solid", color: null },
      fill,
      layer,
      net: "",
    });
  },
});

function refused(shape: string, reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add a ${shape}: ${reason}.`, hint });
}
