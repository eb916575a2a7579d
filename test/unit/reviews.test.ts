import assert from "node:assert/strict";
import { callAsCli, callAsScript } from "../../core/agent/call-text.ts";
import type { ReviewDesk } from "../../core/agent/review-desk.ts";
import type { Caller } from "../../core/commands/define.ts";
import { stateOf } from "../../core/session/review.ts";
import { openWorld } from "../laws/check-edit.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const agent: Caller = { name: "Robot", kind: "agent", chatId: "chat-1" };
const person: Caller = { name: "You", kind: "person" };

/** The blinky board, an agent and a person on it. */
async function table() {
  const world = await openWorld({ file });
  const { core, path } = world;
  const as =
    (caller: Caller) =>
    (command: string, args: object = {}) =>
      core.run(command, { path, ...args }, { caller }) as Promise<{ changedIds: string[]; newIds: string[] }>;
  const text = () => Buffer.from(world.bytes()).toString();
  const states = () => core.reviews.list().map(stateOf);
  const told = async (args: object = {}) =>
    (await core.run("agent.reviews", args, { caller: agent })) as {
      reviews: { state: string; note?: string; items: { id: string; state: string; note?: string }[] }[];
    };
  return { ...world, robot: as(agent), human: as(person), desk: core.reviews, text, states, told };
}

