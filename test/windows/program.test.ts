import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAttachServer } from "../../bridge/attach/attach-server.ts";
import { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { socketAddress } from "../../bridge/rpc/listen.ts";
import { ChatHub } from "../../core/agent/chat-hub.ts";

/** The repository; the bundle of these tests runs with it as working folder. */
const repo = process.cwd();
const program = join(repo, "out/edsnx.cjs");
const BOARD = "blinky.kicad_pcb";
type Message = { id?: number; method?: string; result?: Record<string, unknown>; params?: Record<string, unknown> };

/** What differs on Windows: named pipes, `.cmd` programs, drive letters. `npm run test:windows` runs it. */
describe("edsnx on Windows", function () {
  this.timeout(120_000);
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-windows-"));
    cpSync(join(repo, "examples/blinky"), folder, { recursive: true });
    env = { ...process.env, EDSNX_RUNTIME_DIR: join(folder, ".run") };
  });
  afterEach(async () => {
    await Promise.all(
      children.splice(0).map(async (child) => {
        const gone = child.exitCode === null ? new Promise((done) => child.once("exit", done)) : null;
        child.kill();
        await gone;
      }),
    );
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** Runs the program to its end with this on its stdin. */
  function run(args: readonly string[], input = "") {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.stdin.end(input);
    return new Promise<{ status: number | null; out: string; err: string }>((done) =>
      child.once("close", (status) => done({ status, out, err })),
    );
  }

  it("edits and saves a board by its Windows path; no other byte changes", async () => {
    const before = readFileSync(join(folder, BOARD), "utf8").split("\n");
    const { status, err } = await run(["pcb.move", "--path", join(folder, BOARD), "--items", "R1", "--by", "1,0"]);
    assert.equal(status, 0, err);
    const after = readFileSync(join(folder, BOARD), "utf8").split("\n");
    assert.equal(after.length, before.length);
    assert.equal(after.filter((line, i) => line !== before[i]).length, 1);
  });

  it("serves two clients of a named pipe on one session, and a second server keeps out", async () => {
    const server = spawn(process.execPath, [program, "serve", "--socket", "edsnx.sock"], { cwd: folder, env });
    children.push(server);
    const pipe = socketAddress("edsnx.sock", folder);
    assert.match(pipe, /^\\\\\.\\pipe\\/);
    const [one, two] = [await client(pipe), await client(pipe)];
    one.say({ jsonrpc: "2.0", id: 1, method: "session.open", params: { path: BOARD } });
    await one.hear((message) => message.id === 1);
    two.say({ jsonrpc: "2.0", id: 2, method: "session.subscribe", params: {} });
    await two.hear((message) => message.id === 2);
    one.say({ jsonrpc: "2.0", id: 3, method: "pcb.move", params: { path: BOARD, items: ["R1"], by: [1, 0] } });
    const { result } = await one.hear((message) => message.id === 3);
    assert.equal(result?.["revision"], 1);
    await two.hear(({ method }) => method === "document.changed");
    const second = await run(["serve", "--socket", "edsnx.sock"]);
    assert.notEqual(second.status, 0);
    assert.match(second.err, /another server listens there/);
    one.socket.destroy();
    two.socket.destroy();
  });

  it("joins a running editor over its pipe, answers all that was asked before stdin ended, and lists it", async () => {
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    const server = await startAttachServer({ core: runtime.core, folders: [folder], log: () => undefined, env });
    try {
      const ask = (id: number, method: string, params: object) =>
        JSON.stringify({ jsonrpc: "2.0", id, method, params });
      const clientInfo = { name: "windows", version: "1" };
      const { status, out, err } = await run(
        ["mcp", "--attach"],
        [
          ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }),
          ask(2, "tools/list", {}),
          ask(3, "tools/call", { name: "pcb_move", arguments: { path: BOARD, items: ["R1"], by: [1, 0] } }),
        ].join("\n"),
      );
      assert.equal(status, 0, err);
      const ids = out.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as Message).id]));
      assert.deepEqual(ids.filter((id) => id !== undefined).sort(), [1, 2, 3]);
      assert.equal(runtime.core.session.get(join(folder, BOARD)).revision, 1, "the edit is the editor's");
      const listed = JSON.parse((await run(["sessions", "--json"])).out) as { sessions: { state: string }[] };
      assert.deepEqual(
        listed.sessions.map(({ state }) => state),
        ["ok"],
      );
    } finally {
      await server.dispose();
      await runtime.leave();
    }
  });

  it("starts a chat program that npm installed as a .cmd file", async () => {
    writeFileSync(join(folder, "answer.cjs"), 'process.stdin.on("data",(d)=>process.stdout.write("heard: "+d));');
    writeFileSync(join(folder, "agent.cmd"), `@echo off\r\n"${process.execPath}" "%~dp0answer.cjs" %*\r\n`);
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    const hub = new ChatHub({ core: runtime.core, now: () => Date.now(), uuid: () => "w-1" });
    const driver = new ChatDriver({
      hub,
      command: () => `"${join(folder, "agent.cmd")}" --print`,
      cli: program,
      cwd: () => folder,
      isTrusted: () => true,
      log: () => undefined,
      spillFolder: folder,
    });
    try {
      await driver.answer(hub.submit("Move R1", join(folder, BOARD)));
      const [message] = hub.messages();
      assert.equal(message?.status, "done", message?.error);
      assert.match(message.answer, /heard: [\s\S]*Move R1/);
    } finally {
      driver.dispose();
      await runtime.leave();
    }
  });
});

/** Joins a pipe, also one that is only just being made. */
async function client(pipe: string) {
  const limit = Date.now() + 60_000;
  let socket: Socket | null = null;
  while (socket === null) {
    socket = await new Promise<Socket | null>((done) => {
      const dialled = connect(pipe, () => done(dialled));
      dialled.once("error", () => done(null));
    });
    if (socket !== null) break;
    if (Date.now() > limit) throw new Error(`nobody listens on ${pipe}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  let text = "";
  const waiting = new Set<() => void>();
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    for (const wake of waiting) wake();
  });
  const joined = socket;
  return {
    socket,
    say: (message: unknown) => void joined.write(`${JSON.stringify(message)}\n`),
    async hear(look: (message: Message) => boolean): Promise<Message> {
      for (const until = Date.now() + 30_000; Date.now() < until; ) {
        const lines = text.split("\n").slice(0, -1);
        const found = lines.map((line) => JSON.parse(line) as Message).find(look);
        if (found !== undefined) return found;
        await new Promise<void>((wake) => {
          waiting.add(wake);
          setTimeout(wake, 100);
        });
      }
      throw new Error(`nothing of the kind came: ${text.slice(0, 2000)}`);
    },
  };
}
