import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { boardViolations, schematicViolations } from "../../model/project/violation-types.ts";
import { defineEdit } from "../define.ts";
import { editProject } from "../project/project-file.ts";
import { nearest } from "../registry.ts";

const level = Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("ignore")]);

export const checkSeverities = defineEdit({
  id: "check.severities",
  title: "Set severities",
  about:
    "Sets what is an error, a warning or nothing to the checks, by type of violation, in the project file, as one " +
    "undoable change. `path` is the board, the root schematic or the .kicad_pro file; project.describe shows what the " +
    "project sets, every violation tells its type.",
  scope: "project",
  args: {
    drc: Type.Optional(
      Type.Record(Type.String(), level, { description: 'Of the board\'s check: { "silk_overlap": "ignore" }.' }),
    ),
    erc: Type.Optional(
      Type.Record(Type.String(), level, { description: 'Of the schematic\'s check: { "pin_not_driven": "warning" }.' }),
    ),
  },
  examples: [
    {
      about: "Silkscreen over silkscreen is no matter.",
      fixture: "blinky/blinky.kicad_pro",
      args: { drc: { silk_overlap: "ignore" } },
    },
  ],
  async run(cx, args) {
    if (args.drc === undefined && args.erc === undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot set severities: neither drc nor erc is given.",
        hint: 'Example: { "drc": { "silk_overlap": "ignore" } }',
      });
    }
    const project = await editProject(cx);
    const sides = [
      { set: args.drc, at: ["board", "design_settings", "rule_severities"], known: boardViolations },
      { set: args.erc, at: ["erc", "rule_severities"], known: schematicViolations },
    ];
    for (const { set, at, known } of sides) {
      for (const [type, value] of Object.entries(set ?? {})) {
        if (!known.includes(type) && project.get([...at, type]) === undefined) throw unknown(type, known);
        project.set([...at, type], value);
      }
    }
  },
});

function unknown(type: string, known: readonly string[]): CommandError {
  const near = nearest(type, known);
  return new CommandError({
    code: "not-found",
    message: `Cannot set the severity of ${type}: there is no such type of violation.`,
    hint: near === undefined ? `Types: ${known.join(", ")}.` : `Did you mean ${near}?`,
    data: { type },
  });
}
