import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { CheckBoard, gapBetween } from "../../engines/check/check-board.ts";
import type { ConstraintType } from "../../engines/rules/constraint.ts";
import { constraintTypes } from "../../engines/rules/constraint.ts";
import type { Trial } from "../../engines/rules/resolve.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer, layersMeet } from "../../model/board/layer-set.ts";
import { checkInput } from "../check/board-check.ts";
import { amount, constraintJson } from "../check/ruling-json.ts";
import { defineCommand } from "../define.ts";
import { resolveItems } from "../item-refs.ts";
import { layerNamed } from "../pcb/layers.ts";

const pairwise: readonly ConstraintType[] = [
  "clearance",
  "hole_clearance",
  "hole_to_hole",
  "edge_clearance",
  "silk_clearance",
  "courtyard_clearance",
  "physical_clearance",
  "zone_connection",
  "thermal_relief_gap",
  "thermal_spoke_width",
];
const single: readonly ConstraintType[] = [
  "track_width",
  "via_diameter",
  "hole_size",
  "annular_width",
  "text_height",
  "text_thickness",
  "disallow",
];

export const rules = defineCommand({
  id: "query.rules",
  title: "Rules for items",
  about:
    "What holds for one item, or between two: each constraint with its numbers and the rule, net class, item or board " +
    "setting that it comes from, as KiCad resolves them; with `trace` every rule that was tried. Between two items also " +
    "how near they are.",
  kind: "query",
  scope: "board",
  args: {
    a: Type.String({ description: "An item: uuid, reference (R1) or pad (R1.2).", minLength: 1 }),
    b: Type.Optional(Type.String({ description: "Another item.", minLength: 1 })),
    layer: Type.Optional(
      Type.String({ description: "The layer; the first that both are on when left out.", minLength: 1 }),
    ),
    constraint: Type.Optional(Type.String({ description: "Only this constraint, such as clearance.", minLength: 1 })),
    trace: Type.Optional(Type.Boolean({ description: "With every rule that was tried, and why it did not apply." })),
  },
  result: Type.Object({
    layer: Type.Optional(Type.String()),
    distance: Type.Optional(Type.Number({ description: "How near the two come on the layer (mm)." })),
    constraints: Type.Array(
      Type.Object({
        constraint: Type.String(),
        min: Type.Optional(Type.String()),
        opt: Type.Optional(Type.String()),
        max: Type.Optional(Type.String()),
        value: Type.Optional(Type.String({ description: "For zone_connection and disallow." })),
        from: Type.String({ description: "Who says so." }),
        line: Type.Optional(Type.Integer({ description: "Of a custom rule in the rules file." })),
        tried: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  }),
  examples: [
    { about: "What holds between two pads.", fixture: "blinky/blinky.kicad_pcb", args: { a: "R1.1", b: "R1.2" } },
    {
      about: "Where a clearance comes from.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { a: "R1.1", b: "R1.2", constraint: "clearance", trace: true },
    },
  ],
  async run(cx, args) {
    const input = await checkInput(cx);
    const board = new CheckBoard(cx.doc, input.settings, input.rules.usable ? input.rules.rules : []);
    const named = (ref: string): BoardItem => {
      const [found] = resolveItems(cx.doc, ref, "explain");
      return board.items.byId.get(found!.item.id)!;
    };
    const a = named(args.a);
    const b = args.b === undefined ? null : named(args.b);
    const layer = args.layer === undefined ? commonLayer(board, a, b) : layerNamed(cx.doc, args.layer, "explain");
    const wanted =
      args.constraint === undefined ? (b === null ? single : pairwise) : [constraintNamed(args.constraint)];
    const constraints = wanted.flatMap((type) => {
      const trials: Trial[] = [];
      const ruling = board.rulebook.resolve(type, a, b, layer, { trials });
      if (ruling.isNull && args.constraint === undefined) return [];
      const value =
        ruling.zoneConnection ?? (type === "disallow" ? (ruling.disallow ? "forbidden" : "allowed") : undefined);
      return [
        {
          constraint: type as string,
          ...(ruling.min === undefined ? {} : { min: amount(type, ruling.min) }),
          ...(ruling.opt === undefined ? {} : { opt: amount(type, ruling.opt) }),
          ...(ruling.max === undefined ? {} : { max: amount(type, ruling.max) }),
          ...(value === undefined ? {} : { value }),
          from: ruling.name === "" ? "nothing asks for it" : ruling.name,
          ...(ruling.rule !== null && ruling.rule.line > 0 ? { line: ruling.rule.line } : {}),
          ...(args.trace === true ? { tried: trials.map(trialText) } : {}),
        },
      ];
    });
    const gap =
      b === null || layer === null
        ? null
        : gapBetween(board.copper(a, layer), board.copper(b, layer), Number.MAX_SAFE_INTEGER);
    return {
      ...(layer === null ? {} : { layer }),
      ...(gap === null ? {} : { distance: toMm(Math.round(gap.gap)) }),
      constraints,
    };
  },
});

const verdicts: Readonly<Record<Trial["verdict"], string>> = {
  applied: "applies",
  layer: "is for other layers",
  condition: "has another condition",
  kind: "is for other kinds of items",
  weaker: "is weaker",
};

function trialText({ name, constraint, verdict, note }: Trial): string {
  const what = constraint === null ? "" : ` (${constraintJson(constraint)})`;
  return `${name}${what} ${note ?? verdicts[verdict]}`;
}

function commonLayer(board: CheckBoard, a: BoardItem, b: BoardItem | null): string | null {
  if (b !== null && !layersMeet(a.layers, b.layers)) return null;
  return (
    board.cx.layerNames.find((name) => hasLayer(a.layers, name) && (b === null || hasLayer(b.layers, name))) ?? null
  );
}

function constraintNamed(name: string): ConstraintType {
  if (Object.hasOwn(constraintTypes, name)) return name as ConstraintType;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot explain ${JSON.stringify(name)}: there is no such constraint.`,
    hint: `These are: ${Object.keys(constraintTypes).join(", ")}.`,
    data: { constraint: name },
  });
}