describe("the review list", () => {
  it("takes in what agents change, and nothing of the person's", async () => {
    const { robot, human, desk, states } = await table();
    await human("pcb.move", { items: ["R1"], by: [1, 0] });
    assert.deepEqual(states(), []);
    const { changedIds } = await robot("pcb.move", { items: ["C1", "R2"], by: [1, 0] });
    const [review] = desk.list();
    assert.equal(review?.agent, "Robot");
    assert.equal(review?.chatId, "chat-1");
    assert.deepEqual(review?.items.map(({ id, change, state }) => [id, change, state]).sort(), [
      ...changedIds.map((id) => [id, "changed", "pending"]).sort(),
    ]);
  });

  it("gives the bytes back when all is rejected, also after the person's own edits elsewhere", async () => {
    const { robot, human, desk, text, states } = await table();
    const before = text();
    await robot("pcb.move", { items: ["C1"], by: [1, 0] });
    await human("pcb.move", { items: ["R1"], by: [2, 0] });
    await robot("pcb.addVia", { at: [110, 60], net: "GND" });
    await robot("pcb.delete", { items: ["R2"] });
    assert.deepEqual(await desk.rejectAll({ chatId: "chat-1" }, "You", "not like this"), []);
    assert.deepEqual(states(), ["rejected", "rejected", "rejected"]);
    await human("session.undo", { group: await groupOf("R1") });
    assert.equal(text(), before);

    async function groupOf(_: string) {
      const { entries } = (await human("session.history")) as unknown as {
        entries: { actor: string; applied: boolean; group: string }[];
      };
      return entries.find((entry) => entry.actor === "You" && entry.applied)!.group;
    }
  });

  it("rejects one item with a note that the agent reads; undoing the rejection brings it back", async () => {
    const { robot, human, desk, path, doc, told, states } = await table();
    const place = (id: string) => doc().items.get(id)?.["at"];
    const { changedIds } = await robot("pcb.move", { items: ["C1", "R2"], by: [1, 0] });
    const [id = ""] = changedIds;
    const moved = place(id);
    const review = desk.list()[0]!;
    await desk.reject(review.id, "You", { path, id }, "C1 stays where it is");
    assert.notDeepEqual(place(id), moved);
    assert.deepEqual(states(), ["pending"]);
    const { reviews } = await told();
    const item = reviews[0]!.items.find((each) => each.id === id);
    assert.deepEqual([item?.state, item?.note], ["rejected", "C1 stays where it is"]);
    await human("session.undo");
    assert.deepEqual(place(id), moved);
    assert.equal(desk.list()[0]!.items.find((each) => each.id === id)?.state, "pending");
  });

  it("gives the bytes back when all is rejected, also after one item was", async () => {
    const { robot, desk, text, path, states } = await table();
    const before = text();
    const { changedIds } = await robot("pcb.move", { items: ["C1", "R2"], by: [1, 0] });
    const review = desk.list()[0]!;
    await desk.reject(review.id, "You", { path, id: changedIds[0]! }, "not this one");
    assert.deepEqual(await desk.rejectAll({ chatId: "chat-1" }, "You"), []);
    assert.equal(text(), before);
    assert.deepEqual(states(), ["rejected"]);
  });

  it("tells what was accepted, modified and superseded", async () => {
    const { robot, human, desk, states } = await table();
    await robot("pcb.move", { items: ["C1"], by: [1, 0] });
    await desk.accept(desk.list()[0]!.id);
    await robot("pcb.move", { items: ["R1"], by: [1, 0] });
    await human("pcb.move", { items: ["R1"], by: [0, 1] });
    await robot("pcb.move", { items: ["R2"], by: [1, 0] });
    await robot("pcb.move", { items: ["R2"], by: [0, 1] });
    assert.deepEqual(states(), ["accepted", "modified", "superseded", "pending"]);
    await robot("session.undo");
    assert.deepEqual(states().at(-1), "superseded");
  });

  it("refuses to take back what the person has changed since, and changes nothing", async () => {
    const { robot, human, desk, text } = await table();
    await robot("pcb.move", { items: ["R1"], by: [1, 0] });
    await human("pcb.move", { items: ["R1"], by: [0, 1] });
    const before = text();
    const [refusal, ...more] = await desk.rejectAll({}, "You");
    assert.equal(more.length, 0);
    assert.match(refusal?.message ?? "", /^Cannot /);
    assert.equal(text(), before);
    await assert.rejects(desk.reject("no such", "You"), { code: "not-found" });
  });

  it("takes a change back by its steps when the undo entries are gone", async () => {
    const first = await table();
    const before = first.text();
    await first.robot("pcb.move", { items: ["C1"], by: [1, 0] });
    const kept = JSON.parse(JSON.stringify(first.desk.list()));
    const next = await openWorld({ text: first.bytes(), path: first.path, reviews: kept });
    const desk: ReviewDesk = next.core.reviews;
    await desk.reject(desk.list()[0]!.id, "You");
    assert.equal(Buffer.from(next.bytes()).toString(), before);
    assert.equal(stateOf(desk.list()[0]!), "rejected");
  });

  it("what the person has taken in hand in the same request is not the agent's any more", async () => {
    const { core, path, robot, human, text } = await table();
    await robot("pcb.move", { items: ["R1", "C1"], by: [1, 0] });
    await human("pcb.move", { items: ["R1"], by: [0, 1] });
    const before = text();
    await assert.rejects(robot("pcb.move", { items: ["R1"], by: [1, 0] }), {
      code: "denied",
      message: /taken it over/,
    });
    assert.equal(text(), before);
    await robot("pcb.move", { items: ["C1"], by: [1, 0] });
    await core.run("pcb.move", { path, items: "R1", by: [1, 0] }, { caller: { ...agent, chatId: "chat-2" } });
  });

  it("one agent is paused alone, and goes on when the person lets it", async () => {
    const { core, path, robot } = await table();
    core.automation.pause("Robot");
    await assert.rejects(robot("pcb.move", { items: ["R1"], by: [1, 0] }), {
      code: "denied",
      message: /has paused Robot/,
    });
    await core.run("query.items", { path }, { caller: agent });
    await core.run("pcb.move", { path, items: "R1", by: [1, 0] }, { caller: { name: "Other", kind: "agent" } });
    core.automation.unpause("Robot");
    await robot("pcb.move", { items: ["R1"], by: [1, 0] });
  });

  it("calls are copied as a shell and a script have them, without secrets", () => {
    const call = { id: "pcb.addText", args: { text: "it's", token: "abc" } };
    assert.equal(callAsCli(call), `edsnx pcb.addText --args '{"text":"it'\\''s","token":"…"}'`);
    assert.equal(callAsScript(call), 'await edsnx.run("pcb.addText", {"text":"it\'s","token":"…"});');
    assert.equal(callAsCli({ id: "session.documents", args: undefined }), "edsnx session.documents");
  });

  it("has no command that accepts or rejects", async () => {
    const { core } = await table();
    const names = core.registry.commands.map(({ id }) => id).filter((id) => /accept|reject|approve/i.test(id));
    assert.deepEqual(names, []);
  });
});

describe("checkpoints", () => {
  it("bring the bytes back as one undoable change", async () => {
    const { core, robot, human, text, path } = await table();
    await human("pcb.move", { items: ["R1"], by: [1, 0] });
    const then = text();
    const run = (id: string, args: object) => core.run(id, args, { caller: person }) as Promise<{ id: string }>;
    const { id } = await run("session.checkpoint", { label: "Before" });
    await robot("pcb.delete", { items: ["R2"] });
    await robot("pcb.addVia", { at: [110, 60], net: "GND" });
    await human("pcb.move", { items: ["R1"], by: [1, 0] });
    const now = text();
    await run("session.restore", { id });
    assert.equal(text(), then);
    await run("session.undo", { path });
    assert.equal(text(), now);
    await assert.rejects(run("session.restore", { id: "no such" }), { code: "not-found" });
  });
});
