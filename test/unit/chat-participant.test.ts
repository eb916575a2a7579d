import assert from "node:assert/strict";
import type { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { ChatHub } from "../../core/agent/chat-hub.ts";
import { Conversations } from "../../core/agent/conversations.ts";
import { Registry } from "../../core/commands/registry.ts";
import { Session } from "../../core/session/session.ts";
import type { ChatContexts } from "../../extension/chat/chat-context.ts";
import { ChatDesk } from "../../extension/chat/chat-desk.ts";
import { ChatParticipant } from "../../extension/chat/chat-participant.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

describe("@edsnx in VS Code's chat", () => {
  /** A hub whose requests go to `answer`, and what the participant wrote. */
  function seated(answer: (hub: ChatHub, chatId: string) => Promise<void>) {
    const ports = memoryPorts();
    const session = new Session(ports);
    const core = new AgentCore({ registry: new Registry([]), session, services: {}, now: ports.now });
    const hub = new ChatHub({ core, now: ports.now, uuid: ports.uuid });
    const driver = {
      name: "fake",
      answer: async ({ chatId }: { chatId: string }) => {
        hub.subscribe({ name: "fake", notify: () => undefined }, { listen: false, chatId });
        await answer(hub, chatId);
      },
    } as unknown as ChatDriver;
    const conversations = new Conversations({ hub, now: ports.now, uuid: ports.uuid });
    const contexts = { take: () => undefined } as unknown as ChatContexts;
    const desk = new ChatDesk({ hub, driver, editors: { active: undefined }, conversations, contexts });
    const written: string[] = [];
    const stream = {
      markdown: (text: string) => written.push(text),
      progress: (text: string) => written.push(`… ${text}`),
    };
    let cancel: () => void = () => assert.fail("nobody listens");
    const token = {
      onCancellationRequested: (listener: () => void) => {
        cancel = listener;
        return { dispose: () => undefined };
      },
    };
    const participant = new ChatParticipant(hub, desk);
    return { hub, written, ask: (text: string) => participant.answer(text, stream, token), cancel: () => cancel() };
  }

  it("streams the answer of whoever answers the chat box, each piece once", async () => {
    const { written, ask } = seated(async (hub, chatId) => {
      await hub.event("fake", { chatId, kind: "progress", text: "Looking" });
      await hub.event("fake", { chatId, kind: "text", text: "Moved " });
      await hub.event("fake", { chatId, kind: "text", text: "C1." });
      await hub.event("fake", { chatId, kind: "done" });
    });
    await ask("move C1");
    assert.deepEqual(written, ["… Looking", "Moved ", "C1."]);
  });

  it("fails with what went wrong", async () => {
    const { ask } = seated(async (hub, chatId) => {
      await hub.event("fake", { chatId, kind: "error", text: "Cannot start claude." });
    });
    await assert.rejects(ask("move C1"), { message: "Cannot start claude." });
  });

  it("stops the request when the person cancels", async () => {
    const seat = seated(async () => {
      await new Promise(setImmediate);
      seat.cancel();
    });
    await seat.ask("move C1");
    assert.equal(seat.hub.messages()[0]?.status, "stopped");
  });

  it("asks for a request when there is none", async () => {
    const { hub, written, ask } = seated(async () => undefined);
    await ask("  ");
    assert.equal(hub.messages().length, 0);
    assert.match(written.join(""), /Say what to do/);
  });
});
