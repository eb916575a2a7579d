import type { AgentCore, CallOptions } from "../../core/agent/agent-core.ts";
import type { Registry } from "../../core/commands/registry.ts";
import { FIND, findTools, RUN, toolList } from "./tool-list.ts";
import { isDestructive, toolCommands } from "./tools.ts";

/** A tool for a model that an editor runs itself, without a protocol between. */
export interface ModelTool {
  /** `edsnx_pcb_move` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  /** The registry's command that an input runs; the tool's own name for the finder. */
  command(input: Input): string;
  /** Whether running it removes or writes what undo does not bring back: the person is to be asked. */
  isFinal(input: Input): boolean;
  /** Rejects with a CommandError. */
  run(core: AgentCore, input: Input, options: CallOptions): Promise<unknown>;
}

/** What the names of an extension's tools begin with, beside those of other extensions. */
const PREFIX = "edsnx_";

export type Input = Readonly<Record<string, unknown>>;

/** The compact tool list for models of the host: the most used commands, and two tools that find and run the rest. */
export function modelTools(registry: Registry): ModelTool[] {
  const commands = toolCommands(registry);
  const listed = toolList(registry, "2025-06-18", "compact", []);
  return listed.map((tool): ModelTool => {
    const inner = (input: Input) => (tool.name === RUN ? String(input["name"] ?? "") : tool.name);
    const command = (input: Input) => commands.get(inner(input))?.id ?? inner(input);
    return {
      name: `${PREFIX}${tool.name}`,
      title: tool.title ?? tool.name,
      description: tool.description.replaceAll(RUN, `${PREFIX}${RUN}`),
      inputSchema: tool.inputSchema,
      command,
      isFinal: (input) => {
        const found = commands.get(inner(input));
        return found !== undefined && found.kind !== "edit" && isDestructive(found);
      },
      run: async (core, input, options) => {
        if (tool.name === FIND) return findTools(registry, String(input["query"] ?? ""));
        return core.run(command(input), tool.name === RUN ? (input["arguments"] ?? {}) : input, options);
      },
    };
  });
}
