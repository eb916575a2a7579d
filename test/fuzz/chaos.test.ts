import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { dialEditor } from "../../bridge/attach/dial-editor.ts";
import { encodeFrame, FrameReader, type Framing } from "../../bridge/rpc/framing.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { Caller } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { Registry } from "../../core/commands/registry.ts";
import { docText } from "../../core/model/document.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { seeded } from "../laws/random.ts";

const CLIENTS = 50;
const ROUNDS = 40;
const SEED = 20261130;
const file = "/a.kicad_pcb";
const text = `(kicad_pcb
	(version 20241229)
	(generator "pcbnew")
	(layers
		(0 "F.Cu" signal)
		(2 "B.Cu" signal)
	)
	(net 0 "")
	(net 1 "GND")
	(segment
		(start 1 2)
		(end 3 4)
		(width 0.2)
		(layer "F.Cu")
		(net 1)
		(uuid "11111111-1111-4111-8111-111111111111")
	)
)
`;

function makeCore() {
  const ports = memoryPorts({ [file]: text });
  const session = new Session(ports);
  return { session, core: new AgentCore({ registry: new Registry(commands), session, services: {}, now: ports.now }) };
}

/** Text whose fresh uuids are numbered by their first place: two runs draw different ones. */
function numbered(doc: string): string {
  const known = new Map<string, number>();
  return doc.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (uuid) => {
    if (!known.has(uuid)) known.set(uuid, known.size);
    return `#${known.get(uuid)}`;
  });
}

/** How a client speaks, and how it reads: at once, with pauses, or never. */
interface Manner {
  readonly surface: "rpc" | "mcp";
  readonly framing: Framing;
  readonly reads: "at once" | "slowly" | "never";
}

/** One client: what it asked, and what came back by id. */
class Client {
  readonly asked = new Set<number>();
  readonly answered = new Map<number, number>();
  /** MCP answers nothing to what was cancelled. */
  readonly cancelled = new Set<number>();
  readonly manner: Manner;
  readonly socket: Socket;
  faults = 0;
  gone = false;
  holds = false;
  private last = 0;
  private readonly reader: FrameReader;

  constructor(socket: Socket, manner: Manner) {
    this.socket = socket;
    this.manner = manner;
    this.reader = new FrameReader(
      {
        message: (text) => this.read(text),
        fault: ({ reason }) => assert.fail(reason),
      },
      manner.framing,
    );
    socket.on("error", () => undefined);
    if (manner.reads === "never") return;
    socket.on("data", (data: Buffer) => {
      this.reader.push(data);
      if (manner.reads !== "slowly") return;
      socket.pause();
      setTimeout(() => socket.resume(), 3);
    });
    socket.resume();
  }

  get isMcp(): boolean {
    return this.manner.surface === "mcp";
  }

