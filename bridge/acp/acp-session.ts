import { randomUUID } from "node:crypto";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatMessage } from "../../core/agent/chat.ts";
import { ChatHub } from "../../core/agent/chat-hub.ts";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { isDirty } from "../../core/session/open-document.ts";
import type { AttachServer } from "../attach/attach-server.ts";
import { startAttachServer } from "../attach/attach-server.ts";
import { ChatDriver } from "../chat/chat-driver.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import type { Prompt } from "./prompt-text.ts";
import type { WatchedCall } from "./watched-registry.ts";
import { WatchedRegistry } from "./watched-registry.ts";

/** What a session does with what an agent wants to change. */
export const modes = [
  { id: "edit", name: "Edit", description: "Edits are made at once; each can be undone." },
  { id: "ask", name: "Ask", description: "You are asked before each change." },
  { id: "read", name: "Read only", description: "Nothing is changed." },
] as const;

export type Mode = (typeof modes)[number]["id"];

export type StopReason = "end_turn" | "cancelled" | "refusal";

/** What the person at the client may answer to a question before a change. */
export type Permission = "allow_once" | "allow_always" | "reject_once" | "reject_always" | "cancelled";

export interface AcpSessionOptions {
  readonly cwd: string;
  /** Who types, as the client names itself. */
  readonly client: string;
  /** The program that answers prompts. */
  readonly command: string;
  /** Our own program, for the agent's MCP server. */
  readonly cli: string;
  /** Other MCP servers that the agent is to have, by name. */
  readonly servers: Readonly<Record<string, unknown>>;
  /** Whether a turn that ended well saves what it changed. */
  readonly save: boolean;
  /** Sends one `session/update`. */
  update(update: Readonly<Record<string, unknown>>): void;
  /** Asks the person at the client whether a call may change something. */
  ask(toolCall: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Permission>;
  readonly report: (line: string) => void;
}

/** How much of a result is shown as text. */
const MAX_SHOWN = 16 * 1024;

/** One conversation: a session on a folder's files, the program that answers, and what the client sees of both. */
export class AcpSession {
  readonly id = randomUUID();
  mode: Mode = "edit";
  private readonly options: AcpSessionOptions;
  private readonly runtime: Runtime;
  private readonly hub: ChatHub;
  private readonly always = new Map<string, boolean>();
  private driver: ChatDriver | null = null;
  private server: AttachServer | null = null;
  private folder: string | null = null;
  private calls = 0;
  private turn: { chatId: string | null; readonly stop: AbortController } | null = null;

  constructor(options: AcpSessionOptions) {
    this.options = options;
    const registry = new WatchedRegistry(
      commands,
      (call, run) => this.watch(call, run),
      (id) => this.permitInside(id),
    );
    this.runtime = createRuntime({ cwd: options.cwd, registry, report: options.report });
    this.hub = new ChatHub({ core: this.runtime.core, now: Date.now, uuid: randomUUID });
  }

  /** One prompt with all that comes of it. A second one meanwhile is refused with `busy`. */
  async prompt(prompt: Prompt): Promise<StopReason> {
    if (this.turn !== null) {
      throw new CommandError({
        code: "busy",
        message: "Cannot take the prompt: the one before it is not finished.",
        hint: "Wait for its end, or send session/cancel.",
      });
    }
    const turn = { chatId: null as string | null, stop: new AbortController() };
    this.turn = turn;
    try {
      const reason = await (/^\/[a-z]+(\.\w+)+/.test(prompt.text)
        ? this.direct(prompt.text, turn.stop.signal)
        : this.asked(prompt, turn));
      if (reason === "end_turn" && this.options.save) await this.saveAll();
      return turn.stop.signal.aborted ? "cancelled" : reason;
    } finally {
      this.turn = null;
    }
  }

  /** Ends the turn: first what waits for the person, then the program. */
  cancel(): void {
    const { turn } = this;
    if (turn === null) return;
    turn.stop.abort();
    if (turn.chatId !== null) this.hub.stop(turn.chatId);
  }

  async close(): Promise<void> {
    this.cancel();
    this.driver?.dispose();
    this.hub.dispose();
    await this.server?.dispose();
    await this.runtime.dispose();
    if (this.folder !== null) await fs.rm(this.folder, { recursive: true, force: true });
  }

  /** `/pcb.move { … }`: the command itself, without anybody to think about it. */
  private async direct(text: string, signal: AbortSignal): Promise<StopReason> {
    const [, id = "", rest = ""] = /^\/([a-z]+(?:\.\w+)+)\s*([\s\S]*)$/.exec(text) ?? [];
    const caller: Caller = { name: this.options.client, kind: "agent" };
    try {
      const result = await this.runtime.core.run(id, argumentsOf(id, rest), { caller, signal });
      this.say(`\`\`\`json\n${cut(JSON.stringify(result, null, 2))}\n\`\`\``);
    } catch (thrown) {
      const { code, message, hint } = toCommandError(thrown);
      if (signal.aborted) return "cancelled";
      this.say([`${code}: ${message}`, ...(hint === undefined ? [] : [hint])].join("\n"));
    }
    return "end_turn";
  }

