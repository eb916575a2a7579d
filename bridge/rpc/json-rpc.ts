import { errorTable, toCommandError } from "../../core/base/error.ts";

/** JSON-RPC 2.0's own error codes. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  cancelled: -32800,
} as const;

export type RequestId = string | number | null;

export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error with a code of the protocol's, not of a command's. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** Returned by a handler whose request gets no answer (MCP: a cancelled one). */
export const noReply: unique symbol = Symbol("no reply");

export interface IncomingCall {
  readonly id: RequestId;
  /** Aborted by `cancel` and when the connection ends. */
  readonly signal: AbortSignal;
}

export interface PeerOptions {
  /** Sends one message. */
  send(message: unknown): void;
  /** Answers a request; what it throws becomes the error. */
  request(method: string, params: unknown, call: IncomingCall): Promise<unknown>;
  notification(method: string, params: unknown): void;
  /** Whether an array is a batch; otherwise it is an invalid request. Default: it is. */
  batches?(): boolean;
  /** Whether `id: null` is an id. Default: it is. */
  readonly nullIds?: boolean;
}

/** A name for a client that brings none of its own, unlike any other of this process. */
export function freshClient(): string {
  return `client-${++clients}`;
}
let clients = 0;

/** Requests of one client that may be under way. */
const MAX_IN_FLIGHT = 2048;
const MAX_BATCH = 1000;

type Reply = { jsonrpc: "2.0"; id: RequestId; result: unknown } | { jsonrpc: "2.0"; id: RequestId; error: ErrorObject };

/** One end of a JSON-RPC 2.0 connection: answers what comes in, and keeps a table of what it asked itself. */
export class RpcPeer {
  private readonly options: PeerOptions;
  private readonly running = new Map<RequestId, AbortController>();
  private readonly asked = new Map<RequestId, { resolve(value: unknown): void; reject(error: Error): void }>();
  private readonly idle: (() => void)[] = [];
  private working = 0;
  private lastId = 0;
  private closed = false;

  constructor(options: PeerOptions) {
    this.options = options;
  }

