import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { openWorld } from "../laws/check-edit.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("board commands do what KiCad's objects do", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

// Without teardrops: our commands take those along, KiCad's objects do not.
const boards = ["pic_programmer/pic_programmer.kicad_pcb", "interf_u/interf_u.kicad_pcb"];

/** The same told to KiCad's objects and to our commands, one after the other. */
interface Step {
  readonly kicad: Readonly<Record<string, unknown>>;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
}

// Beside the board: what comes to touch a pad takes its net (test/oracle/follow-nets.test.ts).
const [dx, dy] = [312.345_678, -3.21];
const by = [312_345_678, -3_210_000];

function stepsFor(doc: Doc): Step[] {
  const some = (kinds: readonly string[], from: number, count: number): string[] =>
    kinds.flatMap((kind) => [...doc.items.ofKind(kind)].slice(from, from + count).map((item) => item.id));
  const footprints = some(["footprint"], 0, 12);
  const tracks = some(["track"], 0, 40);
  const net = [...doc.items.ofKind("track")].map((item) => String(item["net"])).find((name) => name !== "")!;
  const drawn = (kind: "graphic" | "text") =>
    [...doc.items.ofKind(kind)].filter((item) => !String(item["layer"]).endsWith(".Cu")).map((item) => item.id);
  const steps: Step[] = [];
  const add = (items: readonly string[], kicad: object, command: string, args: object) => {
    if (items.length > 0) steps.push({ kicad: { items, ...kicad }, command, args: { items, ...args } });
  };
  add(tracks.slice(0, 5), { verb: "layer", layer: "B.Cu" }, "pcb.setLayer", { layer: "B.Cu" });
  add(drawn("graphic").slice(0, 3), { verb: "layer", layer: "Dwgs.User" }, "pcb.setLayer", { layer: "Dwgs.User" });
  add(drawn("text").slice(0, 3), { verb: "layer", layer: "B.SilkS" }, "pcb.setLayer", { layer: "B.SilkS" });
  add(tracks.slice(5, 10), { verb: "width", width: 345_600 }, "pcb.setWidth", { width: 0.3456 });
  add(tracks.slice(10, 14), { verb: "net", net }, "pcb.setNet", { net });
  add(some(["via"], 0, 2), { verb: "net", net }, "pcb.setNet", { net });
  add(some(["zone"], 0, 1), { verb: "net", net }, "pcb.setNet", { net });
  add([...footprints.slice(0, 2), ...tracks.slice(14, 16)], { verb: "delete" }, "pcb.delete", {});
  add([...footprints.slice(2, 4), ...tracks.slice(16, 18)], { verb: "group", name: "Mine" }, "pcb.group", {
    name: "Mine",
  });
  // A member that is deleted leaves the group; the rest of it moves as one.
  add([tracks[16]!], { verb: "delete" }, "pcb.delete", {});
  steps.push({
    kicad: { verb: "move", items: [...footprints.slice(2, 4), tracks[17]!], by },
    command: "pcb.move",
    args: { items: footprints[2], by: [dx, dy] },
  });
  add(tracks.slice(20, 23), { verb: "duplicate", by }, "pcb.duplicate", { by: [dx, dy] });
  add(drawn("graphic").slice(3, 6), { verb: "duplicate", by }, "pcb.duplicate", { by: [dx, dy] });
  add(some(["via"], 2, 2), { verb: "duplicate", by }, "pcb.duplicate", { by: [dx, dy] });
  add([...footprints.slice(6, 8), ...tracks.slice(24, 26)], { verb: "lock", locked: true }, "pcb.lock", {});
  add(footprints.slice(7, 8), { verb: "lock", locked: false }, "pcb.unlock", {});
  // Apart from each other, so that every tool has something to do and nothing comes to touch.
  const parts = footprints.slice(8, 12);
  parts.forEach((part, i) => {
    const apart = { x: 400_000_000 + 30_000_123 * i, y: 200_000_000 + 25_000_457 * ((i * 3) % 4) };
    const by = [apart.x, apart.y];
    add([part], { verb: "move", by }, "pcb.move", { by: by.map((nm) => nm / 1e6) });
  });
  for (const by of ["gaps", "centers"])
    for (const along of ["x", "y"]) add(parts, { verb: "distribute", along, by }, "pcb.distribute", { along, by });
  const pairs = [parts.slice(0, 2), parts.slice(1, 3), parts.slice(2, 4)];
  for (const [i, side] of ["left", "bottom", "centerX", "right", "top", "centerY"].entries())
    add(pairs[i % 3]!, { verb: "align", side }, "pcb.align", { side });
  add(parts.slice(0, 3), { verb: "swap" }, "pcb.swap", {});
  for (const kind of ["text", "graphic"] as const) {
    const [, one, , , other] = drawn(kind);
    if (one !== undefined && other !== undefined) add([one, other], { verb: "swap" }, "pcb.swap", {});
  }
  const row = [1, 2].map((n) => ({ by: [n * by[0]!, 0], angle: 0 }));
  const center = [600_000_000, 150_000_000];
  const circle = [1, 2].map((n) => ({ center, angle: n * 37 }));
  for (const items of [tracks.slice(26, 28), some(["via"], 4, 1), drawn("text").slice(5, 6)]) {
    add(items, { verb: "array", places: row }, "pcb.array", { columns: 3, rows: 1, step: [dx, 1] });
    const round = { count: 3, center: center.map((nm) => nm / 1e6), angle: 37 };
    add(items, { verb: "array", places: circle }, "pcb.array", round);
  }
  // A locked one is what the others go by.
  add([parts[3]!], { verb: "lock", locked: true }, "pcb.lock", {});
  add(parts, { verb: "align", side: "left" }, "pcb.align", { side: "left" });
  steps.push({
    kicad: { verb: "origin", drill: [10_000_000, 20_000_000], grid: [1_270_000, 2_540_000] },
    command: "pcb.setOrigin",
    args: { aux: [10, 20], grid: [1.27, 2.54] },
  });
  steps.push({
    kicad: { verb: "title", title: 'A "new" one', revision: "7b" },
    command: "pcb.setTitleBlock",
    args: { title: 'A "new" one', rev: "7b" },
  });
  return steps;
}

