import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { exclusionKey, exclusionRows, exclusionText } from "../../core/engines/check/exclusions.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { openWorld } from "../laws/check-edit.ts";

const board = readFileSync("examples/board-tools/board-tools.kicad_pcb");
const project = readFileSync("examples/board-tools/board-tools.kicad_pro");
const [a, b] = ["11111111-2222-3333-4444-555555555555", "66666666-7777-8888-9999-aaaaaaaaaaaa"];
const none = "00000000-0000-0000-0000-000000000000";

const open = () =>
  openWorld({
    path: "/b.kicad_pcb",
    text: board.toString("utf8"),
    others: { "/b.kicad_pro": new Uint8Array(project) },
  });

interface Answer {
  readonly errors: number;
  readonly warnings: number;
  readonly exclusions: number;
  readonly violations: readonly { readonly type: string; readonly excluded?: true; readonly comment?: string }[];
  readonly report?: unknown;
}

describe("excluded violations", () => {
  it("are written as KiCad 9 writes them, and read in every form it wrote", () => {
    const at = { x: 1000.4, y: -2000 };
    const text = (type: string, more = {}) => exclusionText({ type, items: [a!, b!], at, ...more });
    assert.equal(text("clearance"), `clearance|1000|-2000|${a}|${b}`);
    assert.equal(exclusionText({ type: "text_height", items: [a!], at }), `text_height|1000|-2000|${a}|${none}`);
    assert.equal(text("starved_thermal", { layer: "B.Cu" }), `starved_thermal|1000|-2000|${a}|${b}|B.Cu`);
    assert.equal(text("unconnected_items", { layer: "B.Cu" }), `unconnected_items|1000|-2000|B.Cu|3|${a}|${b}`);
    const rows = (list: unknown) =>
      exclusionRows(readProjectSettings(JSON.stringify({ board: { design_settings: { drc_exclusions: list } } })));
    const [old, now, sliver] = rows([
      `unconnected_items|5|6|${b}|${a}`,
      [text("unconnected_items"), "later"],
      `copper_sliver|5|6|${a}|In1.Cu`,
    ]);
    assert.equal(exclusionKey(old!), exclusionKey({ type: "unconnected_items", items: [a!, b!] }));
    assert.equal(exclusionKey(now!), exclusionKey(old!));
    assert.deepEqual([old!.comment, now!.comment], ["", "later"]);
    assert.deepEqual(sliver!.items, [a]);
    assert.deepEqual(rows([1, "", "clearance", null, []]), []);
    assert.deepEqual(rows("clearance|1|2|x|y"), []);
  });

  it("count as exclusions with their comment, unsaved too, until they are included or the edit is undone", async () => {
    const world = await open();
    const check = async (args = {}) => (await world.run("check.drc", { limit: 500, ...args })) as Answer;
    const before = await check();
    const [first] = before.violations.filter((each) => each.type === "unconnected_items");
    assert.ok(first !== undefined, "the sample has missing connections");
    await world.run("check.exclude", { type: "unconnected_items", items: [], comment: "by hand" });
    const after = await check({ severities: ["exclusion"], format: "kicad" });
    const count = before.violations.filter((each) => each.type === "unconnected_items").length;
    assert.equal(after.exclusions, before.exclusions + count);
    assert.equal(after.errors + after.warnings, before.errors + before.warnings - count);
    assert.ok(after.violations.every((each) => each.excluded === true && each.comment === "by hand"));
    const { unconnected_items } = after.report as { unconnected_items: { excluded: boolean; comment: string }[] };
    assert.ok(unconnected_items.length === count && unconnected_items.every(({ comment }) => comment === "by hand"));
    await assert.rejects(world.run("check.exclude", { type: "unconnected_items", items: [] }), /excluded already/);
    await world.run("check.include", { type: "unconnected_items" });
    assert.deepEqual((await check()).violations, before.violations);
    await world.run("check.exclude", { type: "unconnected_items", items: [] });
    await world.run("session.undo", { path: "/b.kicad_pro" });
    assert.deepEqual((await check()).violations, before.violations);
  });

  it("are refused when there is no such violation, kind or exclusion", async () => {
    const world = await open();
    await assert.rejects(world.run("check.exclude", { type: "creepage", items: [] }), /no such violation/);
    await assert.rejects(world.run("check.exclude", { type: "clearanse", items: [] }), /no such kind/);
    await assert.rejects(world.run("check.include", { type: "clearance" }), /no such violation is excluded/);
  });
});
