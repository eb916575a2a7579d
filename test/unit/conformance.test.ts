// The gates of the bridge's specification, under the names that it gives them.
import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer";
import { describeChatTools } from "../../bridge/mcp/chat-tools.ts";
import { legacyVersions, modernVersion } from "../../bridge/mcp/era.ts";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import { estimateTool, MAX_COMPACT_TOOLS, type ToolMode, toolList } from "../../bridge/mcp/tool-list.ts";
import { describeTool, toolCommands } from "../../bridge/mcp/tools.ts";
import { ASK_CEILING_MS, PersonDesk } from "../../core/agent/person-desk.ts";
import { digestOf } from "../../core/commands/digest.ts";
import { commandDigests } from "../../core/commands/digests.gen.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { mailbox, testCore } from "./bridge-fixture.ts";

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function start(options: { tools?: ToolMode } = {}) {
  const made = testCore();
  const box = mailbox();
  const server = new McpServer({ core: made.core, send: box.send, report: () => undefined, ...options });
  let last = 0;
  const say = (message: unknown) => server.receive(typeof message === "string" ? message : JSON.stringify(message));
  const ask = (method: string, params?: unknown, id: unknown = ++last) => {
    say({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return box.reply(id);
  };
  const initialize = (protocolVersion: string, capabilities: object = {}) =>
    ask("initialize", { protocolVersion, capabilities, clientInfo: { name: "gate", version: "1" } });
  return { ...made, ...box, server, say, ask, initialize };
}

describe("conformance gates", () => {
  it("tool_schema_digest_is_pinned", () => {
    const now = [...commands]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((command) => `${command.id} ${digestOf(command)}`);
    // A change of what commands take and answer is to be seen in review: npm run gen writes it there.
    assert.deepEqual(now, commandDigests);
  });

  it("initialize_is_spec_pure_with_experimental_build", async () => {
    for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const result = (await start().initialize(version)).result!;
      assert.deepEqual(Object.keys(result).sort(), ["capabilities", "instructions", "protocolVersion", "serverInfo"]);
      const names = version >= "2025-06-18" ? ["name", "title", "version"] : ["name", "version"];
      assert.deepEqual(Object.keys(result["serverInfo"] as object).sort(), names);
      const { experimental, ...known } = result["capabilities"] as Record<string, unknown>;
      const allowed = ["completions", "logging", "prompts", "resources", "tools"];
      assert.deepEqual(
        Object.keys(known).filter((name) => !allowed.includes(name)),
        [],
      );
      const build = (experimental as Record<string, Record<string, string>>)["edsnx.build"]!;
      assert.deepEqual(Object.keys(build).sort(), ["profile", "revision", "toolSchema", "version"]);
      assert.match(build["toolSchema"]!, /^[0-9a-f]{16}$/);
    }
  });

  it("malformed_requests_get_jsonrpc_errors", async () => {
    const { say, ask, initialize, sent, until } = start();
    await initialize("2025-11-25");
    const codes = () => sent.filter((m) => m.id === null).map((m) => m.error?.code);
    say("{ this is no JSON");
    say({ jsonrpc: "1.0", id: 1, method: "ping" });
    say({ jsonrpc: "2.0", id: null, method: "ping" });
    say({ jsonrpc: "2.0", id: { a: 1 }, method: "ping" });
    await until(() => (sent.filter((m) => m.error !== undefined).length >= 4 ? true : undefined));
    assert.ok(codes().includes(-32700));
    assert.ok(sent.some((m) => m.error?.code === -32600));
    assert.equal((await ask("no/such/method")).error?.code, -32601);
    assert.equal((await ask("tools/call", {})).error?.code, -32602);
    assert.equal((await ask("resources/read", {})).error?.code, -32602);
    assert.deepEqual((await ask("ping")).result, {}, "it goes on");
  });

  it("legacy_list_results_carry_sep2549_ttl", async () => {
    const { ask, initialize } = start();
    await initialize("2025-11-25");
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      const { ttlMs, cacheScope } = (await ask(method)).result!;
      assert.ok(Number.isInteger(ttlMs) && (ttlMs as number) >= 0, method);
      // What is open is nobody else's business; what the program offers is everybody's.
      assert.equal(cacheScope, method === "resources/list" ? "private" : "public", method);
    }
  });

  it("resource_not_found_code_follows_era", async () => {
    const { ask, initialize } = start();
    const uri = "kicad://board/none.kicad_pcb/nets";
    assert.equal((await ask("resources/read", { uri, _meta: modernMeta })).error?.code, -32602);
    await initialize("2025-11-25");
    assert.equal((await ask("resources/read", { uri })).error?.code, -32002);
    assert.equal((await ask("resources/read", { uri, _meta: modernMeta })).error?.code, -32602);
  });

  it("non_object_input_is_invalid_request", async () => {
    for (const input of ["7", '"ping"', "null", "true", "[]", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]']) {
      const { say, initialize, until, sent } = start();
      await initialize("2025-11-25");
      say(input);
      const error = await until(() => sent.find((m) => m.error !== undefined));
      assert.equal(error.error?.code, -32600, input);
    }
  });

  it("unknown_tool_is_a_protocol_error_with_names", async () => {
    const { ask, initialize } = start();
    await initialize("2025-11-25");
    const { error } = await ask("tools/call", { name: "pcb_adTrack", arguments: {} });
    assert.equal(error?.code, -32602);
    assert.match(error!.message, /pcb_addTrack/);
    assert.ok((error!.data!["near"] as string[]).includes("pcb_addTrack"));
    const far = (await ask("tools/call", { name: "zzzzzzzzzzzz", arguments: {} })).error;
    assert.ok((far!.data!["near"] as string[]).length > 10, "all names where none is near");
  });

  it("cancel_matching_and_wait_deadlines", async () => {
    const { say, slow, sent, ask, initialize } = start();
    await initialize("2025-11-25");
    say({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "test_slow", arguments: {} } });
    await slow.inside;
    // "7" is another request than 7, and an unknown id is nobody's.
    for (const requestId of ["7", 8, null, undefined, { id: 7 }])
      say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    // Waits behind the first and is taken out of the queue.
    say({ jsonrpc: "2.0", id: "q", method: "tools/call", params: { name: "session_documents", arguments: {} } });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "q" } });
    slow.release();
    await ask("tools/call", { name: "session_documents", arguments: {} });
    assert.deepEqual(sent.find((m) => m.id === 7)?.result?.["structuredContent"], { done: true });
    assert.equal(
      sent.some((m) => m.id === "q"),
      false,
    );

    assert.equal(ASK_CEILING_MS, 10 * 60 * 1000);
    const clocks: { ms: number; work: () => void; stopped: boolean }[] = [];
    const after = (ms: number, work: () => void) => {
      const clock = { ms, work, stopped: false };
      clocks.push(clock);
      return () => {
        clock.stopped = true;
      };
    };
    const desk = new PersonDesk({ now: () => 1, uuid: () => `q${clocks.length}`, after });
    const question = { kind: "text", prompt: "?", from: "gate" } as const;
    const late = desk.ask(question, new AbortController().signal);
    assert.deepEqual([clocks[0]!.ms, desk.questions.length], [ASK_CEILING_MS, 1]);
    clocks[0]!.work();
    await assert.rejects(late, { code: "timeout" });
    assert.equal(desk.questions.length, 0, "the question is taken down");
    const leaving = new AbortController();
    const withdrawn = desk.ask(question, leaving.signal);
    leaving.abort();
    await assert.rejects(withdrawn, { code: "cancelled" });
    assert.equal(clocks[1]!.stopped, true);
  });

  it("answers nothing to a cancelled request of any method, in either era", async () => {
    const { initialize, say, sent, ask, core } = start();
    await initialize("2025-11-25");
    let release: () => void = () => undefined;
    void core.exclusive(() => new Promise<void>((done) => (release = done)));
    const uri = "kicad://board/a.kicad_pcb/nets";
    for (const [id, _meta] of [
      ["old", {}],
      ["new", modernMeta],
    ] as const) {
      say({ jsonrpc: "2.0", id, method: "resources/read", params: { uri, _meta } });
      say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    }
    await ask("ping");
    release();
    assert.match(JSON.stringify((await ask("resources/read", { uri })).result), /GND/);
    assert.equal(
      sent.some((m) => m.id === "old" || m.id === "new"),
      false,
    );
  });

  it("a_defect_of_ours_is_no_tool_result", async () => {
    const { ask, initialize, core } = start();
    await initialize("2025-11-25");
    core.session.resolve = () => {
      throw new TypeError("x is undefined");
    };
    const { error } = await ask("tools/call", { name: "query_nets", arguments: { path: "a.kicad_pcb" } });
    assert.equal(error?.code, -32603);
    assert.equal(error?.data?.["code"], "internal");
  });
});

