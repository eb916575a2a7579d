import type { Registry } from "../../core/commands/registry.ts";
import { nearest } from "../../core/commands/registry.ts";
import { RpcError, rpcCodes } from "../rpc/json-rpc.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";
import { toolName } from "./tools.ts";

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

const workflow: Prompt = {
  name: "design-workflow",
  title: "Design workflow",
  description: "From schematic to manufacturing files, with the tools of each step.",
  arguments: [
    { name: "goal", description: "What is to be designed.", required: false },
    { name: "project", description: "The project's folder or file.", required: false },
  ],
};

const editorChat: Prompt = {
  name: "editor-chat",
  title: "Answer the editor's chat box",
  description: "The requests that wait in the editor's chat box, and how to answer them.",
  arguments: [],
};

/** The way of a design; a step shows the commands that this program has. */
const stages: readonly { readonly step: string; readonly commands: readonly string[] }[] = [
  {
    step: "Look at what is there.",
    commands: ["session.documents", "session.open", "query.describe", "query.items", "query.sheetTree"],
  },
  { step: "Start a project where there is none.", commands: ["project.new"] },
  {
    step: "Draw the schematic: place symbols, wire them, name the nets.",
    commands: [
      "lib.search",
      "sch.placeSymbol",
      "sch.wire",
      "sch.label",
      "sch.addJunction",
      "sch.addNoConnect",
      "sch.setField",
      "sch.annotate",
    ],
  },
  { step: "Check the schematic and mend what it finds.", commands: ["check.erc"] },
  { step: "Bring the netlist to the board.", commands: ["project.updatePcb"] },
  {
    step: "Outline the board and place the footprints.",
    commands: ["pcb.addGraphic", "pcb.placeFootprint", "pcb.move", "pcb.rotate"],
  },
  { step: "Route the nets.", commands: ["query.nets", "query.unrouted", "pcb.route", "pcb.addTrack", "pcb.addVia"] },
  { step: "Add and fill the zones.", commands: ["pcb.addZone", "pcb.fillZones"] },
  { step: "Check the board and mend what it finds.", commands: ["check.drc", "query.unrouted"] },
  { step: "Look at it.", commands: ["render.png", "render.svg"] },
  { step: "Save, then make the manufacturing files.", commands: ["session.save", "project.plot", "project.fabricate"] },
];

export function promptList(attached: boolean, version: ProtocolVersion): unknown[] {
  return offered(attached).map(({ title, ...prompt }) => (has(version, "2025-06-18") ? { ...prompt, title } : prompt));
}

/** `prompts/get`; `pending` are the chat box's requests. */
export function promptText(
  params: unknown,
  registry: Registry,
  pending: (() => readonly unknown[]) | null,
): { description: string; messages: unknown[] } {
  const { name, arguments: args } = (params ?? {}) as { name?: unknown; arguments?: Record<string, unknown> };
  const prompt = offered(pending !== null).find((each) => each.name === name);
  if (prompt === undefined) {
    const names = offered(pending !== null).map((each) => each.name);
    const near = nearest(String(name), names);
    throw new RpcError(
      rpcCodes.invalidParams,
      `Cannot get prompt ${String(name)}: there is no such prompt (${near === undefined ? `there are ${names.join(", ")}` : `did you mean ${near}?`}).`,
      { names },
    );
  }
  const text = prompt === workflow ? workflowText(registry, args ?? {}) : chatText(pending?.() ?? []);
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

function offered(attached: boolean): readonly Prompt[] {
  return attached ? [workflow, editorChat] : [workflow];
}

function workflowText(registry: Registry, args: Readonly<Record<string, unknown>>): string {
  const { goal, project } = args;
  const steps = stages
    .map(({ step, commands }) => ({ step, tools: commands.filter((id) => registry.has(id)).map(toolName) }))
    .filter(({ tools }) => tools.length > 0)
    .map(({ step, tools }, index) => `${index + 1}. ${step} Tools: ${tools.join(", ")}.`);
  return [
    typeof goal === "string" && goal !== "" ? `Goal: ${goal}` : "Design a printed circuit board with the edsnx tools.",
    ...(typeof project === "string" && project !== "" ? [`Project: ${project}`] : []),
    "Lengths are millimetres, angles degrees, x to the right and y down. Every edit is one undo step and stays in memory until it is saved.",
    "When a call fails, its message says why and its second line what to call next.",
    "",
    ...steps,
  ].join("\n");
}

function chatText(pending: readonly unknown[]): string {
  return [
    "You answer the chat box of the editor that shows the person's board and schematic.",
    pending.length === 0
      ? "No request waits now. Call agent_chat with wait (seconds, at most 600) until one comes."
      : `Requests that wait: ${JSON.stringify(pending)}`,
    "For each request: do what its text asks with the tools (edits appear live and the person can undo them);",
    "tell how far you are with agent_reply { chatId, progress, percent }; answer with agent_reply { chatId, text, done: true },",
    "or agent_reply { chatId, error } when it cannot be done. Then call agent_chat with wait for the next one.",
  ].join("\n");
}
