import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { effectiveNetClass } from "../../core/model/project/net-class.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky/blinky.kicad_pro");
const text = readFileSync(blinky, "utf8");
const board = readFileSync(blinky.replace("_pro", "_pcb"));
const path = "/blinky.kicad_pro";
const start = { text, path, others: { "/blinky.kicad_pcb": board } };

describe("project.settings", () => {
  it("changes the line of the setting", async () => {
    const set = { "board.design_settings.rules.min_clearance": 1 };
    const { addedLines, removedLines } = await checkEdit({ ...start, command: "project.settings", args: { set } });
    assert.deepEqual([removedLines.length, addedLines], [1, [`        "min_clearance": 1.0,`]]);
  });

  it("refuses what is of another type, not known, or KiCad's own", async () => {
    const refused = (set: object, message: RegExp) =>
      checkRefused({ ...start, command: "project.settings", args: { set }, code: "invalid-args", message });
    await refused({ "board.design_settings.rules.min_clearance": -1 }, /-1 is not a length in mm/);
    await refused({ "board.design_settings.rules.min_clearance": "1" }, /"1" is not a length/);
    await refused({ "board.design_settings.rule_severities.clearance": "none" }, /is not "error"/);
    await refused({ "meta.version": 9 }, /tells how the file is read/);
    await refused({ "no.such": 1 }, /no such setting/);
    await refused({ "net_settings.classes.None.clearance": 1 }, /no net class "None"/);
    await refused({ "a..b": 1 }, /no path/);
  });

  it("sets a group, and takes away", async () => {
    const set = { text_variables: { A: "1", "B.C": "2" }, "board.design_settings.rules.max_error": null };
    const { after } = await checkEdit({ ...start, command: "project.settings", args: { set } });
    assert.match(after, /"text_variables": \{\n {4}"A": "1",\n {4}"B.C": "2"\n {2}\}/);
    assert.doesNotMatch(after, /max_error/);
  });

  it("is read back by project.readSettings", async () => {
    const world = await openWorld(start);
    const read = (at: string) => world.run("project.readSettings", { path, at });
    assert.deepEqual(await read("net_settings.classes.Default.clearance"), {
      path,
      value: 0.2,
      type: "a length in mm, 0 or more",
    });
    await assert.rejects(read("net_settings.classes.None"), /no such setting/);
  });
});

describe("project.textVariables", () => {
  it("sets and takes away", async () => {
    const { after } = await checkEdit({ ...start, command: "project.textVariables", args: { set: { REV: "B" } } });
    assert.equal(readProjectSettings(after).textVariables.get("REV"), "B");
    const args = { set: { REV: null } };
    await checkRefused({ ...start, command: "project.textVariables", args, code: "not-found", message: /has none/ });
    const gone = await checkEdit({ ...start, text: after, command: "project.textVariables", args });
    assert.equal(gone.after, text);
  });
});

describe("net class commands", () => {
  it("make a class as KiCad 9 does, and give it to nets", async () => {
    const args = { name: "Power", clearance: 0.25, trackWidth: 1, wireWidth: 0.254, color: [255, 0, 0, 1] };
    const made = await checkEdit({ ...start, command: "pcb.setNetclass", args });
    assert.deepEqual(made.removedLines, []);
    assert.match(
      made.after,
      new RegExp(
        [
          /"name": "Default",[\s\S]*?\n {6}\},\n {6}\{\n {8}"clearance": 0.25,\n {8}"name": "Power",\n/,
          /"pcb_color": "rgba\(255, 0, 0, 1.000\)",\n {8}"priority": 0,\n {8}"schematic_color": "rgba\(0, 0, 0, 0.000\)",\n/,
          /"track_width": 1.0,\n {8}"wire_width": 10\n {6}\}\n {4}\]/,
        ]
          .map((each) => each.source)
          .join(" {8}"),
      ),
    );
    const given = await checkEdit({
      ...start,
      text: made.after,
      command: "pcb.assignNetclass",
      args: { netClass: "Power", patterns: ["+*", "GND"] },
    });
    const settings = readProjectSettings(given.after);
    assert.equal(effectiveNetClass(settings, "GND").name, "Power,Default");
    assert.equal(effectiveNetClass(settings, "+5V").trackWidth, 1_000_000);
    const less = await checkEdit({
      ...start,
      text: given.after,
      command: "pcb.assignNetclass",
      args: { netClass: "Power", patterns: ["+*"], remove: true },
    });
    assert.equal(effectiveNetClass(readProjectSettings(less.after), "+5V").name, "Default");
    const removed = await checkEdit({
      ...start,
      text: given.after,
      command: "pcb.setNetclass",
      args: { name: "Power", remove: true },
    });
    assert.equal(removed.after, text);
  });

  it("write what KiCad 6 and 8 read", async () => {
    for (const version of [2, 3]) {
      const old = text.replace(/("net_settings"[\s\S]*?"meta": \{\s*"version": )\d/, `$1${version}`);
      assert.notEqual(old, text);
      const made = await checkEdit({
        ...start,
        text: old,
        command: "pcb.setNetclass",
        args: { name: "P", clearance: 1 },
      });
      const args = { netClass: "P", patterns: ["GND"] };
      const { after } = await checkEdit({ ...start, text: made.after, command: "pcb.assignNetclass", args });
      const found = effectiveNetClass(readProjectSettings(after), "GND");
      assert.deepEqual([found.clearance, found.from.trackWidth], [1_000_000, "P"]);
    }
  });

  it("refuse to leave a project without Default, or with a class that nobody made", async () => {
    const call = { ...start, command: "pcb.setNetclass" };
    await checkRefused({ ...call, args: { name: "Default", remove: true }, code: "invalid-args" });
    await checkRefused({ ...call, args: { name: "Default", clearance: null }, code: "invalid-args" });
    await checkRefused({ ...call, args: { name: "No", remove: true }, code: "not-found" });
    const args = { netClass: "No", patterns: ["GND"] };
    await checkRefused({ ...start, command: "pcb.assignNetclass", args, code: "not-found", hint: /pcb.setNetclass/ });
  });

  it("are told by query.netclasses", async () => {
    const world = await openWorld({ text: board, path: "/blinky.kicad_pcb", others: { [path]: text } });
    await world.run("pcb.setNetclass", { path: "/blinky.kicad_pcb", name: "P", clearance: 1 });
    await world.run("pcb.assignNetclass", { path: "/blinky.kicad_pcb", netClass: "P", patterns: ["GND"] });
    const answer = (await world.run("query.netclasses", { path: "/blinky.kicad_pcb" })) as {
      classes: { name: string; nets: number }[];
      nets: { net: string; classes: string[]; clearance: number }[];
    };
    assert.deepEqual(
      answer.classes.map((each) => each.name),
      ["P", "Default"],
    );
    assert.deepEqual(answer.nets.find((each) => each.net === "GND")?.classes, ["P", "Default"]);
    assert.equal(answer.nets.find((each) => each.net === "GND")?.clearance, 1);
  });
});

