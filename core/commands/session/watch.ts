import { Type } from "typebox";
import { isDirty } from "../../session/open-document.ts";
import { diskState } from "../../session/outside-change.ts";
import { defineCommand } from "../define.ts";

export const watch = defineCommand({
  id: "session.watch",
  title: "Watch files",
  about:
    "Whether another program changed the open documents' files since they were read. Of one that changed: session.merge " +
    "brings both together, session.revert takes theirs, session.save with force keeps mine.",
  kind: "query",
  scope: "app",
  args: {},
  result: Type.Object({
    documents: Type.Array(
      Type.Object({
        path: Type.String(),
        state: Type.Union([Type.Literal("same"), Type.Literal("changed"), Type.Literal("gone"), Type.Literal("new")], {
          description: "gone: the file was deleted; new: it was never saved.",
        }),
        dirty: Type.Boolean({ description: "Whether there are unsaved edits here." }),
      }),
    ),
  }),
  examples: [{ about: "Did KiCad write one of these files?", args: {} }],
  async run(cx) {
    const documents = [];
    for (const open of cx.session.list())
      documents.push({ path: open.path, state: await diskState(cx.session, open.path), dirty: isDirty(open) });
    return { documents };
  },
});
