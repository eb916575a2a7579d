import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { AcpServer } from "../../bridge/acp/acp-server.ts";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import { connect } from "../../bridge/rpc/connection.ts";
import { encodeFrame, type Framing } from "../../bridge/rpc/framing.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { seeded } from "../laws/random.ts";
import { testCore } from "../unit/bridge-fixture.ts";

const SEED = 20261130;
const report = () => undefined;

const kinds = ["mcp", "rpc", "acp"] as const;
type Kind = (typeof kinds)[number];

/** Serves one client that sends `chunks` and hangs up; answers what it was told. Fails when that does not end. */
async function serve(kind: Kind, chunks: readonly Uint8Array[]): Promise<string> {
  const { core } = testCore();
  const [input, output] = [new PassThrough(), new PassThrough()];
  let told = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    told += chunk;
  });
  const connection = connect({
    input,
    output,
    framing: kind === "rpc" ? null : "ndjson",
    report,
    serve: (send) =>
      kind === "mcp"
        ? new McpServer({ core, send, report })
        : kind === "rpc"
          ? new RpcServer({ core, send, caller: { name: "fuzz", kind: "agent" } })
          : new AcpServer({ send, report, command: "no-such-program-of-ours", cli: "/none", save: false }),
  });
  for (const chunk of chunks) input.write(chunk);
  input.end();
  const hung = new Promise<never>((_, no) => setTimeout(() => no(new Error("it hangs")), 20_000).unref());
  await Promise.race([connection.ended, hung]);
  return told;
}

/** Cuts bytes into chunks at random places. */
function cut(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * 200);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const good = [
  { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-03-26", clientInfo: { name: "f" } } },
  {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "pcb_widen", arguments: { path: "a.kicad_pcb", id: "s1", width: 1 } },
  },
  { jsonrpc: "2.0", id: 3, method: "pcb.widen", params: { path: "a.kicad_pcb", id: "s1", width: 2 } },
  [
    { jsonrpc: "2.0", id: 4, method: "session.documents" },
    { jsonrpc: "2.0", method: "$/cancel", params: { id: 4 } },
  ],
  { jsonrpc: "2.0", id: 5, method: "resources/read", params: { uri: "kicad://board/a.kicad_pcb/nets" } },
];
/** A first message that is answered. */
const openings: Readonly<Record<Kind, unknown>> = {
  mcp: good[0],
  rpc: { jsonrpc: "2.0", id: 1, method: "session.documents" },
  acp: { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } },
};
const stream = (framing: Framing) =>
  Buffer.concat(good.map((message) => encodeFrame(JSON.stringify(message), framing)));

/** A JSON value of random shape, with names that the servers heed. */
function value(random: () => number, depth = 0): unknown {
  const pick = Math.floor(random() * (depth > 3 ? 6 : 8));
  const words = [
    "2.0",
    "ping",
    "initialize",
    "tools/call",
    "pcb_widen",
    "a.kicad_pcb",
    "__proto__",
    "session/new",
    "session/prompt",
    "/",
    "",
    "\u0000",
    "\ud800",
  ];
  if (pick === 0) return words[Math.floor(random() * words.length)];
  if (pick === 1) return Math.floor(random() * 10) - 5;
  if (pick === 2) return random() * 1e308;
  if (pick === 3) return null;
  if (pick === 4) return random() < 0.5;
  if (pick === 5) return "x".repeat(Math.floor(random() * 50));
  const names = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "name",
    "arguments",
    "_meta",
    "uri",
    "notifications",
    "protocolVersion",
    "sessionId",
    "prompt",
    "cwd",
  ];
  if (pick === 6) return Array.from({ length: Math.floor(random() * 4) }, () => value(random, depth + 1));
  const entries = Array.from({ length: Math.floor(random() * 6) }, () => [
    names[Math.floor(random() * names.length)]!,
    value(random, depth + 1),
  ]);
  return { ...(random() < 0.8 ? { jsonrpc: "2.0" } : {}), ...Object.fromEntries(entries) };
}

describe("servers against whatever comes", function () {
  this.timeout(120_000);

  for (const kind of kinds) {
    it(`${kind}: random bytes`, async () => {
      const random = seeded(SEED);
      for (let round = 0; round < 60; round++) {
        const bytes = Uint8Array.from({ length: Math.floor(random() * 3000) }, () => Math.floor(random() * 256));
        if (random() < 0.5 && bytes.length > 0) bytes[0] = 0x7b;
        await serve(kind, cut(bytes, random));
      }
    });

    it(`${kind}: good messages with bytes changed, and cut off anywhere`, async () => {
      const random = seeded(SEED + 1);
      for (let round = 0; round < 80; round++) {
        const bytes = Uint8Array.from(stream(kind === "rpc" && random() < 0.5 ? "lsp" : "ndjson"));
        for (let n = Math.floor(random() * 6); n > 0; n--)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        await serve(kind, cut(bytes.subarray(0, Math.floor(random() * bytes.length)), random));
      }
    });

    it(`${kind}: JSON of any shape`, async () => {
      const random = seeded(SEED + 2);
      for (let round = 0; round < 30; round++) {
        const lines = Array.from({ length: 20 }, () => `${JSON.stringify(value(random))}\n`).join("");
        const bytes = Buffer.concat([stream("ndjson"), Buffer.from(lines)]);
        const told = await serve(kind, cut(bytes, random));
        for (const line of told.split("\n").slice(0, -1)) JSON.parse(line);
      }
    });

    it(`${kind}: deep JSON is refused and the next message answered`, async () => {
      for (const open of ["[", '{"a":']) {
        const deep = open.repeat(200_000);
        const last = openings[kind];
        const told = await serve(kind, [Buffer.from(`${deep}\n${JSON.stringify(last)}\n`)]);
        assert.match(told, /-32700/);
        assert.match(told, /"id":1,"result"/);
      }
    });
  }

  it("rpc: a huge Content-Length costs nothing and ends the connection with a reason", async () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const length of ["67108865", "999999999999999", "9".repeat(400)]) {
      const told = await serve("rpc", [Buffer.from(`Content-Length: ${length}\r\n\r\n{"a":`)]);
      assert.match(told, /-32700/, length);
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 32 * 1024 * 1024);
  });

  it("rpc: endless headers and endless lines hold no more than their limit", async () => {
    const told = await serve(
      "rpc",
      Array.from({ length: 64 }, () => Buffer.from("X-Pad: ".padEnd(4096, "y"))),
    );
    assert.match(told, /headers are too long/);
    const chunk = Buffer.alloc(1 << 20, 0x20);
    const long = await serve("rpc", [
      Buffer.from('{"a":"'),
      ...Array.from({ length: 66 }, () => chunk),
      Buffer.from('"}\n{"jsonrpc":"2.0","id":9,"method":"session.documents"}\n'),
    ]);
    assert.match(long, /longer than 67108864 bytes/);
    assert.match(long, /"id":9,"result"/);
  });

  it("rpc: ten thousand requests at once are answered, each", async () => {
    const requests = Array.from(
      { length: 10_000 },
      (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"session.documents"}\n`,
    );
    const told = await serve("rpc", [Buffer.from(requests.join(""))]);
    const ids = told
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id?: number }).id)
      .filter((id) => id !== undefined);
    assert.equal(new Set(ids).size, 10_000);
  });
});
