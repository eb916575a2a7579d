import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import type { FillPool } from "../../core/engines/fill/run.ts";
import { ownPool } from "../../core/engines/fill/run.ts";
import { Session } from "../../core/session/session.ts";
import { slowCall } from "../../extension/slow-call.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const path = "/blinky.kicad_pcb";

/** A session with the sample board, whose zones are filled by this pool. */
async function openWith(pool: FillPool) {
  const ports = memoryPorts({ [path]: new Uint8Array(readFileSync("examples/blinky/blinky.kicad_pcb")) });
  const session = new Session(ports);
  const clipper = await loadClipper();
  const services = { filling: async () => ({ clipper, pool }) };
  const core = new AgentCore({ registry, session, services, now: ports.now });
  await session.open(path, tester.name);
  return { session, fill: (how: object) => core.run("pcb.fillZones", { path }, { caller: tester, ...how }) };
}

const turn = () => new Promise<void>((done) => setImmediate(done));

describe("a call of the editor that takes long", () => {
  it("shows how far filling zones is, and is stopped from there without a trace", async () => {
    const own = ownPool(await loadClipper(), turn);
    let slow: () => void = () => assert.fail("not waited for");
    const pool: FillPool = {
      ...own,
      run(_task, _others, signal) {
        // Two seconds have gone by.
        slow();
        return new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
      },
    };
    const { session, fill } = await openWith(pool);
    const before = session.bytes(path);
    let titled = "";
    const call = slowCall(
      "Fill zones",
      fill,
      (title, _end, stop) => {
        titled = title;
        setImmediate(stop);
        return { report: () => {} };
      },
      (_ms, work) => {
        slow = work;
        return () => {};
      },
    );
    await assert.rejects(call, (error) => error instanceof CommandError && error.code === "cancelled");
    assert.equal(titled, "Fill zones");
    assert.deepEqual(session.bytes(path), before);
    assert.equal(session.get(path).history.length, 0);
  });

  it("tells what was said last before it was shown, and says nothing of what is quick", async () => {
    const told: string[] = [];
    let slow: () => void = () => {};
    let shown = 0;
    const show = () => {
      shown++;
      return { report: (message: string) => void told.push(message) };
    };
    const wait = (_ms: number, work: () => void) => {
      slow = work;
      return () => (slow = () => {});
    };
    const answer = await slowCall(
      "Fill zones",
      async ({ progress }) => {
        await turn();
        progress("Filled 1 of 3");
        slow();
        progress("Filled 2 of 3");
        return 7;
      },
      show,
      wait,
    );
    assert.deepEqual([answer, told, shown], [7, ["Filled 1 of 3", "Filled 2 of 3"], 1]);
    slow();
    assert.equal(await slowCall("Fill zones", async () => 8, show, wait), 8);
    assert.equal(shown, 1);
  });
});
