import { Type } from "typebox";
import { severityOf } from "../../engines/check/check.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import { checkRules } from "../../engines/check/rule-list.ts";
import { constraintTypes } from "../../engines/rules/constraint.ts";
import { ruleFunctions } from "../../engines/rules/functions.ts";
import { propertyNames } from "../../engines/rules/properties.ts";
import { defineCommand } from "../define.ts";
import { checkInput } from "./board-check.ts";
import { constraintJson } from "./ruling-json.ts";

export const rules = defineCommand({
  id: "check.rules",
  title: "Rules of the check",
  about:
    "Every kind of violation with its severity in this project, the custom rules, and the words of the rules' language: " +
    "constraints, functions and properties.",
  kind: "query",
  scope: "board",
  args: {
    language: Type.Optional(Type.Boolean({ description: "With the words of the rules' language." })),
  },
  result: Type.Object({
    types: Type.Array(
      Type.Object({
        type: Type.String(),
        about: Type.String(),
        severity: Type.String(),
        check: Type.Optional(Type.String({ description: "The check that finds it; missing when none does yet." })),
      }),
    ),
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        line: Type.Integer({ description: "In the rules file." }),
        constraints: Type.Array(Type.String()),
        condition: Type.Optional(Type.String()),
        layer: Type.Optional(Type.String()),
        severity: Type.Optional(Type.String()),
      }),
    ),
    usable: Type.Boolean({ description: "Whether the custom rules are used; see check.syntax." }),
    language: Type.Optional(
      Type.Object({
        constraints: Type.Record(Type.String(), Type.String()),
        functions: Type.Record(Type.String(), Type.String()),
        properties: Type.Array(Type.String()),
      }),
    ),
  }),
  examples: [{ about: "What is checked, and how severely.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  async run(cx, args) {
    const input = await checkInput(cx);
    return {
      types: (Object.keys(findingTypes) as FindingName[]).map((type) => {
        const check = checkRules.find((each) => each.types.includes(type))?.name;
        return {
          type,
          about: findingTypes[type].title,
          severity: severityOf(input.settings, type),
          ...(check === undefined ? {} : { check }),
        };
      }),
      rules: input.rules.rules.map((rule) => ({
        name: rule.name,
        line: rule.line,
        constraints: rule.constraints.map(constraintJson),
        ...(rule.conditionText === "" ? {} : { condition: rule.conditionText }),
        ...(rule.layers === null ? {} : { layer: rule.layers.text }),
        ...(rule.severity === null ? {} : { severity: rule.severity }),
      })),
      usable: input.rules.usable,
      ...(args.language === true
        ? {
            language: {
              constraints: Object.fromEntries(
                Object.entries(constraintTypes).map(([name, { about }]) => [name, about]),
              ),
              functions: Object.fromEntries(
                ruleFunctions
                  .filter((each) => each.instead === undefined)
                  .map((each) => [`${each.name}(${each.args.map((arg) => `'${arg}'`).join(", ")})`, each.about]),
              ),
              properties: [...propertyNames],
            },
          }
        : {}),
    };
  },
});
