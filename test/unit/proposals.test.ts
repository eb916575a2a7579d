import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ChatHub } from "../../core/agent/chat-hub.ts";
import type { Policy } from "../../core/agent/policy.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { stateOf } from "../../core/session/review.ts";
import { openWorld, registry, type World } from "../laws/check-edit.ts";

const examples = new URL("../../examples", import.meta.url).pathname;
const file = join(examples, "blinky/blinky.kicad_pcb");
const you: Caller = { name: "You", kind: "person" };
const robot: Caller = { name: "Robot", kind: "agent", chatId: "chat-1" };
const other: Caller = { name: "Other", kind: "agent" };
const proposing: Policy = { otherwise: "propose", rules: [] };
const conflict = { name: "CommandError", code: "conflict" };

/** The blinky board, where agents may only propose. */
async function table(policy: Policy = proposing) {
  const world = await openWorld({ file, policy: () => policy });
  const { core, path } = world;
  const as =
    (caller: Caller) =>
    (command: string, args: object = {}) =>
      core.run(command, command.startsWith("agent.") ? args : { path, ...args }, { caller }) as Promise<
        Record<string, unknown>
      >;
  const text = () => Buffer.from(world.bytes()).toString();
  const place = async (caller: Caller, ref: string) => {
    const { footprints } = (await as(caller)("query.footprints", {})) as { footprints: { ref: string; at: unknown }[] };
    return footprints.find((each) => each.ref === ref)?.at;
  };
  const states = () => core.reviews.list().map(stateOf);
  const move = (caller: Caller, items: string[] | string, by = [1, 0]) => as(caller)("pcb.move", { items, by });
  return { ...world, desk: core.reviews, as, text, place, states, move };
}