  /** Takes one message's text. */
  receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      this.fail(null, rpcCodes.parse, `Cannot parse the message: ${(error as Error).message}.`);
      return;
    }
    if (!Array.isArray(message)) void this.one(message).then((reply) => reply !== null && this.send(reply));
    else void this.batch(message);
  }

  /** The bytes were no message at all. */
  receiveFault(reason: string): void {
    this.fail(null, rpcCodes.parse, `Cannot read the message: ${reason}.`);
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Asks the other end. Rejects when it answers an error or the connection ends; when `signal` aborts, after telling
   * the other end by `withdraw`. `asked` hears the id before it is sent.
   */
  request(
    method: string,
    params: unknown,
    give?: { signal: AbortSignal; withdraw(id: number): void; asked?(id: number): void },
  ): Promise<unknown> {
    const id = ++this.lastId;
    give?.asked?.(id);
    const asked = new Promise((resolve, reject) => {
      if (this.closed) return reject(new RpcError(rpcCodes.internal, "Cannot ask: the connection has ended."));
      this.asked.set(id, { resolve, reject });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
    if (give === undefined) return asked;
    const onAbort = () => {
      const waiting = this.asked.get(id);
      if (!this.asked.delete(id)) return;
      give.withdraw(id);
      waiting?.reject(new RpcError(rpcCodes.cancelled, "Cannot finish the request: it was cancelled."));
    };
    give.signal.addEventListener("abort", onAbort, { once: true });
    if (give.signal.aborted) onAbort();
    return asked.finally(() => give.signal.removeEventListener("abort", onAbort));
  }

  /** Cancels one of the client's requests; an unknown id is none of our business. */
  cancel(id: unknown): void {
    this.running.get(id as RequestId)?.abort();
  }

  /** Settles when no request of the client is under way. */
  whenIdle(): Promise<void> {
    return this.working === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.push(resolve));
  }

  /** The connection ended: everything under way is cancelled, nothing more is sent. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const controller of this.running.values()) controller.abort();
    for (const { reject } of this.asked.values()) {
      reject(new RpcError(rpcCodes.internal, "Cannot finish the request: the connection has ended."));
    }
    this.asked.clear();
  }

  private async batch(messages: readonly unknown[]): Promise<void> {
    if (this.options.batches?.() === false) {
      return this.fail(null, rpcCodes.invalidRequest, "Cannot take a batch: this protocol has none. Send one by one.");
    }
    if (messages.length === 0 || messages.length > MAX_BATCH) {
      return this.fail(
        null,
        rpcCodes.invalidRequest,
        `Cannot take a batch of ${messages.length}: 1 to ${MAX_BATCH} requests make one.`,
      );
    }
    const replies = (await Promise.all(messages.map((message) => this.one(message)))).filter((reply) => reply !== null);
    if (replies.length > 0) this.send(replies);
  }

  /** The reply to one message; null when it gets none. */
  private async one(message: unknown): Promise<Reply | null> {
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      return failure(null, rpcCodes.invalidRequest, "Cannot take the message: it is no object.");
    }
    const { jsonrpc, id, method, params } = message as Record<string, unknown>;
    const isReply = method === undefined && ("result" in message || "error" in message);
    if (jsonrpc === "2.0" && isReply) return this.answered(message as Partial<Reply>);
    const knownId = id === undefined || id === null || isId(id) ? (id as RequestId | undefined) : null;
    const wrong =
      jsonrpc !== "2.0"
        ? 'jsonrpc must be "2.0"'
        : typeof method !== "string"
          ? "method must be a string"
          : id !== undefined && !isId(id) && (id !== null || this.options.nullIds === false)
            ? "id must be a string or a number"
            : params !== undefined && (typeof params !== "object" || params === null)
              ? "params must be an object"
              : null;
    if (wrong !== null) return failure(knownId ?? null, rpcCodes.invalidRequest, `Cannot take the message: ${wrong}.`);
    if (id === undefined) {
      this.options.notification(method as string, params);
      return null;
    }
    return this.answer(knownId as RequestId, method as string, params);
  }

  private async answer(id: RequestId, method: string, params: unknown): Promise<Reply | null> {
    if (this.running.has(id) && id !== null) {
      return failure(id, rpcCodes.invalidRequest, `Cannot take the request: id ${id} is under way.`);
    }
    if (this.working >= MAX_IN_FLIGHT) {
      return failure(id, errorTable.busy.rpc, `Cannot run ${method}: ${this.working} requests are under way.`, {
        code: "busy",
        hint: "Wait for answers before sending more.",
      });
    }
    const controller = new AbortController();
    this.running.set(id, controller);
    this.working++;
    try {
      const result = await this.options.request(method, params, { id, signal: controller.signal });
      return result === noReply ? null : { jsonrpc: "2.0", id, result: result === undefined ? null : result };
    } catch (thrown) {
      return { jsonrpc: "2.0", id, error: errorObject(thrown) };
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
      this.working--;
      // After the reply is on its way.
      if (this.working === 0) setImmediate(() => this.tellIdle());
    }
  }

  private tellIdle(): void {
    if (this.working > 0) return;
    for (const done of this.idle.splice(0)) done();
  }

  private answered(reply: { id?: unknown; result?: unknown; error?: unknown }): null {
    const waiting = this.asked.get(reply.id as RequestId);
    if (waiting === undefined) return null;
    this.asked.delete(reply.id as RequestId);
    const error = reply.error as Partial<ErrorObject> | undefined;
    if (error === undefined) waiting.resolve(reply.result);
    else waiting.reject(new RpcError(Number(error.code) || rpcCodes.internal, String(error.message), error.data));
    return null;
  }

  private fail(id: RequestId, code: number, message: string): void {
    this.send(failure(id, code, message));
  }

  private send(message: unknown): void {
    if (!this.closed) this.options.send(message);
  }
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id));
}

function failure(id: RequestId, code: number, message: string, data?: unknown): Reply {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** A thrown thing as JSON-RPC says it: a command's failure keeps its code, hint and facts in `data`. */
export function errorObject(thrown: unknown): ErrorObject {
  if (thrown instanceof RpcError) {
    return { code: thrown.code, message: thrown.message, ...(thrown.data === undefined ? {} : { data: thrown.data }) };
  }
  const { code, message, hint, data } = toCommandError(thrown);
  return { code: errorTable[code].rpc, message, data: { ...data, code, ...(hint === undefined ? {} : { hint }) } };
}
