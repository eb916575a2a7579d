import type { Command } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { ProtocolVersion } from "./era.ts";
import { estimateTokens } from "./token-estimate.ts";
import { toolDetails } from "./tool-details.gen.ts";
import type { Detail, Tool } from "./tools.ts";
import { describeTool, toolCommands, toolName } from "./tools.ts";

/** All tools, or few with two that find and run the rest (clients cap the number, models their patience). */
export type ToolMode = "full" | "compact";

export const MAX_COMPACT_TOOLS = 40;

/** Tokens that a list may cost, as they are estimated here: a little more than a tokenizer counts. */
const budgets: Readonly<Record<ToolMode, number>> = { full: 24_900, compact: 4_980 };

/** Tokens a piece of the estimate, at most, by how much is said: names and brackets make more of them than sentences. */
const shares: Readonly<Record<Detail, number>> = {
  bare: 1.03,
  names: 0.91,
  sentence: 0.94,
  about: 0.95,
  examples: 0.96,
};

/** The commands that agents use most, best first: in the compact list, and first to show examples in the full one. */
const mostUsed: readonly string[] = [
  "session.documents",
  "session.open",
  "session.save",
  "session.undo",
  "session.transaction",
  "query.describe",
  "query.items",
  "query.nets",
  "query.unrouted",
  "query.schema",
  "query.item",
  "check.drc",
  "check.erc",
  "render.png",
  "pcb.placeFootprint",
  "pcb.route",
  "pcb.addTrack",
  "pcb.addVia",
  "pcb.addZone",
  "pcb.fillZones",
  "pcb.addGraphic",
  "pcb.move",
  "pcb.rotate",
  "pcb.delete",
  "pcb.setProperties",
  "sch.placeSymbol",
  "sch.wire",
  "sch.label",
  "sch.setField",
  "sch.move",
  "sch.delete",
  "sch.annotate",
  "lib.search",
  "project.new",
  "project.updatePcb",
  "project.fabricate",
  "agent.ask",
];

/** In this order there is more of everything, as far as there is room; `first`: for so many of the most used. */
const details: readonly { readonly detail: Detail; readonly first?: number }[] = [
  { detail: "names" },
  { detail: "examples", first: 20 },
  { detail: "sentence" },
  { detail: "about" },
  { detail: "examples" },
];

/** Lists that were made before: clients ask again and again, and a list costs some milliseconds. */
const made = new WeakMap<Registry, Map<string, Tool[]>>();

/**
 * The tools as `tools/list` shows them, in a fixed order and within the mode's budget: examples as far as there is
 * room, those of the most used first; with very many commands only first sentences, then only names and types, at last
 * only names. Does not depend on the connection.
 */
export function toolList(
  registry: Registry,
  version: ProtocolVersion,
  mode: ToolMode,
  others: readonly Tool[],
): readonly Tool[] {
  const lists = made.get(registry) ?? new Map<string, Tool[]>();
  made.set(registry, lists);
  const key = [version, mode, ...others.map(({ name }) => name)].join();
  const list = lists.get(key) ?? makeList(registry, version, mode, others);
  lists.set(key, list);
  return list;
}

function makeList(registry: Registry, version: ProtocolVersion, mode: ToolMode, others: readonly Tool[]): Tool[] {
  const commands = [...toolCommands(registry).values()];
  if (mode === "compact") return compactList(byUse(commands), version, others);
  const known: Readonly<Record<string, Detail>> = toolDetails;
  const isKnown = commands.length === Object.keys(known).length && commands.every(({ id }) => known[id] !== undefined);
  const chosen = isKnown ? known : chooseDetails(commands, version, others);
  return [...others, ...commands.map((command) => describeTool(command, version, chosen[command.id]))];
}

/**
 * How much is said of each command, by its id, within the full list's budget. Weighing it takes longer than all else
 * that a server does before its first answer, so for our own commands `npm run gen` writes it down.
 */
export function chooseDetails(
  commands: readonly Command[],
  version: ProtocolVersion,
  others: readonly Tool[],
): Record<string, Detail> {
  const ranked = byUse(commands);
  const shown = new Map<string, { detail: Detail; cost: number }>();
  for (const command of commands)
    shown.set(command.id, { detail: "bare", cost: costed(command, version, "bare").cost });
  let left = budgets.full - costOf(others);
  for (const { cost } of shown.values()) left -= cost;
  for (const { detail, first } of details) {
    // Only ever more: what has its examples keeps them.
    for (const command of ranked.slice(0, first)) {
      if (left < LEAST) break;
      const { cost } = costed(command, version, detail);
      const more = cost - shown.get(command.id)!.cost;
      if (more > left || (more <= 0 && detail !== "names")) continue;
      left -= more;
      shown.set(command.id, { detail, cost });
    }
  }
  return Object.fromEntries([...shown].map(([id, { detail }]) => [id, detail]));
}