describe("an agent that may only propose", () => {
  it("changes nothing; sees its own proposal and nobody else does; accepted, it is one undoable change", async () => {
    const { desk, as, text, place, move, states, changes, session, path } = await table();
    const before = text();
    const first = await place(you, "R1");
    const result = await move(robot, ["R1", "C1"]);
    assert.match(JSON.stringify(result["notes"]), /Proposed, not done/);
    assert.equal(result["revision"], 0);
    await move(robot, ["R1"], [0, 2]);
    assert.equal(text(), before);
    assert.equal(changes.length, 0);
    assert.notDeepEqual(await place(robot, "R1"), first);
    for (const caller of [you, other]) assert.deepEqual(await place(caller, "R1"), first, caller.name);
    const [review, ...more] = desk.list();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [review?.agent, review?.chatId, review?.proposal?.calls, review?.items.length],
      ["Robot", "chat-1", 2, 2],
    );
    const seen = await place(robot, "R1");
    await desk.accept(review!.id);
    assert.deepEqual(await place(you, "R1"), seen);
    assert.deepEqual(states(), ["accepted"]);
    assert.equal(session.get(path).history.at(-1)?.actor, "Robot");
    const after = text();
    await as(you)("session.undo");
    assert.equal(text(), before);
    assert.deepEqual(states(), ["pending"]);
    await as(you)("session.redo");
    assert.equal(text(), after);
    assert.deepEqual(states(), ["accepted"]);
    await desk.reject(review!.id, "You");
    assert.equal(text(), before);
    assert.deepEqual(states(), ["rejected"]);
  });

  it("reads the notes of what was rejected, and proposes anew from the design as it is", async () => {
    const { desk, as, text, place, move } = await table();
    const before = text();
    const first = await place(you, "C1");
    await move(robot, ["R1", "C1"]);
    const { id, items } = desk.list()[0]!;
    const { changedIds } = (await as(robot)("pcb.move", { items: "C1", by: [0, 0.1], dryRun: true })) as {
      changedIds: string[];
    };
    const item = items.find((each) => each.id === changedIds[0])!;
    await desk.reject(id, "You", item, "C1 stays");
    assert.equal(text(), before);
    const { reviews } = (await as(robot)("agent.reviews")) as {
      reviews: { state: string; proposed?: true; items: { id: string; state: string; note?: string }[] }[];
    };
    assert.deepEqual([reviews[0]?.state, reviews[0]?.proposed], ["pending", true]);
    assert.equal(reviews[0]?.items.find((each) => each.id === item.id)?.note, "C1 stays");
    assert.deepEqual(await place(robot, "C1"), first);
    await desk.accept(id);
    assert.deepEqual(await place(you, "C1"), first);
    assert.notEqual(text(), before);
  });

  it("accepts one item, and the rest later", async () => {
    const { desk, text, move, states } = await table();
    const before = text();
    await move(robot, ["R1", "C1"]);
    const { id, items } = desk.list()[0]!;
    await desk.accept(id, items[0]);
    const half = text();
    assert.notEqual(half, before);
    assert.deepEqual(states(), ["pending"]);
    await desk.accept(id);
    assert.deepEqual(states(), ["accepted"]);
    assert.deepEqual(await desk.rejectAll({}, "You"), []);
    assert.equal(text(), before);
  });

  it("brings the row of a new net along with the one item that names it", async () => {
    const { desk, as, bytes } = await table();
    await as(robot)("pcb.addVia", { at: [110, 60], net: "NEW" });
    await as(robot)("pcb.addVia", { at: [112, 60], net: "NEW" });
    const { id, items } = desk.list()[0]!;
    await desk.accept(
      id,
      items.find((item) => !item.id.startsWith("net:")),
    );
    const saved = await openWorld({ text: bytes() });
    const { nets } = (await saved.run("query.nets", { path: saved.path })) as { nets: { name: string }[] };
    assert.ok(nets.some(({ name }) => name === "NEW"));
  });

  it("an old accept refuses: the agent went on, somebody edited the item, a newer proposal has it", async () => {
    const { desk, as, text, move, states } = await table();
    await move(robot, ["R1"]);
    const [first] = desk.list();
    const seen = first!.proposal!.calls;
    await move(robot, ["R1"]);
    await assert.rejects(desk.accept(first!.id, undefined, undefined, seen), {
      ...conflict,
      message: /Robot has changed it since/,
    });
    await as(you)("pcb.move", { items: "R1", by: [0, 1] });
    const edited = text();
    await assert.rejects(desk.accept(first!.id), { ...conflict, message: /was changed since it was proposed/ });
    assert.deepEqual(states(), ["modified"]);

    await move(robot, ["R2"]);
    await move(other, ["R2", "C1"]);
    const [, robots, others] = desk.list();
    await assert.rejects(desk.accept(robots!.id), { ...conflict, message: /a newer proposal/ });
    assert.equal(text(), edited);
    await desk.accept(others!.id);
    await assert.rejects(desk.accept(others!.id), { ...conflict, message: /nothing of it waits/ });
  });

  it("an undo that comes between makes an accept refuse, and changes nothing", async () => {
    const { desk, as, text, move } = await table();
    await as(you)("pcb.move", { items: "R1", by: [0, 1] });
    await move(robot, ["R1"]);
    await as(you)("session.undo");
    const before = text();
    await assert.rejects(desk.accept(desk.list()[0]!.id), { ...conflict, message: /the design was changed since/ });
    assert.equal(text(), before);
  });

  it("a proposal of which nothing fits any more gives way to the one before it, which keeps what it has", async () => {
    const { desk, as, text, place, move, states } = await table();
    const first = await place(you, "R2");
    await as(you)("pcb.move", { items: "R1", by: [0, 1] });
    await move(robot, ["R2", "C1"]);
    await desk.accept(desk.list()[0]!.id);
    await move(robot, ["R1"]);
    // The first one waits again, and what the second one would move is elsewhere.
    for (let i = 0; i < 2; i++) await as(you)("session.undo");
    const before = text();
    assert.deepEqual(states(), ["pending", "pending"]);
    await move(robot, ["R2"]);
    assert.deepEqual(states(), ["pending", "modified"]);
    const [x, y] = first as [number, number];
    assert.deepEqual(await place(robot, "R2"), [x + 2, y], "on top of what it had proposed");
    assert.equal(desk.list()[0]!.items.filter(({ id }) => !id.startsWith("net:")).length, 2, "C1 is not forgotten");
    assert.equal(text(), before);
  });

  it("an edit elsewhere is no obstacle, and the agent sees it", async () => {
    const { desk, as, place, move } = await table();
    await move(robot, ["R1"]);
    await as(you)("pcb.move", { items: "C1", by: [0, 1] });
    assert.deepEqual(await place(robot, "C1"), await place(you, "C1"));
    await desk.accept(desk.list()[0]!.id);
    assert.deepEqual(await place(robot, "R1"), await place(you, "R1"));
  });

  it("takes its own proposal back by editing back; a call that fails leaves no trace", async () => {
    const { desk, as, text, move, states } = await table();
    const before = text();
    await move(robot, ["R1"]);
    await assert.rejects(as(robot)("pcb.move", { items: ["NOPE"], by: [1, 0] }), { code: "not-found" });
    assert.equal(desk.list()[0]?.proposal?.calls, 1);
    await move(robot, ["R1"], [-1, 0]);
    assert.deepEqual(states(), ["superseded"]);
    assert.equal(text(), before);
  });

  it("saves, undoes and writes outputs only with the person's consent, never what is only proposed", async () => {
    const { as, text, ports, path, move } = await table();
    const before = text();
    await move(robot, ["R1"]);
    for (const [id, args] of [
      ["session.save", {}],
      ["session.undo", {}],
      ["session.saveAs", { to: "/copy.kicad_pcb" }],
      ["render.svg", { out: "/a.svg" }],
    ] as const)
      await assert.rejects(as(robot)(id, args), { code: "denied" }, id);
    assert.equal(Buffer.from(ports.disk.get(path)!).toString(), before);
    const { svg } = (await as(robot)("render.svg", {})) as { svg: string };
    const { svg: plain } = (await as(you)("render.svg", {})) as { svg: string };
    assert.notEqual(svg, plain);
  });

  it("a rule may hold one layer, one agent or one file to proposals", async () => {
    const { desk, as, text } = await table({ otherwise: "allow", rules: [{ effect: "propose", layer: "F.Cu" }] });
    const before = text();
    const pts = [
      [100, 60],
      [105, 60],
    ];
    await as(other)("pcb.addTrack", { layer: "F.Cu", width: 0.25, net: "GND", pts });
    assert.equal(text(), before);
    const steps = [{ id: "pcb.addTrack", args: { layer: "F.Cu", width: 0.25, net: "GND", pts } }];
    await as(robot)("session.transaction", { path: undefined, steps });
    assert.equal(text(), before);
    assert.equal(desk.list().filter(({ proposal }) => proposal !== undefined).length, 2);
    await as({ name: "Third", kind: "agent" })("pcb.addText", { at: [105, 65], text: "x", layer: "F.SilkS" });
    assert.notEqual(text(), before);
  });

  it("is denied in a proposal what is denied without", async () => {
    const { as, desk } = await table({ otherwise: "propose", rules: [{ effect: "deny", command: "pcb.delete" }] });
    await assert.rejects(as(robot)("pcb.delete", { items: "R1" }), { code: "denied" });
    const locked = await table({ otherwise: "propose", rules: [{ effect: "deny", kind: "footprint" }] });
    await assert.rejects(locked.as(robot)("pcb.move", { items: "R1", by: [1, 0] }), { code: "denied" });
    assert.deepEqual([desk.list().length, locked.desk.list().length], [0, 0]);
  });

  it("is on the card of its request, and lives on when the window is loaded anew", async () => {
    const { core, desk, bytes, path, move, text } = await table();
    const before = text();
    const hub = new ChatHub({ core, now: () => 0, uuid: () => "chat-1" });
    hub.submit("Move R1 and C1", path);
    await move(robot, ["R1"]);
    await move(robot, ["C1"]);
    const [message] = hub.messages();
    assert.deepEqual(
      message?.edits.map(({ label, items, proposed, group }) => ({ label, items, proposed, group })),
      [{ label: "Move and 1 more", items: 2, proposed: true, group: desk.list()[0]!.id }],
    );
    const kept = JSON.parse(JSON.stringify(desk.list()));
    const next = await openWorld({ text: bytes(), path, reviews: kept, policy: () => proposing });
    assert.equal(Buffer.from(next.bytes()).toString(), before);
    await next.core.run("pcb.move", { path, items: "R2", by: [1, 0] }, { caller: robot });
    const [review] = next.core.reviews.list();
    assert.deepEqual([review?.items.length, review?.proposal?.calls], [3, 3]);
    await next.core.reviews.accept(review!.id);
    assert.notEqual(Buffer.from(next.bytes()).toString(), before);
    hub.dispose();
  });
});

