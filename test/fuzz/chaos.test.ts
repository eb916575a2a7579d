import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { dialEditor } from "../../bridge/attach/dial-editor.ts";
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

/** One client: what it asked, and what came back by id. */
class Client {
  readonly asked = new Set<number>();
  readonly answered = new Map<number, number>();
  faults = 0;
  gone = false;
  private last = 0;
  private rest = "";
  readonly socket: Socket;

  constructor(socket: Socket, reads: boolean) {
    this.socket = socket;
    socket.on("error", () => undefined);
    if (!reads) return;
    socket.setEncoding("utf8").on("data", (data: string) => this.read(data));
    socket.resume();
  }

  request(method: string, params: unknown): string {
    const id = ++this.last;
    this.asked.add(id);
    return JSON.stringify({ jsonrpc: "2.0", id, method, params });
  }

  line(message: string): void {
    if (!this.gone) this.socket.write(`${message}\n`);
  }

  get lastId(): number {
    return this.last;
  }

  private read(data: string): void {
    const lines = (this.rest + data).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number | null; method?: string } | { id?: number; method?: string }[];
      for (const each of Array.isArray(message) ? message : [message]) {
        if (each.method !== undefined) continue;
        if (typeof each.id === "number") this.answered.set(each.id, (this.answered.get(each.id) ?? 0) + 1);
        else this.faults++;
      }
    }
  }
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
      const socket = await dialEditor({ surface: "rpc", cwd: root, pid: process.pid, client: `c${n}` }, env);
      // The last two never read what they are told.
      clients.push(new Client(socket, n < CLIENTS - 2));
    }
    // The first byte says how a client speaks.
    for (const client of clients) client.line(client.request("session.documents", {}));
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
        if (dice < 0.6) client.line(client.request(...edit()));
        else if (dice < 0.7) client.line(client.request("query.nets", { path: file }));
        else if (dice < 0.78)
          client.line(`[${client.request(...edit())},${client.request("query.describe", { path: file })}]`);
        else if (dice < 0.86) {
          // Its own last call, or one that never was.
          const id = random() < 0.8 ? client.lastId : 99_999;
          client.line(JSON.stringify({ jsonrpc: "2.0", method: "$/cancel", params: { id } }));
        } else if (dice < 0.92)
          client.line(
            pick(["{nonsense", "[]", "7", '{"jsonrpc":"2.0","id":{},"method":"x"}', "\u0000", '{"a":"\ud800"}']),
          );
        else if (dice < 0.95) client.socket.write(client.request("query.nets", { path: file }).slice(0, 20));
        if (dice >= 0.92 && dice < 0.95) {
          // Half a frame, and then it is gone; or the rest of the line turns it into nonsense.
          if (n % 5 === 0 && n < 40) {
            client.gone = true;
            client.socket.destroy();
          } else client.line("");
          client.asked.delete(client.lastId);
        }
      }
      if (round === 10) await flood(clients[1]!);
      if (round % 4 === 0) {
        // The person works on meanwhile.
        await core.run("pcb.addVia", { path: file, at: [round, 50], net: "GND" }, { caller: person });
        personal++;
      }
    }
    const staying = clients.slice(0, CLIENTS - 2).filter((client) => !client.gone);
    for (const client of staying) client.line(client.request("session.documents", {}));
    for (const limit = Date.now() + 120_000; Date.now() < limit; ) {
      if (staying.every((client) => client.answered.has(client.lastId) && client.asked.size <= client.answered.size))
        break;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.ok(staying.length >= CLIENTS - 12);
    for (const [n, client] of staying.entries()) {
      for (const id of client.asked) assert.equal(client.answered.get(id), 1, `client ${n}, request ${id}`);
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
      if (error?.code === "cancelled") continue;
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