function kicad(jobs: readonly object[]): boolean[] {
  const out = execFileSync("/usr/bin/python3", [join(import.meta.dirname, "board-verbs-kicad.py")], {
    input: JSON.stringify(jobs),
    maxBuffer: 1 << 26,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return JSON.parse(out.toString().trim().split("\n").at(-1)!) as boolean[];
}

/** The items of a board as KiCad writes them, sorted; uuids that the board had not before are all the same. */
function written(path: string, before: Doc): string[] {
  const known = new Set<string>();
  const learn = (item: Item) => {
    known.add(item.id);
    for (const child of item.children) learn(child);
  };
  for (const entry of before.items.entries) learn(entry.item());
  const text = readFileSync(path, "utf8").replace(/"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g, (whole, uuid) =>
    known.has(uuid) ? whole : '"new"',
  );
  return text.split(/\n(?=\t\()/).sort();
}

run(suite.title, function () {
  this.timeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-verbs-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("layers, nets, widths, copies, arrays, swaps, groups, locks, deletions, arranging, origins and titles, line by line", async () => {
    const place = (i: number, name: string) => join(scratch, `${i}-${name}.kicad_pcb`);
    // Both start from the file as KiCad 9 writes it.
    kicad(boards.map((board, i) => ({ in: join(demosFolder, board), out: place(i, "base") })));
    const jobs: object[] = [];
    const bases: Doc[] = [];
    for (const [i] of boards.entries()) {
      const bytes = new Uint8Array(readFileSync(place(i, "base")));
      const { doc } = readDoc(bytes);
      bases.push(doc!);
      const steps = stepsFor(doc!);
      assert.ok(steps.length >= 10, `${steps.length} steps`);
      const world = await openWorld({ text: bytes });
      for (const { command, args } of steps) await world.run(command, args);
      writeFileSync(place(i, "ours"), world.bytes());
      jobs.push({ in: place(i, "ours"), out: place(i, "ours-saved") });
      jobs.push({ in: place(i, "base"), out: place(i, "told"), ops: steps.map((step) => step.kicad) });
      // Loading and saving once more: KiCad gives tracks the nets of what they touch by that.
      jobs.push({ in: place(i, "told"), out: place(i, "told-saved") });
    }
    assert.ok(kicad(jobs).every(Boolean));
    for (const [i, board] of boards.entries()) {
      const [ours, theirs] = [written(place(i, "ours-saved"), bases[i]!), written(place(i, "told-saved"), bases[i]!)];
      const left = [...theirs];
      const more = ours.filter((each) => {
        const at = left.indexOf(each);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      assert.deepEqual({ ours: more, kicad: left }, { ours: [], kicad: [] }, basename(board));
    }
  });
});
