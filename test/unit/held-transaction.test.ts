import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { startAttachServer } from "../../bridge/attach/attach-server.ts";
import { runAgentCommand } from "../../bridge/index.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { HeldTransaction } from "../../bridge/rpc/held-transaction.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { defineEdit } from "../../core/commands/define.ts";
import { Registry } from "../../core/commands/registry.ts";
import { board, mailbox, testCore } from "./bridge-fixture.ts";

const file = "a.kicad_pcb";
const person: Caller = { name: "You", kind: "person" };
const layered = board.replace("\n", '\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n');

function start() {
  const made = testCore();
  const join = () => {
    const box = mailbox();
    const server = new RpcServer({ core: made.core, send: box.send, caller: { name: "rpc", kind: "agent" } });
    let last = 0;
    const ask = (method: string, params: unknown = {}) => {
      server.receive(JSON.stringify({ jsonrpc: "2.0", id: ++last, method, params }));
      return box.reply(last);
    };
    return { server, ask, ...box };
  };
  const widen = (width: number) => ({ path: file, id: "s1", width });
  const history = () => made.session.find("/a.kicad_pcb")?.history.map(({ label }) => label) ?? [];
  return { ...made, join, widen, history };
}

describe("a transaction over several messages", () => {
  it("is one entry when it is committed, and nothing when it is rolled back; others wait", async () => {
    const { core, join, widen, history } = start();
    const client = join();
    assert.deepEqual((await client.ask("session.begin", { label: "Both" })).result, { label: "Both" });
    const waits = core.run("pcb.widen", widen(0.9), { caller: person });
    await client.ask("pcb.widen", widen(0.3));
    await client.ask("pcb.widen", widen(0.4));
    assert.deepEqual(history(), [], "nobody has seen it yet");
    assert.equal((await client.ask("session.begin", { label: "x" })).error?.data?.["code"], "conflict");
    assert.deepEqual((await client.ask("session.commit")).result, { committed: true });
    await waits;
    assert.deepEqual(history(), ["Both", "Widen"]);
    await client.ask("session.begin", { label: "No" });
    await client.ask("pcb.widen", widen(0.5));
    assert.deepEqual((await client.ask("session.rollback")).result, { committed: false });
    assert.equal(history().length, 2);
    assert.equal((await client.ask("session.commit")).error?.data?.["code"], "conflict", "there is none now");
  });

  it("goes on after a call in it failed, without a trace of that call", async () => {
    const { join, widen, history, session } = start();
    const client = join();
    await client.ask("session.begin", { label: "Some" });
    await client.ask("pcb.widen", widen(0.3));
    assert.equal((await client.ask("pcb.widen", { ...widen(0.4), id: "none" })).error?.data?.["code"], "not-found");
    for (const method of ["session.undo", "session.save", "session.close", "agent.stop"])
      assert.equal((await client.ask(method, {})).error?.data?.["code"], "invalid-args", method);
    await client.ask("session.commit");
    assert.deepEqual(history(), ["Some"]);
    assert.equal(session.find("/a.kicad_pcb")!.history[0]!.steps.length, 1);
  });

  it("a failed call of many steps that is caught leaves none of them", async () => {
    const { core, session } = start();
    const half = defineEdit({
      id: "pcb.half",
      title: "Half",
      about: "Edits, then fails.",
      scope: "board",
      args: {},
      examples: [],
      run(cx) {
        cx.edit.set("s1", { width: 700_000 });
        throw new CommandError({ code: "not-found", message: "Cannot do the other half." });
      },
    });
    const registry = new Registry([...core.registry.commands, half]);
    const own = new AgentCore({ registry, session, services: {}, now: () => 0 });
    await own.transaction("Kept", { caller: person }, async (run) => {
      await run("pcb.widen", { path: file, id: "s1", width: 0.3 });
      await assert.rejects(run("pcb.half", { path: file }), /other half/);
    });
    const { history, doc } = session.find("/a.kicad_pcb")!;
    assert.equal(history[0]!.steps.length, 1);
    assert.equal((doc.items.get("s1") as unknown as { width: number }).width, 300_000);
  });

  it("is taken back when its client leaves, falls silent, or agents are stopped; the queue goes on", async () => {
    for (const how of ["leaves", "stopped", "silent", "endless"] as const) {
      const { core, join, widen, history } = start();
      const client = join();
      if (how === "endless") {
        const limits = { idle: 1000, whole: 60 };
        const held = await HeldTransaction.begin(core, "Long", { caller: { name: "x", kind: "agent" } }, limits);
        const { signal } = new AbortController();
        const goesOn = async () => {
          for (;;) {
            await held.run("pcb.widen", widen(Math.random()), signal);
            await new Promise((done) => setTimeout(done, 1));
          }
        };
        await assert.rejects(goesOn(), (error: { code?: string }) => error.code === "timeout");
        await core.run("pcb.widen", widen(0.9), { caller: person });
      } else if (how === "silent") {
        const held = await HeldTransaction.begin(
          core,
          "Slow",
          { caller: { name: "x", kind: "agent" } },
          {
            idle: 30,
            whole: 9000,
          },
        );
        await held.run("pcb.widen", widen(0.3), new AbortController().signal);
        await core.run("pcb.widen", widen(0.9), { caller: person });
        await assert.rejects(held.commit(), (error: { code?: string }) => error.code === "timeout");
      } else {
        await client.ask("session.begin", { label: "Left" });
        await client.ask("pcb.widen", widen(0.3));
        if (how === "leaves") client.server.close();
        else core.automation.stop("You");
        await core.run("pcb.widen", widen(0.9), { caller: person });
        if (how === "stopped") {
          assert.equal((await client.ask("pcb.widen", widen(0.5))).error?.data?.["code"], "cancelled");
          assert.equal((await client.ask("session.commit")).error?.data?.["code"], "cancelled");
          assert.equal((await client.ask("session.begin", { label: "Again" })).error?.data?.["code"], "denied");
        }
      }
      assert.deepEqual(history(), ["Widen"], how);
    }
  });

  it("that still waits for its turn is cancelled, or given up when its client leaves", async () => {
    const { core, join, slow, history } = start();
    const blocked = core.run("test.slow", {}, { caller: person });
    await slow.inside;
    const [first, second] = [join(), join()];
    const asked = first.ask("session.begin", { label: "Late" });
    first.server.receive('{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}');
    second.server.receive('{"jsonrpc":"2.0","id":1,"method":"session.begin","params":{"label":"Later"}}');
    second.server.close();
    slow.release();
    await blocked;
    assert.equal((await asked).error?.data?.["code"], "cancelled");
    await core.run("pcb.widen", { path: file, id: "s1", width: 0.9 }, { caller: person });
    assert.deepEqual(history(), ["Widen"]);
    assert.deepEqual((await first.ask("session.begin", { label: "Now" })).result, { label: "Now" });
    first.server.close();
  });
});

