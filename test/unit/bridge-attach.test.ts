import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { promises as fs } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { callEditor } from "../../bridge/attach/call-editor.ts";
import { chooseEditor, type Descriptor, descriptorFolders, runningEditors } from "../../bridge/attach/descriptor.ts";
import { dialEditor } from "../../bridge/attach/dial-editor.ts";
import { listenLocal } from "../../bridge/rpc/listen.ts";
import { ChatHub } from "../../core/agent/chat-hub.ts";
import { CommandError } from "../../core/base/error.ts";
import { testCore } from "./bridge-fixture.ts";

let root = "";
let env: NodeJS.ProcessEnv = {};
const running: AttachServer[] = [];

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-at-")));
  // The only folder, so that an editor of the developer's own plays no part.
  env = { EDSNX_RUNTIME_DIR: join(root, "edsnx") };
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.dispose();
  await fs.rm(root, { recursive: true, force: true });
});

async function editor(folders: readonly string[], log: (line: string) => void = () => undefined) {
  const made = testCore();
  const chat = new ChatHub({ core: made.core, now: made.ports.now, uuid: made.ports.uuid });
  const server = await startAttachServer({ core: made.core, chat, folders, log, env });
  running.push(server);
  return { ...made, chat, server };
}

const hello = (cwd: string, surface: "mcp" | "rpc" = "rpc") => ({ surface, cwd, pid: process.pid });

/** Sends lines and collects the lines that come back. */
function lines(socket: Socket) {
  let text = "";
  const waiting: (() => void)[] = [];
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    for (const wake of waiting.splice(0)) wake();
  });
  socket.resume();
  return {
    say: (message: unknown) => void socket.write(`${JSON.stringify(message)}\n`),
    async find<T>(look: (message: Record<string, unknown>) => T | undefined): Promise<T> {
      for (;;) {
        for (const line of text.split("\n").slice(0, -1)) {
          const found = look(JSON.parse(line) as Record<string, unknown>);
          if (found !== undefined) return found;
        }
        await new Promise<void>((wake) => waiting.push(wake));
      }
    },
  };
}
const reply = (id: number) => (m: Record<string, unknown>) => (m["id"] === id && !("method" in m) ? m : undefined);

