import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { writeDoc } from "../../core/model/document.ts";
import { stateOf } from "../../core/session/review.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { seeded } from "../laws/random.ts";

const file = fileURLToPath(new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url));
const path = "/desk/blinky.kicad_pcb";
const original = readFileSync(file);
const you: Caller = { name: "You", kind: "person" };
const robot: Caller = { name: "robot", kind: "agent" };

async function desk() {
  const ports = memoryPorts({ [path]: original });
  const session = new Session(ports);
  const core = new AgentCore({ registry: new Registry(commands), session, services: {}, now: ports.now });
  await session.open(path, "test");
  const run = (id: string, args: object, caller: Caller) => core.run(id, { path, ...args }, { caller });
  const bytes = () => Buffer.from(writeDoc(session.get(path).doc)).toString();
  return { core, session, run, bytes, reviews: core.reviews };
}

const conflict = (thrown: unknown) => thrown instanceof CommandError && thrown.code === "conflict";

/** Lives, and the seed of the first. */
const rounds = Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 8);
const first = Number(process.env["EDSNX_FUZZ_SEED"] ?? 1);

/** How often something stood in the way, over all seeds: it must come to that, or nothing was put to the test. */
let conflicts = 0;

describe("a person and an agent on one board", () => {
  after(() => assert.ok(conflicts > 20, `${conflicts} conflicts`));

  for (let seed = first; seed < first + rounds; seed++)
    it(`agrees with a simple model of who moved what, whatever comes between (seed ${seed})`, () => race(seed));
});

/** A change as the model has it: one part goes from a place to another. */
interface Move {
  readonly group: string;
  readonly actor: string;
  readonly part: string;
  readonly from: number;
  readonly to: number;
  applied: boolean;
  state: ReturnType<typeof stateOf> | null;
}

/** Edits of a person and an agent, accepts, rejects, undos and redos in random order, against the model. */
async function race(seed: number): Promise<void> {
  const { run, reviews, session, bytes } = await desk();
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const parts = ["R1", "R2", "C1"];
  const offset = new Map(parts.map((part) => [part, 0]));
  const moves: Move[] = [];
  const undone: Move[] = [];
  const setApplied = (move: Move, applied: boolean): boolean => {
    if (move.applied === applied) return true;
    if (offset.get(move.part) !== (applied ? move.from : move.to)) return false;
    offset.set(move.part, applied ? move.to : move.from);
    move.applied = applied;
    return true;
  };
  /** What was done must go as the model says: it works, or it is a conflict. */
  const agree = async (isDone: boolean, work: Promise<unknown>) => {
    if (isDone) await work;
    else {
      conflicts++;
      await assert.rejects(work, conflict);
    }
  };
  for (let i = 0; i < 60; i++) {
    const what = pick(["you", "robot", "robot", "accept", "reject", "undo", "redo"])!;
    const open = moves.filter((move) => move.state !== null);
    if (what === "you" || what === "robot") {
      const caller = what === "you" ? you : robot;
      const part = pick(parts)!;
      const by = pick([1, 2, 3])!;
      await run("pcb.move", { items: part, by: [by, 0] }, caller);
      const from = offset.get(part)!;
      offset.set(part, from + by);
      // Whoever comes later on the same part has the last word on it.
      for (const move of moves)
        if (move.part === part && (move.state === "pending" || move.state === "accepted"))
          move.state = what === "you" ? "modified" : "superseded";
      const { group } = session.get(path).history.at(-1)!;
      moves.push({
        group,
        actor: caller.name,
        part,
        from,
        to: from + by,
        applied: true,
        state: what === "you" ? null : "pending",
      });
      undone.length = 0;
    } else if (what === "accept" || what === "reject") {
      const move = pick(open);
      if (move === undefined) continue;
      if (what === "accept") {
        await reviews.accept(move.group);
        if (move.state === "pending") move.state = "accepted";
      } else {
        const was = move.applied;
        const isDone = setApplied(move, false);
        await agree(isDone, reviews.reject(move.group, "You"));
        if (isDone) move.state = "rejected";
        if (isDone && was) undone.push(move);
      }
    } else if (what === "undo") {
      const move = moves.findLast((each) => each.applied);
      if (move === undefined) continue;
      const isDone = setApplied(move, false);
      await agree(isDone, session.undo(path, "You"));
      if (!isDone) continue;
      undone.push(move);
      if (move.state !== null) move.state = "rejected";
    } else {
      const move = undone.at(-1);
      if (move === undefined) continue;
      const isDone = setApplied(move, true);
      await agree(isDone, session.redo(path, "You"));
      if (!isDone) continue;
      undone.pop();
      if (move.state !== null) move.state = "pending";
    }
    const step = `seed ${seed}, step ${i} (${what})`;
    const { history } = session.get(path);
    assert.deepEqual(
      history.map(({ group, actor, applied }) => ({ group, actor, applied })),
      moves.map(({ group, actor, applied }) => ({ group, actor, applied })),
      step,
    );
    assert.deepEqual(
      reviews.list().map((review) => ({ group: review.id, state: stateOf(review) })),
      moves.flatMap(({ group, state }) => (state === null ? [] : [{ group, state }])),
      step,
    );
  }
  const plain = await desk();
  for (const [part, by] of offset) if (by !== 0) await plain.run("pcb.move", { items: part, by: [by, 0] }, you);
  assert.equal(bytes(), plain.bytes(), `seed ${seed}: the bytes are those of the moves that stand`);
}
