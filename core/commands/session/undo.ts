import { defineCommand } from "../define.ts";
import { historyStepArgs, historyStepResult, stepHistory } from "./history-step.ts";

export const undo = defineCommand({
  id: "session.undo",
  title: "Undo",
  about:
    "Takes the newest change of a document back, or the one named by `group`, in every document that it touched. " +
    "When later changes stand in the way it answers conflict and changes nothing.",
  kind: "run",
  scope: "document",
  args: historyStepArgs,
  result: historyStepResult,
  examples: [
    { about: "Undo on a document without changes answers label null.", fixture: "blinky/blinky.kicad_pcb", args: {} },
  ],
  run: (cx, args) => stepHistory(cx, false, args.group),
});
