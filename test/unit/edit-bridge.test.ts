import assert from "node:assert/strict";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { CommandError } from "../../core/base/error.ts";
import { Registry } from "../../core/commands/registry.ts";
import type { Patch } from "../../core/model/step.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { Session } from "../../core/session/session.ts";
import type { StackEdit } from "../../extension/editor/edit-bridge.ts";
import { EditBridge } from "../../extension/editor/edit-bridge.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const A = "/a.kicad_pcb";
const B = "/b.kicad_pcb";
const BOARD = `(kicad_pcb
	(version 20241229)
	(generator "pcbnew")
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

/** A tab's undo stack as VS Code keeps it: a list, and how far it is done. */
class Tab {
  readonly edits: StackEdit[] = [];
  at = 0;

  push(edit: StackEdit): void {
    this.edits.splice(this.at++, Infinity, edit);
  }

  labels(): string[] {
    return this.edits.map((edit) => edit.label);
  }
}

async function world() {
  const ports = memoryPorts({ [A]: BOARD, [B]: BOARD });
  const session = new Session(ports);
  const core = new AgentCore({ registry: new Registry([]), session, services: {}, now: ports.now });
  const tabs = new Map([
    [A, new Tab()],
    [B, new Tab()],
  ]);
  const errors: CommandError[] = [];
  const settled: string[] = [];
  const repeats: (() => Promise<void>)[] = [];
  const press = async (path: string, verb: "undo" | "redo"): Promise<void> => {
    const tab = tabs.get(path)!;
    const edit = verb === "undo" ? tab.edits[tab.at - 1] : tab.edits[tab.at];
    if (edit === undefined) return;
    tab.at += verb === "undo" ? -1 : 1;
    await edit[verb]();
    await repeats.pop()?.();
  };
  const bridge = new EditBridge(core, "You", {
    push: (path, edit) => tabs.get(path)!.push(edit),
    settle: (path) => void settled.push(path),
    repeat: (path, verb) => void repeats.push(() => press(path, verb)),
    report: (error) => void errors.push(error),
  });
  for (const path of [A, B]) await session.open(path, "You");
  session.onChange((change) => bridge.heed(change));
  const widen = async (width: number, ...paths: string[]) => {
    await session.transact({ label: `Width ${width}`, actor: "bot" }, (transaction) => {
      for (const path of paths) transaction.edit(path).set("s1", { width } as unknown as Patch);
    });
    return session.get(paths[0]!).history.at(-1)!.group;
  };
  const width = (path: string) => (session.get(path).doc.items.get("s1") as unknown as { width: number }).width;
  const dirty = (path: string) => isDirty(session.get(path));
  return { session, bridge, tabs, errors, settled, press, widen, width, dirty };
}

describe("EditBridge", () => {
  it("makes each change one entry that undoes and redoes it", async () => {
    const { tabs, press, widen, width, dirty, settled } = await world();
    await widen(300_000, A);
    await widen(400_000, A);
    assert.deepEqual(tabs.get(A)!.labels(), ["Width 300000", "Width 400000"]);
    await press(A, "undo");
    assert.deepEqual([width(A), dirty(A)], [300_000, true]);
    await press(A, "undo");
    assert.deepEqual([width(A), dirty(A)], [200_000, false]);
    await press(A, "redo");
    await press(A, "redo");
    assert.equal(width(A), 400_000);
    assert.equal(tabs.get(A)!.edits.length, 2);
    assert.ok(settled.every((path) => path === A) && settled.length > 0);
  });

  it("takes a change of two documents back from either tab, and redoes it", async () => {
    for (const [first, second] of [
      [A, B],
      [B, A],
    ] as const) {
      const { tabs, press, widen, width, dirty, settled } = await world();
      await widen(300_000, A, B);
      await press(first, "undo");
      assert.deepEqual([width(A), width(B), dirty(A), dirty(B)], [200_000, 200_000, false, false]);
      assert.ok(settled.includes(second));
      assert.equal(tabs.get(second)!.edits.length, 1);
      await press(first, "redo");
      assert.deepEqual([width(A), width(B)], [300_000, 300_000]);
      await press(second, "undo");
      assert.deepEqual([width(A), width(B)], [200_000, 200_000]);
    }
  });

  it("passes over an entry that the other tab has taken back already", async () => {
    const { press, widen, width } = await world();
    await widen(250_000, B);
    await widen(300_000, A, B);
    await press(A, "undo");
    assert.equal(width(B), 250_000);
    await press(B, "undo");
    assert.equal(width(B), 200_000);
  });

  it("makes an agent's undo an entry of its own, whose undo does the change again", async () => {
    const { session, tabs, press, widen, width } = await world();
    await widen(300_000, A);
    await session.undo(A, "bot");
    assert.deepEqual(tabs.get(A)!.labels(), ["Width 300000", "Undo Width 300000"]);
    await press(A, "undo");
    assert.equal(width(A), 300_000);
    await press(A, "redo");
    assert.equal(width(A), 200_000);
    await session.redo(A, "bot");
    assert.equal(tabs.get(A)!.labels().at(-1), "Redo Width 300000");
    await press(A, "undo");
    assert.equal(width(A), 200_000);
  });

  it("reports a change that cannot be taken back because of later ones, and changes nothing", async () => {
    const { errors, press, widen, width } = await world();
    await widen(300_000, A, B);
    await widen(400_000, B);
    await press(A, "undo");
    assert.deepEqual([width(A), width(B), errors.map((error) => error.code)], [300_000, 400_000, ["conflict"]]);
  });

  it("puts changes from before the tab on its stack", async () => {
    const { bridge, session, tabs, press, widen, width } = await world();
    await widen(300_000, A);
    const group = await widen(400_000, A);
    await session.setApplied(group, false, "bot");
    tabs.set(A, new Tab());
    bridge.announce(A);
    assert.deepEqual(tabs.get(A)!.labels(), ["Width 300000"]);
    await press(A, "undo");
    assert.equal(width(A), 200_000);
  });

  it("survives entries whose document was read anew", async () => {
    const { session, press, widen, width, errors } = await world();
    await widen(300_000, A);
    await session.revert(A, "You");
    await press(A, "undo");
    assert.deepEqual([width(A), errors], [200_000, []]);
  });
});
