import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const open = defineCommand({
  id: "session.open",
  title: "Open document",
  about:
    "Opens a board or a schematic, or answers the one that is open. Unsaved edits of a process that died come back.",
  kind: "run",
  scope: "app",
  args: {
    path: Type.String({ description: "The file, relative to the working directory.", minLength: 1 }),
    editNewer: Type.Optional(
      Type.Boolean({ description: "Allow edits of a file of a KiCad newer than 10. Save a copy first." }),
    ),
  },
  result: openSummary,
  examples: [{ about: "Open the sample board.", args: { path: "blinky/blinky.kicad_pcb" } }],
  async run(cx, args) {
    const open = await cx.session.open(args.path, cx.caller.name);
    if (args.editNewer === true) cx.session.newerAllowed.add(open.path);
    return describeOpen(open);
  },
});
