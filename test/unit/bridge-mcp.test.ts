import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import type { ChatPort } from "../../bridge/rpc/rpc-server.ts";
import type { AgentChatEvent, AgentChatRequest } from "../../core/agent/chat.ts";
import { CommandError } from "../../core/base/error.ts";
import { mailbox, testCore } from "./bridge-fixture.ts";

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "modern", version: "1" },
};
const subscriptionId = "io.modelcontextprotocol/subscriptionId";

function start(chat?: ChatPort, chatId?: string) {
  const made = testCore();
  const box = mailbox();
  const server = new McpServer({
    core: made.core,
    send: box.send,
    report: () => undefined,
    ...(chat === undefined ? {} : { chat }),
    ...(chatId === undefined ? {} : { chatId }),
  });
  let last = 0;
  const say = (message: unknown) => server.receive(JSON.stringify(message));
  const ask = (method: string, params?: unknown, id: unknown = ++last) => {
    say({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return box.reply(id);
  };
  const modern = (method: string, params: object = {}) => ask(method, { ...params, _meta: modernMeta });
  const initialize = (protocolVersion: string) =>
    ask("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "claude", version: "1" } });
  const call = async (name: string, args: unknown = {}) => (await ask("tools/call", { name, arguments: args })).result;
  return { ...made, ...box, server, say, ask, modern, initialize, call };
}

type ToolList = { name: string; title?: string; inputSchema: object; outputSchema?: object; annotations?: object }[];

describe("MCP server", () => {
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    it(`answers a client of ${version} in its own terms`, async () => {
      const { initialize, ask, call } = start();
      const { result } = await initialize(version);
      assert.equal(result!["protocolVersion"], version);
      assert.equal("title" in (result!["serverInfo"] as object), version >= "2025-06-18");
      assert.equal("completions" in (result!["capabilities"] as object), version >= "2025-03-26");
      const tools = (await ask("tools/list")).result!["tools"] as ToolList;
      for (const tool of tools) {
        assert.match(tool.name, /^[a-z]\w*$/i);
        assert.equal("outputSchema" in tool, version >= "2025-06-18", tool.name);
        assert.equal("annotations" in tool, version >= "2025-03-26", tool.name);
        if ("title" in tool) assert.ok(version >= "2025-06-18", tool.name);
      }
      assert.equal("title" in tools.find(({ name }) => name === "session_open")!, version >= "2025-06-18");
      const answer = await call("session_documents");
      assert.equal("structuredContent" in answer!, version >= "2025-06-18");
      assert.equal("resultType" in answer!, false);
      assert.deepEqual((await ask("ping")).result, {});
    });
  }

  it("answers an unknown version with its latest that has initialize, also for the one that has not", async () => {
    for (const version of ["2026-07-28", "1999-01-01"]) {
      assert.equal((await start().initialize(version)).result!["protocolVersion"], "2025-11-25");
    }
  });

  it("offers every command that is not of the window, with hints, units and examples, in a fixed order", async () => {
    const { initialize, ask, core } = start();
    await initialize("2025-06-18");
    const tools = (await ask("tools/list")).result!["tools"] as (ToolList[number] & { description: string })[];
    const names = tools.map((tool) => tool.name);
    assert.deepEqual(names, [...names].sort());
    const wanted = core.registry.commands.filter((c) => c.kind !== "ui").map((c) => c.id.replaceAll(".", "_"));
    assert.deepEqual(names, wanted.sort());
    const widen = tools.find((tool) => tool.name === "pcb_widen")!;
    assert.match(widen.description, /^Sets a track's width\. \(edit, board\)/);
    // Examples as far as there is room: those of the most used first.
    const items = tools.find((tool) => tool.name === "query_items")!;
    assert.match(items.description, /\n.*\{"path":"blinky/);
    assert.match((await start().initialize("2025-06-18")).result!["instructions"] as string, /millimetres.*degrees/);
    assert.deepEqual({ ...widen.annotations }, { destructiveHint: false });
    const hints = (name: string) => tools.find((tool) => tool.name === name)!.annotations;
    assert.deepEqual(hints("pcb_setWidth"), { destructiveHint: false, idempotentHint: true });
    assert.deepEqual(hints("session_save"), { idempotentHint: true }, "destructive, as is assumed");
    assert.deepEqual(hints("pcb_addVia"), { destructiveHint: false });
    const nets = tools.find((tool) => tool.name === "query_nets")!;
    assert.equal((nets.annotations as { readOnlyHint: boolean }).readOnlyHint, true);
    const ajv = new Ajv2020({ strict: false });
    for (const tool of tools) {
      assert.equal((tool.inputSchema as { type: string }).type, "object");
      ajv.compile(tool.inputSchema);
      ajv.compile(tool.outputSchema!);
    }
  });

  it("gives structured content that fits the output schema; wraps lists; shows pictures", async () => {
    const { initialize, ask, call } = start();
    await initialize("2025-11-25");
    const tools = (await ask("tools/list")).result!["tools"] as ToolList;
    const ajv = new Ajv2020({ strict: false });
    const calls: [string, object][] = [
      ["pcb_widen", { path: "a.kicad_pcb", id: "s1", width: 0.3 }],
      ["query_nets", { path: "a.kicad_pcb" }],
      ["render_png", { path: "a.kicad_pcb" }],
      ["session_documents", {}],
      ["session_history", { path: "a.kicad_pcb" }],
    ];
    for (const [name, args] of calls) {
      const result = await call(name, args);
      const fits = ajv.compile(tools.find((tool) => tool.name === name)!.outputSchema!);
      assert.ok(fits(result!["structuredContent"]), `${name}: ${JSON.stringify(fits.errors)}`);
    }
    assert.deepEqual((await call("query_nets", { path: "a.kicad_pcb" }))!["structuredContent"], { value: ["GND"] });
    const { content } = (await call("render_png", { path: "a.kicad_pcb" })) as { content: unknown[] };
    assert.deepEqual(content, [
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "text", text: '{"width":1}' },
    ]);
  });

  it("tells failures as results, and an unknown tool as an error that names near ones", async () => {
    const { initialize, ask, call } = start();
    await initialize("2025-06-18");
    const failed = (await call("test_fail")) as {
      isError: boolean;
      content: { text: string }[];
      structuredContent?: unknown;
    };
    assert.equal(failed.isError, true);
    assert.equal(failed.structuredContent, undefined);
    assert.equal(failed.content[0]?.text, 'check-failed: Cannot do it: no.\nDo not.\n{"n":3}');
    const bad = (await call("pcb_widen", { idd: 1 })) as { isError: boolean; content: { text: string }[] };
    assert.match(bad.content[0]!.text, /^invalid-args: .*did you mean id\?/s);
    const unknown = await ask("tools/call", { name: "pcb_wdn", arguments: {} });
    assert.equal(unknown.error?.code, -32602);
    assert.match(unknown.error!.message, /did you mean pcb_widen/);
    assert.equal((await ask("tools/call", { name: "view_dialog" })).error?.code, -32602);
    assert.equal((await ask("tools/call", { name: "pcb_widen", arguments: [1] })).error?.code, -32602);
    assert.equal((await ask("tools/call", {})).error?.code, -32602);
    assert.equal((await ask("no/such")).error?.code, -32601);
    assert.equal((await ask("tools/list", { cursor: "x" })).error?.code, -32602);
  });

  it("reports growing progress, and answers nothing to a cancelled call", async () => {
    const { initialize, say, slow, sent, ask } = start();
    await initialize("2025-06-18");
    say({
      jsonrpc: "2.0",
      id: "slow",
      method: "tools/call",
      params: { name: "test_slow", arguments: {}, _meta: { progressToken: "p" } },
    });
    await slow.inside;
    const steps = sent.filter((m) => m.method === "notifications/progress").map((m) => m.params);
    assert.equal(steps.length, 3);
    assert.deepEqual(steps[0], { progressToken: "p", progress: 50, total: 100, message: "half" });
    assert.ok(steps.every((s, i) => i === 0 || (s?.["progress"] as number) > (steps[i - 1]?.["progress"] as number)));
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "slow" } });
    await ask("session_is_free");
    await ask("tools/call", { name: "session_documents", arguments: {} });
    assert.equal(
      sent.some((m) => m.id === "slow"),
      false,
    );
  });

  it("takes batches only where the revision has them", async () => {
    const batch = [
      { jsonrpc: "2.0", id: "a", method: "ping" },
      { jsonrpc: "2.0", id: "b", method: "tools/call", params: { name: "session_documents", arguments: {} } },
    ];
    const old = start();
    await old.initialize("2025-03-26");
    old.say(batch);
    const replies = (await old.until(() => old.sent.find((m) => Array.isArray(m)))) as unknown as { id: string }[];
    assert.deepEqual(
      replies.map((r) => r.id),
      ["a", "b"],
    );
    const later = start();
    await later.initialize("2025-06-18");
    later.say(batch);
    assert.equal((await later.reply(null)).error?.code, -32600);
  });

  it("refuses malformed messages with JSON-RPC's errors", async () => {
    const { server, reply, ask, say, until, sent } = start();
    server.receive("{");
    assert.equal((await reply(null)).error?.code, -32700);
    assert.equal((await ask("tools/list")).error?.code, -32602, "before initialize");
    assert.equal((await ask("initialize", {})).error?.code, -32602);
    say({ jsonrpc: "2.0", id: null, method: "ping" });
    await until(() => sent.find((m) => m.id === null && m.error?.code === -32600));
  });

  it("lists, reads and follows resources", async () => {
    const { initialize, ask, call, sent, told } = start();
    await initialize("2025-06-18");
    const templates = (await ask("resources/templates/list")).result!["resourceTemplates"] as {
      uriTemplate: string;
    }[];
    const uris = templates.map((t) => t.uriTemplate);
    assert.ok(uris.includes("kicad://board/{path}/nets") && uris.includes("kicad://board/{path}/render.png"));
    await call("session_open", { path: "a.kicad_pcb" });
    await told("notifications/resources/list_changed");
    const list = (await ask("resources/list")).result!["resources"] as { uri: string }[];
    const uri = "kicad://board/%2Fa.kicad_pcb/nets";
    assert.ok(list.some((r) => r.uri === uri));
    assert.deepEqual((await ask("resources/read", { uri })).result!["contents"], [
      { uri, mimeType: "application/json", text: '["GND"]' },
    ]);
    const png = (await ask("resources/read", { uri: "kicad://board/a.kicad_pcb/render.png" })).result!["contents"];
    assert.equal((png as { blob: string }[])[0]?.blob, "iVBORw0KGgo=");
    await ask("resources/subscribe", { uri });
    await call("pcb_widen", { path: "a.kicad_pcb", id: "s1", width: 0.5 });
    await call("session_undo", { path: "a.kicad_pcb" });
    const updates = () => sent.filter((m) => m.method === "notifications/resources/updated");
    assert.deepEqual(
      updates().map((m) => m.params),
      [{ uri }, { uri }],
    );
    await ask("resources/unsubscribe", { uri });
    await call("pcb_widen", { path: "a.kicad_pcb", id: "s1", width: 0.6 });
    assert.equal(updates().length, 2);
  });

  it("says that a resource is missing as the revision wants it", async () => {
    const { initialize, ask, modern } = start();
    await initialize("2025-11-25");
    for (const uri of [
      "kicad://board/none.kicad_pcb/nets",
      "kicad://board/a.kicad_pcb/nothing",
      "http://x",
      "kicad://board/%E0%A4%A/nets",
    ]) {
      assert.equal((await ask("resources/read", { uri })).error?.code, -32002, uri);
      assert.equal((await modern("resources/read", { uri })).error?.code, -32602, uri);
    }
    assert.equal((await ask("resources/read", {})).error?.code, -32602);
  });

  it("has prompts that name only tools that are there, completion, and a log on demand", async () => {
    const { initialize, ask, call, core, told, sent } = start();
    await initialize("2025-11-25");
    const prompts = (await ask("prompts/list")).result!["prompts"] as { name: string }[];
    assert.deepEqual(
      prompts.map((p) => p.name),
      ["design-workflow"],
    );
    const prompt = (await ask("prompts/get", { name: "design-workflow", arguments: { goal: "a lamp" } })).result;
    const { text } = (prompt!["messages"] as { content: { text: string } }[])[0]!.content;
    assert.match(text, /^Goal: a lamp/);
    for (const [, names] of text.matchAll(/Tools: ([^.]*)\./g))
      for (const name of names!.split(", ")) assert.ok(core.registry.has(name.replaceAll("_", ".")), name);
    assert.equal((await ask("prompts/get", { name: "design" })).error?.code, -32602);
    await call("session_open", { path: "a.kicad_pcb" });
    assert.equal(
      sent.some((m) => m.method === "notifications/message"),
      false,
    );
    const ref = { type: "ref/resource", uri: "kicad://board/{path}/nets" };
    const { result } = await ask("completion/complete", { ref, argument: { name: "path", value: "/a" } });
    assert.deepEqual((result!["completion"] as { values: string[] }).values, ["/a.kicad_pcb"]);
    await ask("logging/setLevel", { level: "info" });
    await call("pcb_widen", { path: "a.kicad_pcb", id: "s1", width: 0.5 });
    assert.equal(((await told("notifications/message")).params!["data"] as { id: string }).id, "pcb.widen");
    assert.equal((await ask("logging/setLevel", { level: "loud" })).error?.code, -32602);
  });

  it("signs edits with the client's name", async () => {
    const { initialize, call, session } = start();
    await initialize("2025-06-18");
    await call("pcb_widen", { path: "a.kicad_pcb", id: "s1", width: 0.5 });
    assert.equal(session.get("/a.kicad_pcb").history[0]?.actor, "claude");
  });
});

describe("MCP server, 2026-07-28", () => {
  it("serves each request by itself, with result type, caching and server info", async () => {
    const { modern } = start();
    const { result } = await modern("server/discover");
    assert.deepEqual(result!["supportedVersions"], ["2026-07-28"]);
    for (const method of [
      "server/discover",
      "tools/list",
      "prompts/list",
      "resources/list",
      "resources/templates/list",
    ]) {
      const answer = (await modern(method)).result!;
      assert.equal(answer["resultType"], "complete", method);
      assert.ok(
        Number.isInteger(answer["ttlMs"]) && ["public", "private"].includes(String(answer["cacheScope"])),
        method,
      );
      assert.ok(
        (answer["_meta"] as object) && "io.modelcontextprotocol/serverInfo" in (answer["_meta"] as object),
        method,
      );
    }
    const called = (await modern("tools/call", { name: "session_documents", arguments: {} })).result!;
    assert.equal(called["resultType"], "complete");
    assert.equal("ttlMs" in called, false);
  });

  it("knows nothing of what the revision took away", async () => {
    const { modern } = start();
    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe"]) {
      assert.equal(
        (await modern(method, { protocolVersion: "2026-07-28", level: "info", uri: "x" })).error?.code,
        -32601,
        method,
      );
    }
  });

  it("refuses other versions and incomplete claims", async () => {
    const { ask } = start();
    const other = await ask("tools/list", {
      _meta: { ...modernMeta, "io.modelcontextprotocol/protocolVersion": "2031-01-01" },
    });
    assert.equal(other.error?.code, -32022);
    assert.deepEqual(other.error?.data, { supported: ["2026-07-28"], requested: "2031-01-01" });
    const bare = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    assert.equal((await ask("tools/list", { _meta: bare })).error?.code, -32602);
    assert.equal((await ask("server/discover")).error?.code, -32602);
  });

  it("speaks both eras side by side", async () => {
    const { initialize, ask, modern } = start();
    await initialize("2024-11-05");
    assert.equal((await modern("tools/list")).result!["resultType"], "complete");
    assert.equal("resultType" in (await ask("tools/list")).result!, false);
  });

  it("keeps a listen open: acknowledges, tags, ends by cancel without reply or by the server with one", async () => {
    const { say, sent, modern, told, server, reply, until } = start();
    const uri = "kicad://board/a.kicad_pcb/nets";
    const notifications = { resourcesListChanged: true, toolsListChanged: true, resourceSubscriptions: [uri] };
    say({
      jsonrpc: "2.0",
      id: "listen:0",
      method: "subscriptions/listen",
      params: { notifications, _meta: modernMeta },
    });
    const ack = await told("notifications/subscriptions/acknowledged");
    assert.deepEqual(ack.params, {
      notifications: { resourcesListChanged: true, resourceSubscriptions: [uri] },
      _meta: { [subscriptionId]: "listen:0" },
    });
    await modern("tools/call", { name: "pcb_widen", arguments: { path: "a.kicad_pcb", id: "s1", width: 0.5 } });
    assert.deepEqual((await told("notifications/resources/updated")).params, {
      uri,
      _meta: { [subscriptionId]: "listen:0" },
    });
    assert.deepEqual((await told("notifications/resources/list_changed")).params, {
      _meta: { [subscriptionId]: "listen:0" },
    });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "listen:0" } });
    const before = sent.length;
    await modern("tools/call", { name: "session_undo", arguments: { path: "a.kicad_pcb" } });
    assert.equal(
      sent.slice(before).some((m) => m.method !== undefined || m.id === "listen:0"),
      false,
    );

    say({ jsonrpc: "2.0", id: 99, method: "subscriptions/listen", params: { notifications: {}, _meta: modernMeta } });
    await until(() =>
      sent.find(
        (m) =>
          m.params?.["_meta"] !== undefined && (m.params["_meta"] as Record<string, unknown>)[subscriptionId] === 99,
      ),
    );
    server.ending();
    assert.equal(((await reply(99)).result!["_meta"] as Record<string, unknown>)[subscriptionId], 99);
    await server.whenIdle();
  });
});

