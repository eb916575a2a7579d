import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AcpServer } from "../../bridge/acp/acp-server.ts";
import { WatchedRegistry } from "../../bridge/acp/watched-registry.ts";
import { startAttachServer } from "../../bridge/attach/attach-server.ts";
import { joinEditor } from "../../bridge/attach/editor-link.ts";
import type { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import { McpServer } from "../../bridge/mcp/mcp-server.ts";
import { modelTools } from "../../bridge/mcp/model-tools.ts";
import { toolCommands } from "../../bridge/mcp/tools.ts";
import { RpcServer } from "../../bridge/rpc/rpc-server.ts";
import { createEdsnxApi } from "../../bridge/script/script-api.ts";
import type { AgentChatRequest } from "../../core/agent/chat.ts";
import { ChatHub } from "../../core/agent/chat-hub.ts";
import { Conversations } from "../../core/agent/conversations.ts";
import type { Effect, Policy } from "../../core/agent/policy.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Caller, Command } from "../../core/commands/define.ts";
import { commands as allCommands } from "../../core/commands/list.gen.ts";
import type { ChatContexts } from "../../extension/chat/chat-context.ts";
import { ChatDesk } from "../../extension/chat/chat-desk.ts";
import { ChatParticipant } from "../../extension/chat/chat-participant.ts";
import { openWorld, registry, type World } from "../laws/check-edit.ts";
import { mailbox } from "./bridge-fixture.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const commands = registry.commands.filter(({ kind }) => kind !== "ui");
const agent: Caller = { name: "Robot", kind: "agent" };

/** What a call comes to, as text: enough to see whether the policy refused it. */
type Call = (id: string, args: object) => Promise<string>;

/** Every way in that an agent or a program has, beside the program's own transports, which carry these. */
const surfaces: Readonly<Record<string, (world: World) => Promise<Call> | Call>> = {
  core:
    ({ core }) =>
    (id, args) =>
      text(core.run(id, args, { caller: agent })),
  "JSON-RPC": ({ core }) => {
    const box = mailbox();
    const server = new RpcServer({ core, send: box.send, caller: agent });
    let last = 0;
    return async (method, params) => {
      const id = ++last;
      server.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return JSON.stringify(await box.reply(id));
    };
  },
  MCP: (world) => mcp(world, (name, args) => ({ name, arguments: args })),
  "MCP, compact": (world) =>
    mcp(world, (name, args) => ({ name: "tools_run", arguments: { name, arguments: args } }), "compact"),
  "VS Code's tools": ({ core }) => {
    const run = modelTools(registry).find(({ name }) => name === "edsnx_tools_run")!;
    return (id, args) => text(run.run(core, { name: toolOf(id), arguments: args }, { caller: agent }));
  },
  "edsnx --attach": async ({ core }) => {
    const env = { EDSNX_RUNTIME_DIR: join(scratch, "editor") };
    const server = await startAttachServer({ core, folders: [scratch], log: () => undefined, env });
    const link = await joinEditor({ name: "cli", cwd: scratch, env });
    atEnd.push(
      () => link.close(),
      () => server.dispose(),
    );
    return (id, args) => text(link.run(id, args));
  },
  "who answers @edsnx": async ({ core }) => {
    const hub = new ChatHub({ core, now: () => 0, uuid: () => "chat-1" });
    const { request } = participantOf(hub);
    const box = mailbox();
    const server = new RpcServer({ core, send: box.send, caller: { ...agent, chatId: request.chatId }, chat: hub });
    let last = 0;
    const ask = async (method: string, params: object) => {
      const id = ++last;
      server.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return JSON.stringify(await box.reply(id));
    };
    await ask("agent.chatSubscribe", { chatId: request.chatId });
    return ask;
  },
  script: ({ core }) => {
    const { edsnx } = createEdsnxApi({ core });
    return (id, args) => text((edsnx["run"] as (id: string, args: object) => Promise<unknown>)(id, args));
  },
};

/** A request of VS Code's own chat; whoever takes it answers. */
function participantOf(hub: ChatHub): { readonly request: AgentChatRequest } {
  const driver = { name: "nobody", answer: () => new Promise<void>(() => undefined) } as unknown as ChatDriver;
  const conversations = new Conversations({ hub, now: () => 0, uuid: () => "conversation-1" });
  const contexts = { take: () => undefined } as unknown as ChatContexts;
  const desk = new ChatDesk({ hub, driver, editors: { active: undefined }, conversations, contexts });
  const stream = { markdown: () => undefined, progress: () => undefined };
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  void new ChatParticipant(hub, desk).answer("do it", stream, token);
  return hub.messages()[0] ?? assert.fail("it has put no request");
}

async function mcp({ core }: World, wrap: (name: string, args: object) => object, mode?: "compact"): Promise<Call> {
  const box = mailbox();
  const server = new McpServer({
    core,
    send: box.send,
    report: () => undefined,
    ...(mode === undefined ? {} : { tools: mode }),
  });
  let last = 0;
  const ask = async (method: string, params: object) => {
    const id = ++last;
    server.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return JSON.stringify(await box.reply(id));
  };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } });
  return (id, args) => ask("tools/call", wrap(toolOf(id), args));
}

