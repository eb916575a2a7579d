import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { fromMm, toMm } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import type { Patch } from "../../model/step.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { textLook } from "./text-args.ts";
import { defaultsOf, effectsOf, lookOn } from "./text-look.ts";
import { crossbarOf } from "./transform.ts";

const types = ["aligned", "orthogonal", "leader", "radial", "center"] as const;
const units = ["inch", "mil", "mm", "automatic"] as const;

/** KiCad's height of extension lines beyond the dimension line. */
const EXTENSION_HEIGHT = 586_420;

export const addDimension = defineEdit({
  id: "pcb.addDimension",
  title: "Add dimension",
  about:
    "Adds a dimension: aligned or orthogonal between two points (height: how far the line is from them, to the right of the " +
    "way from `from` to `to`, downwards or to the right when positive for orthogonal ones), a leader (an arrow with a " +
    "text), radial (from: centre, to: a point on the circle) or center (a cross; to gives its size). The number is measured " +
    "and written as the project's dimension settings say.",
  scope: "board",
  args: {
    type: Type.Union(
      types.map((word) => Type.Literal(word)),
      { description: "aligned, orthogonal, leader, radial or center." },
    ),
    from: pointMm("First point, centre, or what the leader points at"),
    to: pointMm("Second point, point on the circle, or the leader's knee"),
    layer: Type.String({ description: "A layer, e.g. Dwgs.User.", minLength: 1 }),
    height: Type.Optional(mm("Distance of the dimension line; 3 when left out")),
    direction: Type.Optional(
      Type.Union([Type.Literal("horizontal"), Type.Literal("vertical")], {
        description: "Of an orthogonal one; left out: the longer way.",
      }),
    ),
    leader: Type.Optional(mm("Length of a radial dimension's leader; 3 when left out", { minimum: 0 })),
    text: Type.Optional(
      Type.String({ description: "A leader's text, or a text instead of the number.", minLength: 1 }),
    ),
    at: Type.Optional(pointMm("Where the text of a leader or a radial dimension goes")),
    prefix: Type.Optional(Type.String({ description: "Before the number." })),
    suffix: Type.Optional(Type.String({ description: "Behind it." })),
    units: Type.Optional(
      Type.Union(
        units.map((word) => Type.Literal(word)),
        { description: "inch, mil, mm or automatic (mm); the project's when left out." },
      ),
    ),
    precision: Type.Optional(Type.Integer({ description: "Digits behind the point.", minimum: 0, maximum: 5 })),
    size: textLook.size,
    thickness: textLook.thickness,
  },
  examples: [
    {
      about: "The board's width.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "orthogonal", from: [100, 80], to: [140, 80], height: -4, layer: "Dwgs.User" },
    },
    {
      about: "Between two pins.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "aligned", from: [111, 84], to: [113, 87], layer: "Dwgs.User", units: "mm", precision: 2 },
    },
    {
      about: "A remark with an arrow.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "leader", from: [104, 90], to: [108, 94], text: "Supply", layer: "Cmts.User" },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add a dimension");
    const [from, to] = [toPoint(args.from), toPoint(args.to)];
    if (from.x === to.x && from.y === to.y) throw refused("its two points are the same", "Give different points.");
    if (args.type === "leader" && args.text === undefined) throw refused("a leader takes a text", "Give text.");
    const settings = await settingsFor(cx);
    const look = lookOn(settings, layer);
    const effects: Effects = { ...effectsOf(look, layer, args), hAlign: "center", vAlign: "center" };
    const defaults = defaultsOf(settings);
    const own = (defaults["dimensions"] ?? {}) as Readonly<Record<string, unknown>>;
    const number = (value: unknown, absent: number) => (typeof value === "number" ? value : absent);
    const linear = args.type === "aligned" || args.type === "orthogonal";
    const vertical = args.type === "orthogonal" && isVertical(args.direction, from, to);
    const unit = args.units === undefined ? number(defaults["dimension_units"], 3) : units.indexOf(args.units);
    const format = {
      prefix: args.prefix ?? (args.type === "radial" ? "R " : ""),
      suffix: args.suffix ?? "",
      units: unit,
      unitsFormat: linear || args.type === "radial" ? number(own["units_format"], 0) : 0,
      precision: args.precision ?? number(defaults["dimension_precision"], 4),
      override: args.text ?? null,
      suppressZeroes: own["suppress_zeroes"] !== false,
    };
    const measured =
      args.type === "orthogonal"
        ? Math.abs(vertical ? to.y - from.y : to.x - from.x)
        : Math.hypot(to.x - from.x, to.y - from.y);
    if (linear && measured === 0)
      throw refused(`there is no ${vertical ? "vertical" : "horizontal"} distance`, "Give another direction.");
    const values: Patch = {
      type: args.type,
      locked: false,
      layer,
      pts: [from, to],
      height: linear ? fromMm(args.height ?? 3) : null,
      leaderLength: args.type === "radial" ? fromMm(args.leader ?? 3) : null,
      orientation: args.type === "orthogonal" ? (vertical ? 1 : 0) : null,
      format: args.type === "center" ? null : format,
      style: {
        thickness: look.line,
        arrowLength: number(own["arrow_length"], 1_270_000),
        textPosition: args.type === "leader" || args.type === "radial" ? 0 : number(own["text_position"], 0),
        arrowDirection: linear ? "outward" : null,
        extensionHeight: linear ? EXTENSION_HEIGHT : null,
        textFrame: args.type === "leader" ? 0 : null,
        extensionOffset: number(own["extension_offset"], 500_000),
        keepTextAligned: args.type !== "leader" && own["keep_text_aligned"] !== false,
      },
    };
    const id = cx.edit.add("dimension", values);
    if (args.type === "center") return;
    const text = args.text ?? `${format.prefix}${written(measured, format)}${format.suffix}`;
    const place = args.at === undefined ? placeOf(values, text, effects) : { ...toPoint(args.at), angle: 0 };
    // KiCad gives a dimension the uuid of its text when it reads the file: they must be one.
    cx.edit.addInside(id, "gr_text", { text, at: place, layer, effects }, id);
  },
});

