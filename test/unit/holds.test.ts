import assert from "node:assert/strict";
import type { Caller } from "../../core/commands/define.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { openWorld } from "../laws/check-edit.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const you: Caller = { name: "You", kind: "person" };
const robot: Caller = { name: "Robot", kind: "agent" };

/** The blinky board, with R1 in the person's hand. */
async function held() {
  const world = await openWorld({ file });
  const { core, path } = world;
  const r1 = [...world.doc().items.ofKind("footprint")].find((item) => referenceOf(item) === "R1")!.id;
  core.holds.hold("canvas 1", path, [r1]);
  const as = (caller: Caller) => (command: string, args: object) => core.run(command, { path, ...args }, { caller });
  return { ...world, as, r1, text: () => Buffer.from(world.bytes()).toString() };
}

describe("what a person has in hand", () => {
  it("is changed by no agent, by no way: the error says who has it and what to do; the person's move wins", async () => {
    const { as, text, core, path, r1 } = await held();
    const before = text();
    const move = { items: "R1", by: [1, 0] };
    const busy = { code: "busy", message: /Cannot run pcb\.move on footprint .*: the person has it in hand/ };
    await assert.rejects(as(robot)("pcb.move", move), { ...busy, hint: /query\.item/ });
    await assert.rejects(as(robot)("pcb.move", { items: ["C1", "R1"], by: [1, 0] }), busy, "nor C1 beside it");
    const steps = [
      { id: "pcb.move", args: { path, items: "C1", by: [1, 0] } },
      { id: "pcb.delete", args: { path, items: "R1" } },
    ];
    await assert.rejects(core.run("session.transaction", { steps }, { caller: robot }), { code: "busy" });
    await assert.rejects(as({ name: "script", kind: "script" })("pcb.delete", { items: "R1" }), { code: "busy" });
    assert.equal(text(), before);
    await as(you)("pcb.move", { items: "R1", by: [0, 2] });
    const moved = text();
    assert.notEqual(moved, before);
    await assert.rejects(as(robot)("session.undo", {}), { code: "busy" });
    assert.equal(text(), moved);
    await as(robot)("pcb.move", { items: "C1", by: [1, 0] });
    core.holds.hold("canvas 1", path, []);
    await as(robot)("pcb.move", move);
    assert.ok(r1 !== "" && text() !== moved);
  });

  it("is let go by that canvas alone, and can be taken up in a proposal", async () => {
    const { as, core, path, r1, text } = await held();
    core.holds.hold("canvas 2", path, [r1]);
    core.holds.hold("canvas 1", path, []);
    await assert.rejects(as(robot)("pcb.move", { items: "R1", by: [1, 0] }), { code: "busy" });
    core.holds.hold("canvas 2", path, []);
    await as(robot)("pcb.move", { items: "R1", by: [1, 0] });
    const proposing = await openWorld({ file, policy: () => ({ otherwise: "propose", rules: [] }) });
    proposing.core.holds.hold("canvas 1", proposing.path, [r1]);
    const before = Buffer.from(proposing.bytes()).toString();
    await proposing.core.run("pcb.move", { path: proposing.path, items: "R1", by: [1, 0] }, { caller: robot });
    assert.equal(Buffer.from(proposing.bytes()).toString(), before);
    assert.equal(proposing.core.reviews.list().length, 1);
    assert.notEqual(text(), before);
  });
});
