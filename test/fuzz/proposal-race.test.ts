import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { Policy } from "../../core/agent/policy.ts";
import { CommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { writeDoc } from "../../core/model/document.ts";
import type { ReviewState } from "../../core/session/review.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { seeded } from "../laws/random.ts";

const file = fileURLToPath(new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url));
const path = "/desk/blinky.kicad_pcb";
const original = readFileSync(file);
const registry = new Registry(commands);
const you: Caller = { name: "You", kind: "person" };
const robot: Caller = { name: "robot", kind: "agent" };
const planner: Caller = { name: "planner", kind: "agent" };
const scribe: Caller = { name: "scribe", kind: "agent" };
/** Two agents may only propose, one edits at once. */
const policy: Policy = {
  otherwise: "allow",
  rules: [planner, scribe].map(({ name }) => ({ effect: "propose" as const, agent: name })),
};

async function desk() {
  const ports = memoryPorts({ [path]: original });
  const session = new Session(ports);
  const core = new AgentCore({ registry, session, services: {}, now: ports.now, policy: () => policy });
  await session.open(path, "test");
  const move = (part: string, by: number, caller: Caller) =>
    core.run("pcb.move", { path, items: part, by: [by, 0] }, { caller });
  const bytes = () => Buffer.from(writeDoc(session.get(path).doc)).toString();
  const ids = new Map<string, string>();
  for (const item of session.get(path).doc.items.ofKind("footprint")) ids.set(referenceOf(item), item.id);
  return { core, session, move, bytes, ids, reviews: core.reviews };
}

/** A part goes from a place to another. */
interface Move {
  readonly from: number;
  readonly to: number;
}

/** An undo entry as the model has it. */
interface Entry {
  readonly actor: string;
  readonly moves: ReadonlyMap<string, Move>;
  applied: boolean;
  /** What becomes of reviews when it is undone or done again. */
  readonly turn?: (applied: boolean) => void;
}

interface Judged extends Move {
  state: ReviewState;
  isDone: boolean;
}

/** A change under review: of the agent that edits at once (its entry), or a proposal (how many calls made it). */
interface Entered {
  readonly agent: string;
  readonly entry: Entry | null;
  calls: number;
  readonly items: Map<string, Judged>;
}

/** Lives, and the seed of the first. */
const rounds = Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 16);
const first = Number(process.env["EDSNX_FUZZ_SEED"] ?? 1);

/** How often it came to what must be put to the test, over all seeds. */
const counts = { conflict: 0, busy: 0, accepted: 0, takenBack: 0, lost: 0, stale: 0 };

describe("a person, an agent that edits, and two that propose, on one board", () => {
  after(() => {
    const { conflict, busy, accepted, takenBack, lost, stale } = counts;
    assert.ok(Math.min(conflict, busy, accepted, takenBack, lost, stale) > 8, JSON.stringify(counts));
  });

  for (let seed = first; seed < first + rounds; seed++)
    it(`agrees with a simple model of who moved and proposed what, whatever comes between (seed ${seed})`, () =>
      race(seed));
});