  /** A command as this client asks for it. */
  request(method: string, params: unknown): string {
    const id = ++this.last;
    this.asked.add(id);
    const asTool = this.isMcp && method.includes(".");
    return JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: asTool ? "tools/call" : method,
      params: asTool ? { name: method.replace(".", "_"), arguments: params } : params,
    });
  }

  cancel(id: number): void {
    this.cancelled.add(id);
    const message = this.isMcp
      ? { method: "notifications/cancelled", params: { requestId: id } }
      : { method: "$/cancel", params: { id } };
    this.say(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  say(message: string): void {
    if (!this.gone) this.socket.write(encodeFrame(message, this.manner.framing));
  }

  get lastId(): number {
    return this.last;
  }

  /** Whether a reply to a request may be missing. */
  mayLack(id: number): boolean {
    return this.isMcp && this.cancelled.has(id);
  }

  get isServed(): boolean {
    return [...this.asked].every((id) => this.answered.has(id) || this.mayLack(id));
  }

  private read(text: string): void {
    const message = JSON.parse(text) as { id?: number | null; method?: string } | { id?: number; method?: string }[];
    for (const each of Array.isArray(message) ? message : [message]) {
      if (each.method !== undefined) continue;
      if (typeof each.id === "number") this.answered.set(each.id, (this.answered.get(each.id) ?? 0) + 1);
      else this.faults++;
    }
  }
}

/** Six in ten speak JSON-RPC a line, two LSP frames, two MCP; some read slowly, the last two never. */
function mannerOf(n: number): Manner {
  const reads = n >= CLIENTS - 2 ? "never" : n % 7 === 3 ? "slowly" : "at once";
  if (n % 10 === 8 && reads !== "never") return { surface: "rpc", framing: "lsp", reads };
  if (n % 5 === 4 && reads !== "never") return { surface: "mcp", framing: "ndjson", reads };
  return { surface: "rpc", framing: n % 10 === 6 ? "lsp" : "ndjson", reads };
}

describe("fifty clients at once on one attached editor", function () {
  this.timeout(240_000);
  let root = "";
  let server: AttachServer;
  const told: string[] = [];

  afterEach(async () => {
    await server?.dispose();
    await fs.rm(root, { recursive: true, force: true });
  });

  it("leave the state that a sequential replay of its log gives, with every reply once, in bounded memory", async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-chaos-")));
    const env = { EDSNX_RUNTIME_DIR: join(root, "run") };
    const { core, session } = makeCore();
    const log: LogEntry[] = [];
    core.onLog((entry) => log.push(entry));
    server = await startAttachServer({ core, folders: [root], log: (line) => told.push(line), env });
    const before = process.memoryUsage();
    const random = seeded(SEED);
    const clients: Client[] = [];
    for (let n = 0; n < CLIENTS; n++) {
      const manner = mannerOf(n);
      const hello = { surface: manner.surface, cwd: root, pid: process.pid, client: `c${n}` };
      clients.push(new Client(await dialEditor(hello, env), manner));
    }
    // The first byte says how a client speaks; MCP begins with words of its own.
    for (const client of clients) {
      const hello = { protocolVersion: "2025-03-26", clientInfo: { name: "chaos" } };
      if (client.isMcp) client.say(client.request("initialize", hello));
      client.say(client.request("session.documents", {}));
    }
    const person: Caller = { name: "You", kind: "person" };
    let personal = 0;

    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const edit = (): [string, unknown] => {
      const x = Math.round(random() * 100);
      return pick<[string, unknown]>([
        ["pcb.addVia", { path: file, at: [x, x], net: "GND" }],
        [
          "pcb.addTrack",
          {
            path: file,
            layer: "F.Cu",
            net: "GND",
            width: 0.1 + x / 100,
            pts: [
              [x, 0],
              [x, 5],
            ],
          },
        ],
        ["pcb.move", { path: file, items: "11111111-1111-4111-8111-111111111111", by: [x / 10, 0] }],
        [
          "session.transaction",
          {
            path: file,
            intents: [
              { op: "addVia", at: [x, 1] },
              { op: "addVia", at: [x, 2], net: "N" },
            ],
          },
        ],
        [
          "session.transaction",
          {
            path: file,
            intents: [
              { op: "addVia", at: [x, 1] },
              { op: "addVia", at: "no" },
            ],
          },
        ],
        ["session.undo", { path: file }],
        ["session.redo", { path: file }],
      ]);
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, client] of clients.entries()) {
        const dice = random();
        // A client that holds a transaction soon ends it; one in a while forgets to, and then leaves.
        if (client.holds && random() < 0.5) {
          client.holds = false;
          client.say(client.request(pick(["session.commit", "session.rollback"]), {}));
        } else if (dice < 0.58) client.say(client.request(...edit()));
        else if (dice < 0.6 && !client.isMcp && !client.holds && n < 30 && !client.gone) {
          client.holds = true;
          client.say(client.request("session.begin", { label: `held ${n}` }));
        } else if (dice < 0.7) client.say(client.request("query.nets", { path: file }));
        else if (dice < 0.78)
          client.say(`[${client.request(...edit())},${client.request("query.describe", { path: file })}]`);
        // Its own last call, or one that never was.
        else if (dice < 0.86) client.cancel(random() < 0.8 ? client.lastId : 99_999);
        else if (dice < 0.92)
          client.say(
            pick(["{nonsense", "[]", "7", '{"jsonrpc":"2.0","id":{},"method":"x"}', "\u0000", '{"a":"\ud800"}']),
          );
        else if (dice < 0.95) {
          // Half a frame, and then it is gone; or, where lines part messages, the rest of the line makes it nonsense.
          const frame = encodeFrame(client.request("query.nets", { path: file }), client.manner.framing);
          client.asked.delete(client.lastId);
          const leaves = n % 5 === 0 && n < 40;
          if (!leaves && client.manner.framing === "lsp") continue;
          if (!client.gone) client.socket.write(frame.subarray(0, 20));
          if (leaves) {
            client.gone = true;
            client.socket.destroy();
          } else client.say("");
        }
      }
      if (round === 10) await Promise.all([flood(clients[1]!), flood(clients[9]!)]);
      if (round % 4 === 0) {
        // The person works on meanwhile.
        await core.run("pcb.addVia", { path: file, at: [round, 50], net: "GND" }, { caller: person });
        personal++;
      }
    }
    const staying = clients.slice(0, CLIENTS - 2).filter((client) => !client.gone);
    for (const client of staying) {
      if (client.holds) client.say(client.request("session.rollback", {}));
      client.say(client.request("session.documents", {}));
    }
    for (const limit = Date.now() + 120_000; Date.now() < limit; ) {
      if (staying.every((client) => client.isServed)) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.ok(staying.length >= CLIENTS - 12);
    for (const [n, client] of staying.entries()) {
      for (const id of client.asked)
        if (!client.mayLack(id)) assert.equal(client.answered.get(id), 1, `client ${n}, request ${id}`);
      for (const [id, times] of client.answered) assert.equal(times, 1, `client ${n}, request ${id}`);
    }
    assert.ok(staying.some((client) => client.faults > 0));
    for (const client of clients) client.socket.destroy();
    await core.exclusive(async () => undefined);
    const after = process.memoryUsage();
    assert.ok(after.rss - before.rss < 700 << 20, `${(after.rss - before.rss) >> 20} MB more`);

    // The same calls, one after the other, on a fresh editor.
    const replay = makeCore();
    const changing = log.filter(({ kind }) => kind !== "query");
    let agree = 0;
    for (const { id, args, caller, callerKind, error } of changing) {
      // Taken back, because somebody wanted that or a client that held it fell silent.
      if (error?.code === "cancelled" || error?.code === "timeout") continue;
      // A transaction in which nothing was done is none.
      if ((args as { steps?: unknown[] }).steps?.length === 0) continue;
      const outcome = await replay.core.run(id, args, { caller: { name: caller, kind: callerKind } }).then(
        () => undefined,
        (thrown: { code: string }) => thrown.code,
      );
      assert.equal(outcome, error?.code, id);
      agree++;
    }
    assert.ok(agree > CLIENTS * 10, `${agree} calls`);
    assert.equal(log.filter(({ callerKind }) => callerKind === "person").length, personal);
    assert.equal(numbered(docText(session.get(file).doc)), numbered(docText(replay.session.get(file).doc)));
    assert.deepEqual(
      session.get(file).history.map(({ label, actor, applied }) => [label, actor, applied]),
      replay.session.get(file).history.map(({ label, actor, applied }) => [label, actor, applied]),
    );
    console.log(
      `      ${log.length} calls of ${CLIENTS} clients, ${log.filter((e) => e.error?.code === "cancelled").length} cancelled, ${(after.rss - before.rss) >> 20} MB more`,
    );
  });
});

/** 100 MB in one line: refused when it is too long, and the client goes on. */
async function flood(client: Client): Promise<void> {
  const chunk = Buffer.alloc(1 << 20, 0x61);
  const write = (data: Uint8Array) =>
    new Promise<void>((done) => (client.socket.write(data) ? done() : client.socket.once("drain", done)));
  await write(Buffer.from('{"jsonrpc":"2.0","id":77777,"method":"'));
  for (let n = 0; n < 100; n++) await write(chunk);
  await write(Buffer.from('"}\n'));
}
