import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { nodeFiles } from "../../bridge/node/node-files.ts";
import { copiesInWorker } from "../../bridge/node/worker-copies.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { CopiesElsewhere } from "../../core/commands/copies.ts";
import type { Caller } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { openWorld } from "../laws/check-edit.ts";

const robot: Caller = { name: "Robot", kind: "agent" };
const blinky = resolve("examples/blinky");

/** Checks and pictures must not be made in this thread. */
class OnlyElsewhere extends Registry {
  override run(cx: Parameters<Registry["run"]>[0], id: string, args: unknown): Promise<unknown> {
    assert.doesNotMatch(id, /^(check|render)\./, "it is run in this thread");
    return super.run(cx, id, args);
  }
}

describe("a comparison in a thread of its own", function () {
  this.timeout(240_000);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "edsnx-copies-")));
  const bundle = join(folder, "edsnx-copy-worker.cjs");
  before(async () => {
    const { build } = (await import(resolve("esbuild.config.mjs"))) as { build(options: object): Promise<void> };
    await build({ out: folder, only: ["edsnx-copy-worker.cjs"] });
  });
  after(() => rmSync(folder, { recursive: true }));

  const edits = {
    "blinky.kicad_pcb": [
      "pcb.addTrack",
      {
        layer: "F.Cu",
        width: 0.25,
        net: "GND",
        pts: [
          [98.5, 60.73],
          [98.5, 63.27],
        ],
      },
    ],
    "blinky.kicad_sch": [
      "sch.wire",
      {
        pts: [
          [50.8, 127],
          [76.2, 127],
        ],
      },
    ],
  } as const;
  for (const [name, [id, args]] of Object.entries(edits))
    it(`checks and draws ${name} as this thread does, and ends`, async () => {
      const path = join(blinky, name);
      const world = await openWorld({ file: path, path });
      await world.core.run(id, { path, ...args }, { caller: robot });
      const here = await world.core.compare(world.core.reviews.list()[0]!.id);
      assert.ok(here.counts.added > 0, JSON.stringify(here));
      assert.notEqual(here.pictures[0]?.before, here.pictures[0]?.after);
      const files = nodeFiles({ cwd: blinky, roots: [blinky] });
      const begun: string[] = [];
      const ended: string[] = [];
      const beside = new AgentCore({
        ...{ registry: new OnlyElsewhere(commands), session: world.session, now: () => 0 },
        reviews: world.core.reviews.list(),
        services: {
          copiesElsewhere(copied, signal): CopiesElsewhere {
            begun.push("begun");
            const own = copiesInWorker(bundle, { cwd: blinky, files }, copied, signal);
            const dispose = () => {
              own.dispose();
              ended.push("ended");
            };
            return { run: own.run, dispose };
          },
        },
      });
      const there = await beside.compare(world.core.reviews.list()[0]!.id);
      assert.deepEqual(there.pictures, here.pictures);
      // The machine's libraries are read there and the test's here: what is about them alone may differ.
      assert.ok(here.added.every((line) => there.added.includes(line)));
      assert.deepEqual(
        [begun, ended],
        [
          ["begun", "begun"],
          ["ended", "ended"],
        ],
      );
    });

  it("is called off by its signal, and says so when its thread is lost", async () => {
    const files = nodeFiles({ cwd: blinky, roots: [blinky] });
    const stop = new AbortController();
    const copies = copiesInWorker(bundle, { cwd: blinky, files }, [], stop.signal);
    const asked = copies.run("session.documents", {});
    stop.abort();
    await assert.rejects(asked, { code: "cancelled" });
    await assert.rejects(copies.run("session.documents", {}), { code: "cancelled" });
    const lost = copiesInWorker(join(folder, "none.cjs"), { cwd: blinky, files }, [], new AbortController().signal);
    await assert.rejects(lost.run("session.documents", {}), { code: "service-unavailable" });
    const path = join(blinky, "blinky.kicad_pcb");
    const copied = [{ path, bytes: new Uint8Array(readFileSync(path)), stamp: null }];
    const wrong = copiesInWorker(bundle, { cwd: blinky, files }, copied, new AbortController().signal);
    try {
      await assert.rejects(wrong.run("no.such", {}), { code: "unknown-command" });
      await wrong.run("pcb.move", { path, items: "R1", by: [1, 0] });
      await assert.rejects(wrong.run("session.save", { path }), { code: "denied" });
    } finally {
      wrong.dispose();
    }
  });
});
