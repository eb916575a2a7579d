import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { WebSocket } from "ws";
import { startAttachServer } from "../../bridge/attach/attach-server.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { open, type Stage, stage } from "./surfaces.ts";

const track = {
  path: "tiny.kicad_pcb",
  layer: "F.Cu",
  width: 0.25,
  pts: [
    [10, 10],
    [20, 10],
  ],
};

describe("the program edsnx", function () {
  this.timeout(120_000);
  let on: Stage;
  before(() => {
    on = stage();
  });
  after(() => on?.dispose());

  const edsnx = (cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}, input = "") =>
    spawnSync(process.execPath, [on.program, ...argv], {
      cwd,
      encoding: "utf8",
      input,
      env: { ...process.env, ...env },
    });

  it("saves what a call edited, unless told not to, and leaves no journal", () => {
    const root = on.project();
    const file = join(root, "tiny.kicad_pcb");
    const before = readFileSync(file, "utf8");
    const argv = [
      "pcb.addTrack",
      "--path",
      "tiny.kicad_pcb",
      "--layer",
      "F.Cu",
      "--width",
      "0.25",
      "--pts",
      "[[10,10],[20,10]]",
    ];
    assert.equal(edsnx(root, [...argv, "--no-save"]).status, 0);
    assert.equal(readFileSync(file, "utf8"), before);
    const run = edsnx(root, argv);
    assert.equal(run.status, 0, run.stderr);
    assert.equal((JSON.parse(run.stdout) as { revision: number }).revision, 1);
    assert.match(readFileSync(file, "utf8"), /\(segment/);
    assert.deepEqual(readdirSync(join(root, ".edsnx/journal")), []);
    const log = readFileSync(join(root, ".edsnx/session.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string });
    assert.deepEqual(
      log.map((entry) => entry.id),
      ["pcb.addTrack", "pcb.addTrack", "session.save"],
    );
  });

  it("has help, a version, exit statuses, and a person may name a file anywhere", () => {
    const root = on.project();
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    assert.equal(edsnx(root, ["--version"]).stdout.trim(), version);
    assert.match(edsnx(root, ["--help"]).stdout, /edsnx mcp/);
    assert.match(edsnx(root, ["help", "session.open"]).stdout, /--path string \(required\)/);
    const unknown = edsnx(root, ["pcb.addTrak"]);
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /^unknown-command: .*\nDid you mean pcb\.addTrack\?\n$/);
    const elsewhere = join(on.project(), "tiny.kicad_pcb");
    assert.equal(edsnx(root, ["session.open", "--path", elsewhere]).status, 0);
    assert.equal(edsnx(root, ["session.open", "--args", JSON.stringify({ path: elsewhere })]).status, 7);
    assert.equal(edsnx(root, ["mcp", "--loud"]).status, 2);
  });

  it("keeps compiled code where only this user can write, and starts without it as well", () => {
    const root = on.project();
    const home = join(root, "cache");
    const version = (cache: string) => edsnx(root, ["--version"], { XDG_CACHE_HOME: cache }).status;
    assert.equal(version(home), 0);
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    // From 22.8 on Node does it itself, elsewhere.
    if (major < 22 || (major === 22 && minor < 8)) {
      const folder = join(home, "edsnx-code");
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      const [kept = ""] = readdirSync(folder);
      writeFileSync(join(folder, kept), "no code");
      assert.equal(version(home), 0, "what is kept is broken");
      chmodSync(folder, 0o777);
      rmSync(join(folder, kept));
      assert.equal(version(home), 0);
      assert.deepEqual(readdirSync(folder), [], "others can write there, so it is not used");
    }
    for (const none of ["/proc/none", join(root, "tiny.kicad_pcb"), join(root, "no/such/folder")])
      assert.equal(version(none), 0, none);
  });

  it("answers every word of its own when asked for help, and never with a stack", () => {
    const root = on.project();
    for (const [verb, flag] of [
      ["run", "--help"],
      ["mcp", "-h"],
      ["sessions", "--help"],
      ["help", "-h"],
      ["pcb.move", "-h"],
    ] as const) {
      const run = edsnx(root, [verb, flag]);
      assert.deepEqual([run.status, run.stderr], [0, ""], `${verb} ${flag}`);
      assert.match(run.stdout, new RegExp(`^(edsnx )?${verb.replace(".", "\\.")}\\b`));
    }
    assert.match(edsnx(root, ["help", "pcb"]).stdout, /^The commands of pcb:\n {2}pcb\.add/);
    for (const [argv, status, said] of [
      [["run"], 2, /needs a script/],
      [["serve", "--sockt", "x"], 2, /did you mean --socket\?/],
      [["sessions", "--all"], 2, /--all is no flag/],
      [["pcb.move"], 2, /Example: edsnx pcb\.move --args '\{/],
      [["pcb.move", "--itms", "R1"], 2, /did you mean --items\?/],
    ] as const) {
      const run = edsnx(root, argv);
      assert.equal(run.status, status, argv.join(" "));
      assert.match(run.stderr, said);
      assert.ok(!/\n\s+at /.test(run.stderr) && !run.stderr.includes("\u001b"), "no stack, no colour in a pipe");
    }
    // With --json a wrong call is a document too.
    const wrong = edsnx(root, ["pcb.move", "--itms", "R1", "--json"]);
    assert.equal((JSON.parse(wrong.stdout) as { error: { code: string } }).error.code, "invalid-args");
    assert.deepEqual([wrong.status, wrong.stderr], [2, ""]);
  });

  it("--check checks each file by its kind, and its status tells what was found", () => {
    const root = on.project();
    const good = edsnx(root, ["--check", "blinky/blinky.kicad_pcb", "blinky/blinky.kicad_sch", "--json"]);
    assert.equal(good.status, 0, good.stderr + good.stdout);
    const { files } = JSON.parse(good.stdout) as { files: { path: string; errors: number }[] };
    assert.deepEqual(
      files.map(({ path, errors }) => [path, errors]),
      [
        ["blinky/blinky.kicad_pcb", 0],
        ["blinky/blinky.kicad_sch", 0],
      ],
    );
    const text = readFileSync(join(root, "blinky/blinky.kicad_pcb"), "utf8");
    writeFileSync(join(root, "blinky/bad.kicad_pcb"), text.replace(/\(net \d+\)\n\t\t\(uuid/, "(net 0)\n\t\t(uuid"));
    const bad = edsnx(root, ["--check", "blinky/bad.kicad_pcb"]);
    assert.equal(bad.status, 5, bad.stdout + bad.stderr);
    assert.match(bad.stdout, /bad\.kicad_pcb: \d+ error/);
    assert.equal(edsnx(root, ["--check"]).status, 2);
    assert.equal(edsnx(root, ["--check", "none.kicad_pcb"]).status, 3);
    assert.equal(edsnx(root, ["--check", "broken.kicad_pcb"]).status, 5);
  });

  it("answers a shell's pipe in either framing and ends", () => {
    const root = on.project();
    const text = '{"jsonrpc":"2.0","id":1,"method":"session.documents"}';
    assert.match(
      edsnx(root, ["serve"], {}, text).stdout,
      /^\{"jsonrpc":"2\.0","id":1,"result":\{"documents":\[\]\}\}\n$/,
    );
    const framed = edsnx(root, ["serve", "--stdio"], {}, `Content-Length: ${text.length}\r\n\r\n${text}`);
    assert.match(framed.stdout, /^Content-Length: \d+\r\n\r\n\{"jsonrpc":"2\.0","id":1/);
    assert.equal(edsnx(root, ["mcp"], {}, "").status, 0);
  });

  it("serves many clients of a socket on one session", async () => {
    const root = on.project();
    const path = join(root, "s.sock");
    const child = spawn(
      process.execPath,
      [on.program, "serve", "--socket", path, "--open", "tiny.kicad_pcb", "--auto-save"],
      { cwd: root, stdio: ["ignore", "ignore", "pipe"] },
    );
    await line(child, /Listening/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const second = edsnx(root, ["serve", "--socket", path]);
    assert.equal(second.status, 6);
    assert.match(second.stderr, /another server listens/);
    const heard = { a: "", b: "" };
    const a = connect(path).on("data", (chunk) => (heard.a += String(chunk)));
    const b = connect(path).on("data", (chunk) => (heard.b += String(chunk)));
    const ask = (id: number, method: string, params: unknown) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    b.write(ask(1, "session.documents", {}));
    await until(() => /"id":1/.test(heard.b));
    a.write(ask(1, "pcb.addTrack", track));
    await until(() => /"reason":"save"/.test(heard.b) && /"id":1/.test(heard.a));
    assert.match(heard.b, /"reason":"edit".*"op":"addTrack"/);
    assert.match(readFileSync(join(root, "tiny.kicad_pcb"), "utf8"), /\(segment/, "saved before it answered");
    a.end();
    b.destroy();
    child.kill("SIGTERM");
    assert.equal(await new Promise((done) => child.once("close", done)), 143);
    assert.equal(existsSync(path), false);
  });

  it("serves a WebSocket to who has the token of its file", async () => {
    const root = on.project();
    const child = spawn(process.execPath, [on.program, "serve", "--ws", "0"], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const told = await line(child, /Listening on ws/);
    const [, address = "", file = ""] = /(ws:\/\/\S+); the token is in (.*)\.$/m.exec(told) ?? assert.fail(told);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${readFileSync(file, "utf8")}` } });
    const answer = new Promise<string>((done, failed) => {
      socket.once("message", (data) => done(String(data)));
      socket.once("error", failed);
    });
    socket.once("open", () => socket.send(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "session.documents" })));
    assert.match(await answer, /"id":7,"result":\{"documents":\[\]/);
    socket.close();
    child.kill("SIGTERM");
    assert.equal(await new Promise((done) => child.once("close", done)), 143);
    assert.equal(existsSync(file), false);
  });

  it("gives unsaved edits up when its client leaves, and keeps them when it is killed", async () => {
    const root = on.project();
    const journal = join(root, ".edsnx/journal");
    const left = open(on.program, ["serve"], root, "ndjson");
    assert.equal((await left.ask("pcb.addTrack", track)).error, undefined);
    await left.close();
    assert.match(left.stderr(), /given up/);
    assert.deepEqual(readdirSync(journal), []);
    const killed = open(on.program, ["mcp"], root, "ndjson");
    await killed.ask("initialize", { protocolVersion: "2025-06-18" });
    await killed.ask("tools/call", { name: "pcb_addTrack", arguments: track });
    killed.child.kill("SIGKILL");
    await killed.exit;
    assert.equal(readdirSync(journal).length, 1);
    const next = open(on.program, ["serve"], root, "ndjson");
    const opened = (await next.ask("session.open", { path: "tiny.kicad_pcb" })).result as {
      dirty: boolean;
      revision: number;
      undo: string;
    };
    assert.deepEqual([opened.dirty, opened.revision], [true, 1]);
    await next.ask("session.save", {});
    assert.match(readFileSync(join(root, "tiny.kicad_pcb"), "utf8"), /\(segment/);
    await next.close();
    assert.deepEqual(readdirSync(journal), []);
  });

  it("completes paths of designs that are not open", async () => {
    const root = on.project();
    const wire = open(on.program, ["mcp"], root, "ndjson");
    await wire.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
    const ref = { type: "ref/resource", uri: "kicad://board/{path}/nets" };
    const { result } = await wire.ask("completion/complete", { ref, argument: { name: "path", value: "blinky/b" } });
    const { values } = (result as { completion: { values: string[] } }).completion;
    assert.ok(values.includes("blinky/blinky.kicad_pcb"), values.join());
    await wire.close();
  });

  it("notices that it was built anew: answers what is asked, ends, and the next one has the unsaved edits", async () => {
    const root = on.project();
    const copy = join(root, "program");
    mkdirSync(copy);
    for (const name of ["edsnx.cjs", "edsnx-server.cjs", "clipper2z.wasm"])
      cpSync(join(on.program, "..", name), join(copy, name));
    const via = { name: "pcb_addVia", arguments: { path: "blinky/blinky.kicad_pcb", at: [105, 60], net: "GND" } };
    const begin = async () => {
      const wire = open(join(copy, "edsnx.cjs"), ["mcp"], root, "ndjson");
      await wire.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
      return wire;
    };
    const first = await begin();
    await first.ask("tools/call", via);
    await new Promise((done) => setTimeout(done, 600));
    const server = join(copy, "edsnx-server.cjs");
    writeFileSync(`${server}.new`, readFileSync(server));
    renameSync(`${server}.new`, server);
    const { result } = await first.ask("tools/call", via);
    assert.equal((result as { structuredContent: { revision: number } }).structuredContent.revision, 2);
    assert.equal(await first.exit, 0);
    assert.match(first.stderr(), /built anew; start it again\. Unsaved edits are kept/);
    const next = await begin();
    const opened = await next.ask("tools/call", { name: "session_open", arguments: { path: via.arguments.path } });
    assert.equal((opened.result as { structuredContent: { revision: number } }).structuredContent.revision, 2);
    await next.close();
  });

  it("serves the official SDK's client", async () => {
    const root = on.project();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [on.program, "mcp"],
      cwd: root,
      stderr: "pipe",
    });
    const client = new Client({ name: "sdk", version: "1" });
    await client.connect(transport);
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === "pcb_addTrack"));
    // The client checks structured content against the output schema itself.
    const result = await client.callTool({ name: "pcb_addTrack", arguments: track });
    assert.equal((result.structuredContent as { revision: number }).revision, 1);
    const { resources } = await client.listResources();
    assert.ok(resources.length > 0);
    for (const { uri } of resources.filter((r) => r.mimeType === "application/json"))
      assert.ok((await client.readResource({ uri })).contents.length === 1);
    assert.ok((await client.getPrompt({ name: "design-workflow" })).messages.length === 1);
    await client.close();
  });

  it("runs scripts: saves at the end, not when told so or when they throw; --json for programs", () => {
    const root = on.project();
    const file = join(root, "tiny.kicad_pcb");
    const before = readFileSync(file, "utf8");
    const script = `import edsnx, { board } from "@softforge/edsnx-api";
type N = number;
const x: N = Number(edsnx.args[0] ?? 10);
export default async () => {
  const { newIds } = await board.via({ at: [x, 10], net: "GND" });
  if (edsnx.args.includes("throw")) throw new TypeError("as told");
  return { made: newIds.length > 0 };
};
`;
    writeFileSync(join(root, "build.ts"), script);
    const run = (...argv: string[]) => edsnx(root, ["run", "build.ts", "--board", "tiny.kicad_pcb", ...argv]);
    const thrown = run("--", "1", "throw");
    assert.equal(thrown.status, 1);
    assert.match(thrown.stderr, /TypeError: as told\n {4}at build\.ts:6:/);
    assert.equal(run("--no-save").status, 0);
    assert.equal(readFileSync(file, "utf8"), before);
    const done = run("--json", "--", "20");
    assert.equal(done.status, 0, done.stderr);
    assert.deepEqual(JSON.parse(done.stdout), { ok: true, result: { made: true }, saved: [file] });
    assert.match(readFileSync(file, "utf8"), /\(via/);
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith(".edsnx-run")),
      [],
    );
  });

  it("completes for shells, tells its build, and answers failures as JSON when asked", () => {
    const root = on.project();
    assert.match(edsnx(root, ["completion", "bash"]).stdout, /complete .* edsnx/);
    assert.equal(edsnx(root, ["__complete", "pcb.addTrack", "--lay"]).stdout, "--layer\n");
    const build = JSON.parse(edsnx(root, ["--version", "--json"]).stdout) as Record<string, string>;
    assert.equal(build["profile"], "bundle");
    const failed = edsnx(root, ["session.open", "--path", "none.kicad_pcb", "--json"]);
    assert.equal(failed.status, 3);
    assert.equal((JSON.parse(failed.stdout) as { error: { code: string } }).error.code, "not-found");
    assert.match(edsnx(root, ["sesions"]).stderr, /Did you mean sessions\?/);
    assert.deepEqual(JSON.parse(edsnx(root, ["sessions"], { EDSNX_RUNTIME_DIR: join(root, "run") }).stdout), {
      sessions: [],
    });
  });

  describe("--attach", () => {
    const env = (root: string) => ({ EDSNX_RUNTIME_DIR: join(root, "run"), EDSNX_RECONNECT_SECONDS: "0.5" });

    it("says that no editor runs, at once", () => {
      const root = on.project();
      for (const argv of [
        ["mcp", "--attach"],
        ["serve", "--attach"],
        ["session.documents", "--attach"],
      ]) {
        const run = edsnx(root, argv, env(root));
        assert.equal(run.status, 6, argv.join(" "));
        assert.match(run.stderr, /No editor is running for this folder\. Open it in VS Code, or leave out --attach\./);
      }
    });

    it("joins the editor from any folder below its own, and ends with it", async () => {
      const root = on.project();
      const runtime = createRuntime({ cwd: root, report: () => undefined });
      const server = await startAttachServer({
        core: runtime.core,
        folders: [root],
        log: () => undefined,
        env: env(root),
      });
      const relay = spawn(process.execPath, [on.program, "mcp", "--attach"], {
        cwd: join(root, "blinky"),
        env: { ...process.env, ...env(root) },
      });
      let text = "";
      let err = "";
      relay.stdout.on("data", (chunk) => (text += String(chunk)));
      relay.stderr.on("data", (chunk) => (err += String(chunk)));
      const ask = async (id: number, method: string, params: unknown) => {
        relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
        await until(() => text.includes(`"id":${id},`));
      };
      await ask(1, "initialize", { protocolVersion: "2025-06-18", clientInfo: { name: "agent-7" } });
      await ask(2, "tools/call", { name: "pcb_addTrack", arguments: track });
      const [open] = runtime.core.session.list();
      assert.equal(open?.history[0]?.actor, "agent-7");
      const trips: number[] = [];
      for (let id = 10; id < 60; id++) {
        const started = performance.now();
        await ask(id, "ping", {});
        trips.push(performance.now() - started);
      }
      trips.sort((a, b) => a - b);
      console.log(`      attach round trip: median ${trips[25]!.toFixed(2)} ms`);
      const attached = await callAttached(root);
      assert.equal(attached.status, 0, attached.stderr);
      assert.equal((JSON.parse(attached.stdout) as { documents: unknown[] }).documents.length, 1);
      const gone = new Promise((done) => relay.once("close", done));
      await server.dispose();
      assert.equal(await gone, 1);
      assert.match(err, /The editor has closed/);
      await runtime.dispose();
    });

    it("answers all that was asked before its stdin ended, then ends with status 0", async () => {
      const root = on.project();
      const runtime = createRuntime({ cwd: root, report: () => undefined });
      const server = await startAttachServer({
        core: runtime.core,
        folders: [root],
        log: () => undefined,
        env: env(root),
      });
      const relay = spawn(process.execPath, [on.program, "serve", "--attach"], {
        cwd: root,
        env: { ...process.env, ...env(root) },
      });
      let text = "";
      relay.stdout.on("data", (chunk) => (text += String(chunk)));
      relay.stdin.end('{"jsonrpc":"2.0","id":1,"method":"session.open","params":{"path":"tiny.kicad_pcb"}}\n');
      assert.equal(await new Promise((done) => relay.once("close", done)), 0);
      assert.match(text, /"id":1,"result"/);
      await server.dispose();
      await runtime.dispose();
    });

    // Not spawnSync: the editor answers from this very process.
    function callAttached(root: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
      const child = spawn(process.execPath, [on.program, "session.documents", "--attach"], {
        cwd: root,
        env: { ...process.env, ...env(root) },
      });
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk) => (stdout += String(chunk)));
      child.stderr.on("data", (chunk) => (stderr += String(chunk)));
      return new Promise((done) => child.once("close", (status) => done({ status, stdout, stderr })));
    }
  });
});

function line(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr!.on("data", (chunk) => {
      text += String(chunk);
      if (wanted.test(text)) resolve(text);
    });
    child.once("close", () => reject(new Error(`ended: ${text}`)));
  });
}

async function until(happened: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!happened()) {
    if (Date.now() > deadline) throw new Error("it did not happen in 30 s");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