describe("attach", () => {
  it("joins the running editor's own session, each client with a server of its own", async () => {
    const { session, server, core } = await editor([root]);
    const [one, two] = [await dialEditor(hello(root), env), await dialEditor(hello(root, "mcp"), env)];
    const [a, b] = [lines(one), lines(two)];
    a.say({ jsonrpc: "2.0", id: 1, method: "session.hello", params: { name: "first" } });
    a.say({ jsonrpc: "2.0", id: 2, method: "pcb.widen", params: { path: "a.kicad_pcb", id: "s1", width: 0.5 } });
    await a.find(reply(2));
    assert.equal(session.get("/a.kicad_pcb").history[0]?.actor, "first");
    b.say({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", clientInfo: { name: "second" } },
    });
    b.say({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "session_undo", arguments: { path: "a.kicad_pcb" } },
    });
    await b.find(reply(2));
    const undone = await a.find((m) =>
      (m["params"] as Record<string, unknown>)?.["reason"] === "undo" ? m : undefined,
    );
    assert.equal((undone["params"] as { actor: string }).actor, "second");
    assert.equal(server.clients(), 2);
    assert.deepEqual(
      await callEditor({ method: "session.documents", params: {}, cwd: root, env }),
      JSON.parse(JSON.stringify(await core.run("session.documents", {}, { caller: { name: "x", kind: "cli" } }))),
    );
    await assert.rejects(
      callEditor({ method: "test.fail", params: {}, cwd: root, env }),
      (e: unknown) =>
        e instanceof CommandError && e.code === "check-failed" && e.hint === "Do not." && e.data?.["n"] === 3,
    );
    one.destroy();
    two.destroy();
  });

  it("answers all that was asked before the client's end of the stream, then ends its own", async () => {
    await editor([root]);
    const socket = await dialEditor(hello(root), env);
    const box = lines(socket);
    socket.end('{"jsonrpc":"2.0","id":1,"method":"session.documents"}');
    await new Promise((done) => socket.once("end", done));
    assert.ok(await box.find(reply(1)));
    socket.destroy();
  });

  it("gives the chat box to its clients", async () => {
    const { chat } = await editor([root]);
    const rpc = await dialEditor(hello(root), env);
    const box = lines(rpc);
    box.say({ jsonrpc: "2.0", id: 1, method: "session.hello", params: { name: "bot" } });
    box.say({ jsonrpc: "2.0", id: 2, method: "agent.chatSubscribe", params: {} });
    assert.deepEqual((await box.find(reply(2)))["result"], []);
    const { chatId } = chat.submit("Hello", "/a.kicad_pcb");
    await box.find((m) => (m["method"] === "agent.chat" ? m : undefined));
    box.say({ jsonrpc: "2.0", id: 3, method: "agent.chatEvent", params: { chatId, kind: "done", text: "Hi" } });
    assert.deepEqual((await box.find(reply(3)))["result"], { ok: true });
    assert.deepEqual(
      chat.messages().map((m) => [m.status, m.answer, m.agent]),
      [["done", "Hi", "bot"]],
    );
    box.say({ jsonrpc: "2.0", id: 4, method: "agent.chatEvent", params: { chatId, kind: "sing" } });
    assert.equal(((await box.find(reply(4)))["error"] as { code: number }).code, -32602);
    rpc.destroy();

    const asked = chat.submit("For one", "/a.kicad_pcb");
    const one = await dialEditor({ ...hello(root, "mcp"), chatId: asked.chatId }, env);
    const mcp = lines(one);
    mcp.say({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", clientInfo: { name: "c" } },
    });
    mcp.say({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "agent_chat", arguments: {} } });
    const result = (await mcp.find(reply(2)))["result"] as { structuredContent: { value: { chatId: string }[] } };
    assert.deepEqual(
      result.structuredContent.value.map((r) => r.chatId),
      [asked.chatId],
    );
    one.destroy();
  });

  it("turns away who has not the token, without a word, and a false editor is not trusted", async () => {
    const told: string[] = [];
    const { server } = await editor([root], (line) => told.push(line));
    const answers = await new Promise<string>((done) => {
      const socket = connect(server.socket);
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
        if (text.includes("\n")) socket.write(`${JSON.stringify({ proof: "0".repeat(64), hello: hello(root) })}\n`);
      });
      socket.on("close", () => done(text));
      socket.write(`${JSON.stringify({ protocol: 1, nonce: "a".repeat(64) })}\n`);
    });
    assert.equal(answers.trim().split("\n").length, 1, "the challenge only");
    assert.ok(told.some((line) => line.includes("token")));
    for (const junk of ["{}\n", "GET / HTTP/1.1\n", "x".repeat(20_000), '{"protocol":1,"nonce":"zz"}\n']) {
      await new Promise<void>((done) => {
        const socket = connect(server.socket);
        socket.on("error", () => undefined);
        socket.on("data", () => assert.fail("it said something"));
        socket.on("close", () => done());
        socket.write(junk);
      });
    }
    const descriptor = JSON.parse(await fs.readFile(server.descriptor, "utf8")) as Descriptor;
    const fake = createServer((socket) => {
      socket.once("data", () => socket.write(`${JSON.stringify({ nonce: "b".repeat(64), proof: "c".repeat(64) })}\n`));
    });
    await new Promise<void>((done) => fake.listen(join(root, "edsnx/fake.sock"), done));
    await server.dispose();
    await fs.writeFile(
      join(root, "edsnx/fake.json"),
      JSON.stringify({ ...descriptor, socket: join(root, "edsnx/fake.sock") }),
      { mode: 0o600 },
    );
    await assert.rejects(dialEditor(hello(root), env), /not the editor/);
    fake.close();
  });

  it("keeps descriptor and socket private, and removes them", async () => {
    const { server } = await editor([root]);
    assert.equal((await fs.stat(join(root, "edsnx"))).mode & 0o777, 0o700);
    assert.equal((await fs.stat(server.descriptor)).mode & 0o777, 0o600);
    assert.equal((await fs.stat(server.socket)).mode & 0o777, 0o600);
    assert.equal((await runningEditors(env)).length, 1);
    const client = await dialEditor(hello(root), env);
    const closed = new Promise((done) => client.once("end", done));
    client.resume();
    await server.dispose();
    await closed;
    assert.deepEqual(await fs.readdir(join(root, "edsnx")), []);
    client.destroy();
  });

  it("forgets dead editors and trusts no file that others can write", async () => {
    const { server } = await editor([root]);
    const good = JSON.parse(await fs.readFile(server.descriptor, "utf8")) as Descriptor;
    const put = (name: string, change: object, mode = 0o600) =>
      fs.writeFile(join(root, "edsnx", name), JSON.stringify({ ...good, ...change }), { mode });
    await put("dead.json", { pid: 4194399 });
    await put("reused.json", { ticks: "1" });
    await put("open.json", {});
    await fs.chmod(join(root, "edsnx/open.json"), 0o644);
    await fs.writeFile(join(root, "edsnx/torn.json"), "{", { mode: 0o600 });
    assert.deepEqual(
      (await runningEditors(env)).map((e) => e.id),
      [good.id],
    );
    assert.deepEqual(
      (await fs.readdir(join(root, "edsnx"))).filter((n) => /dead|reused/.test(n)),
      [],
    );
    await fs.chmod(join(root, "edsnx"), 0o755);
    assert.deepEqual(await runningEditors(env), []);
  });

  it("chooses the editor of the folder: deepest, then newest, then the only one below; never an unrelated one", async () => {
    const make = (id: string, folders: string[], startedAt = 1): Descriptor => ({
      protocol: 1,
      id,
      pid: 1,
      ticks: null,
      socket: "",
      token: "",
      folders,
      startedAt,
    });
    const id = (editors: Descriptor[], cwd: string) => chooseEditor(editors, cwd).editor?.id;
    const all = [
      make("top", ["/w"]),
      make("deep", ["/w/p"]),
      make("older", ["/w/p/q"], 1),
      make("newer", ["/w/p/q"], 2),
    ];
    assert.equal(id(all, "/w"), "top");
    assert.equal(id(all, "/w/p/x"), "deep");
    assert.equal(id(all, "/w/p/q/r"), "newer");
    assert.equal(id(all, "/elsewhere"), undefined);
    assert.equal(id([all[1]!], "/elsewhere"), undefined);
    assert.equal(id([all[1]!, make("z", ["/z"])], "/w"), "deep");
    assert.equal(id([make("bare", [])], "/elsewhere"), "bare");
    assert.equal(id([make("name", ["/w/pp"]), make("b", ["/z"])], "/w/p"), undefined);
    assert.equal(id([{ ...all[0]!, protocol: 2 }], "/w"), undefined);
  });

  it("says clearly that there is no editor, or which there are", async () => {
    await assert.rejects(
      dialEditor(hello(root), env),
      /^AttachFailure: No editor is running for this folder\. Open it in VS Code, or leave out --attach\.$/,
    );
    await fs.mkdir(join(root, "a"));
    await fs.mkdir(join(root, "b"));
    await editor([join(root, "a")]);
    await editor([join(root, "b")]);
    await assert.rejects(
      dialEditor(hello(root), env),
      (e: Error) => e.message.includes(join(root, "a")) && e.message.includes(join(root, "b")),
    );
  });

  it("finds an editor whose shell had another runtime folder", () => {
    const [shared] = descriptorFolders({});
    assert.deepEqual(descriptorFolders({ XDG_RUNTIME_DIR: "/run/user/7" }), ["/run/user/7/edsnx", shared]);
    assert.deepEqual(descriptorFolders({ XDG_RUNTIME_DIR: "/run/user/7", EDSNX_RUNTIME_DIR: "/own" }), ["/own"]);
  });
});

describe("a local socket", () => {
  it("refuses a path that is too long, a live server, a file; takes a stale socket over", async () => {
    await assert.rejects(
      listenLocal(join(root, "x".repeat(120)), () => undefined),
      /bytes, a socket's path at most/,
    );
    const path = join(root, "s.sock");
    const first = await listenLocal(path, (socket) => socket.destroy());
    assert.equal((await fs.stat(path)).mode & 0o777, 0o600);
    await assert.rejects(
      listenLocal(path, () => undefined),
      (e: CommandError) => e.code === "busy",
    );
    await new Promise((done) => first.close(done));
    await fs.writeFile(join(root, "file"), "");
    await assert.rejects(
      listenLocal(join(root, "file"), () => undefined),
      (e: CommandError) => e.code === "conflict",
    );
    // What a killed server leaves behind.
    const dying = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 9))`;
    spawnSync(process.execPath, ["-e", dying]);
    assert.ok((await fs.lstat(path)).isSocket());
    const second = await listenLocal(path, (socket) => socket.destroy());
    await new Promise((done) => second.close(done));
  });
});