describe("edsnx run --attach", () => {
  it("runs a script on the editor's session: transactions, rollback, progress of nothing on disk", async () => {
    const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-run-")));
    await fs.mkdir(join(root, "sub"));
    await fs.writeFile(join(root, file), layered);
    const env = { EDSNX_RUNTIME_DIR: join(root, "run") };
    const runtime = createRuntime({ cwd: root, report: () => undefined });
    const server = await startAttachServer({ core: runtime.core, folders: [root], log: () => undefined, env });
    const run = async (text: string, ...flags: string[]) => {
      await fs.writeFile(join(root, "sub/s.ts"), text);
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      let [out, err] = ["", ""];
      stdout.on("data", (chunk) => {
        out += String(chunk);
      });
      stderr.on("data", (chunk) => {
        err += String(chunk);
      });
      // From a folder below the editor's: paths are those of where the person is.
      const argv = ["run", "s.ts", "--attach", "--board", `../${file}`, "--json", ...flags];
      const status = await runAgentCommand(argv, { stdin, stdout, stderr, env }, join(root, "sub"));
      return { status, answer: JSON.parse(out) as Record<string, unknown>, err };
    };
    const via = (x: number) => `await board.via({ at: [${x}, 1], net: "GND" });`;
    const good = await run(`import edsnx, { board } from "@softforge/edsnx-api";
${via(1)}
await edsnx.transaction("Two", async () => { ${via(2)} ${via(3)} await edsnx.transaction("In", async () => { ${via(4)} }); });
try { await edsnx.transaction("Bad", async () => { ${via(5)} throw new Error("no"); }); } catch {}
try { await edsnx.transaction("Wrong", async () => { ${via(6)} await board.via({ at: "x" }); }); } catch {}
export default (await board.items({ kind: "via" })).total;
`);
    assert.deepEqual(good.answer, { ok: true, result: 4, saved: [] });
    const open = runtime.core.session.get(join(root, file));
    assert.deepEqual(
      open.history.map(({ label, actor }) => [label, actor]),
      [
        ["Add via GND", "script"],
        ["Two", "script"],
      ],
    );
    assert.equal(await fs.readFile(join(root, file), "utf8"), layered, "unsaved, as any agent's edit");
    const bad = await run(
      `import { board } from "@softforge/edsnx-api";\n\nawait board.via({ at: [1, 1], net: 7 });\n`,
    );
    assert.equal(bad.status, 2);
    assert.match(String(bad.answer["at"]), /^s\.ts:3:\d+$/);
    assert.match(bad.err, /invalid-args/);
    const saved = await run(`import edsnx from "@softforge/edsnx-api";\nawait edsnx.save();\n`);
    assert.equal(saved.status, 0);
    assert.notEqual(await fs.readFile(join(root, file), "utf8"), layered);
    await server.dispose();
    await runtime.dispose("quietly");
    await fs.rm(root, { recursive: true, force: true });
  });
});