function isVertical(direction: string | undefined, from: Point, to: Point): boolean {
  if (direction !== undefined) return direction === "vertical";
  return Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
}

interface Format {
  readonly units: number;
  readonly unitsFormat: number;
  readonly precision: number;
  readonly suppressZeroes: boolean;
}

/** The number as KiCad writes it. */
function written(length: Nm, { units: unit, unitsFormat, precision, suppressZeroes }: Format): string {
  const [value, name] =
    unit === 0 ? [length / 25.4e6, "in"] : unit === 1 ? [length / 25_400, "mils"] : [toMm(length), "mm"];
  let text = value.toFixed(precision);
  if (suppressZeroes && text.includes(".")) text = text.replace(/\.?0+$/, "");
  return unitsFormat === 0 ? text : unitsFormat === 1 ? `${text} ${name}` : `${text} (${name})`;
}

/** Where KiCad puts the text: above a line (left of a vertical one), behind a leader's knee. */
function placeOf(values: Patch, text: string, effects: Effects): { x: Nm; y: Nm; angle: number } {
  const [from, to] = values["pts"] as [Point, Point];
  const bar = crossbarOf(values);
  if (bar === null) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const knee = (values["leaderLength"] as Nm | null) ?? 0;
    const reach = knee + (text.length * effects.width) / 2 + effects.height;
    return { x: Math.round(to.x + ux * reach), y: Math.round(to.y + uy * reach), angle: 0 };
  }
  const [dx, dy] = [bar.end.x - bar.start.x, bar.end.y - bar.start.y];
  const length = Math.hypot(dx, dy);
  const off = effects.height + (effects.thickness ?? 0);
  const side = dx > 0 || (dx === 0 && dy < 0) ? 1 : -1;
  let angle = ((((-Math.atan2(dy, dx) * 180) / Math.PI) % 360) + 360) % 360;
  if (angle > 90 && angle <= 270) angle = (angle + 180) % 360;
  return {
    x: Math.round((bar.start.x + bar.end.x) / 2 + (side * dy * off) / length),
    y: Math.round((bar.start.y + bar.end.y) / 2 - (side * dx * off) / length),
    angle: Number(angle.toFixed(7)),
  };
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add a dimension: ${reason}.`, hint });
}
