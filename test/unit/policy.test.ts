import assert from "node:assert/strict";
import type { Policy, PolicyRule } from "../../core/agent/policy.ts";
import { readRules } from "../../core/agent/policy-rules.ts";
import type { Caller } from "../../core/commands/define.ts";
import type { Answer, Question } from "../../core/commands/person.ts";
import { openWorld } from "../laws/check-edit.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const robot: Caller = { name: "Robot", kind: "agent" };
const person: Caller = { name: "You", kind: "person" };

/** A board whose agents are held to a policy; `answers` is what the person says when asked. */
async function held(policy: Policy, answers: readonly string[] = []) {
  const questions: Question[] = [];
  const left = [...answers];
  const ask = async (question: Question): Promise<Answer> => {
    questions.push(question);
    const text = left.shift();
    return text === undefined ? { status: "declined" } : { status: "answered", text };
  };
  const world = await openWorld({ file, policy: () => policy, person: { ask } });
  const { core, path } = world;
  const as = (caller: Caller) => (id: string, args: object) => core.run(id, { path, ...args }, { caller });
  return { ...world, questions, robot: as(robot), human: as(person) };
}

const rules = (...list: PolicyRule[]): Policy => ({ otherwise: "allow", rules: list });
const denied = { name: "CommandError", code: "denied" };
const track = (layer: string, y: number) => ({
  layer,
  width: 0.25,
  net: "GND",
  pts: [
    [100, y],
    [105, y],
  ],
});

