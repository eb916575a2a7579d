import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Conversations } from "../../core/agent/conversations.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Completion } from "../../webview-ui/protocol.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { PERSON } from "../person.ts";
import { review } from "./slash-review.ts";

/** Findings listed of one check. */
const MAX_LINES = 30;

export interface SlashOptions {
  readonly core: AgentCore;
  readonly conversations: Conversations;
  readonly editors: Pick<KicadEditors, "active">;
  /** The model that the program is told to use; "" is its own choice. */
  readonly model: { get(): string; set(name: string): void };
}

interface Slash {
  readonly name: string;
  readonly about: string;
  /** Answers in Markdown; null: there is nothing to say. */
  run(options: SlashOptions, rest: string): Promise<string | null> | string | null;
}

const commands: readonly Slash[] = [
  {
    name: "new",
    about: "Start another conversation",
    run: ({ conversations }) => {
      conversations.start();
      return null;
    },
  },
  {
    name: "clear",
    about: "Forget this conversation; the design stays",
    run: ({ conversations }) => {
      conversations.clear();
      return null;
    },
  },
  { name: "drc", about: "Check the board's design rules", run: (options) => drc(options) },
  { name: "erc", about: "Check the schematic's electrical rules", run: (options) => erc(options) },
  {
    name: "review",
    about:
      "What of agents' changes waits for you; /review accept or reject judges all, or one by its code, with a note",
    run: ({ core }, rest) => review(core, rest),
  },
  { name: "undo", about: "Take back all that the last request changed", run: (options) => undoLast(options) },
  { name: "checkpoint", about: "Remember how the design stands", run: (options, rest) => checkpoint(options, rest) },
  {
    name: "model",
    about: "The model that claude is to use: /model opus; /model alone lets it choose",
    run: ({ model }, rest) => {
      model.set(rest);
      return rest === "" ? "The program chooses its model." : `Requests from now on go to **${rest}**.`;
    },
  },
  { name: "help", about: "What can be typed here", run: () => help() },
];

/** Commands that go to the agent with the rest of the text. */
const passed = [{ name: "picture", about: "Let the agent look at what is on the screen" }];

/** Whether a text is for us and not for an agent. */
export function isSlash(text: string): boolean {
  const name = /^\/(\w+)\b/.exec(text)?.[1];
  return commands.some((each) => each.name === name);
}

/** Runs a slash command; what it answers is a message of the conversation. */
export async function runSlash(text: string, options: SlashOptions): Promise<void> {
  const [, name = "", rest = ""] = /^\/(\w+)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return;
  let answer: string | null;
  try {
    answer = await command.run(options, rest.trim());
  } catch (thrown) {
    const { message, hint } = toCommandError(thrown);
    answer = hint === undefined ? message : `${message} ${hint}`;
  }
  if (answer !== null) options.conversations.note(text, answer);
}

export function completeSlash(typed: string): readonly Completion[] {
  return [...commands, ...passed]
    .filter(({ name }) => name.startsWith(typed.toLowerCase()))
    .map(({ name, about }) => ({ insert: `/${name}`, label: `/${name}`, detail: about }));
}

function help(): string {
  return [...commands, ...passed]
    .map(({ name, about }) => `- \`/${name}\` ${about}`)
    .concat("- `@R1`, `@GND`, `@blinky.kicad_pcb` name parts, nets, sheets and files")
    .join("\n");
}

async function drc(options: SlashOptions): Promise<string> {
  const args = { ...pathOf(options, "kicad_pcb"), format: "text" };
  const { report, total } = (await options.core.run("check.drc", args, { caller: PERSON })) as {
    report: string;
    total: number;
  };
  // Its first line says how many there are.
  const [, ...lines] = report.split("\n");
  return total === 0 ? "The design rule check finds nothing." : listed(`${total} findings`, lines.join("\n"));
}

async function erc(options: SlashOptions): Promise<string> {
  const { text, counts } = (await options.core.run("check.erc", pathOf(options, "kicad_sch"), {
    caller: PERSON,
  })) as { text: string; counts: { error: number; warning: number } };
  const total = counts.error + counts.warning;
  return total === 0 ? "The electrical rule check finds nothing." : listed(`${total} findings`, text);
}

/** The file of this kind that belongs to the active document. */
function pathOf({ editors }: SlashOptions, extension: string): { path?: string } {
  const path = editors.active?.path;
  return path === undefined ? {} : { path: path.replace(/\.kicad_(pcb|sch)$/, `.${extension}`) };
}

function listed(title: string, text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const more = lines.length - MAX_LINES;
  return [`${title}:`, "```", ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more`] : []), "```"].join(
    "\n",
  );
}

async function undoLast({ core, conversations }: SlashOptions): Promise<string> {
  const last = conversations.messages().findLast(({ edits }) => edits.some(({ undone }) => !undone));
  if (last === undefined) return "No request here changed anything.";
  const ids = new Set(last.edits.map(({ group }) => group));
  const refusals = await core.reviews.rejectAll({ ids }, PERSON.name);
  if (refusals.length === 0) return `All of “${last.request.text.slice(0, 60)}” is taken back.`;
  return `${refusals.length} of ${ids.size} changes stay: ${refusals.map(({ message }) => message).join(" ")}`;
}

async function checkpoint({ core }: SlashOptions, rest: string): Promise<string> {
  const args = rest === "" ? {} : { label: rest };
  const { label } = (await core.run("session.checkpoint", args, { caller: PERSON })) as { label: string };
  return `Remembered: ${label}. \`session.restore\` brings it back.`;
}
