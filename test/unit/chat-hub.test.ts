import assert from "node:assert/strict";
import { Type } from "typebox";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { AgentChatRequest, ChatMessage } from "../../core/agent/chat.ts";
import { ChatHub, MAX_ANSWER } from "../../core/agent/chat-hub.ts";
import { CommandError } from "../../core/base/error.ts";
import { defineEdit } from "../../core/commands/define.ts";
import { Registry } from "../../core/commands/registry.ts";
import { redo } from "../../core/commands/session/redo.ts";
import { revert } from "../../core/commands/session/revert.ts";
import { transaction } from "../../core/commands/session/transaction.ts";
import { undo } from "../../core/commands/session/undo.ts";
import type { Patch } from "../../core/model/step.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const BOARD = `(kicad_pcb
	(version 20241229)
	(generator "pcbnew")
	(general
		(thickness 1.6)
	)
	(layers
		(0 "F.Cu" signal)
		(2 "B.Cu" signal)
	)
	(net 0 "")
)
`;

const track: Patch = {
  start: { x: 0, y: 0 },
  end: { x: 1_000_000, y: 0 },
  width: 200_000,
  layer: "F.Cu",
  net: "",
} as unknown as Patch;

const addTrack = defineEdit({
  id: "pcb.addTrack",
  title: "Add track",
  about: "Adds a track, for this test.",
  scope: "board",
  args: { fail: Type.Optional(Type.Boolean()) },
  examples: [],
  run(cx, args) {
    cx.edit.add("track", track);
    if (args.fail === true)
      throw new CommandError({ code: "check-failed", message: "Cannot add the track: asked to." });
  },
});

function world() {
  const ports = memoryPorts({ "/a.kicad_pcb": BOARD, "/b.kicad_pcb": BOARD });
  const session = new Session(ports);
  const registry = new Registry([addTrack, transaction, undo, redo, revert]);
  const core = new AgentCore({ registry, session, services: {}, now: ports.now });
  const hub = new ChatHub({ core, now: ports.now, uuid: ports.uuid });
  const last = () => hub.messages().at(-1)!;
  const edit = (
    name: string,
    args: Record<string, unknown> = {},
    chatId?: string,
    kind: "agent" | "person" = "agent",
  ) =>
    core.run(
      "pcb.addTrack",
      { path: "/a.kicad_pcb", ...args },
      { caller: { name, kind, ...(chatId === undefined ? {} : { chatId }) } },
    );
  return { ports, session, core, hub, last, edit };
}

function client(name: string) {
  const heard: AgentChatRequest[] = [];
  return { name, heard, notify: (request: AgentChatRequest) => void heard.push(request) };
}

const failsWith = (code: string, reason: RegExp) => (thrown: unknown) =>
  thrown instanceof CommandError && thrown.code === code && reason.test(thrown.message);

describe("ChatHub", () => {
  it("gives waiting requests to a subscriber and later ones as they come", () => {
    const { hub } = world();
    const first = hub.submit("Add a track", "/a.kicad_pcb", "file:///a.kicad_pcb");
    const bot = client("bot");
    const subscription = hub.subscribe(bot);
    assert.deepEqual(subscription.requests, [first]);
    assert.deepEqual(bot.heard, []);
    const second = hub.submit("And a via");
    assert.deepEqual(bot.heard, [second]);
    assert.equal("path" in second, false);
    assert.deepEqual(hub.listening, ["bot"]);
    subscription.dispose();
    hub.submit("Nobody hears this");
    assert.deepEqual(bot.heard, [second]);
    assert.deepEqual(hub.listening, []);
  });

  it("does not send later requests to a client that does not listen", () => {
    const { hub } = world();
    const bot = client("bot");
    hub.subscribe(bot, { listen: false });
    hub.submit("Hello");
    assert.deepEqual(bot.heard, []);
    assert.deepEqual(hub.listening, []);
  });

  it("streams text and progress, and ends with done", async () => {
    const { hub, last } = world();
    const seen: ChatMessage[] = [];
    const { chatId } = hub.submit("Hello");
    const stop = hub.onChange((message) => seen.push(message));
    await hub.event("bot", { chatId, kind: "text", text: "Hel" });
    assert.deepEqual([last().status, last().agent, last().answer], ["running", "bot", "Hel"]);
    await hub.event("bot", { chatId, kind: "progress", text: "Routing", percent: 40 });
    assert.deepEqual(last().progress, { text: "Routing", percent: 40 });
    assert.deepEqual(await hub.event("bot", { chatId, kind: "done", text: "lo." }), { ok: true });
    assert.deepEqual([last().status, last().answer, last().progress], ["done", "Hello.", undefined]);
    assert.equal(seen.at(-1), last());
    stop();
    const count = seen.length;
    hub.submit("Unheard");
    assert.equal(seen.length, count);
    await assert.rejects(hub.event("bot", { chatId, kind: "text", text: "!" }), failsWith("conflict", /has ended/));
  });

  it("keeps an error and lets nobody but the taker answer", async () => {
    const { hub, last } = world();
    const { chatId } = hub.submit("Hello");
    await hub.event("bot", { chatId, kind: "progress", text: "…" });
    await assert.rejects(
      hub.event("other", { chatId, kind: "text", text: "Me" }),
      failsWith("conflict", /bot has taken/),
    );
    await hub.event("bot", { chatId, kind: "error", text: "No idea." });
    assert.deepEqual([last().status, last().error], ["error", "No idea."]);
  });

  it("applies intents as one undoable change on the request's document", async () => {
    const { hub, session, last, core } = world();
    await session.open("/a.kicad_pcb", "You");
    const { chatId } = hub.submit("Two tracks", "/a.kicad_pcb");
    const intents = [{ op: "addTrack" }, { op: "addTrack" }];
    const result = await hub.event("bot", { chatId, kind: "intents", intents, label: "Two tracks" });
    assert.deepEqual(result, { ok: true, revision: 1 });
    const [entry] = session.get("/a.kicad_pcb").history;
    assert.deepEqual([entry?.label, entry?.actor], ["Two tracks", "bot"]);
    assert.equal(session.get("/a.kicad_pcb").history.length, 1);
    const [edit] = last().edits;
    assert.deepEqual([edit?.label, edit?.items, edit?.undone, edit?.path], ["Two tracks", 2, false, "/a.kicad_pcb"]);
    assert.equal(edit?.ids.length, 2);

    const caller = { name: "You", kind: "person" } as const;
    await core.run("session.undo", { path: "/a.kicad_pcb", group: edit?.group }, { caller });
    assert.equal(last().edits[0]?.undone, true);
    await core.run("session.redo", { path: "/a.kicad_pcb" }, { caller });
    assert.equal(last().edits[0]?.undone, false);
    await core.run("session.revert", { path: "/a.kicad_pcb" }, { caller });
    assert.equal(last().edits[0]?.undone, true);
  });

  it("changes nothing when one intent fails", async () => {
    const { hub, session, last } = world();
    await session.open("/a.kicad_pcb", "You");
    const { chatId } = hub.submit("Two tracks", "/a.kicad_pcb");
    const intents = [{ op: "addTrack" }, { op: "addTrack", fail: true }];
    await assert.rejects(hub.event("bot", { chatId, kind: "intents", intents }), failsWith("check-failed", /step 1/));
    assert.equal(session.get("/a.kicad_pcb").revision, 0);
    assert.deepEqual([last().edits, last().status], [[], "running"]);
  });

  it("takes intents for another path", async () => {
    const { hub, session } = world();
    const { chatId } = hub.submit("There", "/a.kicad_pcb");
    await hub.event("bot", { chatId, kind: "intents", intents: [{ op: "addTrack" }], path: "/b.kicad_pcb" });
    assert.equal(session.get("/b.kicad_pcb").revision, 1);
    assert.equal(session.find("/a.kicad_pcb"), undefined);
  });

  it("lists edits made through any tool: by chatId, by the taker, by the only one it was offered to", async () => {
    const { hub, edit, last } = world();
    const one = hub.submit("By id", "/a.kicad_pcb");
    hub.subscribe(client("claude"), { listen: false, chatId: one.chatId });
    await edit("claude-code", {}, one.chatId);
    assert.equal(last().edits.length, 1);
    await edit("claude");
    assert.equal(last().edits.length, 2);
    await edit("stranger");
    await edit("You", {}, undefined, "person");
    assert.equal(last().edits.length, 2);
    await hub.event("claude", { chatId: one.chatId, kind: "done" });
    await edit("claude");
    await edit("claude-code", {}, one.chatId);
    assert.equal(last().edits.length, 2);

    hub.subscribe(client("bot"));
    hub.submit("Offered", "/a.kicad_pcb");
    await edit("bot");
    assert.deepEqual([last().edits.length, last().status, last().agent], [1, "running", "bot"]);
  });

  it("refuses events after stop, and an agent that leaves ends its request", async () => {
    const { hub, last } = world();
    const bot = client("bot");
    const subscription = hub.subscribe(bot);
    const { chatId } = hub.submit("Hello");
    hub.stop(chatId);
    assert.equal(last().status, "stopped");
    await assert.rejects(hub.event("bot", { chatId, kind: "text", text: "x" }), failsWith("cancelled", /stopped it/));
    const next = hub.submit("Again");
    await hub.event("bot", { chatId: next.chatId, kind: "text", text: "Well" });
    subscription.dispose();
    assert.deepEqual([last().status, last().error], ["error", "bot left before it had answered."]);
  });

  it("says what is wrong with an event", async () => {
    const { hub } = world();
    const { chatId } = hub.submit("Hello");
    const bad: [unknown, RegExp][] = [
      [null, /must be an object/],
      [{ kind: "text", text: "" }, /chatId must be/],
      [{ chatId, kind: "talk" }, /kind must be one of text, progress/],
      [{ chatId, kind: "text" }, /text is missing/],
      [{ chatId, kind: "progress", text: "x", percent: 101 }, /0 to 100/],
      [{ chatId, kind: "intents" }, /1 to 1000 edits/],
      [{ chatId, kind: "intents", intents: [{ op: "a" }, {}] }, /intents\[1\]\.op/],
      [{ chatId, kind: "done", txt: "x" }, /txt is no field/],
    ];
    for (const [event, reason] of bad) await assert.rejects(hub.event("bot", event), failsWith("invalid-args", reason));
    await assert.rejects(hub.event("bot", { chatId: "x", kind: "done" }), failsWith("not-found", /chat x/));
    assert.throws(() => hub.subscribe(client("bot"), { chatId: "x" }), failsWith("not-found", /chat x/));
  });

  it("cuts an endless answer", async () => {
    const { hub, last } = world();
    const { chatId } = hub.submit("Talk");
    for (let i = 0; i < 3; i++) await hub.event("bot", { chatId, kind: "text", text: "x".repeat(MAX_ANSWER / 2 + 1) });
    assert.ok(last().answer.length < MAX_ANSWER + 100);
    assert.match(last().answer, /left out\)$/);
  });
});