describe("what agents may do", () => {
  it("read only: agents look, ask and check, also for pictures; they write no file; the person may all", async () => {
    const { robot: run, human } = await held({ otherwise: "deny", rules: [] });
    for (const id of ["render.svg", "check.drc"]) {
      await run(id, {});
      await assert.rejects(run(id, { out: "/written" }), denied);
    }
    await human("pcb.move", { items: ["R1"], by: [1, 0] });
  });

  const denials: readonly [string, PolicyRule, string, object, string, object][] = [
    [
      "a command",
      { effect: "deny", command: "pcb.del*" },
      "pcb.delete",
      { items: ["R1"] },
      "pcb.move",
      { items: ["R1"], by: [1, 0] },
    ],
    [
      "a layer",
      { effect: "deny", layer: "B.Cu" },
      "pcb.addTrack",
      track("B.Cu", 60),
      "pcb.addTrack",
      track("F.Cu", 60),
    ],
    [
      "a net",
      { effect: "deny", net: "GND" },
      "pcb.addTrack",
      track("F.Cu", 60),
      "pcb.addText",
      { at: [105, 65], text: "x", layer: "F.SilkS" },
    ],
    [
      "a kind",
      { effect: "deny", kind: "footprint" },
      "pcb.move",
      { items: ["R1"], by: [1, 0] },
      "pcb.addTrack",
      track("F.Cu", 60),
    ],
    [
      "a region",
      {
        effect: "deny",
        region: [
          [0, 0],
          [101, 61],
        ],
      },
      "pcb.addTrack",
      track("F.Cu", 60),
      "pcb.addTrack",
      track("F.Cu", 70),
    ],
    ["a file", { effect: "deny", file: "*.kicad_pcb" }, "pcb.addTrack", track("F.Cu", 60), "query.items", {}],
    ["an agent", { effect: "deny", agent: "Ro*" }, "pcb.addTrack", track("F.Cu", 60), "query.items", {}],
  ];
  for (const [what, rule, refused, refusedArgs, done, doneArgs] of denials) {
    it(`a rule about ${what} denies what it names, in transactions too, and nothing else`, async () => {
      const { core, path, robot: run, human, bytes } = await held(rules(rule));
      const before = Buffer.from(bytes());
      await assert.rejects(run(refused, refusedArgs), denied);
      const steps = [{ id: refused, args: { path, ...refusedArgs } }];
      await assert.rejects(core.run("session.transaction", { steps }, { caller: robot }), denied);
      await assert.rejects(core.run("session.batch", { steps }, { caller: robot }), denied);
      assert.deepEqual(Buffer.from(bytes()), before);
      await run(done, doneArgs);
      await human(refused, refusedArgs);
    });
  }

  it("locked items are safe from agents, and unlocking them is no way round", async () => {
    const { robot: run, human } = await held(rules({ effect: "deny", locked: true }));
    await human("pcb.lock", { items: ["R1"] });
    await assert.rejects(run("pcb.unlock", { items: ["R1"] }), denied);
    await assert.rejects(run("pcb.setProperties", { items: ["R1"], properties: { locked: false } }), denied);
    await run("pcb.move", { items: ["R2"], by: [1, 0] });
  });

  it("an agent cannot undo the person's work where it may not edit", async () => {
    const { robot: run, human } = await held(rules({ effect: "deny", kind: "footprint" }));
    await human("pcb.move", { items: ["R1"], by: [1, 0] });
    await assert.rejects(run("session.undo", {}), denied);
  });

  it("deny goes before confirm, confirm before allow; allow opens what is otherwise denied", async () => {
    const only = { otherwise: "deny", rules: [{ effect: "allow", layer: "F.SilkS" }] } as const;
    const silk = await held(only);
    await silk.robot("pcb.addText", { at: [105, 65], text: "x", layer: "F.SilkS" });
    await assert.rejects(silk.robot("pcb.addTrack", track("F.Cu", 60)), denied);
    const both = await held(rules({ effect: "allow", command: "pcb.*" }, { effect: "deny", command: "pcb.delete" }));
    await assert.rejects(both.robot("pcb.delete", { items: ["R1"] }), denied);
  });

  it("asks the person outside of the queue: once, always, or no", async () => {
    const {
      robot: run,
      human,
      questions,
      changes,
    } = await held(rules({ effect: "confirm", layer: "F.Cu" }), ["Allow once", "Deny", "Allow always"]);
    await run("pcb.addTrack", track("F.Cu", 60));
    await assert.rejects(run("pcb.addTrack", track("F.Cu", 62)), denied);
    await run("pcb.addTrack", track("F.Cu", 64));
    await run("pcb.addTrack", track("F.Cu", 66));
    await human("pcb.addTrack", track("F.Cu", 68));
    assert.equal(questions.length, 3);
    assert.match(questions[0]?.prompt ?? "", /^May Robot run pcb\.addTrack on track .*\?$/);
    assert.equal(changes.filter(({ reason }) => reason === "edit").length, 4);
  });

  it("a rule of files holds for reports and pictures as well", async () => {
    const written: string[] = [];
    const policy: Policy = { otherwise: "allow", rules: [{ effect: "deny", file: "secret*" }] };
    const { core, path } = await openWorld({
      file,
      policy: () => policy,
      writeFile: async (name) => {
        written.push(name);
        return name;
      },
    });
    const run = (id: string, args: object) => core.run(id, { path, ...args }, { caller: robot });
    await assert.rejects(run("render.svg", { out: "secret.svg" }), { code: "denied", message: /secret\.svg/ });
    await run("render.svg", { out: "a.svg" });
    assert.deepEqual(written, ["a.svg"]);
  });

  it("without a person what must be confirmed is denied", async () => {
    const world = await openWorld({ file, policy: () => ({ otherwise: "confirm", rules: [] }) });
    const { core, path } = world;
    await assert.rejects(core.run("pcb.move", { path, items: ["R1"], by: [1, 0] }, { caller: robot }), {
      code: "denied",
      message: /nobody sits/,
    });
    await core.run("query.items", { path }, { caller: robot });
  });

  it("a rule that is not understood counts as none of them", () => {
    assert.equal(readRules([{ effect: "deny", layer: "Edge.Cuts" }]).rules.length, 1);
    assert.equal(readRules([{ effect: "forbid" }]).problems.length, 1);
    assert.equal(readRules([{ effect: "deny", colour: "red" }]).problems.length, 1);
    assert.equal(readRules("no").problems.length, 1);
  });
});
