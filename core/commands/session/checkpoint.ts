import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { checkpointSchema, checkpointsOf, tellCheckpoint } from "./checkpoint-facts.ts";

export const checkpoint = defineCommand({
  id: "session.checkpoint",
  title: "Checkpoint",
  about:
    "Remembers how all open documents stand, with unsaved edits, to come back to with session.restore. Kept while the " +
    "session lasts, the last 50; files are not touched.",
  kind: "run",
  scope: "app",
  args: {
    label: Type.Optional(Type.String({ description: "What it is called.", minLength: 1, maxLength: 200 })),
  },
  result: checkpointSchema,
  examples: [{ about: "Before trying something.", args: { label: "Before the new layout" } }],
  run: (cx, args) =>
    tellCheckpoint(checkpointsOf(cx, "set a checkpoint").take(args.label ?? "Checkpoint", cx.caller.name)),
});
