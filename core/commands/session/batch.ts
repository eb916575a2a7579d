import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { runSteps, stepSchema, stepsResult } from "./steps.ts";

export const batch = defineCommand({
  id: "session.batch",
  title: "Batch",
  about: "Runs commands one after the other as one undo entry; on the first failure everything is taken back.",
  kind: "run",
  scope: "app",
  args: {
    steps: Type.Array(stepSchema, { description: "The calls.", minItems: 1, maxItems: 1000 }),
    label: Type.Optional(Type.String({ description: "Name of the undo entry.", minLength: 1, maxLength: 200 })),
  },
  result: stepsResult,
  examples: [
    {
      about: "Two questions at once.",
      args: {
        steps: [
          { id: "query.nets", args: { path: "blinky/blinky.kicad_pcb" } },
          { id: "query.describe", args: { path: "blinky/blinky.kicad_sch" } },
        ],
      },
    },
  ],
  run: (cx, args) => runSteps(cx, args.steps, args.label ?? "Batch", false),
});