  /** The prompt goes to the program, which works on this session through a server of its own. */
  private async asked({ text, path }: Prompt, turn: { chatId: string | null }): Promise<StopReason> {
    const driver = await this.start();
    let told = 0;
    let progress = "";
    const heed = (message: ChatMessage) => {
      if (message.request.chatId !== turn.chatId) return;
      if (message.answer.length > told) this.say(message.answer.slice(told));
      told = message.answer.length;
      const line = message.progress?.text ?? "";
      if (line !== "" && line !== progress) this.think(line);
      progress = line;
    };
    const detach = this.hub.onChange(heed);
    try {
      const request = this.hub.submit(text, path);
      turn.chatId = request.chatId;
      // It was cancelled before the program could be started.
      if (this.turn?.stop.signal.aborted === true) this.hub.stop(request.chatId);
      await driver.answer(request);
      const message = this.hub.messages().find((each) => each.request.chatId === request.chatId);
      if (message?.status === "stopped") return "cancelled";
      if (message?.status !== "error") return "end_turn";
      this.say(message.error ?? "It failed.");
      return "refusal";
    } finally {
      detach();
    }
  }

  private async start(): Promise<ChatDriver> {
    if (this.driver !== null) return this.driver;
    const { cwd, command, cli, servers, report } = this.options;
    // Nobody but this session's own program finds the door.
    this.folder ??= await fs.mkdtemp(join(tmpdir(), "edsnx-acp-"));
    const env = { EDSNX_RUNTIME_DIR: this.folder };
    this.server ??= await startAttachServer({
      core: this.runtime.core,
      chat: this.hub,
      folders: [cwd],
      log: () => undefined,
      env,
    });
    this.driver = new ChatDriver({
      hub: this.hub,
      command: () => command,
      cli,
      cwd: () => cwd,
      isTrusted: () => true,
      spillFolder: this.folder,
      log: report,
      env,
      servers,
      setting: "edsnx acp --command",
    });
    return this.driver;
  }

  /** Each call of the agent is seen by the client, and what would change something goes by the mode. */
  private async watch(call: WatchedCall, run: () => Promise<unknown>): Promise<unknown> {
    const { update } = this.options;
    const toolCallId = `call-${++this.calls}`;
    const path = (call.args as { path?: unknown } | null | undefined)?.path;
    const shown = {
      toolCallId,
      title: call.id,
      kind: kindOf(call),
      rawInput: call.args,
      ...(typeof path === "string" ? { locations: [{ path: await this.absolute(path) }] } : {}),
    };
    update({ sessionUpdate: "tool_call", status: "pending", ...shown });
    const end = (status: "completed" | "failed", rawOutput: unknown) => {
      const text = cut(JSON.stringify(rawOutput, null, 2) ?? "null");
      const content = [{ type: "content", content: { type: "text", text } }];
      update({ sessionUpdate: "tool_call_update", toolCallId, status, content });
    };
    try {
      if (call.changes) await this.permit(call, shown);
      update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
      const result = await run();
      end("completed", result);
      return result;
    } catch (thrown) {
      end("failed", toCommandError(thrown).toJSON());
      throw thrown;
    }
  }

  /** What the person has refused for always is refused as a part of another call too. */
  private permitInside(id: string): void {
    if (this.mode === "ask" && this.always.get(id) === false) throw denied(id, "the person refused all such calls");
  }

  /** Throws `denied` when the mode or the person says no. */
  private async permit(call: WatchedCall, shown: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.mode === "edit") return;
    if (this.mode === "read") throw denied(call.id, "this session is read-only");
    const known = this.always.get(call.id);
    if (known === true) return;
    if (known === false) throw denied(call.id, "the person refused all such calls");
    const stop = this.turn?.stop.signal ?? call.signal;
    const answer = await this.options.ask(shown, AbortSignal.any([stop, call.signal]));
    if (answer === "allow_always") this.always.set(call.id, true);
    if (answer === "reject_always") this.always.set(call.id, false);
    if (answer === "cancelled")
      throw new CommandError({ code: "cancelled", message: `Cannot run ${call.id}: the question was cancelled.` });
    if (answer === "reject_once" || answer === "reject_always") throw denied(call.id, "the person refused it");
  }

  private absolute(path: string): Promise<string> {
    return this.runtime.core.session.resolve(path).catch(() => path);
  }

  private async saveAll(): Promise<void> {
    const { session } = this.runtime.core;
    if (!session.list().some(isDirty)) return;
    try {
      await this.runtime.core.run("session.save", {}, { caller: { name: "acp", kind: "cli" } });
    } catch (thrown) {
      const { message, hint } = toCommandError(thrown);
      this.say(`\n${[message, hint].filter((line) => line !== undefined).join(" ")}`);
    }
  }

  private say(text: string): void {
    this.options.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  }

  private think(text: string): void {
    this.options.update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: `${text}\n` } });
  }
}

function argumentsOf(id: string, text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot run ${id}: what follows it is no JSON (${(error as Error).message}).`,
      hint: `Example: /${id} { "path": "blinky.kicad_pcb" }`,
      cause: error,
    });
  }
}

/** In the protocol's words; its `move` and `delete` are of files. */
function kindOf({ id, changes }: WatchedCall): string {
  if (changes) return "edit";
  return id.startsWith("check.") ? "execute" : id.endsWith(".search") ? "search" : "read";
}

function denied(id: string, reason: string): CommandError {
  return new CommandError({
    code: "denied",
    message: `Cannot run ${id}: ${reason}.`,
    hint: "Do not look for a way round; tell the person what you would have done.",
  });
}

function cut(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}\n… (${text.length} characters)`;
}
