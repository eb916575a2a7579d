import type { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { clientName } from "../../core/commands/person.ts";
import { nearest } from "../../core/commands/registry.ts";
import type { Change } from "../../core/session/session.ts";
import type { MessageServer } from "../rpc/connection.ts";
import type { IncomingCall } from "../rpc/json-rpc.ts";
import { freshClient, noReply, RpcError, RpcPeer, rpcCodes } from "../rpc/json-rpc.ts";
import type { ChatPort } from "../rpc/rpc-server.ts";
import { ChatTools, describeChatTools } from "./chat-tools.ts";
import { complete } from "./completion.ts";
import { canElicit, Elicitations, elicitingPerson } from "./elicitation.ts";
import type { LegacyVersion, ProtocolVersion } from "./era.ts";
import { has, metaKeys, modernClaim, modernVersion, negotiate } from "./era.ts";
import { Listens } from "./listens.ts";
import { promptList, promptText } from "./prompts.ts";
import { parseResource, readResource, resourceList, resourceTemplates } from "./resources.ts";
import { capabilities, legacyResult, modernResult, serverInfo } from "./results.ts";
import type { ToolMode } from "./tool-list.ts";
import { FIND, findTools, RUN, toolList } from "./tool-list.ts";
import { plainResult, toolCommands, toolFailure, toolResult } from "./tools.ts";

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
  /** Default: full. */
  readonly tools?: ToolMode;
  /** Where relative paths start from: its designs are offered as completions. */
  readonly folder?: string;
  /** Names the client across its connections. */
  readonly client?: string;
  /** The client comes through a relay, which may join another build of the editor. */
  readonly attached?: boolean;
}

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const instructions =
  "Edits KiCad boards and schematics. Lengths are millimetres, angles degrees (counter-clockwise), x right, y down. " +
  "path is a file relative to the working directory; leave it out when one such document is open. Items are named by " +
  "uuid, reference (R1), pad (R1.2) or net. Each edit is one undo step, kept in memory until session_save; edits also take " +
  "revision (refuse unless the document is at it), dryRun (change nothing, answer what would change) and requestId (repeating " +
  "it edits nothing twice), and answer { path, newIds, changedIds, removedIds, revision, hash, label, notes? }. " +
  "Start with session_open or session_documents; a failed call says what to do next.";

/**
 * The Model Context Protocol for one client: every command is a tool. Speaks the revisions that begin with `initialize`
 * and the one that does not, each in its own terms, also side by side.
 */
export class McpServer implements MessageServer {
  private readonly options: McpServerOptions;
  private readonly core: AgentCore;
  private readonly peer: RpcPeer;
  private readonly listens: Listens;
  private readonly mode: ToolMode;
  private readonly client: string;
  private readonly detach: readonly (() => void)[];
  private legacy: LegacyVersion | null = null;
  private clientName: string | null = null;
  private chatTools: ChatTools | null = null;
  private level: number | null = null;
  private legacyCapabilities: unknown = null;
  private readonly elicitations = new Elicitations();
  /** URI as the client wrote it, and the file that it means. */
  private readonly subscribed = new Map<string, string>();