const tools = toolCommands(registry);
function toolOf(id: string): string {
  for (const [name, command] of tools) if (command.id === id) return name;
  return assert.fail(`${id} is no tool`);
}

function text(call: Promise<unknown>): Promise<string> {
  return call.then(
    (result) => JSON.stringify(result) ?? "",
    (thrown: unknown) => JSON.stringify(toCommandError(thrown).toJSON()),
  );
}

/** What a refusal of the policy says, and no other. */
const isRefused = (answer: string) => answer.includes("softforge.edsnx.agent.rules");

/** The kinds of calls that the policies tell apart. */
type Class = "looks" | "edits" | "writes";

/** Commands that look, ask, check or remember, although they are no queries. */
const looks = new Set([
  ...["agent.ask", "agent.pickItems", "agent.pickPoint", "agent.stop", "agent.resume"],
  ...["check.all", "check.drc", "session.open", "session.checkpoint"],
  ...["render.png", "render.svg", "project.bom", "project.netlist"],
]);

/** Commands that run edits, are one, or make what can be proposed, although they are declared otherwise. */
const edits = new Set(["session.transaction", "session.batch", "session.restore", "project.new"]);

function classOf({ id, kind }: Command): Class {
  if (kind === "query" || looks.has(id)) return "looks";
  return kind === "edit" || edits.has(id) ? "edits" : "writes";
}

/** Whether a policy refuses a call where nobody sits who could be asked. */
const table: Readonly<Record<Effect, Readonly<Record<Class, boolean>>>> = {
  allow: { looks: false, edits: false, writes: false },
  // An edit is put to the person, and what is no edit asks.
  propose: { looks: false, edits: false, writes: true },
  confirm: { looks: false, edits: true, writes: true },
  deny: { looks: false, edits: true, writes: true },
};

let scratch = "";
const atEnd: (() => unknown)[] = [];

const world = (policy: Policy) => openWorld({ file, policy: () => policy });

