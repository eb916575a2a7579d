import type { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { nearest } from "../../core/commands/registry.ts";
import type { Change } from "../../core/session/session.ts";
import type { MessageServer } from "../rpc/connection.ts";
import type { IncomingCall } from "../rpc/json-rpc.ts";
import { noReply, RpcError, RpcPeer, rpcCodes } from "../rpc/json-rpc.ts";
import type { ChatPort } from "../rpc/rpc-server.ts";
import { version as ownVersion } from "../version.ts";
import { ChatTools, describeChatTools } from "./chat-tools.ts";
import type { LegacyVersion, ProtocolVersion } from "./era.ts";
import { has, metaKeys, modernClaim, modernVersion, negotiate } from "./era.ts";
import { Listens } from "./listens.ts";
import { promptList, promptText } from "./prompts.ts";
import { parseResource, readResource, resourceList, resourceTemplates } from "./resources.ts";
import { describeTool, toolCommands, toolFailure, toolResult } from "./tools.ts";

export interface McpServerOptions {
  readonly core: AgentCore;
  /** Sends one message to the client. */
  send(message: unknown): void;
  /** The chat box, when attached to an editor. */
  readonly chat?: ChatPort;
  /** The one chat request that the client was started for. */
  readonly chatId?: string;
  /** Lines for the person. */
  readonly report: (line: string) => void;
}

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Lists of this program's own never change while it runs. */
const LIST_TTL_MS = 3_600_000;

const MAX_COMPLETIONS = 100;

const instructions =
  "Edits KiCad boards and schematics. Lengths are millimetres, angles degrees, x right, y down. Each edit is one undo " +
  "step, kept in memory until session_save. Start with session_open or session_documents; a failed call says what to do next.";

/**
 * The Model Context Protocol for one client: every command is a tool. Speaks the revisions that begin with `initialize`
 * and the one that does not, each in its own terms, also side by side.
 */
export class McpServer implements MessageServer {
  private readonly options: McpServerOptions;
  private readonly core: AgentCore;
  private readonly peer: RpcPeer;
  private readonly listens: Listens;
  private readonly detach: readonly (() => void)[];
  private legacy: LegacyVersion | null = null;
  private clientName: string | null = null;
  private chatTools: ChatTools | null = null;
  private level: number | null = null;
  /** URI as the client wrote it, and the file that it means. */
  private readonly subscribed = new Map<string, string>();

  constructor(options: McpServerOptions) {
    this.options = options;
    this.core = options.core;
    this.peer = new RpcPeer({
      send: options.send,
      request: (method, params, call) => this.request(method, params, call),
      notification: (method, params) => this.notification(method, params),
      batches: () => this.legacy === "2025-03-26",
      nullIds: false,
    });
    this.listens = new Listens((method, params) => this.peer.notify(method, params));
    this.detach = [
      this.core.session.onChange((change) => this.changed(change)),
      this.core.onLog((entry) => this.logged(entry)),
    ];
  }

  receive(text: string): void {
    this.peer.receive(text);
  }

  receiveFault(reason: string): void {
    this.peer.receiveFault(reason);
  }

  ending(): void {
    this.chatTools?.stopWaiting();
    this.listens.end();
  }

  whenIdle(): Promise<void> {
    return this.peer.whenIdle();
  }

  close(): void {
    for (const detach of this.detach) detach();
    this.chatTools?.dispose();
    this.peer.close();
  }

  private async request(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    const claim = modernClaim(params);
    if (claim !== null) {
      this.meet(claim.clientName);
      return modernResult(method, await this.modern(method, params, call));
    }
    if (method === "initialize") return this.initialize(params);
    if (method === "ping") return {};
    if (this.legacy === null) {
      throw new RpcError(
        rpcCodes.invalidParams,
        `Cannot take ${method}: neither initialize came before it nor _meta["${metaKeys.protocolVersion}"] with it.`,
        { supported: [modernVersion] },
      );
    }
    return this.legacyRequest(method, params, call, this.legacy);
  }

  private initialize(params: unknown): unknown {
    const { protocolVersion, clientInfo } = (params ?? {}) as {
      protocolVersion?: unknown;
      clientInfo?: { name?: unknown };
    };
    if (typeof protocolVersion !== "string") {
      throw new RpcError(rpcCodes.invalidParams, "Cannot initialize: protocolVersion must be a string.");
    }
    this.legacy = negotiate(protocolVersion);
    this.meet(typeof clientInfo?.name === "string" ? clientInfo.name : undefined);
    return {
      protocolVersion: this.legacy,
      capabilities: { ...capabilities(this.legacy), logging: {} },
      serverInfo: serverInfo(this.legacy),
      instructions,
    };
  }

  private async legacyRequest(
    method: string,
    params: unknown,
    call: IncomingCall,
    version: LegacyVersion,
  ): Promise<unknown> {
    if (method === "logging/setLevel") {
      const level = levels.indexOf(String((params as { level?: unknown } | undefined)?.level));
      if (level === -1)
        throw new RpcError(rpcCodes.invalidParams, `Cannot set the level: it is one of ${levels.join(", ")}.`);
      this.level = level;
      return {};
    }
    if (method === "resources/subscribe" || method === "resources/unsubscribe") {
      const { uri } = (params ?? {}) as { uri?: unknown };
      if (method === "resources/unsubscribe") this.subscribed.delete(String(uri));
      else this.subscribed.set(...(await this.fileOf(uri, version)));
      return {};
    }
    return this.shared(method, params, call, version);
  }

  private async modern(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    if (method === "server/discover") {
      return { supportedVersions: [modernVersion], capabilities: capabilities(modernVersion), instructions };
    }
    if (method === "subscriptions/listen") {
      const { notifications: wanted } = (params ?? {}) as { notifications?: Record<string, unknown> };
      if (typeof wanted !== "object" || wanted === null) {
        throw new RpcError(rpcCodes.invalidParams, "Cannot listen: notifications must be an object.");
      }
      const uris = Array.isArray(wanted["resourceSubscriptions"]) ? wanted["resourceSubscriptions"] : [];
      const files = new Map<string, string>();
      for (const uri of uris) files.set(...(await this.fileOf(uri, modernVersion)));
      return this.listens.add(call, wanted["resourcesListChanged"] === true, files);
    }
    return this.shared(method, params, call, modernVersion);
  }

  /** What is the same in all revisions but for their words. */
  private async shared(
    method: string,
    params: unknown,
    call: IncomingCall,
    version: ProtocolVersion,
  ): Promise<unknown> {
    const { registry, session } = this.core;
    if (method.endsWith("/list")) refuseCursor(params);
    switch (method) {
      case "tools/list": {
        const tools = [...toolCommands(registry).values()].map((command) => describeTool(command, version));
        const chat = this.options.chat === undefined ? [] : describeChatTools(version);
        return { tools: [...chat, ...tools] };
      }
      case "tools/call":
        return this.callTool(params, call, version);
      case "resources/list":
        return { resources: resourceList(registry, session, version) };
      case "resources/templates/list":
        return { resourceTemplates: resourceTemplates(registry, version) };
      case "resources/read": {
        const { uri } = (params ?? {}) as { uri?: unknown };
        return readResource(parseResource(uri, registry, version), version, (id, args) =>
          this.core.run(id, args, { caller: this.caller(), signal: call.signal }),
        );
      }
      case "prompts/list":
        return { prompts: promptList(this.options.chat !== undefined, version) };
      case "prompts/get":
        return promptText(
          params,
          registry,
          this.options.chat === undefined ? null : () => this.chat()?.pending() ?? [],
        );
      case "completion/complete":
        return this.complete(params);
      default:
        throw new RpcError(rpcCodes.methodNotFound, `Cannot run ${method}: there is no such method in ${version}.`);
    }
  }

  private async callTool(params: unknown, call: IncomingCall, version: ProtocolVersion): Promise<unknown> {
    const {
      name,
      arguments: args = {},
      _meta: meta,
    } = (params ?? {}) as {
      name?: unknown;
      arguments?: unknown;
      _meta?: { progressToken?: unknown };
    };
    if (typeof name !== "string")
      throw new RpcError(rpcCodes.invalidParams, "Cannot call a tool: name must be a string.");
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      throw new RpcError(rpcCodes.invalidParams, `Cannot call ${name}: arguments must be an object.`);
    }
    if (this.options.chat !== undefined && (name === "agent_chat" || name === "agent_reply")) {
      const chat = this.chat();
      if (chat === null) return toolFailure(chatIsGone.toJSON());
      const result = await chat.call(name, args as Record<string, unknown>, call.signal, version);
      return call.signal.aborted ? noReply : result;
    }
    const tools = toolCommands(this.core.registry);
    const command = tools.get(name);
    if (command === undefined) throw unknownTool(name, [...tools.keys()]);
    try {
      const progress = this.progressOf(meta?.progressToken, version);
      const { signal } = call;
      const result = await this.core.run(command.id, args, { caller: this.caller(), signal, ...progress });
      return signal.aborted ? noReply : toolResult(command, result, version);
    } catch (thrown) {
      return call.signal.aborted ? noReply : toolFailure(toCommandError(thrown).toJSON());
    }
  }

  private progressOf(token: unknown, version: ProtocolVersion) {
    if (typeof token !== "string" && typeof token !== "number") return {};
    let last = -1;
    const progress = (message: string, percent?: number) => {
      // It must grow with every notification, and never past its total.
      const value = percent !== undefined && percent > last ? Math.min(percent, 100) : last + (100 - last) / 1000;
      if (value <= last) return;
      last = value;
      const words = has(version, "2025-03-26") ? { message } : {};
      this.peer.notify("notifications/progress", { progressToken: token, progress: value, total: 100, ...words });
    };
    return { progress };
  }

  private complete(params: unknown): unknown {
    const { ref, argument } = (params ?? {}) as { ref?: unknown; argument?: { name?: unknown; value?: unknown } };
    if (typeof ref !== "object" || ref === null || typeof argument?.name !== "string") {
      throw new RpcError(rpcCodes.invalidParams, "Cannot complete: ref and argument { name, value } are needed.");
    }
    const typed = String(argument.value ?? "");
    const paths = this.core.session.list().map((open) => open.path);
    const values =
      argument.name === "path" || argument.name === "project" ? paths.filter((path) => path.includes(typed)) : [];
    return {
      completion: {
        values: values.slice(0, MAX_COMPLETIONS),
        total: values.length,
        hasMore: values.length > MAX_COMPLETIONS,
      },
    };
  }

  private notification(method: string, params: unknown): void {
    if (method === "notifications/cancelled")
      this.peer.cancel((params as { requestId?: unknown } | undefined)?.requestId);
  }

  /** The client's name is how its edits are signed; the first that it gives stays. */
  private meet(name: string | undefined): void {
    if (name === undefined || this.clientName !== null) return;
    this.clientName = name.slice(0, 100);
    this.chat();
  }

  private caller(): Caller {
    const { chatId } = this.options;
    return { name: this.clientName ?? "mcp", kind: "agent", ...(chatId === undefined ? {} : { chatId }) };
  }

  private chat(): ChatTools | null {
    const { chat, chatId, report } = this.options;
    if (chat === undefined) return null;
    try {
      this.chatTools ??= new ChatTools(chat, this.caller().name, chatId);
    } catch (thrown) {
      report(toCommandError(thrown).message);
    }
    return this.chatTools;
  }

  /** The file that a resource's URI means. */
  private async fileOf(uri: unknown, version: ProtocolVersion): Promise<[string, string]> {
    const request = parseResource(uri, this.core.registry, version);
    try {
      return [request.uri, await this.core.session.resolve(request.path)];
    } catch (thrown) {
      throw new RpcError(rpcCodes.invalidParams, toCommandError(thrown).message, { uri });
    }
  }

  private changed(change: Change): void {
    if (change.reason === "open" || change.reason === "close") {
      if (this.legacy !== null) this.peer.notify("notifications/resources/list_changed", {});
      this.listens.listChanged();
    } else if (change.reason !== "save") {
      for (const [uri, path] of this.subscribed) {
        if (path === change.path) this.peer.notify("notifications/resources/updated", { uri });
      }
      this.listens.updated(change.path);
    }
  }

  private logged(entry: LogEntry): void {
    if (this.level === null || entry.kind === "query") return;
    const level = entry.error === undefined ? "info" : "error";
    if (levels.indexOf(level) < this.level) return;
    const { id, caller, ms, error } = entry;
    this.peer.notify("notifications/message", {
      level,
      logger: "edsnx",
      data: { id, caller, ms, ...(error === undefined ? {} : { error }) },
    });
  }
}

