import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const revert = defineCommand({
  id: "session.revert",
  title: "Revert",
  about: "Reads a document anew from disk. Unsaved edits and the history are gone.",
  kind: "run",
  scope: "document",
  args: {},
  result: openSummary,
  examples: [{ about: "Back to what is on disk.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run: async (cx) => describeOpen(await cx.session.revert(cx.open.path, cx.caller.name)),
});