describe("every command against every policy", function () {
  this.timeout(60_000);

  beforeEach(() => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), "edsnx-pt-")));
  });
  afterEach(async () => {
    for (const end of atEnd.splice(0)) await end();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("the person's own commands, such as those of VS Code, are held to none", async () => {
    const { core } = await world({ otherwise: "deny", rules: [{ effect: "deny", command: "*" }] });
    for (const { id } of commands)
      assert.ok(
        !isRefused(await text(core.run(id, { noSuchArgument: 1 }, { caller: { name: "You", kind: "person" } }))),
        id,
      );
  });

  for (const [mode, effect] of [
    ["edit", "allow"],
    ["ask", "deny"],
    ["read", "deny"],
  ] as const)
    it(`${mode} over ACP, where the person at the client says no`, async () => {
      const box = mailbox();
      const outcome = { outcome: "selected", optionId: "reject_once" };
      const send = (message: unknown) => {
        box.send(message);
        const { id, method } = message as { id?: unknown; method?: string };
        if (method === "session/request_permission")
          setImmediate(() => server.receive(JSON.stringify({ jsonrpc: "2.0", id, result: { outcome } })));
      };
      const server = new AcpServer({ send, command: "none", cli: "", save: false, report: () => undefined });
      atEnd.push(() => server.dispose());
      let last = 0;
      const ask = (method: string, params: object) => {
        const id = `own-${++last}`;
        server.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
        return box.reply(id);
      };
      await ask("initialize", { protocolVersion: 1, clientInfo: { name: "You" } });
      const { result } = await ask("session/new", { cwd: scratch, mcpServers: [] });
      const sessionId = result!["sessionId"];
      await ask("session/set_mode", { sessionId, modeId: mode });
      for (const command of commands) {
        const before = box.sent.length;
        await ask("session/prompt", {
          sessionId,
          prompt: [{ type: "text", text: `/${command.id} {"noSuchArgument":1}` }],
        });
        const said = JSON.stringify(box.sent.slice(before));
        const isDenied = /the person refused it|this session is read-only/.test(said);
        assert.equal(isDenied, table[effect][classOf(command)], `${command.id}: ${said.slice(0, 300)}`);
      }
      // What looks only, but is to write a file, does not only look.
      const before = box.sent.length;
      await ask("session/prompt", { sessionId, prompt: [{ type: "text", text: '/check.erc {"out":"a.json"}' }] });
      const isDenied = /the person refused it|this session is read-only/.test(JSON.stringify(box.sent.slice(before)));
      assert.equal(isDenied, mode !== "edit");
    });

  it("what the person at an ACP client refuses for always is refused inside of other calls too", async () => {
    const inside: string[] = [];
    const registry = new WatchedRegistry(
      allCommands,
      (_call, run) => run(),
      (id) => inside.push(id),
    );
    const on = await openWorld({ file, registry });
    const steps = [{ id: "pcb.move", args: { path: on.path, items: "R1", by: [1, 0] } }];
    await on.core.run("session.transaction", { steps }, { caller: agent });
    assert.deepEqual(inside, ["pcb.move"]);
  });

  it("an answer's own edits are held to the policy as well", async () => {
    for (const effect of ["deny", "propose"] as const) {
      const on = await world({ otherwise: effect, rules: [] });
      const hub = new ChatHub({ core: on.core, now: () => 0, uuid: () => "chat-1" });
      const { request } = participantOf(hub);
      hub.subscribe({ name: "Robot", notify: () => undefined }, { chatId: request.chatId });
      const before = on.bytes();
      const intents = [{ op: "addVia", at: [110, 60], net: "GND" }];
      const event = { chatId: request.chatId, kind: "intents", path: on.path, intents };
      assert.equal(isRefused(await text(hub.event("Robot", event))), effect === "deny");
      assert.deepEqual(on.bytes(), before);
      assert.equal(on.core.reviews.list().length, effect === "deny" ? 0 : 1);
    }
  });

  for (const [surface, open] of Object.entries(surfaces))
    for (const [effect, row] of Object.entries(table) as [Effect, (typeof table)[Effect]][])
      it(`${effect} over ${surface}`, async () => {
        const on = await world({ otherwise: effect, rules: [] });
        const call = await open(on);
        const before = on.bytes();
        for (const command of commands) {
          // The policy comes before all else: an argument that no command has keeps the call from doing anything.
          const answer = await call(command.id, { noSuchArgument: 1 });
          assert.equal(isRefused(answer), row[classOf(command)], `${command.id}: ${answer.slice(0, 300)}`);
        }
        assert.deepEqual(on.bytes(), before);
      });

  for (const [surface, open] of Object.entries(surfaces)) {
    it(`a denied command is denied over ${surface}, alone and inside others, whatever is allowed beside it`, async () => {
      const on = await world({
        otherwise: "allow",
        rules: [
          { effect: "allow", agent: "*" },
          { effect: "deny", command: "pcb.move" },
        ],
      });
      const call = await open(on);
      const before = on.bytes();
      const step = { id: "pcb.move", args: { path: on.path, items: "R1", by: [1, 0] } };
      assert.ok(isRefused(await call(step.id, step.args)));
      for (const id of ["session.transaction", "session.batch"])
        assert.ok(isRefused(await call(id, { steps: [step] })), id);
      assert.deepEqual(on.bytes(), before);
    });

    it(`a rule of items denies and proposes over ${surface} by what an edit would change`, async () => {
      const args = { layer: "F.Cu", width: 0.25, net: "GND" };
      const pts = [
        [100, 60],
        [105, 60],
      ];
      for (const effect of ["deny", "propose"] as const) {
        const on = await world({ otherwise: "allow", rules: [{ effect, layer: "F.Cu" }] });
        const call = await open(on);
        const before = on.bytes();
        const answer = await call("pcb.addTrack", { path: on.path, ...args, pts });
        assert.equal(isRefused(answer), effect === "deny", answer.slice(0, 300));
        assert.deepEqual(on.bytes(), before);
        assert.equal(on.core.reviews.list().length, effect === "deny" ? 0 : 1);
        await call("pcb.addTrack", { path: on.path, ...args, layer: "B.Cu", pts });
        assert.equal(effect === "deny", !Buffer.from(on.bytes()).equals(Buffer.from(before)));
      }
    });
  }
});
