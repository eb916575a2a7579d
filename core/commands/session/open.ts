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
  args: { path: Type.String({ description: "The file, relative to the working directory.", minLength: 1 }) },
  result: openSummary,
  examples: [{ about: "Open the sample board.", args: { path: "blinky/blinky.kicad_pcb" } }],
  run: async (cx, args) => describeOpen(await cx.session.open(args.path, cx.caller.name)),
});