/** With so few tokens left nothing more can be said. */
const LEAST = 20;

function costed(command: Command, version: ProtocolVersion, detail: Detail): { tool: Tool; cost: number } {
  const tool = describeTool(command, version, detail);
  return { tool, cost: estimateTool(tool, detail) };
}

/** No fewer tokens than a tokenizer finds in such a tool on the average of a list. */
export function estimateTool(tool: Tool, detail: Detail): number {
  return estimateTokens(tool, shares[detail]);
}

function costOf(tools: readonly Tool[]): number {
  return tools.reduce((sum, tool) => sum + estimateTokens(tool), 0);
}

function byUse(commands: readonly Command[]): Command[] {
  return [...commands].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(command: Command): number {
  const at = mostUsed.indexOf(command.id);
  return at === -1 ? mostUsed.length : at;
}

function compactList(ranked: readonly Command[], version: ProtocolVersion, others: readonly Tool[]): Tool[] {
  const first = [...others, ...describeFinders(version)];
  let left = budgets.compact - costOf(first);
  const shown: Tool[] = [];
  for (const command of ranked.filter((each) => mostUsed.includes(each.id))) {
    const { tool, cost } = costed(command, version, "sentence");
    if (cost > left || first.length + shown.length >= MAX_COMPACT_TOOLS) continue;
    left -= cost;
    shown.push(tool);
  }
  return [...first, ...shown.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/** The two tools of the compact list that reach every other. */
export const FIND = "tools_find";
export const RUN = "tools_run";

const MAX_FOUND = 10;

function describeFinders(version: ProtocolVersion): Tool[] {
  const since = (tool: Tool): Tool => {
    const { annotations, title, outputSchema, ...old } = tool;
    if (version < "2025-03-26") return old;
    return version < "2025-06-18" ? { ...old, annotations: { ...annotations, title } } : tool;
  };
  return [
    since({
      name: FIND,
      title: "Find tools",
      description: `Finds tools that are not listed, by words of what they do; answers their schemas. Run them with ${RUN}.`,
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: 'Words, e.g. "differential pair"; "" lists all names' } },
        required: ["query"],
      },
      outputSchema: { type: "object", properties: { tools: { type: "array" }, names: { type: "array" } } },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    }),
    since({
      name: RUN,
      title: "Run a tool",
      description: "Runs any tool by its name.",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string" }, arguments: { type: "object" } },
        required: ["name"],
      },
      outputSchema: { type: "object" },
      annotations: { destructiveHint: true, openWorldHint: false },
    }),
  ];
}

/** The tools that fit some words best, with their whole schemas; for no words all names. */
export function findTools(registry: Registry, query: string): { tools: unknown[]; names?: string[] } {
  const commands = toolCommands(registry);
  const words = query.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  if (words.length === 0) return { tools: [], names: [...commands.keys()] };
  const stems = words.map((word) => (word.length > 4 ? word.replace(/(ies|es|s|ing)$/, "") : word));
  const texts = [...commands.values()].map(textsOf);
  // A word that half of the commands have ("set") says little.
  const weighed = stems.map((stem) => {
    const many = texts.filter(({ name, about }) => name.includes(stem) || about.includes(stem)).length;
    return { stem, weight: Math.log((texts.length + 1) / (many + 1)) };
  });
  const scored = texts.map(({ command, name, about }) => {
    const hits = weighed.filter(({ stem }) => name.includes(stem) || about.includes(stem));
    const sum = hits.reduce((all, { stem, weight }) => {
      return all + weight * ((name.includes(stem) ? 2 : 0) + (about.includes(stem) ? 1 : 0));
    }, 0);
    // What answers to every word goes before what answers loudly to one.
    return { command, score: (sum * hits.length) / weighed.length };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return { tools: found.slice(0, MAX_FOUND).map(({ command }) => wholeTool(command)) };
}

function wholeTool(command: Command): unknown {
  const { name, description } = describeTool(command, "2024-11-05", "examples");
  return { name, description, inputSchema: command.args, result: command.result };
}

function textsOf(command: Command) {
  const name = `${toolName(command.id)} ${command.title}`.toLowerCase();
  const about = `${command.about} ${Object.keys(command.args.properties).join(" ")}`.toLowerCase();
  return { command, name, about };
}
