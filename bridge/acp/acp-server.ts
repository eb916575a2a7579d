import { promises as fs } from "node:fs";
import { isAbsolute } from "node:path";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { clientName } from "../../core/commands/person.ts";
import { firstSentence } from "../mcp/tools.ts";
import type { MessageServer } from "../rpc/connection.ts";
import type { IncomingCall } from "../rpc/json-rpc.ts";
import { RpcError, RpcPeer, rpcCodes } from "../rpc/json-rpc.ts";
import { version } from "../version.ts";
import type { Mode, Permission } from "./acp-session.ts";
import { AcpSession, modes } from "./acp-session.ts";
import { promptText } from "./prompt-text.ts";

/** The one stable version of the Agent Client Protocol. */
const PROTOCOL_VERSION = 1;

const RESOURCE_NOT_FOUND = -32002;

/** Conversations of one client at once. */
const MAX_SESSIONS = 16;

const permissions: readonly { readonly kind: Exclude<Permission, "cancelled">; readonly name: string }[] = [
  { kind: "allow_once", name: "Allow" },
  { kind: "allow_always", name: "Always allow this command" },
  { kind: "reject_once", name: "Reject" },
  { kind: "reject_always", name: "Always reject this command" },
];

export interface AcpServerOptions {
  /** Sends one message to the client. */
  send(message: unknown): void;
  /** The program that answers prompts. */
  readonly command: string;
  /** Our own program, for the agent's MCP server. */
  readonly cli: string;
  /** Whether a turn that ended well saves what it changed. */
  readonly save: boolean;
  readonly report: (line: string) => void;
}

/**
 * The Agent Client Protocol, version 1, for one client (an editor): each conversation works on the files of its folder.
 * Prompts go to a program such as `claude`, which edits through this server; `/pcb.move { … }` runs a command itself.
 */
export class AcpServer implements MessageServer {
  private readonly options: AcpServerOptions;
  private readonly peer: RpcPeer;
  private readonly sessions = new Map<string, AcpSession>();
  private client = "acp";

  constructor(options: AcpServerOptions) {
    this.options = options;
    this.peer = new RpcPeer({
      send: options.send,
      request: (method, params, call) => this.request(method, params, call),
      notification: (method, params) => this.notification(method, params),
      batches: () => false,
    });
  }

  receive(text: string): void {
    this.peer.receive(text);
  }

  receiveFault(reason: string): void {
    this.peer.receiveFault(reason);
  }

  /** The client sends nothing more, so it answers no question and cancels nothing: turns end. */
  ending(): void {
    for (const session of this.sessions.values()) session.cancel();
  }

  whenIdle(): Promise<void> {
    return this.peer.whenIdle();
  }

  close(): void {
    for (const session of this.sessions.values()) session.cancel();
    this.peer.close();
  }

  /** Ends all conversations in order. */
  async dispose(): Promise<void> {
    const open = [...this.sessions.values()];
    this.sessions.clear();
    await Promise.all(open.map((session) => session.close()));
  }

  private async request(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    switch (method) {
      case "initialize":
        return this.initialize(params);
      case "authenticate":
        return {};
      case "session/new":
        return this.newSession(params);
      case "session/prompt":
        return this.prompt(params, call);
      case "session/set_mode":
        return this.setMode(params);
      case "session/close": {
        const session = this.sessionOf(params);
        this.sessions.delete(session.id);
        await session.close();
        return {};
      }
      default:
        throw new RpcError(rpcCodes.methodNotFound, `Cannot run ${method}: this agent has no such method.`);
    }
  }

  private notification(method: string, params: unknown): void {
    const { sessionId, requestId } = (params ?? {}) as { sessionId?: unknown; requestId?: unknown };
    if (method === "session/cancel") this.sessions.get(String(sessionId))?.cancel();
    if (method === "$/cancel_request") this.peer.cancel(requestId);
  }