describe("constraints and severities", () => {
  it("change by their lines", async () => {
    await checkEdit({
      ...start,
      command: "pcb.setConstraints",
      args: { minClearance: 0.123, minSpokes: 1 },
      lines: { removed: 2, added: 2 },
    });
    const drc = { silk_overlap: "ignore" };
    const { after } = await checkEdit({ ...start, command: "check.severities", args: { drc } });
    assert.equal(readProjectSettings(after).drcSeverities.get("silk_overlap"), "ignore");
    const wrong = { drc: { silk_overlp: "ignore" } };
    await checkRefused({ ...start, command: "check.severities", args: wrong, code: "not-found", hint: /silk_overlap/ });
  });
});

describe("pcb.setCustomRules", () => {
  const rules = `(version 1)\n\n# keep\n(rule a (constraint clearance (min 1mm)))\n(rule b (constraint clearance (min 2mm)))\n`;
  const call = { text: rules, path: "/b.kicad_dru", command: "pcb.setCustomRules" };

  it("adds, replaces and takes away", async () => {
    const added = await checkEdit({ ...call, args: { rules: ["(rule c\n  (constraint track_width (min 1mm)))"] } });
    assert.deepEqual(added.removedLines, []);
    assert.equal(added.after, `${rules.trimEnd()}\n\n(rule c\n  (constraint track_width (min 1mm)))\n`);
    const args = { rules: ["(rule a (constraint clearance (min 3mm)))"], remove: ["b"] };
    const { after } = await checkEdit({ ...call, args });
    assert.equal(after, `(version 1)\n(rule a (constraint clearance (min 3mm)))\n`);
  });

  it("refuses what is no rule", async () => {
    for (const [rule, message] of [
      ["(rule a (constraint clearance (min 3mm))", /never closed/],
      ["(zone x)", /no \(rule/],
      ["(rule a) (rule b)", /each rule for itself/],
      ["(rule)", /no name/],
    ] as const)
      await checkRefused({ ...call, args: { rules: [rule] }, code: "invalid-args", message });
    await checkRefused({ ...call, args: { remove: ["z"] }, code: "not-found", message: /has a, b/ });
  });
});

describe("a project without a file", () => {
  it("gets one in KiCad's form, which a save writes and undo takes back", async () => {
    const world = await openWorld({ text: board, path: "/new.kicad_pcb" });
    const dry = (await world.run("pcb.setConstraints", { minClearance: 0.3, dryRun: true })) as {
      documents: unknown[];
    };
    assert.equal(dry.documents.length, 1);
    await world.run("pcb.setConstraints", { minClearance: 0.3 });
    await world.run("pcb.setCustomRules", { rules: ["(rule a (constraint clearance (min 1mm)))"] });
    assert.equal(world.ports.disk.has("/new.kicad_pro"), false);
    await world.run("session.save");
    const written = new TextDecoder().decode(world.ports.disk.get("/new.kicad_pro"));
    assert.equal(JSON.stringify(JSON.parse(written), null, 2).length + 1 <= written.length, true);
    assert.equal(readProjectSettings(written).constraints.minClearance, 300_000);
    assert.match(new TextDecoder().decode(world.ports.disk.get("/new.kicad_dru")), /^\(version 1\)\n+\(rule a/);
  });
});