  constructor(options: McpServerOptions) {
    this.options = options;
    this.core = options.core;
    this.mode = options.tools ?? "full";
    this.client = options.client ?? freshClient();
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

  /** A cancelled request gets no answer, whatever came of it. */
  private async request(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    try {
      const result = await this.answer(method, params, call);
      return call.signal.aborted ? noReply : result;
    } catch (thrown) {
      if (call.signal.aborted) return noReply;
      throw thrown;
    }
  }

  private async answer(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
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
    return legacyResult(method, await this.legacyRequest(method, params, call, this.legacy));
  }

  private initialize(params: unknown): unknown {
    const {
      protocolVersion,
      clientInfo,
      capabilities: theirs,
    } = (params ?? {}) as {
      protocolVersion?: unknown;
      capabilities?: unknown;
      clientInfo?: { name?: unknown };
    };
    if (typeof protocolVersion !== "string") {
      throw new RpcError(rpcCodes.invalidParams, "Cannot initialize: protocolVersion must be a string.");
    }
    this.legacy = negotiate(protocolVersion);
    this.legacyCapabilities = theirs;
    this.meet(typeof clientInfo?.name === "string" ? clientInfo.name : undefined);
    return {
      protocolVersion: this.legacy,
      capabilities: {
        ...capabilities(this.legacy),
        ...(this.options.attached === true ? { tools: { listChanged: true } } : {}),
        logging: {},
      },
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
        const chat = this.options.chat === undefined ? [] : describeChatTools(version);
        return { tools: toolList(registry, version, this.mode, chat) };
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
        return complete(params, this.core.session, this.options.folder);
      default:
        throw new RpcError(rpcCodes.methodNotFound, `Cannot run ${method}: there is no such method in ${version}.`);
    }
  }

  private async callTool(params: unknown, call: IncomingCall, version: ProtocolVersion): Promise<unknown> {
    const { name, arguments: args = {} } = (params ?? {}) as { name?: unknown; arguments?: unknown };
    if (typeof name !== "string")
      throw new RpcError(rpcCodes.invalidParams, "Cannot call a tool: name must be a string.");
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      throw new RpcError(rpcCodes.invalidParams, `Cannot call ${name}: arguments must be an object.`);
    }
    if (this.options.chat !== undefined && (name === "agent_chat" || name === "agent_reply")) {
      const chat = this.chat();
      if (chat === null) return toolFailure(chatIsGone.toJSON());
      return chat.call(name, args as Record<string, unknown>, call.signal, version);
    }
    if (this.mode === "compact" && name === FIND) {
      return plainResult(findTools(this.core.registry, String((args as { query?: unknown }).query ?? "")), version);
    }
    if (this.mode === "compact" && name === RUN) {
      const inner = args as { name?: unknown; arguments?: unknown };
      return this.runTool(String(inner.name ?? ""), inner.arguments ?? {}, params, call, version);
    }
    return this.runTool(name, args, params, call, version);
  }

  private async runTool(name: string, args: unknown, params: unknown, call: IncomingCall, version: ProtocolVersion) {
    const tools = toolCommands(this.core.registry);
    const command = tools.get(name);
    if (command === undefined) throw unknownTool(name, [...tools.keys()]);
    const { signal } = call;
    try {
      const person = this.personFor(command.id, args, params, version);
      if (person !== null && "resultType" in person) return person;
      const { _meta: meta } = (params ?? {}) as { _meta?: { progressToken?: unknown } };
      const result = await this.core.run(command.id, args, {
        caller: this.caller(),
        signal,
        ...this.progressOf(meta?.progressToken, version),
        ...(person === null ? {} : { person }),
      });
      return toolResult(command, result, version);
    } catch (thrown) {
      const error = toCommandError(thrown);
      // A defect of ours is nothing that the model could do better.
      if (error.code === "internal") throw thrown;
      return toolFailure(error.toJSON());
    }
  }

  /** Where no person sits at an editor, the client may ask its own. */
  private personFor(id: string, args: unknown, params: unknown, version: ProtocolVersion) {
    if (id !== "agent.ask" || this.core.hasPerson || !canElicit(this.clientCapabilities(params, version), version))
      return null;
    if (version === modernVersion) return this.elicitations.round(args, params, this.core.registry);
    return elicitingPerson(this.peer);
  }

  private clientCapabilities(params: unknown, version: ProtocolVersion): unknown {
    return version === modernVersion ? modernClaim(params)?.clientCapabilities : this.legacyCapabilities;
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

  private notification(method: string, params: unknown): void {
    if (method === "notifications/cancelled")
      this.peer.cancel((params as { requestId?: unknown } | undefined)?.requestId);
  }

  /** The client's name is how its edits are signed; the first that it gives stays. */
  private meet(name: string | undefined): void {
    if (name === undefined || this.clientName !== null) return;
    this.clientName = clientName(name, "mcp");
    this.chat();
  }

  private caller(): Caller {
    const { chatId } = this.options;
    const name = this.clientName ?? "mcp";
    return { name, kind: "agent", client: this.client, ...(chatId === undefined ? {} : { chatId }) };
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
