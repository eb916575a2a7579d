import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import { checkRules } from "../../engines/check/rule-list.ts";
import { defineCommand } from "../define.ts";
import { resolveItems } from "../item-refs.ts";
import { checkInput, findingsJson, runCheck } from "./board-check.ts";
import { explainErc } from "./explain-erc.ts";

export const explain = defineCommand({
  id: "check.explain",
  title: "Explain a violation",
  about:
    "What one violation is about: the check that finds it, the rule with its place, what is asked for and what there is, " +
    "and by how much it misses. In a schematic: a violation of check.erc.",
  kind: "query",
  scope: "document",
  args: {
    type: Type.String({ description: "Its kind, such as clearance or pin_not_driven.", minLength: 1 }),
    items: Type.Array(Type.String({ minLength: 1 }), {
      description: "Its items: uuids, references, pads or pins (R1.2). Left empty: the first of this kind.",
      maxItems: 3,
    }),
  },
  result: Type.Object({
    type: Type.String(),
    check: Type.String({ description: "What the check that finds it looks at." }),
    description: Type.String(),
    items: Type.Array(Type.String()),
    rule: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer({ description: "Of a custom rule in the rules file." })),
    wanted: Type.Optional(Type.Number({ description: "What is asked for (mm, or a number)." })),
    actual: Type.Optional(Type.Number({ description: "What there is." })),
    missing: Type.Optional(Type.Number({ description: "How much is missing." })),
  }),
  examples: [
    {
      about: "What is not connected?",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "unconnected_items", items: [] },
    },
    {
      about: "Why is it told of a pin?",
      fixture: "hierarchy/hierarchy.kicad_sch",
      args: { type: "pin_not_connected", items: ["U1.3"] },
    },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic") return explainErc(cx, args);
    if (!Object.hasOwn(findingTypes, args.type))
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot explain ${JSON.stringify(args.type)}: there is no such kind of violation.`,
        hint: `These are: ${Object.keys(findingTypes).join(", ")}.`,
        data: { type: args.type },
      });
    const type = args.type as FindingName;
    const input = await checkInput(cx);
    const ids = args.items.map((ref) => resolveItems(cx.doc, ref, "explain")[0]!.item.id);
    const found = runCheck(cx, input, new Set([type])).find((each) => ids.every((id) => each.items.includes(id)));
    if (found === undefined)
      throw new CommandError({
        code: "not-found",
        message: `Cannot explain ${type}${args.items.length === 0 ? "" : ` of ${args.items.join(" and ")}`}: there is no such violation.`,
        hint: "List them with check.drc.",
        data: { type },
      });
    const [json] = findingsJson(cx.doc, [found]);
    const rule = input.rules.rules.find((each) => found.rule === `rule '${each.name}'`);
    const isLength = found.type !== "starved_thermal";
    const shown = (value: number) => (isLength ? toMm(value) : value);
    return {
      type,
      check: checkRules.find((each) => each.types.includes(type))?.about ?? "",
      description: json!.description,
      items: json!.items.map((item) => item.description),
      ...(found.rule === undefined || found.rule === "" ? {} : { rule: found.rule }),
      ...(rule === undefined ? {} : { line: rule.line }),
      ...(found.limit === undefined ? {} : { wanted: shown(found.limit) }),
      ...(found.actual === undefined ? {} : { actual: shown(found.actual) }),
      ...(found.limit === undefined || found.actual === undefined || found.actual >= found.limit
        ? {}
        : { missing: shown(found.limit - found.actual) }),
    };
  },
});