describe("MCP server, chat box", () => {
  function chatPort() {
    const events: { name: string; event: AgentChatEvent }[] = [];
    const clients: { name: string; notify(request: AgentChatRequest): void }[] = [];
    const waiting: AgentChatRequest[] = [];
    const options: unknown[] = [];
    const port: ChatPort = {
      subscribe(client, how) {
        options.push(how);
        clients.push(client);
        return { requests: waiting, dispose: () => void clients.splice(clients.indexOf(client), 1) };
      },
      async event(name, event) {
        if (event.text === "stopped") throw new CommandError({ code: "cancelled", message: "Cannot answer: stopped." });
        events.push({ name, event });
        return event.kind === "intents" ? { ok: true, revision: 4 } : { ok: true };
      },
    };
    return { port, events, clients, waiting, options };
  }
  const request = { chatId: "c1", text: "Move R1", path: "/a.kicad_pcb", at: 1 };

  it("subscribes, waits for a request, answers it piece by piece, and forgets it when it is done", async () => {
    const { port, events, clients, options } = chatPort();
    const { initialize, ask, call, server } = start(port);
    await initialize("2025-06-18");
    assert.deepEqual(options, [{ listen: true }]);
    assert.equal(clients[0]?.name, "claude");
    const tools = (await ask("tools/list")).result!["tools"] as ToolList;
    assert.deepEqual(
      tools.slice(0, 2).map((t) => t.name),
      ["agent_chat", "agent_reply"],
    );
    assert.deepEqual((await call("agent_chat"))!["content"], [{ type: "text", text: "[]" }]);
    const waited = call("agent_chat", { wait: 30 });
    clients[0]!.notify(request);
    assert.deepEqual(JSON.parse(((await waited)!["content"] as { text: string }[])[0]!.text), [request]);
    assert.deepEqual(options.at(-1), { listen: false, chatId: "c1" }, "who reads a request takes it");
    const prompt = (await ask("prompts/get", { name: "editor-chat" })).result!["messages"] as {
      content: { text: string };
    }[];
    assert.match(prompt[0]!.content.text, /Move R1/);
    const reply = await call("agent_reply", {
      chatId: "c1",
      text: "Done",
      done: true,
      intents: [{ op: "move" }],
      label: "Moved",
      progress: "moving",
      percent: 10,
    });
    assert.deepEqual(reply!["structuredContent"], { ok: true, revision: 4 });
    assert.deepEqual(
      events.map((e) => e.event.kind),
      ["progress", "intents", "text", "done"],
    );
    assert.equal((await call("agent_chat"))!["structuredContent"] !== undefined, true);
    assert.deepEqual((await call("agent_chat"))!["structuredContent"], { value: [] });
    server.close();
    assert.equal(clients.length, 0);
  });

  it("takes only its own request when it was started for one", async () => {
    const { port, waiting, options } = chatPort();
    waiting.push(request);
    const { initialize, call } = start(port, "c1");
    await initialize("2025-06-18");
    assert.deepEqual(options, [{ listen: false, chatId: "c1" }]);
    assert.deepEqual((await call("agent_chat"))!["structuredContent"], { value: [request] });
  });

  it("refuses malformed answers before anything is sent, and tells refusals", async () => {
    const { port, events, waiting } = chatPort();
    waiting.push(request);
    const { initialize, call } = start(port);
    await initialize("2025-06-18");
    for (const args of [
      {},
      { chatId: "c1" },
      { chatId: "c1", text: "a", percent: 500 },
      { chatId: "c1", text: "a", nope: 1 },
      { text: "a" },
    ]) {
      const result = (await call("agent_reply", args)) as { isError: boolean; content: { text: string }[] };
      assert.equal(result.isError, true);
      assert.match(result.content[0]!.text, /^invalid-args: /);
    }
    assert.deepEqual(events, []);
    const stopped = (await call("agent_reply", { chatId: "c1", text: "stopped" })) as { content: { text: string }[] };
    assert.match(stopped.content[0]!.text, /^cancelled: /);
    assert.deepEqual((await call("agent_chat"))!["structuredContent"], { value: [] });
    assert.match(
      ((await call("agent_chat", { wait: 601 })) as { content: { text: string }[] }).content[0]!.text,
      /^invalid-args/,
    );
  });

  it("does not keep a leaving client's connection for a wait", async () => {
    const { port } = chatPort();
    const { initialize, server, say, reply } = start(port);
    await initialize("2025-06-18");
    say({ jsonrpc: "2.0", id: 50, method: "tools/call", params: { name: "agent_chat", arguments: { wait: 600 } } });
    await new Promise((resolve) => setImmediate(resolve));
    server.ending();
    await server.whenIdle();
    assert.ok(await reply(50));
  });
});
