import { Type } from "typebox";
import { parseRules } from "../../engines/rules/parse-rules.ts";
import { defineCommand } from "../define.ts";
import { rulesText } from "./board-check.ts";

export const syntax = defineCommand({
  id: "check.syntax",
  title: "Check rules' syntax",
  about:
    "What is wrong with custom rules, line by line: of the `.kicad_dru` beside the board, or of a text before it is written. " +
    "KiCad says nothing when it cannot read a rules file, and checks without it.",
  kind: "query",
  scope: "board",
  args: { text: Type.Optional(Type.String({ description: "Rules to look at instead of the file's." })) },
  result: Type.Object({
    rules: Type.Integer({ description: "How many rules there are." }),
    usable: Type.Boolean({ description: "Whether KiCad uses the file at all." }),
    problems: Type.Array(
      Type.Object({
        severity: Type.String({ description: "error or warning." }),
        effect: Type.String({
          description: "What KiCad leaves out for it: the whole file, the rule, or nothing (none).",
        }),
        message: Type.String(),
        line: Type.Integer({ description: "From 1." }),
        column: Type.Integer({ description: "From 1." }),
      }),
    ),
  }),
  examples: [
    {
      about: "A rule with two mistakes.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        text: '(version 1)\n(rule "power" (constraint track_width (min 0.5)) (condition "A.NetClas == \'Power\'"))',
      },
    },
  ],
  async run(cx, args) {
    const text = args.text ?? (await rulesText(cx, cx.open.path.replace(/\.[^./\\]*$/, ".kicad_dru"))) ?? "";
    if (text === "") return { rules: 0, usable: true, problems: [] };
    const { rules, problems, usable } = parseRules(text);
    return {
      rules: rules.length,
      usable,
      problems: problems.map(({ severity, effect, message, line, column }) => ({
        severity,
        effect,
        message,
        line,
        column,
      })),
    };
  },
});
