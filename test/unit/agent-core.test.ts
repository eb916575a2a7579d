import assert from "node:assert/strict";
import { Type } from "typebox";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError, errorCodes, errorTable } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { defineCommand, defineEdit } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { nearest, Registry } from "../../core/commands/registry.ts";
import { mm } from "../../core/commands/schemas.ts";
import { docText } from "../../core/model/document.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const text = `(kicad_pcb
	(version 20241229)
	(net 0 "")
	(segment
		(start 1 2)
		(end 3 4)
		(width 0.2)
		(layer "F.Cu")
		(net 0)
		(uuid "s1")
	)
)
`;
const sheet = "(kicad_sch\n\t(version 20250114)\n)\n";

const widen = defineEdit({
  id: "test.widen",
  title: "Widen",
  about: "Sets a track's width.",
  scope: "board",
  args: { id: Type.String(), width: mm("Width", { exclusiveMinimum: 0 }) },
  examples: [{ about: "Wider.", args: { id: "s1", width: 0.3 } }],
  run: (cx, args) => cx.edit.set(args.id, { width: args.width * 1e6 }),
});
const slow = defineCommand({
  id: "test.slow",
  title: "Slow",
  about: "Waits for its signal.",
  kind: "run",
  scope: "app",
  args: {},
  result: Type.Null(),
  examples: [],
  run: (cx) => new Promise<null>((_, reject) => cx.signal.addEventListener("abort", () => reject(cx.signal.reason))),
});
const crash = defineCommand({
  id: "test.crash",
  title: "Crash",
  about: "Has a defect.",
  kind: "query",
  scope: "app",
  args: {},
  result: Type.Null(),
  examples: [],
  run: () => {
    throw new TypeError("x is undefined");
  },
});
const ui = defineCommand({
  id: "editor.zoomTo",
  title: "Zoom",
  about: "Needs a window.",
  kind: "ui",
  scope: "app",
  args: {},
  result: Type.Null(),
  examples: [],
  run: () => null,
});

const caller: Caller = { name: "tester", kind: "agent" };

function start() {
  const ports = memoryPorts({ "/a.kicad_pcb": text, "/a.kicad_sch": sheet });
  const session = new Session(ports);
  const log: LogEntry[] = [];
  const core = new AgentCore({
    registry: new Registry([...commands, widen, slow, crash, ui]),
    session,
    services: {},
    now: ports.now,
  });
  core.onLog((entry) => log.push(entry));
  const run = (id: string, args?: unknown, signal?: AbortSignal) =>
    core.run(id, args, signal === undefined ? { caller } : { caller, signal });
  return { ports, session, core, log, run };
}

const path = "/a.kicad_pcb";
const fails = (code: string, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CommandError);
  assert.equal(error.code, code);
  if (message !== undefined) assert.match(`${error.message} ${error.hint}`, message);
  return true;
};

describe("the agent core", () => {
  it("opens what a call names, edits it, and answers ids, revision, hash and label", async () => {
    const { run, session, log } = start();
    const result = (await run("test.widen", { path, id: "s1", width: 0.3 })) as Record<string, unknown>;
    assert.deepEqual(result["changedIds"], ["s1"]);
    assert.equal(result["revision"], 1);
    assert.equal(result["label"], "Widen");
    assert.equal(session.get(path).history[0]!.actor, "tester");
    assert.deepEqual([log.length, log[0]!.caller, log[0]!.id], [1, "tester", "test.widen"]);
  });

  it("runs calls one after the other", async () => {
    const { run, session } = start();
    await Promise.all([0.3, 0.4, 0.5].map((width) => run("test.widen", { path, id: "s1", width })));
    assert.deepEqual(
      session.get(path).history.map((e) => (e.steps[0] as { to: unknown }).to),
      [{ width: 300_000 }, { width: 400_000 }, { width: 500_000 }],
    );
  });

  it("edits once for a repeated request id, and refuses it for another call", async () => {
    const { run, session } = start();
    const call = { path, id: "s1", width: 0.3, requestId: "r1" };
    const first = await run("test.widen", call);
    assert.deepEqual(await run("test.widen", { ...call }), first);
    assert.equal(session.get(path).history.length, 1);
    await assert.rejects(run("test.widen", { ...call, width: 0.4 }), fails("conflict", /r1/));
  });

  it("says what to send instead of wrong arguments", async () => {
    const { run } = start();
    await assert.rejects(
      run("test.widen", { path, id: "s1", widht: 0.3 }),
      fails("invalid-args", /width is missing.*widht is no argument \(did you mean width\?\).*Example: test\.widen \{/),
    );
    for (const width of [Number.NaN, Number.POSITIVE_INFINITY, 0, 1e9, "0.3"])
      await assert.rejects(run("test.widen", { path, id: "s1", width }), fails("invalid-args", /width/));
    await assert.rejects(run("test.widenn", {}), fails("unknown-command", /Did you mean test\.widen\?/));
    await assert.rejects(run("editor.zoomTo"), fails("ui-only", /--attach/));
  });

  it("names what is wrong with the document", async () => {
    const { run, ports } = start();
    await assert.rejects(run("test.widen", { id: "s1", width: 1 }), fails("no-document", /Name the file/));
    await assert.rejects(
      run("test.widen", { path: "/a.kicad_sch", id: "s1", width: 1 }),
      fails("wrong-kind", /not a board/),
    );
    await assert.rejects(run("test.widen", { path: "/none.kicad_pcb", id: "s1", width: 1 }), fails("not-found"));
    await assert.rejects(run("test.widen", { path: "../x.kicad_pcb", id: "s1", width: 1 }), fails("denied"));
    await assert.rejects(run("test.widen", { path, id: "nope", width: 1 }), fails("not-found", /query\.items/));
    await assert.rejects(
      run("test.widen", { path, id: "s1", width: 1, revision: 7 }),
      fails("stale-revision", /revision 0, not 7/),
    );
    assert.equal(Buffer.from(ports.disk.get(path)!).toString(), text);
  });

  it("shows a defect as internal and loses nothing", async () => {
    const { run, log } = start();
    await assert.rejects(run("test.crash"), fails("internal", /x is undefined/));
    assert.equal(log[0]!.error!.code, "internal");
  });

  it("cancels a running call and a queued one", async () => {
    const { run } = start();
    const first = new AbortController();
    const second = new AbortController();
    const running = run("test.slow", {}, first.signal);
    const queued = run("test.widen", { path, id: "s1", width: 0.3 }, second.signal);
    second.abort();
    first.abort();
    await assert.rejects(running, fails("cancelled"));
    await assert.rejects(queued, fails("cancelled"));
  });

  it("takes a transaction of several calls back as a whole", async () => {
    const { run, session } = start();
    const steps = [
      { id: "test.widen", args: { path, id: "s1", width: 0.3 } },
      { id: "test.widen", args: { path, id: "nope", width: 0.3 } },
    ];
    await assert.rejects(
      run("session.transaction", { label: "two", steps }),
      fails("not-found", /step 1, test\.widen; nothing was changed/),
    );
    assert.equal(docText(session.get(path).doc), text);
    steps[1]!.args.id = "s1";
    steps[1]!.args.width = 0.4;
    const result = (await run("session.transaction", { label: "two", steps })) as { documents: { revision: number }[] };
    assert.equal(result.documents[0]!.revision, 1);
    assert.equal(session.get(path).history.length, 1);
    await run("session.undo", { path });
    assert.equal(docText(session.get(path).doc), text);
    await assert.rejects(
      run("session.batch", { steps: [{ id: "session.save" }] }),
      fails("invalid-args", /do not belong/),
    );
  });

  it("refuses to close unsaved edits, and saves them", async () => {
    const { run, ports } = start();
    await run("test.widen", { path, id: "s1", width: 0.3 });
    await assert.rejects(run("session.close", { path }), fails("conflict", /session\.save/));
    await run("session.save", {});
    assert.match(Buffer.from(ports.disk.get(path)!).toString(), /\(width 0\.3\)/);
    assert.deepEqual(await run("session.close", { path }), { path, closed: true });
  });
});

describe("the registry", () => {
  it("gives every failure its codes", () => {
    assert.deepEqual(Object.keys(errorTable).sort(), [...errorCodes].sort());
    const rpc = Object.values(errorTable).map((row) => row.rpc);
    assert.equal(new Set(rpc).size, rpc.length);
  });

  it("has commands that are fit to be shown", () => {
    assert.ok(commands.length > 10);
    for (const command of commands) {
      assert.match(command.id, /^[a-z]+(\.[a-z][A-Za-z0-9]*)+$/);
      assert.ok(command.about.endsWith("."), `${command.id}: about is a sentence`);
      assert.ok(command.examples.length > 0, `${command.id}: an example`);
      for (const [name, schema] of Object.entries(command.args.properties)) {
        const { description } = schema as { description?: string };
        assert.ok((description ?? "").length > 3, `${command.id}: ${name} has a description`);
      }
    }
  });

  it("guesses near names only", () => {
    assert.equal(nearest("pcb.addTrak", ["pcb.addTrack", "pcb.addVia"]), "pcb.addTrack");
    assert.equal(nearest("zzzzzz", ["pcb.addTrack"]), undefined);
  });
});
