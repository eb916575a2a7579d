import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Doc } from "../../core/model/document.ts";
import { docText, readText, writeDoc } from "../../core/model/document.ts";
import { mergeDocs } from "../../core/model/merge.ts";
import type { Step } from "../../core/model/step.ts";
import { applyStep, applySteps, invertSteps, removeStep, setStep } from "../../core/model/step.ts";
import { Session } from "../../core/session/session.ts";
import { openWorld } from "../laws/check-edit.ts";
import { seeded } from "../laws/random.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const board = readFileSync(join(folder, "blinky.kicad_pcb"), "utf8");
const project = readFileSync(join(folder, "blinky.kicad_pro"), "utf8");
const read = (text: string): Doc => readText(text).doc!;

describe("a merge of three versions", () => {
  it("equals both sides' edits when they touch different items, and names each item when they do not", () => {
    const random = seeded(11);
    let clean = 0;
    let torn = 0;
    for (let round = 0; round < 25; round++) {
      for (const text of [board, project]) {
        const base = read(text);
        const mine = edited(base, random);
        const theirs = edited(base, random);
        const read2 = read(docText(theirs.doc));
        const { steps, conflicts } = mergeDocs(base, mine.doc, read2);
        const both = [...mine.touched].filter((id) => theirs.touched.has(id));
        if (conflicts.length === 0) {
          const merged = applySteps(mine.doc, JSON.parse(JSON.stringify(steps)) as Step[]);
          assert.equal(
            docText(applySteps(merged, invertSteps(steps))),
            docText(mine.doc),
            "the merge can be taken back",
          );
          if (both.length > 0) continue;
          clean++;
          assert.deepEqual(said(merged), said(applySteps(mine.doc, theirs.steps)), "both sides' edits");
        } else {
          torn++;
          assert.deepEqual(steps, []);
          for (const { id } of conflicts) assert.ok(both.includes(id), `${id} was touched on both sides`);
          const chosen = mergeDocs(base, mine.doc, read2, () => "mine");
          assert.deepEqual(chosen.conflicts, []);
          const kept = applySteps(mine.doc, chosen.steps);
          for (const { id } of conflicts) assert.deepEqual(kept.items.get(id), mine.doc.items.get(id));
        }
      }
    }
    assert.ok(clean > 10 && torn > 2, `${clean} clean, ${torn} with conflicts`);
  });

  it("merges an item that both changed property by property", () => {
    const base = read(board);
    const id = base.items.entries.find((entry) => entry.kind === "footprint")!.id;
    const set = (to: object) => applyStep(base, setStep(base.items.get(id)!, to as never)!);
    const mine = set({ at: { x: 1_000_000, y: 2_000_000, angle: 0 } });
    const theirs = read(docText(set({ locked: true })));
    const { steps, conflicts } = mergeDocs(base, mine, theirs);
    assert.deepEqual(conflicts, []);
    const item = applySteps(mine, steps).items.get(id)!;
    assert.deepEqual([item["locked"], item["at"]], [true, { x: 1_000_000, y: 2_000_000, angle: 0 }]);
    const moved = read(docText(set({ at: { x: 3_000_000, y: 2_000_000, angle: 0 } })));
    assert.deepEqual(mergeDocs(base, mine, moved).conflicts, [
      { id, kind: "footprint", mine: "changed", theirs: "changed", properties: ["at"] },
    ]);
  });

  it("takes numbers of nets as names", () => {
    const old = `(kicad_pcb (version 20221018) (generator pcbnew)
  (net 0 "")
  (net 1 "GND")
  (net 2 "VCC")
  (segment (start 0 0) (end 1 0) (width 0.25) (layer "F.Cu") (net 1) (tstamp a))
  (segment (start 0 1) (end 1 1) (width 0.25) (layer "F.Cu") (net 2) (tstamp b))
)
`;
    const base = read(old);
    const mine = applyStep(base, setStep(base.items.get("a")!, { width: 500_000 })!);
    const theirs = read(
      old
        .replace('(net 1 "GND")\n  (net 2 "VCC")', '(net 1 "CLK")\n  (net 2 "GND")\n  (net 3 "VCC")')
        .replace("(net 2) (tstamp b)", "(net 1) (tstamp b)")
        .replace("(net 1) (tstamp a)", "(net 2) (tstamp a)"),
    );
    const { steps, conflicts } = mergeDocs(base, mine, theirs);
    assert.deepEqual(conflicts, []);
    const merged = read(docText(applySteps(mine, steps)));
    assert.deepEqual([merged.items.get("a")!["net"], merged.items.get("a")!["width"]], ["GND", 500_000]);
    assert.equal(merged.items.get("b")!["net"], "CLK");
  });
});

