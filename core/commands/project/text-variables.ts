import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { editProject } from "./project-file.ts";

export const textVariables = defineEdit({
  id: "project.textVariables",
  title: "Set text variables",
  about:
    "Gives the project's text variables (texts show them by name) new values as one undoable change; null takes one away. " +
    "`path` is the board, the root schematic or the .kicad_pro file; project.describe lists what is there.",
  scope: "project",
  args: {
    set: Type.Record(
      Type.String({ pattern: "^[^{}$]+$", maxLength: 200 }),
      Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
      { description: "Values by name; null takes the variable away.", minProperties: 1, maxProperties: 500 },
    ),
  },
  examples: [
    {
      about: "The board's revision, which texts name.",
      fixture: "blinky/blinky.kicad_pro",
      args: { set: { REVISION: "B" } },
    },
  ],
  async run(cx, args) {
    const project = await editProject(cx);
    for (const [name, value] of Object.entries(args.set)) {
      if (/[{}$]/.test(name) || name.trim() === "") throw badName(name);
      const path = ["text_variables", name];
      if (value !== null) project.set(path, value);
      else if (project.remove(path) === 0) throw unknown(name, [...project.settings.textVariables.keys()]);
    }
  },
});

function badName(name: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set the text variable ${JSON.stringify(name)}: a name has letters, and none of $, { and }.`,
    hint: 'Example: { "set": { "REVISION": "B" } }',
  });
}

function unknown(name: string, known: readonly string[]): CommandError {
  return new CommandError({
    code: "not-found",
    message: `Cannot take away the text variable ${name}: the project has ${known.length === 0 ? "none" : known.join(", ")}.`,
    hint: "List them with project.describe.",
  });
}
