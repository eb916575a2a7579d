import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { fileKinds } from "../../model/file-kinds.ts";
import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const saveAs = defineCommand({
  id: "session.saveAs",
  title: "Save as",
  about:
    "Writes a document to another file, which is then the open one. An existing file is refused unless `force` is true.",
  kind: "run",
  scope: "document",
  args: {
    to: Type.String({ description: "The new file, relative to the working directory.", minLength: 1 }),
    force: Type.Optional(Type.Boolean({ description: "Overwrite an existing file." })),
  },
  result: openSummary,
  examples: [
    {
      about: "Keep the board under another name.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { to: "blinky/copy.kicad_pcb" },
    },
  ],
  async run(cx, args) {
    const { ending, says } = fileKinds[cx.doc.kind];
    if (!args.to.toLowerCase().endsWith(ending)) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot save ${cx.open.path} as ${args.to}: the name of a ${says} ends in ${ending}.`,
        hint: `Example: { "to": ${JSON.stringify(`copy${ending}`)} }`,
      });
    }
    return describeOpen(await cx.session.saveAs(cx.open.path, args.to, cx.caller.name, args.force === true));
  },
});
