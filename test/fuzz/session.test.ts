import assert from "node:assert/strict";
import { CommandError } from "../../core/base/error.ts";
import { decodeText } from "../../core/format/text.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { Step } from "../../core/model/step.ts";
import { applySteps } from "../../core/model/step.ts";
import type { Edit } from "../../core/session/edit.ts";
import { hashDoc, isDirty } from "../../core/session/open-document.ts";
import { Session } from "../../core/session/session.ts";
import type { MemoryPorts } from "../laws/memory-ports.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { seeded } from "../laws/random.ts";

const BOARD = "/a.kicad_pcb";
const SHEET = "/a.kicad_sch";
const paths = [BOARD, SHEET];

const segment = (id: string) =>
  `  (segment (start 1 2) (end 3 4) (width 0.2) (layer "F.Cu") (net 1)${id === "" ? "" : ` (uuid "${id}")`})\n`;
// Duplicate ids, items without one, fields without one, a comment: what real files have and what names must survive.
const board =
  `(kicad_pcb (version 20241229)\n  (net 0 "")\n  (net 1 "GND")\n  (net 2 "GND")\n` +
  `  (footprint "R" (layer "F.Cu") (uuid "f1") (at 1 2)\n    (property "Reference" "R1" (at 0 0) (layer "F.SilkS"))\n` +
  `    (property "Value" "1k" (at 0 1) (layer "F.Fab"))\n    (pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu"))\n` +
  `    (pad "2" smd rect (at 1 0) (size 1 1) (layers "F.Cu") (uuid "p2"))\n  )\n` +
  `# a comment\n${["s1", "s1", "", "s2", "", "s3"].map(segment).join("")}  (embedded_fonts no)\n)`;
const sheet =
  `(kicad_sch\n\t(version 20250114)\n\t(uuid "root")\n\t(lib_symbols)\n` +
  ["y1", "y2", "y2"]
    .map(
      (id) =>
        `\t(symbol\n\t\t(lib_id "Device:R")\n\t\t(at 10 10 0)\n\t\t(unit 1)\n\t\t(uuid "${id}")\n` +
        `\t\t(property "Reference" "R1"\n\t\t\t(at 1 1 0)\n\t\t)\n\t\t(property "Value" "1k"\n\t\t\t(at 1 2 0)\n\t\t)\n\t)\n`,
    )
    .join("") +
  `)\n`;

describe("a session under random edits, undo, redo, save and crash", function () {
  this.timeout(Math.max(60_000, Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 0) * 2000));
  const rounds = Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 25);
  const first = Number(process.env["EDSNX_FUZZ_SEED"] ?? 1);
  for (const [name, eol] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
  ] as const) {
    it(`keeps its promises over ${rounds} lives with ${name}`, async () => {
      for (let seed = first; seed < first + rounds; seed++) {
        const log: string[] = [];
        await live(seed, eol, log).catch((error: Error) => {
          throw new Error(`seed ${seed} ${name}: ${error.message}\n${log.slice(-30).join("\n")}`, { cause: error });
        });
      }
    });
  }
});

async function live(seed: number, eol: string, log: string[]): Promise<void> {
  const random = seeded(seed * 7919);
  const below = (n: number) => Math.floor(random() * n);
  const ports = memoryPorts({ [BOARD]: board.replaceAll("\n", eol), [SHEET]: sheet.replaceAll("\n", eol) });
  let session = await openBoth(ports);
  /** The bytes for each set of applied entries: the same set is the same text, however it was reached. */
  let seen = new Map<string, string>();
  check(session, seen);
  for (let turn = 0; turn < 40; turn++) {
    const before = texts(session);
    const what = below(12);
    const path = paths[below(2)]!;
    if (what < 5) {
      const both = below(4) === 0;
      const actor = below(2) === 0 ? "person" : "agent";
      const fails = below(8) === 0;
      log.push(`edit ${both ? "both" : path}${fails ? " and throw" : ""}`);
      const done = session.transact({ label: `edit ${turn}`, actor, dryRun: below(8) === 0 }, (t) => {
        for (const each of both ? paths : [path])
          for (let n = 1 + below(3); n > 0; n--) change(t.edit(each), below, log);
        if (fails) throw new Error("half-way");
      });
      if (fails) {
        await assert.rejects(done, /half-way/);
        assert.deepEqual(texts(session), before, "a throw leaves no trace");
      } else await done;
    } else if (what < 7) {
      const entry = await unlessConflict(session.undo(path, "person"));
      log.push(`undo ${path}: ${entry?.label}`);
    } else if (what < 9) {
      const entry = await unlessConflict(session.redo(path, "person"));
      log.push(`redo ${path}: ${entry?.label}`);
    } else if (what === 9) {
      const { history } = session.get(path);
      const entry = history[below(history.length)];
      if (entry === undefined) continue;
      const done = await unlessConflict(session.setApplied(entry.group, !entry.applied, "agent").then(() => true));
      log.push(`${entry.applied ? "un" : "re"}apply ${entry.label}: ${done === null ? "conflict" : "done"}`);
      if (done === null) assert.deepEqual(texts(session), before, "a conflict changes nothing");
    } else if (what === 10) {
      log.push(`save ${path}`);
      await session.save(path, "person");
      assert.equal(decodeText(ports.disk.get(path)!), before[path]);
      assert.ok(!isDirty(session.get(path)));
    } else {
      log.push("crash");
      const dead = session;
      session = await openBoth(ports);
      seen = new Map();
      assert.deepEqual(texts(session), before, "a crash loses nothing");
      for (const each of paths) assert.equal(isDirty(session.get(each)), isDirty(dead.get(each)));
      assert.deepEqual(
        [...ports.journals.keys()].filter((key) => key.endsWith(".orphan")),
        [],
      );
      if (below(3) === 0 && (await unlessConflict(dead.redo(path, "x"))) !== null) {
        log.push("crash and redo");
        const want = texts(dead);
        session = await openBoth(ports);
        assert.deepEqual(texts(session), want, "an undone change survives as one that can be done again");
      }
    }
    check(session, seen);
  }
  for (const path of paths) while ((await unlessConflict(session.undo(path, "person"))) !== null) check(session, seen);
}

