import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readAll } from "node:stream/consumers";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import type { AgentCore } from "../../core/agent/agent-core.ts";

type Message = {
  error?: { code: number; message: string };
  id?: unknown;
  method?: string;
  params?: { _meta?: object; protocolVersion?: string };
};

/** One client's server, and who waits for what it says. */
interface Line {
  readonly server: McpServer;
  readonly waiting: Map<string, (message: Message) => void>;
}

export interface HttpFront {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * MCP's HTTP transport before our server, for a test suite that knows no other: a POST is a line, its answer comes as
 * JSON or, after notifications, as an event stream. Clients with a session get a server of their own.
 */
export async function startHttpFront(core: AgentCore): Promise<HttpFront> {
  const lines = new Map<string, Line>();
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });

  const open = (): Line => {
    const waiting = new Map<string, (message: Message) => void>();
    const server = new McpServer({
      core,
      report: () => undefined,
      send: (message) => {
        const id = (message as Message).id;
        const own = id === undefined ? undefined : waiting.get(JSON.stringify(id));
        if (own !== undefined && (message as Message).method === undefined) own(message as Message);
        // What answers no request goes to all that are under way.
        else for (const hear of waiting.values()) hear(message as Message);
      },
    });
    return { server, waiting };
  };
  const modern = open();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const { origin } = request.headers;
    const isLocal = (name: string) => ["localhost", "127.0.0.1"].includes(name);
    if (!isLocal(host) || (origin !== undefined && !isLocal(new URL(origin).hostname)))
      return void response.writeHead(403).end();
    if (request.method !== "POST") return void response.writeHead(405).end();
    const body = await readAll(request);
    const message = JSON.parse(body) as Message;
    const isModern =
      message.params?._meta !== undefined && JSON.stringify(message.params._meta).includes("protocolVersion");
    let session = String(request.headers["mcp-session-id"] ?? "");
    if (message.method === "initialize") {
      session = randomUUID();
      lines.set(session, open());
    }
    // Without a session and without a claim it is nobody's: a server that knows nobody refuses it.
    const line = isModern ? modern : (lines.get(session) ?? (session === "" ? open() : undefined));
    if (line === undefined && session !== "") return void response.writeHead(404).end();
    const wrong = isModern ? headerMismatch(request, message) : null;
    if (wrong !== null) return void respond(response, { id: message.id, error: { code: -32020, message: wrong } });
    if (line === undefined) return;
    if (message.method === "initialize") response.setHeader("Mcp-Session-Id", session);
    if (message.id === undefined || message.method === undefined) {
      line.server.receive(body);
      return void response.writeHead(202).end();
    }
    const key = JSON.stringify(message.id);
    response.on("close", () => line.waiting.delete(key));
    line.waiting.set(key, (said) => {
      const isAnswer = JSON.stringify(said.id) === key && said.method === undefined;
      if (isAnswer && !response.headersSent) {
        respond(response, said);
      } else {
        if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify(said)}\n\n`);
        if (isAnswer) response.end();
      }
    });
    line.server.receive(body);
  }

  function respond(response: ServerResponse, said: Message): void {
    response.writeHead(statusOf(said), { "content-type": "application/json" }).end(JSON.stringify(said));
  }

  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(http.address() as { port: number }).port}/mcp`,
    async close() {
      http.closeAllConnections();
      await new Promise<void>((done) => http.close(() => done()));
    },
  };
}

/** The transport's own status for errors of the protocol; those of a tool's call are answers like others. */
function statusOf({ error }: Message): number {
  if (error === undefined) return 200;
  if (error.code === -32601) return 404;
  const isAboutTheRequest = [-32020, -32022].includes(error.code) || /^Cannot take /.test(error.message);
  return isAboutTheRequest ? 400 : 200;
}

function headerMismatch({ headers }: IncomingMessage, { params }: Message): string | null {
  const said = headers["mcp-protocol-version"];
  const claimed = (params?._meta as Record<string, unknown> | undefined)?.["io.modelcontextprotocol/protocolVersion"];
  return said === undefined || claimed === undefined || said === claimed
    ? null
    : `The header says ${String(said)}, _meta ${String(claimed)}.`;
}
