import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const documents = defineCommand({
  id: "session.documents",
  title: "List open documents",
  about: "The open documents, with their revision and whether they have unsaved edits.",
  kind: "query",
  scope: "app",
  args: {},
  result: Type.Object({ documents: Type.Array(openSummary) }),
  examples: [{ about: "What is open?", args: {} }],
  run: (cx) => ({ documents: cx.session.list().map(describeOpen) }),
});
