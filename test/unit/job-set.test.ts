import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeText } from "../../core/format/text.ts";
import { readDoc } from "../../core/model/document.ts";
import { mergeDocs } from "../../core/model/merge.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";
import { checkFile } from "../laws/check-file.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");
const file = join(examples, "blinky/blinky.kicad_jobset");
const text = readFileSync(file, "utf8");
const path = "/blinky/any name.kicad_jobset";
const [gerbers, drill, output] = ["01", "02", "03"].map((end) => `0f0c8d2e-6a52-4f0e-9b4c-4a1f6f1a7c${end}`);

describe("a job set", () => {
  it("is read and written to the byte, settings changed and back", () => {
    checkFile(encodeText(text), { perKind: 5 });
    checkFile(encodeText(text.replaceAll("\n", "\r\n")), { perKind: 5 });
    assert.equal(readDoc(encodeText(text)).doc?.kind, "jobSet");
  });

  it("is listed with its jobs and outputs, unsaved edits too", async () => {
    const world = await openWorld({ text, path, others: exampleFiles(examples) });
    await world.run("project.settings", { path, set: { [`outputs.${output}.only`]: [drill] } });
    const { jobSets } = (await world.run("project.describe", { path: "/blinky/blinky.kicad_pro" })) as {
      jobSets: { path: string; jobs: object[]; outputs: object[] }[];
    };
    assert.deepEqual(
      jobSets.map((each) => each.path),
      [path, "/blinky/blinky.kicad_jobset"],
    );
    assert.deepEqual(jobSets[0]!.jobs, [
      { id: gerbers, type: "pcb_export_gerbers", description: "Gerber files" },
      { id: drill, type: "pcb_export_drill", description: "Drill files" },
    ]);
    assert.deepEqual(jobSets[0]!.outputs, [
      { id: output, type: "folder", description: "For the board house", path: "fab", only: [drill] },
    ]);
    const at = `jobs.${gerbers}.settings.precision`;
    assert.deepEqual(await world.run("project.readSettings", { path, at }), {
      path,
      value: 6,
      type: "a number, as there is now",
    });
  });

  it("changes the line of a job's setting, whatever stands before it", async () => {
    const set = { [`jobs.${drill}.settings.units`]: "in" };
    const { removedLines, addedLines } = await checkEdit({ text, path, command: "project.settings", args: { set } });
    assert.deepEqual([removedLines.length, addedLines], [1, ['        "units": "in"']]);
  });

  it("takes new jobs at the end and loses them one by one, down to an empty list", async () => {
    const job = { id: "a", type: "pcb_export_pos", description: "", settings: { format: "csv" } };
    const add = { set: { "jobs.a": { type: job.type, description: "", settings: job.settings } }, create: true };
    const { after } = await checkEdit({ text, path, command: "project.settings", args: add });
    const ids = (json: string) => (JSON.parse(json) as { jobs: { id: string }[] }).jobs.map((each) => each.id);
    assert.deepEqual(ids(after), [gerbers, drill, "a"]);
    assert.deepEqual((JSON.parse(after) as { jobs: object[] }).jobs[2], job);
    const none = { set: { [`jobs.${gerbers}`]: null, [`jobs.${drill}`]: null, "jobs.a": null } };
    const emptied = await checkEdit({ text: after, path, command: "project.settings", args: none });
    assert.deepEqual(ids(emptied.after), []);
    assert.equal(readDoc(encodeText(emptied.after)).doc?.kind, "jobSet");
  });

  it("refuses what KiCad would not take", async () => {
    const refused = (set: object, message: RegExp) =>
      checkRefused({ text, path, command: "project.settings", args: { set }, code: "invalid-args", message });
    await refused({ [`outputs.${output}.type`]: "disc" }, /is not "folder" or "archive"/);
    await refused({ [`outputs.${output}.only`]: [1] }, /is not a list of ids/);
    await refused({ [`jobs.${drill}.id`]: "b" }, /tells how the file is read/);
  });

  it("takes two people's edits of different jobs together", () => {
    const units = `jobs.${drill}.settings.units`;
    const [base, mine, theirs] = [
      text,
      text.replace('"precision": 6', '"precision": 5'),
      text.replace('"units": "mm"', '"units": "in"'),
    ].map((each) => readDoc(encodeText(each)).doc!);
    const { steps, conflicts } = mergeDocs(base!, mine!, theirs!);
    assert.equal(conflicts.length, 0);
    assert.deepEqual(new Set(steps.map((step) => (step.op === "set" ? step.id : step.item.id))), new Set([units]));
  });

  it("is told from a file that is none", async () => {
    await assert.rejects(openWorld({ text: "{}", path }), /a job set without its list of jobs/);
  });
});
