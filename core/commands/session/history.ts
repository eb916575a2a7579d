import { Type } from "typebox";
import { defineCommand } from "../define.ts";

export const history = defineCommand({
  id: "session.history",
  title: "History",
  about: "The changes of a document since it was opened, oldest first: who made each, and whether it stands.",
  kind: "query",
  scope: "document",
  args: {},
  result: Type.Object({
    path: Type.String(),
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        group: Type.String({ description: "Names the change in all documents that it touched; for session.undo." }),
        label: Type.String(),
        actor: Type.String({ description: "Who made it." }),
        at: Type.Number({ description: "Milliseconds since 1970." }),
        applied: Type.Boolean({ description: "False when it was undone." }),
        steps: Type.Integer({ description: "How many single steps it has." }),
      }),
    ),
  }),
  examples: [{ about: "What was changed?", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run: (cx) => ({
    path: cx.open.path,
    entries: cx.open.history.map(({ id, group, label, actor, at, applied, steps }) => ({
      id,
      group,
      label,
      actor,
      at,
      applied,
      steps: steps.length,
    })),
  }),
});
