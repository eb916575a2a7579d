import assert from "node:assert/strict";
import type { Point } from "../../core/base/nm.ts";
import type { Caller } from "../../core/commands/define.ts";
import { stateOf } from "../../core/session/review.ts";
import { openWorld } from "../laws/check-edit.ts";
import { seeded } from "../laws/random.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const agents: readonly Caller[] = ["Ada", "Bob"].map((name) => ({ name, kind: "agent" }));
const person: Caller = { name: "You", kind: "person" };
const parts = ["R1", "R2", "C1"];
const ROUNDS = 120;

/** One change as a simple model keeps it: a part moved by so much. */
interface Move {
  readonly group: string;
  readonly part: string;
  readonly by: readonly [number, number];
  readonly caller: Caller;
  applied: boolean;
}

describe("a person and two agents at once", () => {
  for (const seed of [1, 2, 3]) {
    it(`lose no edit, mistake no owner, and take back exactly what is rejected (seed ${seed})`, async () => {
      const random = seeded(seed);
      const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      const world = await openWorld({ file });
      const { core, path, session } = world;
      const original = Buffer.from(world.bytes());
      const moves: Move[] = [];
      const ids = new Map<string, string>();
      const start = new Map<string, Point>();
      const placeOf = (part: string) => world.doc().items.get(ids.get(part)!)!["at"] as Point;

      for (const part of parts) {
        const dry = await core.run("pcb.move", { path, items: [part], by: [1, 0], dryRun: true }, { caller: person });
        ids.set(part, (dry as { changedIds: string[] }).changedIds[0]!);
        start.set(part, placeOf(part));
      }

      /** The newest standing move of a part can be taken back; under another one it is in the way. */
      const canTurn = (move: Move) => moves.filter((m) => m.part === move.part && m.applied).at(-1) === move;

      for (let round = 0; round < ROUNDS; round++) {
        const what = random();
        if (what < 0.55 || moves.length === 0) {
          const caller = any([person, ...agents]);
          const part = any(parts);
          const by = [Math.ceil(random() * 5) / 10, Math.ceil(random() * 5) / 10] as const;
          await core.run("pcb.move", { path, items: [part], by: [...by] }, { caller });
          const entry = session.get(path).history.at(-1)!;
          assert.equal(entry.actor, caller.name);
          moves.push({ group: entry.group, part, by, caller, applied: true });
        } else if (what < 0.8) {
          const judged = moves.filter(({ caller }) => caller.kind === "agent");
          if (judged.length === 0) continue;
          const move = any(judged);
          const wanted = canTurn(move) || !move.applied;
          const done = await core.reviews.reject(move.group, person.name).then(
            () => true,
            (error: { code: string }) => {
              assert.equal(error.code, "conflict");
              return false;
            },
          );
          assert.equal(done, wanted, `round ${round}`);
          if (done) move.applied = false;
        } else if (what < 0.9) {
          const pending = core.reviews.list().filter((review) => stateOf(review) === "pending");
          if (pending.length > 0) core.reviews.accept(any(pending).id);
        } else {
          const newest = moves.filter(({ applied }) => applied).at(-1);
          await core.run("session.undo", { path }, { caller: person });
          if (newest !== undefined) newest.applied = false;
        }

        for (const part of parts) {
          const standing = moves.filter((move) => move.part === part && move.applied);
          const expected = standing.reduce(
            (at, { by }) => ({ x: at.x + Math.round(by[0] * 1e6), y: at.y + Math.round(by[1] * 1e6) }),
            { x: start.get(part)!.x, y: start.get(part)!.y },
          );
          const { x, y } = placeOf(part);
          assert.deepEqual({ x, y }, expected, `${part} in round ${round}`);
        }
        for (const review of core.reviews.list()) {
          const move = moves.find(({ group }) => group === review.id)!;
          assert.equal(review.agent, move.caller.name);
          assert.equal(stateOf(review) === "rejected", !move.applied, `${review.label} in round ${round}`);
        }
      }
      while (session.get(path).history.some(({ applied }) => applied))
        await core.run("session.undo", { path }, { caller: person });
      assert.deepEqual(Buffer.from(world.bytes()), original);
    });
  }
});
