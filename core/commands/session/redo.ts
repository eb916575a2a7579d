import { defineCommand } from "../define.ts";
import { historyStepArgs, historyStepResult, stepHistory } from "./history-step.ts";

export const redo = defineCommand({
  id: "session.redo",
  title: "Redo",
  about: "Does the change undone last again, or the one named by `group`, in every document that it touched.",
  kind: "run",
  scope: "document",
  args: historyStepArgs,
  result: historyStepResult,
  examples: [{ about: "Redo with nothing undone answers label null.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run: (cx, args) => stepHistory(cx, true, args.group),
});
