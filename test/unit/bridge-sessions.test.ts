import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { dialEditor } from "../../bridge/attach/dial-editor.ts";
import { launchEditor } from "../../bridge/attach/launch-editor.ts";
import { listSessions } from "../../bridge/attach/sessions.ts";
import { claimStart } from "../../bridge/attach/start-lock.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { listenWebSocket } from "../../bridge/rpc/web-socket.ts";
import { type Message, testCore } from "./bridge-fixture.ts";

let root = "";
let env: NodeJS.ProcessEnv = {};
const running: AttachServer[] = [];

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-se-")));
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

describe("sessions and their start", () => {
  it("lists editors with what they are, in bounded time, also one that does not answer", async () => {
    const { server } = await editor();
    const good = JSON.parse(await fs.readFile(server.descriptor, "utf8")) as object;
    const dead = join(root, "run", "mute.sock");
    const mute = (await import("node:net")).createServer(() => undefined);
    await new Promise<void>((done) => mute.listen(dead, done));
    await fs.writeFile(join(root, "run", "mute.json"), JSON.stringify({ ...good, id: "mute", socket: dead }), {
      mode: 0o600,
    });
    const started = Date.now();
    const found = await listSessions(env);
    assert.ok(Date.now() - started < 5000);
    assert.deepEqual(found.map(({ state }) => state).sort(), ["busy", "ok"]);
    const ok = found.find(({ state }) => state === "ok")!;
    assert.match((ok.build as { toolSchema: string }).toolSchema, /^[0-9a-f]{16}$/);
    assert.deepEqual([ok.pid, ok.folders], [process.pid, [root]]);
    const one = await dialEditor({ surface: "rpc", cwd: "/elsewhere", pid: 1 }, env, ok.id.slice(0, 8));
    one.destroy();
    await assert.rejects(dialEditor({ surface: "rpc", cwd: root, pid: 1 }, env, "nope"), /--session ID/);
    mute.close();
  });

  it("startup_lock_serializes_concurrent_launches", async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimStart(root)));
    const won = claims.filter((claim) => claim !== null);
    assert.equal(won.length, 1, "of many callers one starts it");
    assert.equal(await claimStart(root), null);
    await won[0]!.release();
    const again = await claimStart(root);
    assert.ok(again, "released");
    const lock = join(root, "starting.lock");
    assert.equal((await fs.stat(lock)).mode & 0o777, 0o600);
    assert.equal(await claimStart(root, () => Date.now() + 59_000), null, "held for a minute");
    // Too old, or of a dead process: several callers, one takes it over.
    for (const stale of [
      JSON.stringify({ pid: process.pid, ticks: null, started: 1 }),
      JSON.stringify({ pid: 4194399, ticks: null, started: Math.floor(Date.now() / 1000) }),
    ]) {
      await fs.writeFile(lock, stale);
      const taken = (await Promise.all(Array.from({ length: 10 }, () => claimStart(root)))).filter(
        (claim) => claim !== null,
      );
      assert.equal(taken.length, 1, stale);
      await taken[0]!.release();
    }
    await fs.writeFile(lock, "{ torn");
    assert.equal(await claimStart(root), null, "being written just now");
    await fs.utimes(lock, 1, 1);
    assert.ok(await claimStart(root));
    assert.ok(await claimStart(join(root, "no/such/folder")), "a broken lock keeps no editor from starting");
  });

  it("launches an editor for the folder, once, and says when it cannot", async () => {
    await assert.rejects(launchEditor(root, { ...env, EDSNX_EDITOR: "/no/such/editor" }), /there is no .*EDSNX_EDITOR/);
    const count = join(root, "count");
    const fake = join(root, "fake.sh");
    await fs.writeFile(fake, `#!/bin/sh\necho x >> ${count}\n`, { mode: 0o755 });
    const launches = Promise.all([1, 2, 3].map(() => launchEditor(root, { ...env, EDSNX_EDITOR: fake })));
    for (let n = 0; n < 200 && (await fs.readFile(count, "utf8").catch(() => "")) === ""; n++)
      await new Promise((done) => setTimeout(done, 20));
    await editor();
    await launches;
    assert.equal(await fs.readFile(count, "utf8"), "x\n");
    await launchEditor(root, { ...env, EDSNX_EDITOR: "/no/such/editor" });
  });
});

describe("JSON-RPC over WebSocket", () => {
  it("takes who has the token, and turns pages, strangers and other host names away", async () => {
    const { core } = testCore();
    const told: string[] = [];
    const end = await listenWebSocket({
      port: 0,
      report: (line) => told.push(line),
      serve: (n) => (send) => new RpcServer({ core, send, caller: { name: `ws-${n}`, kind: "agent" } }),
    });
    const open = (headers: Record<string, string>) =>
      new Promise<WebSocket | string>((done) => {
        const socket = new WebSocket(`ws://127.0.0.1:${end.port}`, { headers });
        socket.once("open", () => done(socket));
        socket.once("error", (error) => done(error.message));
      });
    const bearer = { authorization: `Bearer ${end.token}` };
    assert.match(String(await open({})), /401/);
    assert.match(String(await open({ authorization: `Bearer ${"0".repeat(64)}` })), /401/);
    assert.match(String(await open({ ...bearer, origin: "https://evil.example" })), /403/);
    assert.match(String(await open({ ...bearer, host: "evil.example" })), /403/);
    assert.equal(told.length, 4);
    assert.ok(!told.join().includes(end.token));
    const socket = (await open(bearer)) as WebSocket;
    const answers: Message[] = [];
    const two = new Promise<void>((done) =>
      socket.on("message", (data: Buffer) => {
        answers.push(JSON.parse(data.toString()) as Message);
        if (answers.some((m) => m.id === 2)) done();
      }),
    );
    socket.send("{ no JSON");
    socket.send(`${"[".repeat(1000)}`);
    socket.send(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "session.documents" }]));
    socket.send(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 2,
        method: "pcb.widen",
        params: { path: "a.kicad_pcb", id: "s1", width: 1 },
      }),
    );
    await two;
    assert.equal(answers.filter((m) => m.error?.code === -32700).length, 2);
    assert.ok(answers.some(Array.isArray));
    await end.close();
  });
});
