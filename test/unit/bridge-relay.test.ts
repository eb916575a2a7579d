import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { dialEditor, foldersOf } from "../../bridge/attach/dial-editor.ts";
import { MessageTap, type Seen } from "../../bridge/attach/message-tap.ts";
import { type RelayEnd, RelayLink } from "../../bridge/attach/relay-link.ts";
import { watchOwnBuild } from "../../bridge/node/own-build.ts";
import { encodeFrame, type Framing } from "../../bridge/rpc/framing.ts";
import { seeded } from "../laws/random.ts";
import { type Message, testCore } from "./bridge-fixture.ts";

let root = "";
let env: NodeJS.ProcessEnv = {};
const running: AttachServer[] = [];

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-re-")));
  env = { EDSNX_RUNTIME_DIR: join(root, "run") };
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.dispose();
  await fs.rm(root, { recursive: true, force: true });
});

async function editor(core = testCore()) {
  const server = await startAttachServer({ core: core.core, folders: [root], log: () => undefined, env });
  running.push(server);
  return { ...core, server };
}

async function waitFor(look: () => boolean): Promise<void> {
  for (const limit = Date.now() + 20_000; !look() && Date.now() < limit; )
    await new Promise((go) => setTimeout(go, 20));
  assert.ok(look());
}

describe("the relay's eye on messages", () => {
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "a", params: { id: 9, method: "no", deep: [{ id: 8 }, '{"id":7}', "\\"] } },
    { method: "tools/call", params: { text: 'quote " and \\ back' }, jsonrpc: "2.0", id: "s-\u{1f600}" },
    { jsonrpc: "2.0", id: 3, result: { method: "x", big: "y".repeat(5000) } },
    { jsonrpc: "2.0", method: "note" },
    [
      { jsonrpc: "2.0", id: 4, method: "b" },
      { jsonrpc: "2.0", id: 5, method: "c", params: [[{ id: 1 }]] },
    ],
    { jsonrpc: "2.0", id: null, error: { code: 1, message: "m" } },
  ];
  const seenOf = (message: unknown): Seen[] =>
    (Array.isArray(message) ? message : [message]).map((each: { id?: unknown; method?: string }) => ({
      id: each.id === undefined ? null : JSON.stringify(each.id),
      method: each.method ?? null,
    }));

  for (const framing of ["lsp", "ndjson"] as const) {
    it(`${framing}: finds ids and methods however the stream is cut, and passes every byte on`, () => {
      const random = seeded(7);
      const bytes = Buffer.concat(messages.map((message) => encodeFrame(JSON.stringify(message), framing)));
      for (let round = 0; round < 40; round++) {
        const passed: Uint8Array[] = [];
        const seen: (readonly Seen[])[] = [];
        const tap = new MessageTap({ bytes: (part) => passed.push(part), message: (each) => seen.push(each) }, null);
        for (let at = 0; at < bytes.length; ) {
          const end = at + 1 + Math.floor(random() * (round < 5 ? 3 : 700));
          tap.push(bytes.subarray(at, end));
          at = end;
        }
        assert.deepEqual(Buffer.concat(passed), bytes);
        // Ids are compared as JSON values: the tap keeps the client's own bytes.
        const text = (each: readonly Seen[]) =>
          each.map(({ id, method }) => [id === null ? null : Buffer.from(id, "latin1").toString(), method]);
        assert.deepEqual(
          seen.map(text),
          messages.map(seenOf).map((each) => each.map(({ id, method }) => [id, method])),
        );
        assert.equal(tap.isInside, false);
        assert.equal(tap.framing, framing);
      }
    });
  }

  it("holds nothing of a message of 80 MB", () => {
    const tap = new MessageTap({ bytes: () => undefined, message: () => undefined }, "ndjson");
    const before = process.memoryUsage();
    const chunk = Buffer.alloc(1 << 16, 0x61);
    tap.push(Buffer.from('{"jsonrpc":"2.0","id":1,"params":"'));
    for (let n = 0; n < 1280; n++) tap.push(chunk);
    tap.push(Buffer.from('"}\n'));
    const after = process.memoryUsage();
    assert.ok(after.arrayBuffers - before.arrayBuffers < 4 << 20);
    assert.ok(after.heapUsed - before.heapUsed < 32 << 20);
  });
});

