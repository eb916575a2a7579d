import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import * as rpc from "vscode-jsonrpc/node";
import { connect } from "../../bridge/rpc/connection.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { mailbox, testCore } from "./bridge-fixture.ts";

function start() {
  const made = testCore();
  const box = mailbox();
  const server = new RpcServer({ core: made.core, send: box.send, caller: { name: "rpc", kind: "agent" } });
  const say = (message: unknown) => server.receive(typeof message === "string" ? message : JSON.stringify(message));
  const ask = (id: unknown, method: string, params?: unknown) => {
    say({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return box.reply(id);
  };
  return { ...made, ...box, server, say, ask };
}

describe("JSON-RPC server", () => {
  it("runs a command by its id, tells every client, and keeps the steps to itself", async () => {
    const { ask, sent, core, told } = start();
    const other = mailbox();
    new RpcServer({ core, send: other.send, caller: { name: "other", kind: "agent" } });
    const { result } = await ask(1, "pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 0.3 });
    assert.deepEqual(result!["changedIds"], ["s1"]);
    const edit = sent.find((m) => m.method === "document.changed" && m.params?.["reason"] === "edit");
    assert.equal(edit?.params?.["op"], "widen");
    assert.equal(edit?.params?.["revision"], 1);
    assert.equal(edit?.params?.["actor"], "rpc");
    assert.equal("steps" in (edit?.params ?? {}), false);
    assert.ok(other.sent.some((m) => m.method === "document.changed" && m.params?.["reason"] === "edit"));
    await told("session.log");
    await other.told("session.log");
  });

  it("gives steps to a client that asks for them, and signs with its name", async () => {
    const { ask, sent } = start();
    await ask(1, "session.subscribe", { steps: true });
    await ask(2, "session.hello", { name: "robot" });
    await ask(3, "pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 0.3 });
    const edit = sent.find((m) => m.method === "document.changed" && m.params?.["reason"] === "edit");
    assert.equal((edit!.params!["steps"] as unknown[]).length, 1);
    assert.equal(edit?.params?.["actor"], "robot");
    assert.equal((await ask(4, "session.hello", {})).error?.code, -32602);
  });

  it("maps failures and keeps code, hint and facts", async () => {
    const { ask } = start();
    const failed = await ask(1, "test.fail");
    assert.deepEqual(failed.error, {
      code: -32005,
      message: "Cannot do it: no.",
      data: { n: 3, code: "check-failed", hint: "Do not." },
    });
    assert.equal((await ask(2, "no.such")).error?.code, -32601);
    const invalid = await ask(3, "pcb.widen", { path: "a.kicad_pcb", id: "s1", wdth: 1 });
    assert.equal(invalid.error?.code, -32602);
    assert.ok(Array.isArray(invalid.error?.data?.["errors"]));
    assert.equal((await ask(4, "view.dialog", {})).error?.data?.["code"], "ui-only");
    assert.equal((await ask(5, "pcb.widen", ["a"])).error?.code, -32602);
    assert.equal(
      (await ask(6, "pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 1, revision: 9 })).error?.code,
      -32004,
    );
    assert.equal((await ask(7, "pcb.widen", { path: "b.kicad_sch", id: "s1", width: 1 })).error?.code, -32003);
  });

  it("answers what is no request", async () => {
    const { say, sent, until } = start();
    say("{nonsense");
    say("[]");
    say("3");
    say({ jsonrpc: "1.0", id: 1, method: "x" });
    say({ jsonrpc: "2.0", id: { a: 1 }, method: "x" });
    say({ jsonrpc: "2.0", id: 2, method: 5 });
    say({ jsonrpc: "2.0", id: 3, method: "x", params: 5 });
    say({ jsonrpc: "2.0", id: null, method: "session.documents" });
    await until(() => (sent.length >= 8 ? true : undefined));
    const codes = sent.map(({ id, error }) => [id, error?.code]);
    assert.deepEqual(codes.slice(0, 2), [
      [null, -32700],
      [null, -32600],
    ]);
    for (const id of [1, 2, 3]) assert.ok(codes.some(([i, c]) => i === id && c === -32600));
    assert.ok(
      sent.some((m) => m.id === null && m.result !== undefined),
      "null is an id, if a poor one",
    );
  });

  it("answers a batch with an array, each on its own, and nothing for notifications", async () => {
    const { say, until, sent } = start();
    say([
      { jsonrpc: "2.0", id: 1, method: "session.documents" },
      { jsonrpc: "2.0", method: "session.documents" },
      { jsonrpc: "2.0", id: 2, method: "no.such" },
      7,
    ]);
    const batch = (await until(() => sent.find((m) => Array.isArray(m)))) as unknown as {
      id: unknown;
      error?: unknown;
    }[];
    assert.deepEqual(
      batch.map(({ id, error }) => [id, error === undefined]),
      [
        [1, true],
        [2, false],
        [null, false],
      ],
    );
  });

  it("cancels a running command, and a queued one without running it", async () => {
    const { say, reply, slow, ask, session, sent } = start();
    say({ jsonrpc: "2.0", id: 1, method: "test.slow" });
    await slow.inside;
    say({ jsonrpc: "2.0", id: 2, method: "session.open", params: { path: "a.kicad_pcb" } });
    say({ jsonrpc: "2.0", method: "$/cancel", params: { id: 2 } });
    say({ jsonrpc: "2.0", method: "$/cancel", params: { id: 1 } });
    assert.equal((await reply(1)).error?.code, -32800);
    assert.equal((await reply(2)).error?.code, -32800);
    assert.equal(session.list().length, 0);
    const progress = sent.filter((m) => m.method === "command.progress").map((m) => m.params);
    assert.deepEqual(progress[0], { id: 1, method: "test.slow", message: "half", percent: 50 });
    assert.ok((await ask(3, "session.documents")).result);
  });

  it("saves for a client that wants it what that client changed, and nobody else's work", async () => {
    const { core, session } = testCore();
    const box = mailbox();
    const caller = { name: "robot", kind: "agent" } as const;
    const server = new RpcServer({ core, send: box.send, caller, autoSave: true });
    let last = 0;
    const ask = async (method: string, params: object) => {
      const id = ++last;
      server.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return box.reply(id);
    };
    const person = { caller: { name: "You", kind: "person" } } as const;
    await core.run("session.saveAs", { path: "a.kicad_pcb", to: "/mine.kicad_pcb" }, person);
    await core.run("pcb.widen", { path: "mine.kicad_pcb", id: "s1", width: 0.9 }, person);
    const dirty = () =>
      session
        .list()
        .filter(isDirty)
        .map(({ path }) => path);
    await ask("session.open", { path: "a.kicad_pcb" });
    await ask("pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 0.5 });
    assert.deepEqual(dirty(), ["/mine.kicad_pcb"]);
    await ask("session.undo", { path: "a.kicad_pcb" });
    await ask("session.begin", { label: "Two" });
    await ask("pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 0.6 });
    await ask("session.commit", {});
    assert.deepEqual(dirty(), ["/mine.kicad_pcb"]);
  });

  it("discovers", async () => {
    const { ask } = start();
    const { result } = await ask(1, "rpc.discover");
    const methods = result!["methods"] as { id: string }[];
    assert.ok(methods.some((method) => method.id === "pcb.widen"));
    assert.ok((result!["notifications"] as { method: string }[]).some((n) => n.method === "document.changed"));
    assert.ok("rpc.discover" in ((result!["extra"] as { methods: object }).methods ?? {}));
  });

  it("cancels everything when the client leaves, and hears nothing more", async () => {
    const { say, slow, server, core, sent } = start();
    say({ jsonrpc: "2.0", id: 1, method: "test.slow" });
    await slow.inside;
    server.close();
    await core.run("session.open", { path: "a.kicad_pcb" }, { caller: { name: "p", kind: "person" } });
    assert.equal(
      sent.some((m) => m.method === "document.changed"),
      false,
    );
  });

  it("speaks with an independent client (vscode-jsonrpc) over LSP frames", async () => {
    const { core } = testCore();
    const [up, down] = [new PassThrough(), new PassThrough()];
    const served = connect({
      input: up,
      output: down,
      framing: null,
      report: () => undefined,
      serve: (send) => new RpcServer({ core, send, caller: { name: "rpc", kind: "agent" } }),
    });
    const client = rpc.createMessageConnection(new rpc.StreamMessageReader(down), new rpc.StreamMessageWriter(up));
    const changes: unknown[] = [];
    client.onNotification("document.changed", (change: unknown) => void changes.push(change));
    client.listen();
    const result = (await client.sendRequest("pcb.widen", { path: "a.kicad_pcb", id: "s1", width: 0.3 })) as {
      revision: number;
    };
    assert.equal(result.revision, 1);
    await assert.rejects(client.sendRequest("no.such", {}), (error: rpc.ResponseError<{ code: string }>) => {
      assert.equal(error.code, -32601);
      assert.equal(error.data?.code, "unknown-command");
      return true;
    });
    const stop = new rpc.CancellationTokenSource();
    const slow = client.sendRequest("test.slow", {}, stop.token);
    setTimeout(() => stop.cancel(), 50);
    await assert.rejects(slow, (error: rpc.ResponseError<unknown>) => error.code === -32800);
    assert.equal(changes.length, 2);
    client.end();
    up.end();
    await served.ended;
    client.dispose();
  });

  it("says nothing to a client that has not said how it speaks, then speaks as it does", async () => {
    for (const first of ['{"jsonrpc":"2.0","id":1,"method":"session.documents"}\n', "Content-Length: 2\r\n\r\n{}"]) {
      const { core } = testCore();
      const [input, output] = [new PassThrough(), new PassThrough()];
      const served = connect({
        input,
        output,
        framing: null,
        report: () => undefined,
        serve: (send) => new RpcServer({ core, send, caller: { name: "rpc", kind: "agent" } }),
      });
      await core.run("session.open", { path: "a.kicad_pcb" }, { caller: { name: "person", kind: "person" } });
      assert.equal(output.readableLength, 0, "the event came before the client's first byte");
      input.end(first);
      await served.ended;
      const said = String(output.read());
      assert.equal(said.startsWith("Content-Length"), first.startsWith("Content-Length"), said);
    }
  });
});
