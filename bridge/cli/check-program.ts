import type { Command } from "../../core/commands/define.ts";
import { Registry } from "../../core/commands/registry.ts";
import { save } from "../../core/commands/session/save.ts";
import type { HeavyParts } from "../node/runtime-of.ts";
import { processIo } from "./agent-io.ts";
import { endWith } from "./ending.ts";
import { oneCall, withFailures } from "./one-call.ts";

/**
 * `edsnx check.erc …` or `edsnx check.drc …`, as machines call them again and again. Their bundles have nothing else
 * (but what saves the edits that a process before may have left), since to load all commands takes as long as to check
 * a small design. `early` is a thread that was started to help with it. Ends the process with the exit status.
 */
export function checkProgram(
  check: unknown,
  partsOf: (early: unknown) => HeavyParts = () => ({}),
): (argv: readonly string[], early?: unknown) => Promise<void> {
  return (argv, early = null) => {
    const io = processIo();
    const command = check as Command;
    const registry = new Registry([command, save as unknown as Command]);
    const callThere = () => {
      throw new Error("calls in the editor are another bundle's");
    };
    const calling = { registry, io, parts: partsOf(early), callThere };
    return endWith(() => withFailures(argv, io, () => oneCall(command, argv.slice(1), calling)));
  };
}
