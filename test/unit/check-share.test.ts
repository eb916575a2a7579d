import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CheckHelper } from "../../bridge/node/check-helper.ts";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import type { Services } from "../../core/commands/define.ts";
import { checkRules } from "../../core/engines/check/rule-list.ts";
import { RuleShare } from "../../core/engines/check/rule-share.ts";
import { Session } from "../../core/session/session.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const files = ["pcb", "pro"].map((ending) => resolve(`examples/board-tools/board-tools.kicad_${ending}`));

/** The thread looks into those of this machine. */
const libraries = nodeLibraries();

describe("a check that another thread helps with", function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-check-share-"));
  const worker = join(folder, "edsnx-check-worker.cjs");
  const broken = join(folder, "broken.cjs");
  before(async () => {
    const config = resolve("esbuild.config.mjs");
    const { build } = (await import(config)) as { build(options: object): Promise<void> };
    await build({ out: folder, only: ["edsnx-check-worker.cjs"] });
    writeFileSync(broken, 'throw new Error("it broke");');
  });
  after(() => rmSync(folder, { recursive: true }));

  it("gives out each rule once, from both ends", () => {
    const here = new RuleShare();
    const there = new RuleShare(here.words);
    const all = () => true;
    const taken = checkRules.map((_, i) => (i % 3 === 0 ? there.takeLast(all) : here.takeFirst(all))!.name);
    assert.deepEqual([...taken].sort(), checkRules.map(({ name }) => name).sort());
    assert.deepEqual([here.takeFirst(all), there.takeLast(all)], [null, null]);
    assert.equal(new RuleShare().takeFirst((rule) => rule.name === "silk")?.name, "silk");
    there.stop();
    assert.ok(here.isStopped);
  });

  it("answers what one thread answers, in the same order, also when the other one takes nearly all, or breaks", async () => {
    const alone = await answer({});
    assert.ok(alone.total > 10);
    const helper = (file: string) => new CheckHelper(file, null, () => true);
    assert.deepEqual(await answer({ checkHelp: helper(worker) }), alone);
    // Whoever waits before the first rule leaves the others to the thread.
    const slow: Services["checkHelp"] = {
      begin(task) {
        const help = helper(worker).begin(task)!;
        return { ...help, turn: () => help.parts.then(() => undefined) };
      },
    };
    assert.deepEqual(await answer({ checkHelp: slow }), alone);
    assert.deepEqual(await answer({ checkHelp: helper(broken) }), alone);
    // One that takes rules and then gets lost.
    const lost: Services["checkHelp"] = {
      begin(task) {
        const share = new RuleShare();
        for (let i = 0; i < 9; i++) share.takeLast(() => true);
        const parts = Promise.reject(new Error(`${task.path} got lost`));
        parts.catch(() => undefined);
        return { share, parts, turn: async () => undefined, end: () => undefined };
      },
    };
    assert.deepEqual(await answer({ checkHelp: lost }), alone);
    const some = { types: ["clearance", "track_width"] };
    assert.deepEqual(await answer({ checkHelp: helper(worker) }, some), await answer({}, some));
  });

  it("is called off", async () => {
    const stop = new AbortController();
    const helper = new CheckHelper(worker, null, () => true);
    const check = answer({ checkHelp: helper }, {}, stop.signal, () => stop.abort(new Error("enough")));
    await assert.rejects(check, /enough|cancelled/);
  });
});

interface Answer {
  readonly total: number;
}

async function answer(
  services: Services,
  args: object = {},
  signal = new AbortController().signal,
  progress = () => {},
): Promise<Answer> {
  const named = files.map((file) => [`/a/board-tools${file.slice(file.lastIndexOf("."))}`, readFileSync(file)]);
  const ports = memoryPorts(Object.fromEntries(named));
  const session = new Session(ports);
  const path = "/a/board-tools.kicad_pcb";
  const cx = {
    ...{ session, caller: tester, signal, progress },
    services: { libraries, ...services, readFile: async (file: string) => ports.disk.get(file) ?? null },
    run: (id: string, given: unknown): Promise<unknown> => registry.run(cx, id, given),
  };
  await cx.run("session.open", { path });
  return (await cx.run("check.drc", { path, limit: 10_000, ...args })) as Answer;
}
