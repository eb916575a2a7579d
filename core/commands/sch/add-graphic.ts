import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { KICAD_7 } from "../../model/field.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, pointsMm, toNm, toPoint } from "../schemas.ts";

/** The places that each shape needs. */
const needs: Readonly<Record<string, readonly string[]>> = {
  polyline: ["pts"],
  rectangle: ["from", "to"],
  circle: ["center", "radius"],
  arc: ["from", "mid", "to"],
  bezier: ["pts"],
};

export const addGraphic = defineEdit({
  id: "sch.addGraphic",
  title: "Add graphic",
  about:
    "Adds a polyline (pts), rectangle (from, to), circle (center, radius), arc (from, mid, to) or curve (bezier; pts: " +
    "start, two control points, end). It is drawing only: sch.wire connects.",
  scope: "schematic",
  args: {
    shape: Type.Union(
      ["polyline", "rectangle", "circle", "arc", "bezier"].map((word) => Type.Literal(word)),
      { description: "polyline, rectangle, circle, arc or bezier." },
    ),
    pts: Type.Optional(pointsMm("Points of a polyline, or a curve's four")),
    from: Type.Optional(pointMm("Start, or a corner")),
    mid: Type.Optional(pointMm("A point on the arc")),
    to: Type.Optional(pointMm("End, or the opposite corner")),
    center: Type.Optional(pointMm("Centre of the circle")),
    radius: Type.Optional(mm("Radius of the circle", { exclusiveMinimum: 0 })),
    width: Type.Optional(mm("Line width; the schematic's own when left out", { minimum: 0 })),
    dash: Type.Optional(
      Type.Union(
        ["solid", "dash", "dot", "dash_dot", "dash_dot_dot"].map((word) => Type.Literal(word)),
        { description: "solid, dash, dot, dash_dot or dash_dot_dot; the schematic's own when left out." },
      ),
    ),
    fill: Type.Optional(
      Type.Union(
        ["none", "outline", "background"].map((word) => Type.Literal(word)),
        { description: "none (default), outline (the line's colour) or background." },
      ),
    ),
  },
  examples: [
    {
      about: "A dashed frame.",
      fixture: "blinky/blinky.kicad_sch",
      args: { shape: "rectangle", from: [134.62, 63.5], to: [190.5, 106.68], dash: "dash" },
    },
    {
      about: "An arrow's head, filled.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        shape: "polyline",
        pts: [
          [200, 60],
          [202, 61],
          [200, 62],
          [200, 60],
        ],
        fill: "outline",
      },
    },
  ],
  run(cx, args) {
    const given = args as Readonly<Record<string, unknown>>;
    const wanted = needs[args.shape]!;
    const missing = wanted.filter((name) => given[name] === undefined);
    const spare = ["pts", "from", "mid", "to", "center", "radius"].filter(
      (name) => given[name] !== undefined && !wanted.includes(name),
    );
    if (missing.length > 0) throw refused(args.shape, `${missing.join(" and ")} is missing`);
    if (spare.length > 0) throw refused(args.shape, `${spare.join(" and ")} means nothing here`);
    if (args.shape === "bezier" && args.pts!.length !== 4)
      throw refused("bezier", `pts has ${args.pts!.length} points, not 4`);
    if (cx.doc.version < KICAD_7 && args.shape !== "polyline")
      throw refused(args.shape, `a file of version ${cx.doc.version} holds only polylines outside of symbols`);
    const at = (name: string) => (given[name] === undefined ? null : toPoint(given[name] as number[]));
    const pts = (args.pts ?? []).map(toPoint);
    const places = [at("from"), at("mid"), at("to"), ...pts].filter((p) => p !== null);
    if (args.shape !== "circle" && new Set(places.map((p) => `${p.x} ${p.y}`)).size < 2)
      throw refused(args.shape, "all its points are the same, so it has no size");
    cx.edit.add("graphic", {
      token: args.shape,
      start: at("from"),
      mid: at("mid"),
      end: at("to"),
      center: at("center"),
      radius: args.radius === undefined ? null : toNm(args.radius),
      pts,
      stroke: { width: toNm(args.width ?? 0), type: args.dash ?? "default", color: null },
      fill: { type: args.fill ?? "none", color: null },
    });
  },
});

function refused(shape: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot add a ${shape}: ${reason}.`,
    hint: `A ${shape} takes ${needs[shape]!.join(", ")}.`,
  });
}
