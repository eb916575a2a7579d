import assert from "node:assert/strict";
import type { Caller } from "../../core/commands/define.ts";
import { openWorld } from "../laws/check-edit.ts";

const file = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;
const robot: Caller = { name: "Robot", kind: "agent" };
const you: Caller = { name: "You", kind: "person" };

async function table(policy: "allow" | "propose" = "allow") {
  const world = await openWorld({ file, policy: () => ({ otherwise: policy, rules: [] }) });
  const { core, path } = world;
  const as = (caller: Caller) => (id: string, args: object) => core.run(id, { path, ...args }, { caller });
  const last = () => core.reviews.list().at(-1)!;
  return { ...world, robot: as(robot), human: as(you), last };
}

const track = {
  ...{ layer: "F.Cu", width: 0.25, net: "GND" },
  pts: [
    [98.5, 60.73],
    [98.5, 63.27],
  ],
};

describe("what exactly a change makes of the design", function () {
  this.timeout(60_000);

  it("new and gone findings and pictures, as everything else stands now; nothing is touched", async () => {
    const { core, robot, human, last, bytes, session, path } = await table();
    await robot("pcb.addTrack", track);
    const short = last().id;
    // Another's fault is not this change's.
    await human("pcb.addTrack", { ...track, layer: "B.Cu" });
    await robot("pcb.delete", { items: "R3" });
    const before = bytes();
    const { revision } = session.get(path);
    const made = await core.compare(short);
    assert.ok(made.counts.added > 0, JSON.stringify(made.added));
    assert.ok(made.added.some((line) => /F\.Cu/.test(line)));
    assert.ok(!made.added.some((line) => /B\.Cu/.test(line)));
    const [picture] = made.pictures;
    assert.equal(made.pictures.length, 1);
    assert.notEqual(picture?.before, picture?.after);
    assert.ok((picture?.after.length ?? 0) > 500);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = picture?.region ?? [];
    assert.ok(x1 < 98.5 && x2 > 98.5 && y1 < 60.73 && y2 > 63.27);

    await core.reviews.reject(short, "You");
    const undone = await core.compare(short);
    assert.deepEqual(undone.counts, made.counts, "a change that was taken back is told as it was");
    await core.reviews.accept(last().id);
    assert.equal(session.get(path).revision, revision + 1);
    assert.notDeepEqual(bytes(), before);
  });

  it("a change that mends something has findings that are gone", async () => {
    const { core, human, robot, last } = await table();
    const { newIds } = (await human("pcb.addTrack", track)) as { newIds: string[] };
    await robot("pcb.delete", { items: newIds });
    const { counts } = await core.compare(last().id);
    assert.equal(counts.added, 0);
    assert.ok(counts.gone > 0);
  });

  it("of a proposal, what it would make", async () => {
    const { core, robot, last, bytes } = await table("propose");
    const before = bytes();
    await robot("pcb.addTrack", track);
    const { counts, pictures } = await core.compare(last().id);
    assert.ok(counts.added > 0);
    assert.notEqual(pictures[0]?.before, pictures[0]?.after);
    assert.deepEqual(bytes(), before);
  });

  it("says so where later edits make it impossible to tell", async () => {
    const { core, robot, human, last } = await table();
    await robot("pcb.move", { items: "R1", by: [1, 0] });
    await human("pcb.move", { items: "R1", by: [1, 0] });
    await assert.rejects(core.compare(last().id), { code: "conflict" });
    await assert.rejects(core.compare("none"), { code: "not-found" });
  });
});