describe("session.merge", () => {
  it("brings in what another program wrote, as one change, and survives a crash", async () => {
    const world = await openWorld({ text: project, path: "/a.kicad_pro" });
    await world.run("project.textVariables", { set: { MINE: "1" } });
    const other = read(project);
    const theirs = applyStep(
      other,
      setStep(other.items.get("net_settings.classes.Default.clearance")!, { value: 0.7 })!,
    );
    world.ports.put("/a.kicad_pro", writeDoc(theirs));
    const watched = (await world.run("session.watch")) as { documents: { state: string }[] };
    assert.equal(watched.documents[0]!.state, "changed");
    const answer = (await world.run("session.merge", { path: "/a.kicad_pro" })) as { merged: boolean };
    assert.equal(answer.merged, true);
    const text = docText(world.doc());
    assert.match(text, /"MINE": "1"/);
    assert.match(text, /"clearance": 0.7/);
    const diff = (await world.run("session.diff", { path: "/a.kicad_pro" })) as { items: { id: string }[] };
    assert.deepEqual(
      diff.items.map((item) => item.id),
      ["text_variables.MINE"],
    );
    const next = new Session(world.ports);
    await next.open("/a.kicad_pro", "test");
    assert.equal(docText(next.get("/a.kicad_pro").doc), text, "after a crash");
    await world.run("session.save");
    assert.equal(new TextDecoder().decode(world.ports.disk.get("/a.kicad_pro")), text);
  });

  it("changes nothing while there are conflicts, and names them", async () => {
    const world = await openWorld({ text: project, path: "/a.kicad_pro" });
    const id = "net_settings.classes.Default.clearance";
    await world.run("project.settings", { set: { [id]: 0.5 } });
    const other = read(project);
    world.ports.put("/a.kicad_pro", writeDoc(applyStep(other, setStep(other.items.get(id)!, { value: 0.7 })!)));
    const before = world.bytes();
    const answer = (await world.run("session.merge", { path: "/a.kicad_pro" })) as {
      merged: boolean;
      conflicts: { id: string }[];
    };
    assert.deepEqual([answer.merged, answer.conflicts.map((each) => each.id)], [false, [id]]);
    assert.deepEqual(world.bytes(), before);
    await world.run("session.merge", { path: "/a.kicad_pro", prefer: "theirs" });
    assert.equal(world.doc().items.get(id)!["value"], 0.7);
  });
});

function edited(base: Doc, random: () => number) {
  let doc = base;
  const steps: Step[] = [];
  const touched = new Set<string>();
  const entries = base.items.entries.filter((entry) =>
    ["track", "via", "graphic", "footprint", "setting"].includes(entry.kind),
  );
  for (let n = 0; n < 4; n++) {
    const entry = entries[Math.floor(random() * entries.length)]!;
    const item = doc.items.get(entry.id);
    if (item === undefined || entry.id.endsWith(".name")) continue;
    const amount = Math.floor(random() * 1000) + 1;
    const to =
      "value" in item ? { value: amount } : "layer" in item ? { layer: `User.${(amount % 9) + 1}` } : { locked: true };
    const step = random() < 0.3 ? removeStep(doc, item) : setStep(item, to);
    if (step === null) continue;
    doc = applyStep(doc, step);
    steps.push(step);
    touched.add(entry.id);
  }
  return { doc, steps, touched };
}

/** What a document says, wherever its text comes from. */
function said(doc: Doc): unknown[] {
  const again = read(docText(doc));
  return again.items.entries.map((entry) => {
    const { source: _, base: __, order: ___, children, ...rest } = entry.item();
    return { ...rest, children: children.length };
  });
}

describe("files that are not as they should be", () => {
  it("name a conflict that git left, with its line, and take no edits", async () => {
    const lines = board.split("\n");
    const torn = [
      ...lines.slice(0, 5),
      "<<<<<<< HEAD",
      lines[5],
      "=======",
      lines[5],
      ">>>>>>> other",
      ...lines.slice(6),
    ];
    const { problems } = readText(torn.join("\n"));
    assert.match(problems[0]!.message, /conflict that git left/);
    assert.deepEqual([problems[0]!.line, problems[0]!.column], [6, 1]);
    assert.match(readText(project.replace('  "meta"', '<<<<<<< HEAD\n  "meta"')).problems[0]!.message, /git/);
    assert.deepEqual(readText(`(version 1)\n(rule "a <<<<<<< b" (condition "<<<<<<< x"))\n`).problems, []);
  });

  it("of KiCad 5 say the way out", () => {
    for (const text of ["EESchema Schematic File Version 4\n", "PCBNEW-BOARD Version 1\n", "update=today\nversion=1\n"])
      assert.match(readText(text).problems[0]!.message, /KiCad 5 or older\. Open its project once/);
  });

  it("of a newer KiCad open with a note, and are edited only on request", async () => {
    const text = board.replace(/\(version \d+\)/, "(version 20990101)");
    const world = await openWorld({ text, path: "/new.kicad_pcb" });
    const opened = (await world.run("session.open", { path: "/new.kicad_pcb" })) as { notes: string[] };
    assert.match(opened.notes[0]!, /newer than 10/);
    await assert.rejects(world.run("pcb.move", { items: "R1", by: [1, 0] }), /Cannot edit .* newer than 10/);
    assert.equal(docText(world.doc()), text);
    await world.run("session.open", { path: "/new.kicad_pcb", editNewer: true });
    await world.run("pcb.move", { items: "R1", by: [1, 0] });
    assert.notEqual(docText(world.doc()), text);
  });
});
