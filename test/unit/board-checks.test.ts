import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { WorkerChecks } from "../../bridge/node/board-checks.ts";
import { nodeFiles } from "../../bridge/node/node-files.ts";
import { fileServices } from "../../bridge/node/runtime.ts";
import type { FollowedAnswer } from "../../core/commands/board-checks.ts";
import { CheckDesk } from "../../extension/checks/check-desk.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld, tester } from "../laws/check-edit.ts";

const file = resolve("examples/board-tools/board-tools.kicad_pcb");

describe("boards checked in a worker", function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-board-checks-"));
  let world: World;
  let checks: WorkerChecks;
  before(async () => {
    const config = resolve("esbuild.config.mjs");
    const { build } = (await import(config)) as { build(options: object): Promise<void> };
    await build({ out: folder, only: ["edsnx-check-worker.cjs"] });
  });
  beforeEach(async () => {
    writeFileSync(join(folder, "a.kicad_pro"), readFileSync(file.replace(/pcb$/, "pro")));
    world = await openWorld({ file, path: join(folder, "a.kicad_pcb") });
    const services = fileServices(nodeFiles({ cwd: folder, roots: [folder] }));
    checks = new WorkerChecks(world.session, services, join(folder, "edsnx-check-worker.cjs"));
  });
  afterEach(() => checks.dispose());
  after(() => rmSync(folder, { recursive: true }));

  it("answer what check.drc answers, and after an edit look at what it touched", async () => {
    const first = await checks.check(world.path, {});
    assert.equal(first.followed, false);
    assert.deepEqual(texts(first), await drc(world));
    const track = [...world.doc().items.ofKind("track")][0]!;
    await world.run("pcb.delete", { items: [track.id] });
    const second = await checks.check(world.path, {});
    assert.equal(second.followed, true);
    assert.deepEqual(texts(second), await drc(world));
    await world.run("session.undo", {});
    const third = await checks.check(world.path, {});
    assert.equal(third.followed, true);
    assert.deepEqual(texts(third), texts(first));
  });

  it("go by the project and the rules beside the board as they are now", async () => {
    const first = await checks.check(world.path, {});
    const custom = "(version 1)\n(rule wide (constraint track_width (min 40mm)))\n";
    writeFileSync(join(folder, "a.kicad_dru"), custom);
    const second = await checks.check(world.path, {});
    rmSync(join(folder, "a.kicad_dru"));
    assert.ok(count(second, "track_width") > count(first, "track_width"));
    assert.deepEqual(texts(await checks.check(world.path, {})), texts(first));
  });

  it("are called off, and the next one is whole again", async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const check = checks.check(world.path, {
      signal: stop.signal,
      progress(message) {
        said.push(message);
        stop.abort();
      },
    });
    // A small board may be done before the word gets there.
    await check.catch((error: Error) => assert.match(error.message, /cancelled/));
    assert.ok(said.length > 0);
    assert.deepEqual(texts(await checks.check(world.path, {})), await drc(world));
    const gone = AbortSignal.abort(new Error("before it began"));
    await assert.rejects(checks.check(world.path, { signal: gone }), /before it began/);
  });

  it("show in the editor what holds after each edit, without being asked", async () => {
    let tell = () => {};
    const desk = new CheckDesk({
      core: world.core,
      boardChecks: checks,
      follows: () => true,
      caller: tester,
      now: () => 0,
      after(_, work) {
        const timer = setTimeout(work, 0);
        return () => clearTimeout(timer);
      },
      onChange: () => tell(),
      rootsNear: async () => [],
      report: (message) => assert.fail(message),
    });
    const settled = () =>
      new Promise<void>((done) => {
        tell = () => {
          const { isChecked, isRunning, isStale } = desk.view(world.path);
          if (isChecked && !isRunning && !isStale) done();
        };
        tell();
      });
    await desk.check(world.path);
    const before = desk.view(world.path).findings;
    const track = [...world.doc().items.ofKind("track")][0]!;
    await world.run("pcb.delete", { items: [track.id] });
    await settled();
    const after = desk.view(world.path).findings;
    assert.deepEqual(shown(after), await drc(world));
    const kept = after.filter((each) => before.some((other) => other.id === each.id));
    assert.ok(kept.length > 0, "what still holds keeps its id");
    await world.run("session.undo", {});
    await settled();
    assert.deepEqual(shown(desk.view(world.path).findings), shown(before));
    desk.dispose();
  });
});

async function drc(world: World): Promise<string[]> {
  const { violations } = (await world.run("check.drc", { limit: 10_000 })) as FollowedAnswer & {
    violations: FollowedAnswer["findings"];
  };
  return violations
    .map((each) => `${each.type} ${each.description} ${each.items.map(({ uuid }) => uuid).join()}`)
    .sort();
}

function texts({ findings }: FollowedAnswer): string[] {
  return findings
    .filter(({ excluded }) => excluded !== true)
    .map((each) => `${each.type} ${each.description} ${each.items.map(({ uuid }) => uuid).join()}`)
    .sort();
}

function shown(findings: readonly { type: string; description: string; ids: readonly string[] }[]): string[] {
  return findings.map((each) => `${each.type} ${each.description} ${each.ids.join()}`).sort();
}

function count({ findings }: FollowedAnswer, type: string): number {
  return findings.filter((each) => each.type === type).length;
}
