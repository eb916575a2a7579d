import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import type { FillPool } from "../../core/engines/fill/run.ts";
import { ownPool } from "../../core/engines/fill/run.ts";
import { Session } from "../../core/session/session.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const path = "/blinky.kicad_pcb";
const turn = () => new Promise<void>((done) => setImmediate(done));

/** A session with the sample board, whose zones are filled by this pool. */
async function openWith(pool: FillPool) {
  const ports = memoryPorts({ [path]: new Uint8Array(readFileSync("examples/blinky/blinky.kicad_pcb")) });
  const session = new Session(ports);
  const clipper = await loadClipper();
  const core = new AgentCore({
    registry,
    session,
    services: { filling: async () => ({ clipper, pool }) },
    now: ports.now,
  });
  await session.open(path, tester.name);
  // Beside the one zone that is there.
  for (const layers of [["F.Cu"], ["F.Cu", "B.Cu"]])
    await core.run("pcb.addZone", { path, layers, net: "VCC", center: [115, 65], radius: 8 }, { caller: tester });
  await core.run("pcb.unfillZones", { path }, { caller: tester });
  return { core, session };
}

describe("pcb.fillZones", function () {
  this.timeout(120_000);
  it("tells its progress, growing, up to all", async () => {
    const pool = ownPool(await loadClipper(), turn);
    const { core } = await openWith(pool);
    const told: { message: string; percent: number | undefined }[] = [];
    await core.run(
      "pcb.fillZones",
      { path },
      { caller: tester, progress: (message, percent) => told.push({ message, percent }) },
    );
    const filled = told.filter(({ message }) => message.startsWith("Filled "));
    assert.equal(filled.at(-1)?.percent, 100);
    assert.ok(filled.length >= 4, `${filled.length} steps`);
    for (const [i, each] of filled.entries()) assert.equal(each.message, `Filled ${i + 1} of ${filled.length}`);
  });

  it("is cancelled between two tasks also where one thread does all, and leaves no trace", async () => {
    const own = ownPool(await loadClipper(), turn);
    let runs = 0;
    const stop = new AbortController();
    const pool: FillPool = {
      ...own,
      run(task, others, signal) {
        runs++;
        // Comes as a message does: heard at the next turn.
        setImmediate(() => stop.abort());
        return own.run(task, others, signal);
      },
    };
    const { core, session } = await openWith(pool);
    const before = session.bytes(path);
    const { revision, history } = session.get(path);
    const entries = history.length;
    const cancelled = core.run("pcb.fillZones", { path }, { caller: tester, signal: stop.signal });
    await assert.rejects(cancelled, (error) => error instanceof CommandError && error.code === "cancelled");
    assert.equal(runs, 1, "the second task was not begun");
    assert.deepEqual(session.bytes(path), before);
    assert.deepEqual([session.get(path).revision, session.get(path).history.length], [revision, entries]);
  });

  it("is cancelled in the middle of a task where workers run it, and fills when it is asked again", async () => {
    let stuck = true;
    const own = ownPool(await loadClipper(), turn);
    let begun: () => void = () => undefined;
    const running = new Promise<void>((done) => (begun = done));
    const pool: FillPool = {
      ...own,
      width: 2,
      run: (task, others, signal) =>
        !stuck
          ? own.run(task, others, signal)
          : new Promise((_, failed) => {
              begun();
              signal?.addEventListener("abort", () => failed(signal.reason as Error));
            }),
    };
    const { core, session } = await openWith(pool);
    const before = session.bytes(path);
    const stop = new AbortController();
    const cancelled = core.run("pcb.fillZones", { path }, { caller: tester, signal: stop.signal });
    await running;
    stop.abort();
    await assert.rejects(cancelled, (error) => error instanceof CommandError && error.code === "cancelled");
    assert.deepEqual(session.bytes(path), before);
    stuck = false;
    await core.run("pcb.fillZones", { path }, { caller: tester });
    assert.notDeepEqual(session.bytes(path), before);
  });
});