async function openBoth(ports: MemoryPorts): Promise<Session> {
  const session = new Session(ports);
  for (const path of paths) await session.open(path, "test");
  return session;
}

async function unlessConflict<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof CommandError && error.code === "conflict") return null;
    throw error;
  });
}

function texts(session: Session): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, decodeText(session.bytes(path))]));
}

function check(session: Session, seen: Map<string, string>): void {
  for (const path of paths) {
    const open = session.get(path);
    const text = decodeText(writeDoc(open.doc));
    const key = `${path}\n${open.history
      .flatMap((e) => (e.applied ? [e.id] : []))
      .sort()
      .join()}`;
    assert.equal(text, seen.get(key) ?? text, "the same changes are the same text");
    seen.set(key, text);
    assert.deepEqual(hashDoc(open.doc), open.hash, "the running hash is the content's");
    const reread = readDoc(writeDoc(open.doc));
    assert.deepEqual(reread.problems, []);
    assert.deepEqual(hashDoc(reread.doc!), open.hash, "a later reader finds the same hash");
    const steps = JSON.parse(JSON.stringify(open.trail)) as Step[];
    const replica = applySteps(readDoc(open.base).doc!, steps);
    assert.equal(decodeText(writeDoc(replica)), text, "a replica has the same text");
  }
}

/** One random change. */
function change(edit: Edit, below: (n: number) => number, log: string[]): void {
  const { entries } = edit.doc.items;
  const pick = (...kinds: string[]): Item | undefined => {
    const fitting = entries.filter((entry) => kinds.includes(entry.kind));
    return fitting[below(fitting.length)]?.item();
  };
  const say = (what: string) => log.push(`  ${edit.path} ${what}`);
  const inner = pick("footprint", "symbol");
  const child = inner?.children[below(inner.children.length)];
  const track = pick("track");
  switch (below(7)) {
    case 0:
      if (inner !== undefined && child?.kind === "property") {
        say(`value of ${child.id}`);
        edit.set(child.id, { value: `v${below(3)}` }, inner.id);
      }
      return;
    case 1:
      if (inner !== undefined && child !== undefined) {
        say(`remove ${child.id} of ${inner.id}`);
        edit.remove(child.id, inner.id);
      }
      return;
    case 2:
      if (inner !== undefined) {
        const at = { x: below(5) * 1000, y: 0, angle: 0 };
        const layer = edit.kind === "board" ? { layer: "F.Fab" } : {};
        say(`add a property to ${inner.id}`);
        edit.addInside(inner.id, "property", { name: "Note", value: `n${below(9)}`, at, ...layer });
      }
      return;
    case 3:
      if (inner !== undefined) {
        say(`turn ${inner.id}`);
        edit.set(inner.id, { at: { x: below(3) * 1_000_000, y: 7, angle: 100 / (1 + below(7)) } });
      }
      return;
    case 4:
      if (track === undefined || below(2) === 0) {
        const item = below(3) === 0 ? inner : track;
        if (item !== undefined) {
          say(`remove ${item.id}`);
          edit.remove(item.id);
        }
        return;
      }
      say(`net of ${track.id}`);
      edit.set(track.id, { net: edit.ensureNet(["", "GND", "A", "B"][below(4)]!) });
      return;
    case 5:
      if (track !== undefined) {
        say(`width of ${track.id}`);
        edit.set(track.id, { width: (1 + below(4)) * 100_000 });
      }
      return;
    default:
      if (edit.kind === "board") {
        say("add a track");
        const end = { x: below(3), y: 1 };
        edit.add("track", { start: { x: 0, y: 0 }, end, width: 1, layer: "F.Cu", net: edit.ensureNet("A") });
      } else {
        say("add a wire");
        edit.add("wire", {
          pts: [
            { x: 0, y: 0 },
            { x: below(9), y: 0 },
          ],
        });
      }
  }
}
