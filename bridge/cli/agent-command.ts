import { CommandError } from "../../core/base/error.ts";
import { relayCommand } from "../attach/relay.ts";
import type { AgentIo } from "./agent-io.ts";
import { statusOf } from "./ending.ts";
import { runCommand } from "./run.ts";
import { serveAcp } from "./serve-acp.ts";
import { serveMcp, serveRpc } from "./servers.ts";

/** The subcommands for agents and programs. */
export const AGENT_SUBCOMMANDS = ["serve", "mcp", "run", "acp"] as const;

export type AgentSubcommand = (typeof AGENT_SUBCOMMANDS)[number];

/**
 * One of the program's subcommands for agents, on streams and in a folder of the caller's: `["serve", "--auto-save"]`.
 * Answers the exit status when it has ended; what goes wrong is told on `io.stderr`. A server ends when its client
 * leaves or `io.signal` aborts.
 */
export function runAgentCommand(argv: readonly string[], io: AgentIo, cwd: string): Promise<number> {
  const [name, ...rest] = argv;
  return statusOf(io, async () => {
    if (name === "run") return runCommand(rest, io, cwd);
    if (name === "acp") return serveAcp(rest, io);
    if (name !== "serve" && name !== "mcp") throw unknown(name);
    if (rest.includes("--attach")) return relayCommand(argv, io, cwd);
    return name === "mcp" ? serveMcp(rest, io, cwd) : serveRpc(rest, io, cwd);
  });
}

function unknown(name: string | undefined): CommandError {
  return new CommandError({
    code: "unknown-command",
    message: `Cannot run ${name ?? "nothing"}: it is no subcommand for agents.`,
    hint: `There are ${AGENT_SUBCOMMANDS.join(", ")}.`,
  });
}
