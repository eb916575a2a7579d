import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { CommandError } from "../../core/base/error.ts";
import type { MessageServer } from "./connection.ts";
import { frameLimits, tooDeep } from "./framing.ts";

export interface WebSocketOptions {
  /** 0: any free one. */
  readonly port: number;
  /** What a client must bring; default: 32 random bytes, hexadecimal. */
  readonly token?: string;
  serve(client: number): (send: (message: unknown) => void) => MessageServer;
  readonly report: (line: string) => void;
}

export interface WebSocketEnd {
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

/** A client that lets so many bytes pile up unread is dropped. */
const MAX_UNREAD = 256 * 1024 * 1024;
const MAX_CLIENTS = 64;

/**
 * JSON-RPC over WebSocket on the loopback interface only. A client brings the token (`Authorization: Bearer`); a page
 * in a browser is refused by its Origin, and so is a name that was made to point here (Host).
 */
export async function listenWebSocket(options: WebSocketOptions): Promise<WebSocketEnd> {
  const { serve, report } = options;
  const token = options.token ?? randomBytes(32).toString("hex");
  const http = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameLimits.message, perMessageDeflate: false });
  let count = 0;
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = reasonAgainst(request, token, sockets.clients.size);
    if (refusal === null)
      return sockets.handleUpgrade(request, socket, head, (client) => welcome(client, serve(++count), report));
    report(`A WebSocket client was turned away: ${refusal.reason}.`);
    socket.end(`HTTP/1.1 ${refusal.status}\r\nConnection: close\r\n\r\n`);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen({ host: "127.0.0.1", port: options.port }, resolve);
    });
  } catch (error) {
    throw new CommandError({
      code: "io",
      message: `Cannot listen on port ${options.port}: ${(error as Error).message}.`,
      hint: "Choose another port, or 0 for any free one.",
      cause: error,
    });
  }
  return {
    port: (http.address() as { port: number }).port,
    token,
    async close() {
      for (const client of sockets.clients) client.terminate();
      await new Promise<void>((done) => http.close(() => done()));
    },
  };
}

function reasonAgainst(
  { headers }: IncomingMessage,
  token: string,
  clients: number,
): { readonly status: string; readonly reason: string } | null {
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  if (!["127.0.0.1", "localhost", "[::1]"].includes(host))
    return { status: "403 Forbidden", reason: "it came by another host name" };
  if (headers.origin !== undefined)
    return { status: "403 Forbidden", reason: `it is a page of ${headers.origin.slice(0, 200)}` };
  const given = Buffer.from(/^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    return {
      status: "401 Unauthorized",
      reason: given.length === 0 ? "it brought no token" : "it brought a wrong token",
    };
  }
  return clients < MAX_CLIENTS ? null : { status: "503 Service Unavailable", reason: "there are too many" };
}

function welcome(
  client: WebSocket,
  serve: (send: (message: unknown) => void) => MessageServer,
  report: (line: string) => void,
): void {
  const server = serve((message) => {
    if (client.readyState !== client.OPEN) return;
    client.send(JSON.stringify(message));
    if (client.bufferedAmount <= MAX_UNREAD) return;
    report("A client was dropped: it does not read its answers.");
    client.terminate();
  });
  client.on("message", (data: Buffer, isBinary) => {
    if (isBinary) server.receiveFault("a binary message is none");
    else if (tooDeep(data)) server.receiveFault("a message is nested too deep");
    else server.receive(data.toString("utf8"));
  });
  client.on("close", () => server.close());
  // What is too long or malformed ends the connection by itself.
  client.on("error", () => undefined);
}
