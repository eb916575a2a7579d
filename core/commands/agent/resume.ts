import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineCommand } from "../define.ts";

export const resume = defineCommand({
  id: "agent.resume",
  title: "Let agents go on",
  about: "Takes agent.stop back. Only the person at the editor can.",
  kind: "run",
  scope: "app",
  besideQueue: true,
  args: {},
  result: Type.Object({ stopped: Type.Literal(false) }),
  examples: [{ about: "All is well again.", args: {}, headless: "denied" }],
  run({ services, caller }) {
    if (caller.kind !== "person") {
      throw new CommandError({
        code: "denied",
        message: "Cannot run agent.resume: only the person at the editor can.",
        hint: "Ask the person to run Let Agents Go On in VS Code.",
      });
    }
    services.automation?.resume();
    return { stopped: false as const };
  },
});
