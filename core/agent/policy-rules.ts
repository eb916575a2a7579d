import Ajv2020 from "ajv/dist/2020.js";
import { Type } from "typebox";
import type { PolicyRule } from "./policy.ts";

/** As the setting `softforge.edsnx.agent.rules` takes a rule. */
export const ruleSchema = Type.Object(
  {
    effect: Type.Union([Type.Literal("deny"), Type.Literal("propose"), Type.Literal("confirm"), Type.Literal("allow")]),
    agent: Type.Optional(Type.String({ description: "Name of the agent; * stands for anything, here and below." })),
    command: Type.Optional(Type.String({ description: "pcb.delete, sch.*" })),
    file: Type.Optional(Type.String({ description: "Path of the document, or a name such as *.kicad_pcb." })),
    kind: Type.Optional(Type.String({ description: "Kind of a touched item: footprint, track, zone, …" })),
    layer: Type.Optional(Type.String({ description: "A layer that a touched item is on." })),
    net: Type.Optional(Type.String({ description: "The net of a touched item." })),
    locked: Type.Optional(Type.Literal(true, { description: "Only locked items." })),
    region: Type.Optional(
      Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: "Two corners (mm): items that reach into it.",
        minItems: 2,
        maxItems: 2,
      }),
    ),
  },
  { additionalProperties: false },
);

/** Made when the first rule comes: most people have none. */
let isRule: ((value: unknown) => boolean) | null = null;

/** The rules of a setting, and what is wrong with those that cannot be understood. */
export function readRules(value: unknown): {
  readonly rules: readonly PolicyRule[];
  readonly problems: readonly string[];
} {
  if (!Array.isArray(value)) return { rules: [], problems: ["the rules are not a list"] };
  isRule ??= new Ajv2020().compile(ruleSchema);
  const check = isRule;
  const problems = value.flatMap((rule, i) => (check(rule) ? [] : [`rule ${i + 1} is not understood`]));
  return { rules: problems.length === 0 ? (value as PolicyRule[]) : [], problems };
}
