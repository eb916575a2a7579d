import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { fillPool } from "../../bridge/node/fill-pool.ts";
import type { FillTask } from "../../core/engines/fill/task.ts";
import { runFillTask } from "../../core/engines/fill/task.ts";
import { turnedAs } from "../../core/geometry/ring.ts";
import { circleRing } from "../../core/geometry/stroke-outline.ts";

const square = Int32Array.of(0, 0, 20_000_000, 0, 20_000_000, 20_000_000, 0, 20_000_000);
const task = (n: number): FillTask => ({
  zone: `z${n}`,
  layer: "F.Cu",
  copper: true,
  outline: [square],
  extents: [square],
  minThickness: 250_000,
  maxError: 5_000,
  reliefs: [],
  clearances: [
    turnedAs(circleRing(3_000_000 + 500_000 * n, 10_000_000, 1_000_000, { error: 5_000, outside: true }), true),
  ],
  spokes: [],
  reliefHoles: [],
  ceded: [],
  after: [],
  hatch: null,
});

describe("workers that fill zones", function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-fill-pool-"));
  const file = join(folder, "edsnx-fill-worker.cjs");
  before(async () => {
    const config = resolve("esbuild.config.mjs");
    const { build } = (await import(config)) as { build(options: object): Promise<void> };
    await build({ out: folder, only: ["edsnx-fill-worker.cjs"] });
    copyFileSync("node_modules/clipper2-wasm/dist/umd/clipper2z.wasm", join(folder, "clipper2z.wasm"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("give what this thread gives, many tasks on few workers, one after the other", async () => {
    const clipper = await loadClipper();
    const pool = await fillPool(file);
    const tasks = Array.from({ length: 9 }, (_, n) => task(n));
    const wanted = tasks.map((each) => runFillTask(clipper, each, []).map((ring) => [...ring]));
    const together = await Promise.all(tasks.map((each) => pool.run(each, [])));
    assert.deepEqual(
      together.map((rings) => rings.map((ring) => [...ring])),
      wanted,
    );
    for (const [n, each] of tasks.slice(0, 3).entries()) {
      assert.deepEqual(
        (await pool.run(each, [])).map((ring) => [...ring]),
        wanted[n],
      );
    }
  });
  it("stop in the middle of a task, and go on with the next", async () => {
    const pool = await fillPool(file);
    const stop = new AbortController();
    const stopped = pool.run(task(1), [], stop.signal);
    stop.abort(new Error("enough"));
    await assert.rejects(stopped, /enough/);
    assert.equal((await pool.run(task(2), [])).length, 1);
  });
  it("tell what went wrong", async () => {
    const pool = await fillPool(file);
    const broken = { ...task(1), hatch: { thickness: 1 } } as unknown as FillTask;
    await assert.rejects(pool.run(broken, []), /./);
    assert.equal((await pool.run(task(2), [])).length, 1);
  });
});