const chatIsGone = new CommandError({
  code: "not-found",
  message: "Cannot use the chat box: its request has ended.",
  hint: "Do nothing more for it.",
});

function capabilities(version: ProtocolVersion): Record<string, unknown> {
  return {
    tools: {},
    resources: { subscribe: true, listChanged: true },
    prompts: {},
    ...(has(version, "2025-03-26") ? { completions: {} } : {}),
  };
}

function serverInfo(version: ProtocolVersion): Record<string, unknown> {
  const title = has(version, "2025-06-18") ? { title: "Electronics Designer" } : {};
  return { name: "edsnx", ...title, version: ownVersion };
}

/** How long a result may be kept; live documents not at all. */
const caching: Readonly<Record<string, { ttlMs: number; cacheScope: "public" | "private" }>> = {
  "server/discover": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "prompts/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "resources/templates/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "resources/list": { ttlMs: 0, cacheScope: "private" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
};

function modernResult(method: string, result: unknown): unknown {
  if (result === noReply) return result;
  const { _meta: meta, ...rest } = result as { _meta?: Record<string, unknown> };
  return {
    resultType: "complete",
    ...rest,
    ...caching[method],
    _meta: { ...meta, [metaKeys.serverInfo]: serverInfo(modernVersion) },
  };
}

function refuseCursor(params: unknown): void {
  if ((params as { cursor?: unknown } | undefined)?.cursor === undefined) return;
  throw new RpcError(rpcCodes.invalidParams, "Cannot continue the list: it has one page.");
}

function unknownTool(name: string, names: readonly string[]): RpcError {
  const near = nearest(name.replace(/\./g, "_"), names);
  const area = names.filter((each) => each.startsWith(`${name.split(/[._]/)[0]}_`));
  const known = near === undefined ? (area.length > 0 ? area : names) : [near];
  return new RpcError(
    rpcCodes.invalidParams,
    `Cannot call ${name}: there is no such tool${near === undefined ? "" : ` (did you mean ${near}?)`}.`,
    { name, near: known.slice(0, 50) },
  );
}