describe("the size of the tool list", () => {
  const registry = new Registry(commands);
  const tokens = (value: unknown) => encode(JSON.stringify(value)).length;

  it("full: under 25,000 tokens in every revision, with the chat box's tools too", () => {
    for (const version of [...legacyVersions, modernVersion] as const) {
      for (const chat of [[], describeChatTools(version)]) {
        const tools = toolList(registry, version, "full", chat);
        const count = tokens(tools);
        if (chat.length === 0)
          console.log(`      tools/list of ${version}: ${tools.length} tools, ${count} tokens of 25,000`);
        assert.ok(count < 25_000, `${version}: ${count} tokens`);
      }
    }
  });

  it("the estimate is on the safe side, and not far", () => {
    const all = [...toolCommands(registry).values()];
    for (const detail of ["bare", "names", "sentence", "about", "examples"] as const) {
      const list = all.map((command) => describeTool(command, "2025-11-25", detail));
      const estimated = list.reduce((sum, tool) => sum + estimateTool(tool, detail), 0);
      const share = tokens(list) / estimated;
      assert.ok(share <= 1 && share > 0.93, `${detail}: ${share.toFixed(3)}`);
    }
  });

  it("a list is made once", () => {
    assert.equal(toolList(registry, "2025-11-25", "full", []), toolList(registry, "2025-11-25", "full", []));
  });

  it("compact: at most 40 tools, under 5,000 tokens", () => {
    const tools = toolList(registry, "2025-11-25", "compact", []);
    const count = tokens(tools);
    console.log(`      tools/list, compact: ${tools.length} tools, ${count} tokens`);
    assert.ok(tools.length <= MAX_COMPACT_TOOLS);
    assert.ok(count < 5_000, `${count} tokens`);
    for (const name of ["session_open", "query_items", "session_save", "tools_find", "tools_run"])
      assert.ok(
        tools.some((tool) => tool.name === name),
        name,
      );
  });

  it("keeps its promise with 250 commands and more", () => {
    const many = [0, 1].flatMap((n) => commands.map((c) => ({ ...c, id: n === 0 ? c.id : `${c.id}${n}` })));
    for (const length of [220, 250, 270]) {
      const tools = toolList(new Registry(many.slice(0, length)), "2025-11-25", "full", []);
      assert.equal(tools.length, many.slice(0, length).filter(({ kind }) => kind !== "ui").length);
      assert.ok(tokens(tools) < 25_000, `${tools.length} tools, ${tokens(tools)} tokens`);
    }
  });

  it("compact finds and runs what it does not list", async () => {
    const { ask, initialize } = start({ tools: "compact" });
    await initialize("2025-11-25");
    const call = async (name: string, args: object) => (await ask("tools/call", { name, arguments: args })).result!;
    const listed = (await ask("tools/list")).result!["tools"] as { name: string }[];
    assert.ok(!listed.some((tool) => tool.name === "pcb_widen"));
    const found = (await call("tools_find", { query: "set a track's width" }))["structuredContent"] as {
      tools: { name: string; inputSchema: { properties: object } }[];
    };
    const widen = found.tools.find((tool) => tool.name === "pcb_widen")!;
    assert.ok("width" in widen.inputSchema.properties && "dryRun" in widen.inputSchema.properties);
    const ran = await call("tools_run", {
      name: "pcb_widen",
      arguments: { path: "a.kicad_pcb", id: "s1", width: 0.4 },
    });
    assert.deepEqual((ran["structuredContent"] as { changedIds: string[] }).changedIds, ["s1"]);
    assert.equal((await ask("tools/call", { name: "tools_run", arguments: { name: "nope" } })).error?.code, -32602);
    const all = (await call("tools_find", { query: "" }))["structuredContent"] as { names: string[] };
    assert.ok(all.names.includes("pcb_widen"));
  });
});
