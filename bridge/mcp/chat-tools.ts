import type { AgentChatEvent, AgentChatRequest } from "../../core/agent/chat.ts";
import { parseChatEvent } from "../../core/agent/chat-event.ts";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { ChatPort } from "../rpc/rpc-server.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";
import type { Tool } from "./tools.ts";
import { toolFailure } from "./tools.ts";

const MAX_WAIT_SECONDS = 600;

/** The chat box for one MCP client: the requests that it may answer, and the two tools to do so. */
export class ChatTools {
  private readonly port: ChatPort;
  private readonly name: string;
  private readonly waiting = new Set<() => void>();
  private readonly open = new Map<string, AgentChatRequest>();
  private readonly subscription: { dispose(): void };

  /** With `chatId` the client was started for that one request and hears of no other. */
  constructor(port: ChatPort, name: string, chatId: string | undefined) {
    this.port = port;
    this.name = name;
    const subscription = port.subscribe(
      { name, notify: (request) => this.arrived(request) },
      chatId === undefined ? { listen: true } : { listen: false, chatId },
    );
    this.subscription = subscription;
    for (const request of subscription.requests) this.arrived(request);
  }

  dispose(): void {
    this.stopWaiting();
    this.subscription.dispose();
  }

  /** The client sends nothing more, so nobody waits for requests either. */
  stopWaiting(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Requests that have no last word yet. */
  pending(): readonly AgentChatRequest[] {
    return [...this.open.values()];
  }

  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    version: ProtocolVersion,
  ): Promise<Record<string, unknown>> {
    try {
      const value = tool === "agent_chat" ? await this.chat(args, signal) : await this.reply(args);
      const structured = tool === "agent_chat" ? { value } : value;
      return {
        content: [{ type: "text", text: JSON.stringify(value) }],
        ...(has(version, "2025-06-18") ? { structuredContent: structured } : {}),
      };
    } catch (thrown) {
      return toolFailure(toCommandError(thrown).toJSON());
    }
  }

  private arrived(request: AgentChatRequest): void {
    this.open.set(request.chatId, request);
    for (const wake of [...this.waiting]) wake();
  }

  private async chat(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    const { wait = 0 } = args;
    if (typeof wait !== "number" || !(wait >= 0 && wait <= MAX_WAIT_SECONDS)) {
      throw invalid("agent_chat", `wait must be a number from 0 to ${MAX_WAIT_SECONDS}`, '{ "wait": 60 }');
    }
    if (this.open.size === 0 && wait > 0) await this.one(wait * 1000, signal);
    for (const { chatId } of this.pending()) this.take(chatId);
    return this.pending();
  }

  /** The person sees that somebody has read the request; before that the editor may start a program for it. */
  private take(chatId: string): void {
    try {
      this.port.subscribe({ name: this.name, notify: () => undefined }, { listen: false, chatId }).dispose();
    } catch {
      // Stopped or answered meanwhile: no longer ours.
      this.open.delete(chatId);
    }
  }

  private one(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.waiting.add(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }

  /** Progress, edits, text, last word, in this order, each one event. */
  private async reply(args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { chatId, progress, percent, intents, label, path, text, done, error, ...unknown } = args;
    const extra = Object.keys(unknown)[0];
    if (extra !== undefined) throw invalid("agent_reply", `${extra} is no argument`, replyExample);
    if (done !== undefined && typeof done !== "boolean")
      throw invalid("agent_reply", "done must be a boolean", replyExample);
    const events: Record<string, unknown>[] = [];
    if (progress !== undefined || percent !== undefined)
      events.push({ kind: "progress", text: progress ?? "", percent });
    if (intents !== undefined) events.push({ kind: "intents", intents, label, path });
    if (text !== undefined) events.push({ kind: "text", text });
    if (error !== undefined) events.push({ kind: "error", text: error });
    else if (done === true) events.push({ kind: "done" });
    if (events.length === 0) throw invalid("agent_reply", "there is nothing to say", replyExample);
    // All are checked before the first is sent.
    const parsed = events.map((event) => parseChatEvent(withoutUndefined({ chatId, ...event })));
    let revision: number | undefined;
    for (const event of parsed) revision = (await this.send(event)) ?? revision;
    return { ok: true, ...(revision === undefined ? {} : { revision }) };
  }

  private async send(event: AgentChatEvent): Promise<number | undefined> {
    try {
      const { revision } = await this.port.event(this.name, event);
      if (event.kind === "done" || event.kind === "error") this.open.delete(event.chatId);
      return revision;
    } catch (thrown) {
      // The person stopped it, another agent has it, or it is gone: no longer ours to answer.
      const { code } = toCommandError(thrown);
      if (event.kind !== "intents" && ["cancelled", "conflict", "not-found"].includes(code))
        this.open.delete(event.chatId);
      throw thrown;
    }
  }
}

const replyExample = '{ "chatId": "…", "text": "Moved R1.", "done": true }';

/** The two tools as `tools/list` shows them. */
export function describeChatTools(version: ProtocolVersion): readonly Tool[] {
  const annotations = (readOnlyHint: boolean) =>
    has(version, "2025-03-26")
      ? { annotations: { readOnlyHint, destructiveHint: false, idempotentHint: false, openWorldHint: false } }
      : {};
  const title = (text: string) => (has(version, "2025-06-18") ? { title: text, outputSchema: { type: "object" } } : {});
  const string = (description: string) => ({ type: "string", description });
  return [
    {
      name: "agent_chat",
      ...title("Chat requests"),
      description:
        "The requests typed in the editor's chat box that wait for an answer, as JSON [{ chatId, text, path, at }]. " +
        "With wait it waits so many seconds for one when none is there.",
      inputSchema: {
        type: "object",
        properties: {
          wait: { type: "number", minimum: 0, maximum: MAX_WAIT_SECONDS, description: "Seconds to wait." },
        },
        additionalProperties: false,
      },
      ...annotations(true),
    },
    {
      name: "agent_reply",
      ...title("Answer a chat request"),
      description:
        "Answers a request of the editor's chat box: sends progress, then intents (small edits applied as one undoable " +
        "change), then text, then the last word (done or error).",
      inputSchema: {
        type: "object",
        properties: {
          chatId: string("The request."),
          progress: string("What is being done now."),
          percent: { type: "number", minimum: 0, maximum: 100, description: "How far it is." },
          intents: {
            type: "array",
            description: 'Edits of one document, e.g. [{ "op": "addVia", "at": [10, 20], "net": "GND" }].',
            items: { type: "object", properties: { op: string("A command's verb.") }, required: ["op"] },
            minItems: 1,
          },
          label: string("Name of the undo step."),
          path: string("The document of the intents; default: the request's."),
          text: string("A piece of the answer."),
          done: { type: "boolean", description: "The answer is complete." },
          error: string("Why it cannot be done."),
        },
        required: ["chatId"],
        additionalProperties: false,
      },
      ...annotations(false),
    },
  ];
}

function invalid(tool: string, reason: string, example: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${tool}: ${reason}.`,
    hint: `Example: ${tool} ${example}`,
  });
}

function withoutUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
