import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Context } from "../define.ts";
import { defineCommand } from "../define.ts";
import type { Intent } from "../intent.ts";
import { runSteps, stepSchema, stepsOfIntents, stepsResult } from "./steps.ts";

export const transaction = defineCommand({
  id: "session.transaction",
  title: "Transaction",
  about:
    "Runs edits as one change, all or nothing: `steps` of registry commands over any documents, or `intents` " +
    '({ "op": "addTrack", … }) on one. One undo entry for each document.',
  kind: "run",
  scope: "app",
  args: {
    label: Type.Optional(Type.String({ description: "Name of the undo entry.", minLength: 1, maxLength: 200 })),
    steps: Type.Optional(Type.Array(stepSchema, { description: "The calls.", minItems: 1, maxItems: 1000 })),
    path: Type.Optional(Type.String({ description: "The document of the intents.", minLength: 1 })),
    intents: Type.Optional(
      Type.Array(Type.Object({ op: Type.String({ description: "The command's verb, e.g. addTrack." }) }), {
        description: "Small edits of one document: op and the command's arguments.",
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ description: "Validate and answer what would change; change nothing." })),
  },
  result: stepsResult,
  examples: [
    {
      about: "A track and a via that stand or fall together.",
      args: {
        label: "GND stitch",
        path: "blinky/blinky.kicad_pcb",
        intents: [
          {
            op: "addTrack",
            layer: "F.Cu",
            net: "GND",
            width: 0.25,
            pts: [
              [100, 60],
              [105, 60],
            ],
          },
          { op: "addVia", at: [105, 60], net: "GND" },
        ],
        dryRun: true,
      },
    },
  ],
  async run(cx, args) {
    if ((args.steps === undefined) === (args.intents === undefined)) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot run session.transaction: give either steps or intents.",
        hint: 'Example: { "steps": [{ "id": "pcb.addVia", "args": { … } }] }',
      });
    }
    const steps = args.steps ?? (await intentSteps(cx, args.intents as unknown as Intent[], args.path));
    return runSteps(cx, steps, args.label ?? "Transaction", args.dryRun === true);
  },
});

async function intentSteps(cx: Context, intents: readonly Intent[], path: string | undefined) {
  const only = cx.session.list();
  const open = path !== undefined ? await cx.session.open(path, cx.caller.name) : only.length === 1 ? only[0]! : null;
  if (open === null) {
    throw new CommandError({
      code: "no-document",
      message: `Cannot apply intents: ${only.length} documents are open.`,
      hint: "Name the document with path.",
    });
  }
  return stepsOfIntents(intents, open.doc.kind === "board" ? "pcb" : "sch", open.path);
}