describe("a proposal with new files", () => {
  const sheet = join(examples, "blinky/blinky.kicad_sch");
  const at = "/test.kicad_sch";
  const [one, two] = ["/One.kicad_sch", "/Two.kicad_sch"];
  async function sheets(more: { text?: Uint8Array; reviews?: never } = {}) {
    const world = await openWorld({
      ...(more.text === undefined ? { file: sheet } : {}),
      ...more,
      policy: () => proposing,
    });
    const run = (id: string, args: object, caller = robot) =>
      world.core.run(id, args, { caller }) as Promise<Record<string, unknown>>;
    const add = (name: string, x: number) => run("sch.addSheet", { path: at, name, at: [x, 127] });
    const text = (path: string) => Buffer.from(world.session.bytes(path)).toString();
    const files = () => [...world.ports.disk.keys()].sort();
    return { ...world, desk: world.core.reviews, run, add, text, files };
  }

  it("is there for its agent alone; accepted, files and edits are made, and stay when the edits are undone", async () => {
    const { desk, run, add, text, files, session } = await sheets();
    const before = text(at);
    await add("One", 50.8);
    await run("sch.addText", { path: one, text: "inside", at: [50.8, 50.8] });
    await add("Two", 101.6);
    assert.deepEqual([files(), text(at)], [[at], before]);
    assert.deepEqual(
      session.list().map(({ path }) => path),
      [at],
      "nobody else has them open",
    );
    await assert.rejects(run("query.items", { path: one }, you), { code: "not-found" });
    const { items } = (await run("query.items", { path: one, kind: "text" })) as { items: { text: string }[] };
    assert.deepEqual(
      items.map((item) => item.text),
      ["inside"],
    );
    await run("sch.wire", {
      path: one,
      pts: [
        [50.8, 76.2],
        [76.2, 76.2],
      ],
    });
    const { sheets: checked } = (await run("check.erc", { path: at })) as { sheets: { path: string }[] };
    assert.ok(
      checked.some(({ path }) => path === "/One/"),
      "its own check sees the new sheet",
    );
    const [review] = desk.list();
    assert.deepEqual(
      review!.items.filter(({ id }) => id.startsWith("file:")).map(({ path, change }) => [path, change]),
      [
        [one, "added"],
        [two, "added"],
      ],
    );
    await desk.accept(review!.id);
    assert.deepEqual(files(), [one, two, at].sort());
    assert.match(text(one), /inside/);
    assert.equal(desk.list().map(stateOf).join(), "accepted");
    await run("session.undo", { path: at }, you);
    assert.equal(text(at), before);
    assert.deepEqual(files(), [one, two, at].sort());
  });

  it("rejected, leaves nothing; and neither does a call that fails", async () => {
    const { desk, run, add, text, files, session } = await sheets();
    const before = text(at);
    await add("One", 50.8);
    await assert.rejects(add("One", 101.6), { code: "conflict" });
    await assert.rejects(run("sch.addSheet", { path: at, name: "Three", at: [0, 0], size: [1, 1] }), {
      code: "invalid-args",
    });
    await desk.reject(desk.list()[0]!.id, "You", undefined, "no sheets");
    assert.deepEqual([files(), text(at), session.list().length], [[at], before, 1]);
    await assert.rejects(run("query.items", { path: one }), { code: "not-found" });
    await add("One", 50.8);
    assert.equal(desk.list().map(stateOf).join(), "rejected,pending", "it may be proposed anew");
  });

  it("makes all or none: a name that somebody took meanwhile, or an edit in between, makes an accept refuse", async () => {
    const { desk, run, add, text, files, ports } = await sheets();
    await add("One", 50.8);
    await add("Two", 101.6);
    const before = text(at);
    ports.put(two, "somebody's");
    await assert.rejects(desk.accept(desk.list()[0]!.id), conflict);
    assert.deepEqual([files(), text(at)], [[two, at].sort(), before]);
    ports.disk.delete(two);
    const third = await sheets();
    const { newIds } = await third.run("sch.addText", { path: at, text: "x", at: [50.8, 50.8] }, you);
    const id = (newIds as string[])[0]!;
    await third.run("session.batch", {
      steps: [
        { id: "sch.addSheet", args: { path: at, name: "One", at: [50.8, 127] } },
        { id: "sch.move", args: { path: at, items: id, by: [2.54, 0] } },
      ],
    });
    await third.run("sch.move", { path: at, items: id, by: [0, 2.54] }, you);
    const edited = third.text(at);
    await assert.rejects(third.desk.accept(third.desk.list()[0]!.id), conflict);
    assert.deepEqual([third.files(), third.text(at)], [[at], edited]);
    await run("sch.addText", { path: at, text: "still alive", at: [50.8, 50.8] });
  });

  it("brings the file along with the one item that names it, and not with others; lives on when the window is loaded anew", async () => {
    const { desk, run, add, bytes } = await sheets();
    await add("One", 50.8);
    await add("Two", 101.6);
    await run("sch.addText", { path: at, text: "x", at: [50.8, 50.8] });
    const kept = JSON.parse(JSON.stringify(desk.list()));
    const next = await sheets({ text: bytes(), reviews: kept as never });
    await next.run("sch.addText", { path: one, text: "later", at: [50.8, 50.8] });
    const [review] = next.desk.list();
    const nameOf = (id: string) =>
      JSON.stringify(
        review!.documents.flatMap(({ steps }) => steps.filter((step) => JSON.stringify(step).includes(id))),
      );
    const own = review!.items.filter((item) => item.path === at);
    const words = own.find((item) => !item.id.startsWith("file:") && nameOf(item.id).includes('"sheet"') === false)!;
    await next.desk.accept(review!.id, words);
    assert.deepEqual(next.files(), [at]);
    const second = own.find((item) => nameOf(item.id).includes("Two.kicad_sch"))!;
    await next.desk.accept(review!.id, second);
    assert.deepEqual(next.files(), [two, at].sort());
    await next.desk.accept(review!.id);
    assert.deepEqual(next.files(), [one, two, at].sort());
    assert.match(next.text(one), /later/);
  });

  it("may be a whole project, which its agent goes on with before it is there", async () => {
    const { desk, run, files, core } = await sheets();
    const made = await run("project.new", { folder: "/lamp" });
    const board = made["board"] as string;
    await run("pcb.addTrack", {
      path: board,
      layer: "F.Cu",
      width: 0.25,
      net: "A",
      pts: [
        [100, 60],
        [105, 60],
      ],
    });
    assert.deepEqual(files(), [at]);
    const [review] = desk.list();
    const compared = await core.compare(review!.id);
    assert.ok(compared.pictures.some(({ path, before, after }) => path === board && before === "" && after !== ""));
    await desk.accept(review!.id);
    assert.deepEqual(files(), ["/lamp/lamp.kicad_pcb", "/lamp/lamp.kicad_pro", "/lamp/lamp.kicad_sch", at]);
    const { items } = (await run("query.items", { path: board, kind: "track" }, you)) as { items: unknown[] };
    assert.equal(items.length, 1);
  });

  it("is held to the rules of files before anything is made, also where edits are judged by what they change", async () => {
    for (const policy of [
      { otherwise: "allow", rules: [{ effect: "deny", file: "One.kicad_sch" }] },
      { otherwise: "propose", rules: [{ effect: "deny", file: "/One*" }] },
      { otherwise: "deny", rules: [{ effect: "allow", kind: "sheet" }] },
    ] as Policy[]) {
      const world = await openWorld({ file: sheet, policy: () => policy });
      const run = (id: string, args: object) => world.core.run(id, args, { caller: robot });
      const denied = { code: "denied" };
      await assert.rejects(run("sch.addSheet", { path: at, name: "One", at: [50.8, 127] }), denied);
      await assert.rejects(run("project.new", { folder: "/One.kicad_sch", name: "One" }), denied);
      assert.deepEqual([...world.ports.disk.keys()], [at]);
    }
  });
});

