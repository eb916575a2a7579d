import assert from "node:assert/strict";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { PersonDesk } from "../../core/agent/person-desk.ts";
import type { Caller } from "../../core/commands/define.ts";
import { plainLine } from "../../core/commands/person.ts";
import { mailbox, testCore } from "./bridge-fixture.ts";

const agent: Caller = { name: "Robot\u001b[31m\u202eevil\n", kind: "agent" };
const person: Caller = { name: "You", kind: "person" };

/** A core with somebody at the editor. */
function attended() {
  const made = testCore();
  let ids = 0;
  const desk = new PersonDesk({ now: () => 1, uuid: () => `q${++ids}`, after: () => () => undefined });
  const { registry, session } = made.core;
  const core = new AgentCore({ registry, session, services: { person: desk }, now: made.ports.now });
  return { ...made, core, desk };
}
const widen = (width: number) => ({ path: "a.kicad_pcb", id: "s1", width });

describe("questions to the person", () => {
  it("wait beside the queue, show no control characters, and answer items, points and words", async () => {
    const { core, desk } = attended();
    await core.run("session.open", { path: "a.kicad_pcb" }, { caller: agent });
    const ask = (id: string, args: object) => core.run(id, args, { caller: agent });
    const items = ask("agent.pickItems", { path: "a.kicad_pcb", prompt: "Which\r\n\u001b]0;track\u0007?" });
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(
      desk.questions.map(({ id, kind, prompt, from, path }) => [id, kind, prompt, from, path]),
      [["q1", "items", "Which ]0;track ?", "Robot [31m evil", "/a.kicad_pcb"]],
    );
    // The person can work, and so can others, while the question waits.
    await core.run("pcb.widen", widen(0.3), { caller: person });
    assert.equal(desk.answer("q1", { status: "answered", path: "/a.kicad_pcb", ids: ["s1", "gone"] }), true);
    assert.deepEqual(await items, { status: "answered", path: "/a.kicad_pcb", items: [{ id: "s1", kind: "track" }] });
    const point = ask("agent.pickPoint", { prompt: "Where?" });
    await new Promise((done) => setImmediate(done));
    desk.answer("q2", { status: "answered", path: "/a.kicad_pcb", point: { x: 1_500_000, y: -2_000_000 } });
    assert.deepEqual(await point, { status: "answered", path: "/a.kicad_pcb", point: [1.5, -2] });
    const words = ask("agent.ask", { prompt: "Sure?", confirm: true });
    await new Promise((done) => setImmediate(done));
    desk.answer("q3", { status: "declined" });
    assert.deepEqual(await words, { status: "declined" });
    assert.equal(desk.answer("q3", { status: "declined" }), false, "it is over");
  });

  it("are withdrawn when the client cancels or leaves, bounded in number, and refused when nothing is to be seen", async () => {
    const { core, desk } = attended();
    const box = mailbox();
    const server = new RpcServer({ core, send: box.send, caller: agent });
    const say = (message: object) => server.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
    say({ id: 1, method: "agent.ask", params: { prompt: "One?" } });
    say({ id: 2, method: "agent.ask", params: { prompt: "Two?" } });
    await new Promise((done) => setImmediate(done));
    assert.equal(desk.questions.length, 2);
    say({ method: "$/cancel", params: { id: 1 } });
    assert.equal((await box.reply(1)).error?.code, -32800);
    assert.equal(desk.questions.length, 1);
    server.close();
    await new Promise((done) => setImmediate(done));
    assert.equal(desk.questions.length, 0, "nobody waits any more");
    await assert.rejects(core.run("agent.ask", { prompt: "\u0000\u200b \n" }, { caller: agent }), {
      code: "invalid-args",
    });
    const many = Array.from({ length: 9 }, () => core.run("agent.ask", { prompt: "?" }, { caller: agent }));
    await assert.rejects(many[8]!, { code: "busy" });
    desk.dispose();
    for (const each of many.slice(0, 8)) await assert.rejects(each, { code: "cancelled" });
  });

  it("cannot be steps, and say so where nobody sits", async () => {
    const { core } = testCore();
    for (const id of ["agent.ask", "agent.pickItems", "agent.pickPoint"])
      await assert.rejects(core.run(id, { prompt: "?" }, { caller: agent }), { code: "service-unavailable" });
    const steps = [{ id: "agent.ask", args: { prompt: "?" } }];
    await assert.rejects(core.run("session.batch", { steps }, { caller: agent }), { code: "invalid-args" });
  });

  it("keeps a line to one line", () => {
    assert.equal(plainLine("a\u2028b\tc\u00add"), "a b c d");
    assert.equal(plainLine("x".repeat(600)).length, 500);
  });
});

