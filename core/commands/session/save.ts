import { Type } from "typebox";
import { isDirty } from "../../session/open-document.ts";
import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const save = defineCommand({
  id: "session.save",
  title: "Save",
  about:
    "Writes unsaved edits to disk: of `path`, or of every open document. Refuses to overwrite a file that somebody " +
    "else changed since it was read, unless `force` is true.",
  kind: "run",
  scope: "app",
  args: {
    path: Type.Optional(Type.String({ description: "The document; all open ones when left out.", minLength: 1 })),
    force: Type.Optional(Type.Boolean({ description: "Overwrite even when the file changed on disk." })),
  },
  result: Type.Object({ saved: Type.Array(openSummary) }),
  examples: [{ about: "Save everything.", args: {} }],
  async run(cx, args) {
    const { session, caller } = cx;
    const wanted =
      args.path === undefined
        ? session.list().filter((open) => isDirty(open))
        : [session.get(await session.resolve(args.path))];
    const saved = [];
    for (const open of wanted)
      saved.push(describeOpen(await session.save(open.path, caller.name, args.force === true)));
    return { saved };
  },
});
