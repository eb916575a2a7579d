import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { checkpointSchema, checkpointsOf, tellCheckpoint } from "./checkpoint-facts.ts";

export const checkpoints = defineCommand({
  id: "session.checkpoints",
  title: "Checkpoints",
  about:
    "The checkpoints that session.restore can come back to, oldest first: set by hand, and before each chat request.",
  kind: "query",
  scope: "app",
  args: {},
  result: Type.Object({ checkpoints: Type.Array(checkpointSchema) }),
  examples: [{ about: "What can be restored?", args: {} }],
  run: (cx) => ({ checkpoints: checkpointsOf(cx, "list checkpoints").list.map(tellCheckpoint) }),
});
