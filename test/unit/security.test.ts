import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AttachServer, startAttachServer } from "../../bridge/attach/attach-server.ts";
import { runningEditors } from "../../bridge/attach/descriptor.ts";
import { dialEditor } from "../../bridge/attach/dial-editor.ts";
import type { Runtime } from "../../bridge/node/runtime.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { board } from "./bridge-fixture.ts";

let root = "";
let outside = "";
let runtime: Runtime;
let server: AttachServer;
let env: NodeJS.ProcessEnv = {};
const told: string[] = [];

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-sec-")));
  outside = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-out-")));
  await fs.writeFile(join(root, "a.kicad_pcb"), board);
  await fs.writeFile(join(outside, "theirs.kicad_pcb"), board);
  env = { EDSNX_RUNTIME_DIR: join(root, "run") };
  told.length = 0;
  runtime = createRuntime({ cwd: root, report: (line) => told.push(line) });
  server = await startAttachServer({ core: runtime.core, folders: [root], log: (line) => told.push(line), env });
});
afterEach(async () => {
  await server.dispose();
  await runtime.dispose("quietly");
  for (const folder of [root, outside]) await fs.rm(folder, { recursive: true, force: true });
});

const said = (pattern: RegExp) => told.some((line) => pattern.test(line));

/** The lines that come back to some lines sent raw to the editor's socket. */
function knock(...lines: readonly string[]): Promise<string[]> {
  return new Promise((done) => {
    const socket = connect(server.socket);
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    socket.on("close", () => done(text.split("\n").filter((line) => line !== "")));
    for (const line of lines) socket.write(`${line}\n`);
  });
}

async function client() {
  const socket = await dialEditor({ surface: "rpc", cwd: root, pid: process.pid }, env);
  let text = "";
  let last = 0;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.resume();
  const lines = () => text.split("\n").slice(0, -1);
  const ask = async (
    method: string,
    params: unknown,
  ): Promise<{ error?: { message: string; data?: { code?: string } } }> => {
    const id = ++last;
    socket.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const reply = lines().find((line) => line.startsWith(`{"jsonrpc":"2.0","id":${id},`));
      if (reply !== undefined) return JSON.parse(reply) as never;
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  return { ask, close: () => socket.destroy() };
}

async function logged(): Promise<LogEntry[]> {
  await runtime.log.flush();
  const text = await fs.readFile(join(root, ".edsnx/session.jsonl"), "utf8");
  assert.ok(![...text].some((character) => character < " " && character !== "\n"), "no raw control characters");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LogEntry);
}

describe("who may not come in", () => {
  it("no token: nothing is said and it is logged", async () => {
    const opening = JSON.stringify({ protocol: 1, nonce: "a".repeat(64) });
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session.documents" });
    assert.deepEqual(await knock(call, call), []);
    assert.ok(said(/turned away/));
    const answers = await knock(opening, JSON.stringify({ hello: { surface: "rpc", cwd: root, pid: 1 } }), call);
    assert.equal(answers.length, 1, "only the challenge, which tells nothing");
    assert.ok(said(/does not have the token/));
  });

  it("a wrong token, and a proof made for another connection", async () => {
    const opening = JSON.stringify({ protocol: 1, nonce: "b".repeat(64) });
    const hello = { surface: "rpc", cwd: root, pid: 1 };
    for (const proof of ["0".repeat(64), "", 7, null]) {
      const answers = await knock(opening, JSON.stringify({ proof, hello }));
      assert.equal(answers.length, 1);
    }
    const [challenge] = await knock(opening);
    const theirs = (JSON.parse(challenge!) as { proof: string }).proof;
    assert.equal(
      (await knock(opening, JSON.stringify({ proof: theirs, hello }))).length,
      1,
      "their own proof sent back",
    );
    assert.equal(told.filter((line) => /does not have the token/.test(line)).length, 5);
    assert.equal(server.clients(), 0);
    const descriptor = JSON.parse(await fs.readFile(server.descriptor, "utf8")) as { token: string };
    assert.ok(!told.join("\n").includes(descriptor.token), "the token is in no log");
  });

  it("another user's descriptor, folder or socket is not trusted", async () => {
    if (process.getuid?.() !== 0) {
      // Only root can give a file away; what others could write is refused just the same.
      await fs.chmod(server.descriptor, 0o666);
      assert.deepEqual(await runningEditors(env), []);
      return;
    }
    assert.equal((await runningEditors(env)).length, 1);
    await fs.chown(server.descriptor, 65534, 65534);
    assert.deepEqual(await runningEditors(env), []);
    await fs.chown(server.descriptor, 0, 0);
    await fs.chown(join(root, "run"), 65534, 65534);
    assert.deepEqual(await runningEditors(env), []);
    await assert.rejects(dialEditor({ surface: "rpc", cwd: root, pid: 1 }, env), /No editor is running/);
    await fs.chown(join(root, "run"), 0, 0);
    await fs.chmod(server.descriptor, 0o644);
    assert.deepEqual(await runningEditors(env), []);
  });
});