/** A client on a relay link, in this process. */
async function link(
  surface: "mcp" | "rpc",
  options: { patience?: number; framing?: Framing; superseded?: () => boolean; halfCloses?: boolean } = {},
) {
  const { patience = 4000, framing = "ndjson" } = options;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const heard: Message[] = [];
  const waiting = new Set<() => void>();
  let text = "";
  output.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    for (;;) {
      const header = framing === "lsp" ? /^Content-Length: (\d+)\r\n\r\n/.exec(text) : null;
      const end =
        framing === "lsp" ? (header === null ? -1 : header[0].length + Number(header[1])) : text.indexOf("\n") + 1;
      if (end <= 0 || text.length < end) break;
      heard.push(JSON.parse(text.slice(header?.[0].length ?? 0, end)) as Message);
      text = text.slice(end);
    }
    for (const wake of waiting) wake();
  });
  const hello = { surface, cwd: root, pid: process.pid, client: "relay-1" };
  const relay = new RelayLink({
    surface,
    input,
    output,
    dial: () => dialEditor(hello, env),
    patience,
    isSuperseded: options.superseded ?? (() => false),
    halfCloses: options.halfCloses ?? true,
  });
  const socket = await dialEditor(hello, env);
  const ended = relay.run(socket);
  const say = (message: unknown) => input.write(encodeFrame(JSON.stringify(message), framing));
  const until = async (look: (message: Message) => boolean): Promise<Message> => {
    for (const limit = Date.now() + 15_000; Date.now() < limit; ) {
      const found = heard.find(look);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => {
        waiting.add(wake);
        setTimeout(wake, 100);
      });
    }
    throw new Error(`nothing of the kind came: ${JSON.stringify(heard).slice(0, 2000)}`);
  };
  const reply = (id: unknown) => until((m) => m.id === id && m.method === undefined);
  return { input, output, socket, heard, ended, say, until, reply };
}

