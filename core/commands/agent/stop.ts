import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineCommand } from "../define.ts";
import { plainLine } from "../person.ts";

export const stop = defineCommand({
  id: "agent.stop",
  title: "Stop agents",
  about:
    "Cancels every call of agents and refuses their edits from now on; they can still read. Only the person at the editor lets them go on.",
  kind: "run",
  scope: "app",
  besideQueue: true,
  args: { reason: Type.Optional(Type.String({ description: "Why, one line.", maxLength: 500 })) },
  result: Type.Object({ stopped: Type.Literal(true) }),
  examples: [
    { about: "Something goes wrong.", args: { reason: "The router deletes tracks." }, headless: "service-unavailable" },
  ],
  run({ services, caller }, { reason }) {
    if (services.person === undefined) {
      throw new CommandError({
        code: "service-unavailable",
        message: "Cannot run agent.stop: no person sits at an editor here, so nobody could let agents go on.",
        hint: "End the process instead; unsaved edits stay in its journal.",
      });
    }
    services.automation?.stop(plainLine(caller.name, 60), reason === undefined ? undefined : plainLine(reason));
    return { stopped: true as const };
  },
});