describe("who is in", () => {
  it("reaches no file outside the workspace: by dots, absolute paths, links, in any argument; each is logged", async () => {
    await fs.symlink(join(outside, "theirs.kicad_pcb"), join(root, "link.kicad_pcb"));
    await fs.symlink(outside, join(root, "folder"));
    const { ask, close } = await client();
    const paths = [
      "../x.kicad_pcb",
      join(outside, "theirs.kicad_pcb"),
      "link.kicad_pcb",
      "folder/theirs.kicad_pcb",
      "a/../../x.kicad_pcb",
      "/etc/passwd",
      `${root}/../${outside.split("/").at(-1)}/theirs.kicad_pcb`,
    ];
    for (const path of paths) {
      assert.equal((await ask("session.open", { path })).error?.data?.code, "denied", path);
      assert.equal((await ask("query.nets", { path })).error?.data?.code, "denied", path);
    }
    await ask("session.open", { path: "a.kicad_pcb" });
    const writes: [string, object][] = [
      ["session.saveAs", { path: "a.kicad_pcb", to: "folder/new.kicad_pcb" }],
      ["session.saveAs", { path: "a.kicad_pcb", to: "../new.kicad_pcb" }],
      ["render.svg", { path: "a.kicad_pcb", out: "folder/x.svg" }],
      ["agent.pickItems", { path: "../x.kicad_pcb", prompt: "?" }],
    ];
    for (const [method, params] of writes) {
      const { code } = (await ask(method, params)).error!.data!;
      assert.ok(code === "denied" || code === "service-unavailable", `${method}: ${code}`);
    }
    close();
    assert.deepEqual(await fs.readdir(outside), ["theirs.kicad_pcb"]);
    const refused = (await logged()).filter(({ error }) => error?.code === "denied");
    assert.ok(refused.length >= 2 * paths.length + 3, `${refused.length} in the log`);
  });

  it("puts no control characters before the person, in a log or a terminal", async () => {
    const evil = "\u001b[2J\u001b]0;x\u0007\u202egnp.exe";
    const socket = await dialEditor({ surface: "rpc", cwd: `${root}/${evil}`, pid: 1 }, env);
    socket.destroy();
    const { ask, close } = await client();
    await ask("session.hello", { name: `robot${evil}` });
    const empty = await ask("agent.ask", { prompt: "\u0000\u001b\u200b" });
    assert.ok(empty.error !== undefined);
    await ask("session.open", { path: `a${evil}.kicad_pcb` });
    close();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    const control = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/;
    for (const line of told) assert.doesNotMatch(line, control);
    for (const { caller } of await logged()) assert.doesNotMatch(caller, control);
  });

  it("writes no hidden file, where programs keep what they obey, and takes not the person's name", async () => {
    const { ask, close } = await client();
    await ask("session.hello", { name: "\u200b you " });
    for (const out of [
      ".git/hooks/pre-commit",
      ".vscode/settings.json",
      ".mcp.json",
      "docs/.x/a.svg",
      `${root}/.env`,
    ]) {
      const { error } = await ask("check.erc", { path: "a.kicad_sch", out });
      assert.ok(error !== undefined, out);
      assert.equal((await ask("render.svg", { path: "a.kicad_pcb", out })).error?.data?.code, "denied", out);
    }
    assert.equal((await ask("render.svg", { path: "a.kicad_pcb", out: "docs/a.svg" })).error, undefined);
    close();
    assert.deepEqual((await fs.readdir(root)).sort(), [".edsnx", "a.kicad_pcb", "docs", "run"]);
    for (const { caller } of await logged()) assert.equal(caller, "you (agent)");
    const as = { caller: { name: "You", kind: "person" } } as const;
    await runtime.core.run("render.svg", { path: "a.kicad_pcb", out: ".cache/a.svg" }, as);
  });

  it("leaves no secret in the log", async () => {
    const { ask, close } = await client();
    await ask("session.hello", { name: "robot sk-ant-hunter2hunter2hunter2" });
    const args = {
      path: "a.kicad_pcb",
      token: "hunter2-token",
      nested: {
        apiKey: "hunter2-key",
        password: "hunter2-pass",
        accessToken: "hunter2-a",
        clientSecret: ["hunter2-b"],
      },
    };
    await ask("session.open", args);
    // Pasted where a path belongs, it is in the failure's message too.
    await ask("session.open", { path: "x-sk-ant-hunter2hunter2hunter2/token=hunter2hunter2.kicad_pcb" });
    await ask("password=hunter2hunter2", {});
    await ask(`x${"y".repeat(1 << 20)}`, {});
    close();
    const text = JSON.stringify(await logged());
    assert.equal((await logged()).length, 4);
    assert.ok(!text.includes("hunter2"), text);
    assert.ok(text.length < 64 * 1024, "nor what is merely long");
    assert.deepEqual((await fs.readdir(root)).sort(), [".edsnx", "a.kicad_pcb", "run"], "a wrong path makes no folder");
  });
});