describe("the relay", () => {
  it("joins a reloaded editor again, introduces the client, sends no call twice, and says so", async () => {
    const first = await editor();
    const { say, reply, until, heard, ended, input } = await link("mcp");
    say({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "claude", version: "1" } },
    });
    assert.equal((await reply(0)).result!["protocolVersion"], "2025-11-25");
    say({ jsonrpc: "2.0", method: "notifications/initialized" });
    say({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "pcb_widen", arguments: { path: "a.kicad_pcb", id: "s1", width: 0.5 } },
    });
    await reply(1);
    // A call is under way when the editor goes.
    say({ jsonrpc: "2.0", id: "slow", method: "tools/call", params: { name: "test_slow", arguments: {} } });
    await first.slow.inside;
    await running.pop()!.dispose();
    const lost = await reply("slow");
    assert.equal(lost.error?.code, -32603);
    assert.match(lost.error!.message, /Whether it ran is not known/);
    const second = await editor();
    await until((m) => m.method === "notifications/message");
    await until((m) => m.method === "notifications/tools/list_changed");
    assert.equal(heard.filter((m) => m.id === 0).length, 1, "the second initialize is answered to nobody");
    say({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "pcb_widen", arguments: { path: "a.kicad_pcb", id: "s1", width: 0.7 } },
    });
    await reply(2);
    const entry = second.session.get("/a.kicad_pcb").history;
    assert.deepEqual(
      entry.map((each) => each.actor),
      ["claude"],
      "only the new call ran, and it is signed with the client's name",
    );
    input.end();
    assert.deepEqual(await ended, { status: 0 });
  });

  it("keeps a JSON-RPC client's framing, name and subscription through a reload", async () => {
    await editor();
    const { say, reply, until, ended, input } = await link("rpc", { framing: "lsp" });
    say({ jsonrpc: "2.0", id: 1, method: "session.hello", params: { name: "robot" } });
    say({ jsonrpc: "2.0", id: 2, method: "session.subscribe", params: { steps: true } });
    await reply(2);
    await running.pop()!.dispose();
    await editor();
    await until((m) => m.method === "session.log" && /joined again/.test(String(m.params?.["message"])));
    say({ jsonrpc: "2.0", id: 3, method: "pcb.widen", params: { path: "a.kicad_pcb", id: "s1", width: 0.5 } });
    await reply(3);
    const change = await until((m) => m.method === "document.changed" && m.params?.["reason"] === "edit");
    assert.equal(change.params?.["actor"], "robot");
    assert.ok(Array.isArray(change.params?.["steps"]));
    input.end();
    await ended;
  });

  it("gives up with one line and a status when the editor stays away; leaves the editor alone when the client goes", async () => {
    const made = await editor();
    const { input, ended } = await link("rpc");
    input.end('{"jsonrpc":"2.0","id":1,"method":"pcb.widen","params":{"path":"a.kicad_pcb","id":"s1","width":0.5}}\n');
    assert.deepEqual(await ended, { status: 0 });
    assert.equal(made.session.get("/a.kicad_pcb").revision, 1, "its edit stays");
    const lost = await link("mcp", { patience: 300 });
    await running.pop()!.dispose();
    const end: RelayEnd = await lost.ended;
    assert.deepEqual(end, { status: 1, line: "The editor has closed." });
  });

  it("keeps a connection that cannot be half closed until the last answer, as Windows' pipes need", async () => {
    await editor();
    for (const framing of ["ndjson", "lsp"] as const) {
      const { input, output, socket, heard, ended } = await link("rpc", { halfCloses: false, framing });
      const states: boolean[] = [];
      output.on("data", () => states.push(socket.writableEnded));
      const ask = (id: number) =>
        encodeFrame(JSON.stringify({ jsonrpc: "2.0", id, method: "session.documents" }), framing);
      input.write(ask(1));
      input.end(ask(2).toString().trimEnd());
      assert.deepEqual(await ended, { status: 0 });
      assert.deepEqual(
        heard.map(({ id }) => id),
        [1, 2],
        "a last line without newline is answered too",
      );
      assert.ok(states.length > 0 && states.every((hasEnded) => !hasEnded));
    }
  });

  it("ends after the answer when it was built anew", async () => {
    await editor();
    let superseded = false;
    const { say, reply, ended } = await link("rpc", { superseded: () => superseded });
    say({ jsonrpc: "2.0", id: 1, method: "session.documents" });
    await reply(1);
    superseded = true;
    say({ jsonrpc: "2.0", id: 2, method: "session.documents" });
    await reply(2);
    const end = await ended;
    assert.equal(end.status, 0);
    assert.match(end.line!, /built anew/);
    const file = join(root, "program.cjs");
    await fs.writeFile(file, "1");
    let now = 0;
    const isNew = watchOwnBuild(file, () => now);
    assert.equal(isNew(), false);
    await fs.writeFile(file, "12");
    assert.equal(isNew(), false, "not looked at yet");
    now = 1000;
    assert.equal(isNew(), true);
  });

  it("waits for no cancelled call and no listener when it is to end, and ends a listener in order", async () => {
    const { slow } = await editor();
    let superseded = false;
    const { say, reply, until, heard, ended } = await link("mcp", { superseded: () => superseded });
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const call = (id: unknown, name: string) =>
      say({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {}, _meta } });
    const notifications = { resourcesListChanged: true };
    say({ jsonrpc: "2.0", id: "l\u00f6", method: "subscriptions/listen", params: { notifications, _meta } });
    await until((m) => m.method === "notifications/subscriptions/acknowledged");
    call(7, "test_slow");
    await slow.inside;
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
    superseded = true;
    call(8, "session_documents");
    await reply(8);
    assert.match((await ended).line!, /built anew/);
    assert.equal(
      heard.some((m) => m.id === 7),
      false,
      "a cancelled call is answered by nobody",
    );
    const end = heard.find((m) => m.id === "l\u00f6")!;
    assert.deepEqual(end.result!["_meta"] as object, { "io.modelcontextprotocol/subscriptionId": "l\u00f6" });
  });

  it("knows an id however it is written, and what is refused without one", async () => {
    await editor();
    const { input, heard, ended } = await link("rpc", { halfCloses: false });
    const params = '"method":"session.documents","params":{}';
    input.write(`{"jsonrpc":"2.0","id":"\\u00e9",${params}}\n{"jsonrpc":"2.0","id":1.0e1,${params}}\n`);
    input.write(`{"jsonrpc":"2.0","id":3,${params},}\n{"jsonrpc":"2.0","id":true,${params}}\n`);
    input.end();
    assert.deepEqual(await ended, { status: 0 });
    assert.deepEqual(
      heard.map(({ id, error }) => [id, error?.code]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
      [
        [null, -32600],
        [null, -32700],
        [10, undefined],
        ["\u00e9", undefined],
      ],
    );
  });

  it("follows after a reload what the client still follows", async () => {
    await editor();
    const { say, reply, until, heard, ended, input } = await link("mcp");
    const params = { protocolVersion: "2025-11-25", capabilities: {} };
    say({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const nets = { uri: "kicad://board/a.kicad_pcb/nets" };
    const picture = { uri: "kicad://board/a.kicad_pcb/render.png" };
    say({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: nets });
    say({ jsonrpc: "2.0", id: 2, method: "resources/subscribe", params: picture });
    say({ jsonrpc: "2.0", id: 3, method: "resources/unsubscribe", params: nets });
    await reply(3);
    await running.pop()!.dispose();
    await editor();
    await until((m) => m.method === "notifications/tools/list_changed");
    const args = { path: "a.kicad_pcb", id: "s1", width: 0.5 };
    say({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "pcb_widen", arguments: args } });
    await until((m) => m.method === "notifications/resources/updated");
    await reply(4);
    input.end();
    await ended;
    const updated = heard.filter((m) => m.method === "notifications/resources/updated");
    assert.deepEqual(
      updated.map((m) => m.params?.["uri"]),
      [picture.uri],
    );
  });

  it("tells when the editor closes before it has answered all, also after the client's last word", async () => {
    const { slow } = await editor();
    const { say, reply, ended, input } = await link("mcp");
    const params = { protocolVersion: "2025-11-25", capabilities: {} };
    say({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "test_slow", arguments: {} } });
    await slow.inside;
    input.end();
    await running.pop()!.dispose();
    assert.equal((await reply(1)).error?.code, -32603);
    assert.deepEqual(await ended, { status: 1, line: "The editor closed before it had answered." });
  });

  it("joins the named editor's window again, never that of another project", async () => {
    const named = await editor();
    const other = await startAttachServer({ core: testCore().core, folders: ["/else"], log: () => undefined, env });
    running.push(other);
    const { id } = JSON.parse(await fs.readFile(named.server.descriptor, "utf8")) as { id: string };
    const folders = await foldersOf(id, env);
    assert.deepEqual(folders, [root]);
    const hello = { surface: "rpc" as const, cwd: "/else", pid: process.pid };
    (await dialEditor(hello, env, id)).destroy();
    await named.server.dispose();
    await assert.rejects(dialEditor(hello, env, folders), /has not come back/);
    const again = await editor();
    const joined = await dialEditor(hello, env, folders);
    await waitFor(() => again.server.clients() === 1);
    assert.equal(other.clients(), 0);
    joined.destroy();
  });

  it("opens what the client names and tells clients of one name apart", async () => {
    const { session, core } = await editor();
    const one = await dialEditor(
      { surface: "rpc", cwd: "/", pid: 1, client: "c1", open: ["a.kicad_pcb", "none.kicad_pcb"] },
      env,
    );
    one.resume();
    for (let n = 0; n < 100 && session.list().length === 0; n++) await new Promise((done) => setTimeout(done, 20));
    assert.deepEqual(
      session.list().map(({ path }) => path),
      ["/a.kicad_pcb"],
    );
    one.destroy();
    const args = { path: "a.kicad_pcb", id: "s1", requestId: "1" };
    const as = (client: string, width: number) =>
      core.run("pcb.widen", { ...args, width }, { caller: { name: "same", kind: "agent", client } }) as Promise<{
        revision: number;
      }>;
    assert.equal((await as("c1", 0.3)).revision, 1);
    assert.equal((await as("c2", 0.4)).revision, 2, "another client's request of the same id");
    assert.equal((await as("c1", 0.3)).revision, 1, "the same again");
    await assert.rejects(as("c1", 0.5), { code: "conflict" });
  });
});