  private initialize(params: unknown): unknown {
    const { protocolVersion, clientInfo } = (params ?? {}) as { protocolVersion?: unknown; clientInfo?: unknown };
    if (!Number.isInteger(protocolVersion))
      throw new RpcError(rpcCodes.invalidParams, "Cannot initialize: protocolVersion must be an integer.");
    const { name } = (clientInfo ?? {}) as { name?: unknown };
    if (typeof name === "string") this.client = clientName(name, "acp");
    return {
      // Whatever is asked for, this is what is spoken; a client that cannot closes.
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {
        loadSession: false,
        promptCapabilities: { image: false, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { close: {} },
      },
      agentInfo: { name: "edsnx", title: "Electronics Designer", version },
      authMethods: [],
    };
  }

  private async newSession(params: unknown): Promise<unknown> {
    const { cwd, mcpServers } = (params ?? {}) as { cwd?: unknown; mcpServers?: unknown };
    if (typeof cwd !== "string" || !isAbsolute(cwd))
      throw new RpcError(rpcCodes.invalidParams, "Cannot begin a session: cwd must be an absolute path.");
    const folder = await fs.realpath(cwd).catch(() => null);
    if (folder === null || !(await fs.stat(folder)).isDirectory())
      throw new RpcError(rpcCodes.invalidParams, `Cannot begin a session: ${cwd} is no folder.`);
    if (this.sessions.size >= MAX_SESSIONS) {
      throw new CommandError({
        code: "busy",
        message: `Cannot begin a session: ${MAX_SESSIONS} are open.`,
        hint: "End one with session/close.",
      });
    }
    const { command, cli, save, report } = this.options;
    const session: AcpSession = new AcpSession({
      cwd: folder,
      client: this.client,
      command,
      cli,
      save,
      report,
      servers: serversOf(mcpServers),
      update: (update) => this.peer.notify("session/update", { sessionId: session.id, update }),
      ask: (toolCall, signal) => this.ask(session.id, toolCall, signal),
    });
    this.sessions.set(session.id, session);
    // After the answer, which tells whose commands they are.
    setImmediate(() =>
      this.peer.notify("session/update", {
        sessionId: session.id,
        update: { sessionUpdate: "available_commands_update", availableCommands: slashCommands() },
      }),
    );
    return { sessionId: session.id, modes: { currentModeId: session.mode, availableModes: modes } };
  }

  private async prompt(params: unknown, call: IncomingCall): Promise<unknown> {
    const session = this.sessionOf(params);
    const prompt = promptText((params as { prompt?: unknown }).prompt);
    const onAbort = () => session.cancel();
    call.signal.addEventListener("abort", onAbort, { once: true });
    try {
      return { stopReason: await session.prompt(prompt) };
    } finally {
      call.signal.removeEventListener("abort", onAbort);
    }
  }

  private setMode(params: unknown): unknown {
    const session = this.sessionOf(params);
    const { modeId } = params as { modeId?: unknown };
    const mode = modes.find(({ id }) => id === modeId);
    if (mode === undefined) {
      const names = modes.map(({ id }) => id).join(", ");
      throw new RpcError(rpcCodes.invalidParams, `Cannot set mode ${String(modeId)}: there are ${names}.`);
    }
    session.mode = mode.id satisfies Mode;
    const update = { sessionUpdate: "current_mode_update", currentModeId: mode.id };
    this.peer.notify("session/update", { sessionId: session.id, update });
    return {};
  }

  private async ask(
    sessionId: string,
    toolCall: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Permission> {
    const options = permissions.map(({ kind, name }) => ({ optionId: kind, name, kind }));
    const withdraw = (requestId: number) => this.peer.notify("$/cancel_request", { requestId });
    try {
      const params = { sessionId, toolCall, options };
      const answer = await this.peer.request("session/request_permission", params, { signal, withdraw });
      const { outcome } = (answer ?? {}) as { outcome?: { outcome?: unknown; optionId?: unknown } };
      const chosen = permissions.find(({ kind }) => outcome?.outcome === "selected" && kind === outcome.optionId);
      return chosen?.kind ?? "cancelled";
    } catch (thrown) {
      // A client that cannot ask has not allowed anything.
      if (!signal.aborted) this.options.report(toCommandError(thrown).message);
      return "cancelled";
    }
  }

  private sessionOf(params: unknown): AcpSession {
    const { sessionId } = (params ?? {}) as { sessionId?: unknown };
    const session = this.sessions.get(String(sessionId));
    if (session !== undefined) return session;
    throw new RpcError(RESOURCE_NOT_FOUND, `Cannot find session ${String(sessionId)}: begin one with session/new.`);
  }
}

function slashCommands(): unknown[] {
  return commands
    .filter(({ kind }) => kind !== "ui")
    .map(({ id, about }) => ({ name: id, description: firstSentence(about), input: { hint: '{ "path": "…", … }' } }));
}

/** The client's MCP servers as the program's configuration has them; ours keeps its name. */
function serversOf(given: unknown): Record<string, unknown> {
  if (!Array.isArray(given)) return {};
  const pairs = (list: unknown) =>
    Object.fromEntries(
      (Array.isArray(list) ? (list as { name?: unknown; value?: unknown }[]) : [])
        .filter(({ name, value }) => typeof name === "string" && typeof value === "string")
        .map(({ name, value }) => [name, value]),
    );
  const servers = (given as Record<string, unknown>[])
    .filter((server) => typeof server?.["name"] === "string")
    .map(({ name, type, command, args, env, url, headers }) => [
      name,
      type === "http" || type === "sse"
        ? { type, url, headers: pairs(headers) }
        : { command, args: args ?? [], env: pairs(env) },
    ]);
  return Object.fromEntries(servers);
}