describe("the switch that stops agents", () => {
  it("cancels what they have under way, refuses their edits, lets them read; only a person lifts it", async () => {
    const { core, desk, slow, session } = attended();
    const running = core.run("test.slow", {}, { caller: agent });
    await slow.inside;
    const waiting = core.run("pcb.widen", widen(0.9), { caller: agent });
    const asked = core.run("agent.ask", { prompt: "?" }, { caller: agent });
    await new Promise((done) => setImmediate(done));
    await core.run("agent.stop", { reason: "It deletes tracks." }, { caller: { name: "other", kind: "agent" } });
    await assert.rejects(running, { code: "cancelled" });
    await assert.rejects(asked, { code: "cancelled" });
    await assert.rejects(waiting, { code: "denied" });
    assert.equal(desk.questions.length, 0);
    for (const id of ["pcb.widen", "session.undo", "session.save", "session.transaction", "session.open"])
      await assert.rejects(core.run(id, id === "pcb.widen" ? widen(1) : {}, { caller: agent }), {
        code: "denied",
        message: /other stopped agents \(It deletes tracks\.\)/,
      });
    await core.run("query.nets", { path: "a.kicad_pcb" }, { caller: agent });
    const status = (await core.run("agent.status", {}, { caller: agent })) as { halted: { by: string } };
    assert.equal(status.halted.by, "other");
    for (const kind of ["agent", "cli", "script"] as const)
      await assert.rejects(core.run("agent.resume", {}, { caller: { name: "You", kind } }), { code: "denied" });
    await core.run("pcb.widen", widen(0.4), { caller: person });
    assert.equal(session.get("/a.kicad_pcb").revision, 1, "the person goes on working");
    await core.run("agent.resume", {}, { caller: person });
    await core.run("pcb.widen", widen(0.5), { caller: agent });
  });

  it("stays as it was left, and tells who listens", async () => {
    const { core: before } = attended();
    const { registry, session } = before;
    const halted = { by: "You", at: 5 };
    const core = new AgentCore({ registry, session, services: {}, now: () => 1, halted });
    const heard: unknown[] = [];
    core.automation.onChange((state) => heard.push(state));
    await assert.rejects(core.run("pcb.widen", widen(1), { caller: agent }), { code: "denied" });
    await core.run("agent.resume", {}, { caller: person });
    assert.deepEqual(heard, [null]);
  });
});

describe("asking through the client, where no person sits at an editor", () => {
  const start = () => {
    const { core } = testCore();
    const box = mailbox();
    const server = new McpServer({ core, send: box.send, report: () => undefined });
    const say = (message: object) => server.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
    return { ...box, say };
  };
  const ask = { name: "agent_ask", arguments: { prompt: "Top or bottom?", choices: ["top", "bottom"] } };

  it("2025-11-25: elicitation/create, and its withdrawal", async () => {
    const { say, told, reply, until, sent } = start();
    const clientInfo = { name: "c", version: "1" };
    say({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo },
    });
    say({ id: 2, method: "tools/call", params: ask });
    const request = await told("elicitation/create");
    assert.deepEqual((request.params!["requestedSchema"] as { properties: object }).properties, {
      answer: { type: "string", title: "Answer", enum: ["top", "bottom"] },
    });
    say({ id: request.id, result: { action: "accept", content: { answer: "top" } } });
    assert.deepEqual((await reply(2)).result!["structuredContent"], { status: "answered", text: "top" });
    say({ id: 3, method: "tools/call", params: ask });
    const second = await until(() => sent.filter((m) => m.method === "elicitation/create")[1]);
    say({ method: "notifications/cancelled", params: { requestId: 3 } });
    const withdrawn = await told("notifications/cancelled");
    assert.equal(withdrawn.params!["requestId"], second.id);
  });

  it("2026-07-28: input_required, then the answer with the sealed state; a forged one is refused", async () => {
    const { say, reply } = start();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    say({ id: 1, method: "tools/call", params: { ...ask, _meta } });
    const first = (await reply(1)).result!;
    assert.equal(first["resultType"], "input_required");
    const inputResponses = { answer: { action: "accept", content: { answer: "bottom" } } };
    const { requestState } = first;
    say({ id: 2, method: "tools/call", params: { ...ask, _meta, inputResponses, requestState } });
    assert.deepEqual((await reply(2)).result!["structuredContent"], { status: "answered", text: "bottom" });
    say({ id: 3, method: "tools/call", params: { ...ask, _meta, inputResponses, requestState: "0".repeat(64) } });
    assert.equal((await reply(3)).error?.code, -32602);
    const other = { name: "agent_ask", arguments: { prompt: "Delete all?" } };
    say({ id: 4, method: "tools/call", params: { ...other, _meta, inputResponses, requestState } });
    assert.equal((await reply(4)).error?.code, -32602, "the state belongs to its question");
    say({
      id: 5,
      method: "tools/call",
      params: { ...ask, _meta: { ..._meta, "io.modelcontextprotocol/clientCapabilities": {} } },
    });
    assert.equal((await reply(5)).result!["isError"], true, "a client that cannot ask");
  });
});