async function race(seed: number): Promise<void> {
  const { core, session, move, bytes, ids, reviews } = await desk();
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const parts = ["R1", "R2", "C1"];
  const offset = new Map(parts.map((part) => [part, 0]));
  const history: Entry[] = [];
  const undone: Entry[] = [];
  const entered: Entered[] = [];
  let held: string | null = null;

  const fits = (moves: ReadonlyMap<string, Move>, applied: boolean) =>
    [...moves].every(([part, { from, to }]) => offset.get(part) === (applied ? from : to));
  const put = (moves: ReadonlyMap<string, Move>, applied: boolean) => {
    for (const [part, { from, to }] of moves) offset.set(part, applied ? to : from);
  };
  const setApplied = (entry: Entry, applied: boolean): boolean => {
    if (entry.applied === applied) return true;
    if (!fits(entry.moves, applied)) return false;
    put(entry.moves, applied);
    entry.applied = applied;
    entry.turn?.(applied);
    return true;
  };
  /** A new undo entry: whoever comes later on the same part has the last word on it. */
  const enter = (entry: Entry, state: ReviewState | null, own: Entered | null) => {
    put(entry.moves, true);
    history.push(entry);
    undone.length = 0;
    if (state === null) return;
    for (const other of entered)
      for (const [part, item] of other.items)
        if (other !== own && entry.moves.has(part) && (item.state === "pending" || item.state === "accepted"))
          item.state = state;
  };
  /** What was done must go as the model says: it works, or it fails so. */
  const agree = async (code: "conflict" | "busy" | null, work: Promise<unknown>) => {
    if (code === null) return void (await work);
    counts[code]++;
    await assert.rejects(work, (thrown) => thrown instanceof CommandError && thrown.code === code);
  };

  const edit = async (caller: Caller, part: string, by: number) => {
    const isHeld = caller === robot && held === part;
    await agree(isHeld ? "busy" : null, move(part, by, caller));
    if (isHeld) return;
    const from = offset.get(part)!;
    const moves = new Map([[part, { from, to: from + by }]]);
    if (caller === you) return enter({ actor: "You", moves, applied: true }, "modified", null);
    const items = new Map([[part, { from, to: from + by, state: "pending" as ReviewState, isDone: true }]]);
    const turn = (applied: boolean) => {
      items.get(part)!.state = applied ? "pending" : "rejected";
    };
    const entry: Entry = { actor: robot.name, moves, applied: true, turn };
    const own: Entered = { agent: robot.name, entry, calls: 0, items };
    enter(entry, "superseded", own);
    entered.push(own);
  };

  const isPending = ({ state }: Judged) => state === "pending";
  const openProposal = (agent: string) =>
    entered.findLast((each) => each.agent === agent && each.calls > 0 && [...each.items.values()].some(isPending));
  const propose = async (caller: Caller, part: string, by: number) => {
    await move(part, by, caller);
    // What does not fit any more is the agent's no longer; where nothing is left, the proposal before it is.
    let before: Entered | undefined;
    do {
      before = openProposal(caller.name);
      for (const [each, item] of before?.items ?? [])
        if (isPending(item) && offset.get(each) !== item.from) {
          item.state = "modified";
          counts.lost++;
        }
    } while (before !== openProposal(caller.name));
    const own = openProposal(caller.name) ?? { agent: caller.name, entry: null, calls: 0, items: new Map() };
    const waiting = own.items.get(part);
    const from = offset.get(part)!;
    const to = (waiting !== undefined && isPending(waiting) ? waiting.to : from) + by;
    if (to === from) own.items.delete(part);
    else own.items.set(part, { from, to, state: "pending", isDone: false });
    if (own.items.size === 0) {
      // It took all of it back itself.
      own.items.set(part, { ...waiting!, state: "superseded" });
      return;
    }
    own.calls++;
    if (own.calls === 1) entered.push(own);
    const mine = [...own.items].filter(([, item]) => isPending(item)).map(([each]) => each);
    for (const other of entered)
      if (other !== own && other.calls > 0)
        for (const each of mine) {
          const item = other.items.get(each);
          if (item !== undefined && isPending(item)) item.state = "superseded";
        }
  };

  const accept = async (own: Entered, id: string) => {
    if (own.calls === 0) {
      await reviews.accept(id);
      for (const item of own.items.values()) if (isPending(item)) item.state = "accepted";
      return;
    }
    if (random() < 0.1) {
      counts.stale++;
      return agree("conflict", reviews.accept(id, undefined, undefined, own.calls - 1));
    }
    const one = random() < 0.3 ? pick([...own.items.keys()]) : undefined;
    const meant = [...own.items].filter(([part]) => one === undefined || part === one);
    const moves = new Map(meant.filter(([, item]) => isPending(item)));
    const isBarred = meant.some(([, { state }]) => state === "superseded" || state === "modified");
    const isDone = !isBarred && moves.size > 0 && fits(moves, true);
    const item = one === undefined ? undefined : { path, id: ids.get(one)! };
    await agree(isDone ? null : "conflict", reviews.accept(id, item, undefined, own.calls));
    if (!isDone) return;
    counts.accepted++;
    const turn = (applied: boolean) => {
      for (const part of moves.keys()) {
        const each = own.items.get(part);
        if (each !== undefined) Object.assign(each, { state: applied ? "accepted" : "pending", isDone: applied });
      }
    };
    turn(true);
    enter({ actor: own.agent, moves: new Map(moves), applied: true, turn }, "superseded", own);
  };

  const reject = async (own: Entered, id: string) => {
    const judged = () => {
      for (const item of own.items.values()) Object.assign(item, { state: "rejected", isDone: false });
    };
    if (own.entry !== null) {
      const was = own.entry.applied;
      const isDone = setApplied(own.entry, false);
      await agree(isDone ? null : "conflict", reviews.reject(id, "You"));
      if (!isDone) return;
      for (const item of own.items.values()) item.state = "rejected";
      if (was) undone.push(own.entry);
      return;
    }
    const left = new Map([...own.items].filter(([, item]) => item.isDone));
    const isDone = fits(left, false);
    await agree(isDone ? null : "conflict", reviews.reject(id, "You"));
    if (!isDone) return;
    if (left.size > 0) {
      counts.takenBack++;
      const moves = new Map([...left].map(([part, { from, to }]) => [part, { from: to, to: from }]));
      const turn = (applied: boolean) => {
        for (const part of moves.keys()) {
          const each = own.items.get(part);
          if (each !== undefined) Object.assign(each, { state: applied ? "rejected" : "accepted", isDone: !applied });
        }
      };
      enter({ actor: "You", moves, applied: true, turn }, null, own);
    }
    judged();
  };

  for (let i = 0; i < 120; i++) {
    const what = pick([
      ...["you", "robot", "planner", "planner", "scribe", "hold"],
      ...["accept", "accept", "accept", "reject", "reject", "undo", "redo"],
    ])!;
    const part = pick(parts)!;
    const by = pick([1, 2, -1])!;
    const which = entered.length === 0 ? -1 : Math.floor(random() * entered.length);
    const id = reviews.list()[which]?.id;
    if (what === "you") await edit(you, part, by);
    else if (what === "robot") await edit(robot, part, by);
    else if (what === "planner") await propose(planner, part, by);
    else if (what === "scribe") await propose(scribe, part, by);
    else if (what === "hold") {
      held = held === null ? part : null;
      core.holds.hold("canvas 1", path, held === null ? [] : [ids.get(held)!]);
    } else if (what === "accept" && id !== undefined) await accept(entered[which]!, id);
    else if (what === "reject" && id !== undefined) await reject(entered[which]!, id);
    else if (what === "undo" || what === "redo") {
      const entry = what === "undo" ? history.findLast((each) => each.applied) : undone.at(-1);
      if (entry === undefined) continue;
      const isDone = setApplied(entry, what === "redo");
      await agree(isDone ? null : "conflict", what === "undo" ? session.undo(path, "You") : session.redo(path, "You"));
      if (!isDone) continue;
      if (what === "undo") undone.push(entry);
      else undone.pop();
    }
    const step = `seed ${seed}, step ${i} (${what} ${part} ${by})`;
    assert.deepEqual(
      session.get(path).history.map(({ actor, applied }) => ({ actor, applied })),
      history.map(({ actor, applied }) => ({ actor, applied })),
      step,
    );
    const known = new Map([...ids].map(([name, each]) => [each, name]));
    assert.deepEqual(
      reviews.list().map(({ agent, proposal, items }) => ({
        agent,
        calls: proposal?.calls ?? 0,
        items: Object.fromEntries(items.map((each) => [known.get(each.id), each.state]).sort()),
      })),
      entered.map(({ agent, calls, items }) => ({
        agent,
        calls,
        items: Object.fromEntries([...items].map(([name, { state }]) => [name, state]).sort()),
      })),
      step,
    );
  }
  const plain = await desk();
  for (const [part, by] of offset) if (by !== 0) await plain.move(part, by, you);
  assert.equal(bytes(), plain.bytes(), `seed ${seed}: the bytes are those of the moves that stand`);
}