describe("a proposal that is accepted is the edit itself", function () {
  this.timeout(120_000);

  for (const command of registry.commands.filter(({ kind }) => kind === "edit"))
    it(command.id, async () => {
      for (const { fixture, args } of command.examples) {
        if (fixture === undefined || args["dryRun"] === true) continue;
        const path = join("/examples", fixture);
        const start = { path, text: readFileSync(join(examples, fixture)), others: around(fixture) };
        const direct = await openWorld(start);
        const drafted = await openWorld({ ...start, policy: () => proposing });
        const call = (world: World) => world.core.run(command.id, { path, ...args }, { caller: robot });
        const done = await call(direct).then(
          (result) => ({ result }),
          (thrown: unknown) => ({ error: toCommandError(thrown).code }),
        );
        const disk = new Map(drafted.ports.disk);
        const stands = () => drafted.session.list().map((open) => [open.path, open.revision]);
        const proposed = await call(drafted).then(
          (result) => ({ result }),
          (thrown: unknown) => ({ error: toCommandError(thrown).code }),
        );
        assert.deepEqual(drafted.ports.disk, disk, "no file is written");
        assert.ok(
          stands().every(([, revision]) => revision === 0),
          "no document is changed",
        );
        if ("error" in done) {
          assert.deepEqual(proposed, done);
          continue;
        }
        assert.ok(!("error" in proposed), JSON.stringify(proposed));
        assert.deepEqual(await drafted.core.reviews.acceptAll(), []);
        assert.deepEqual([...drafted.ports.disk.keys()], [...direct.ports.disk.keys()], "the same files are made");
        for (const open of direct.session.list())
          assert.equal(
            Buffer.from(drafted.session.bytes(open.path)).toString(),
            Buffer.from(direct.session.bytes(open.path)).toString(),
            open.path,
          );
      }
    });
});

/** The files beside an example. */
function around(fixture: string): Record<string, Uint8Array> {
  const folder = join(examples, dirname(fixture));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map((each) => {
      const path = join(each.parentPath, each.name);
      return [join("/examples", path.slice(examples.length + 1)), new Uint8Array(readFileSync(path))];
    }),
  );
}
