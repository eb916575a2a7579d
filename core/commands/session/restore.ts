import { Type } from "typebox";
import { defineCommand, documentOutcome } from "../define.ts";
import { checkpointsOf } from "./checkpoint-facts.ts";
import { tellOutcome } from "./steps.ts";

export const restore = defineCommand({
  id: "session.restore",
  title: "Restore checkpoint",
  about:
    "Brings the documents of a checkpoint back to how they stood then, as one undoable change. Documents opened since " +
    "stay as they are.",
  kind: "run",
  scope: "app",
  args: { id: Type.String({ description: "The checkpoint's id.", minLength: 1 }) },
  result: Type.Object({
    documents: Type.Array(documentOutcome, { description: "The documents that changed." }),
  }),
  examples: [
    {
      about: "Back to how it was before.",
      args: { id: "00000000-0000-4000-8000-000000000001" },
      headless: "not-found",
    },
  ],
  async run(cx, { id }) {
    const outcomes = await checkpointsOf(cx, "restore").restore(id, cx.caller.name);
    return { documents: outcomes.map(tellOutcome) };
  },
});
