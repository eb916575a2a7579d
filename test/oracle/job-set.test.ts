import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkEdit } from "../laws/check-edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("job sets after an edit", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;
const examples = join(import.meta.dirname, "../../examples/blinky");
const [gerbers, drill, output] = ["01", "02", "03"].map((end) => `0f0c8d2e-6a52-4f0e-9b4c-4a1f6f1a7c${end}`);

run(suite.title, function () {
  this.timeout(60_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-jobs-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("are run by KiCad as they now say: another folder, one job more, another's unit", async () => {
    cpSync(examples, scratch, { recursive: true });
    const set = {
      [`outputs.${output}.settings.output_path`]: "made",
      [`jobs.${drill}.settings.units`]: "in",
      [`jobs.${gerbers}`]: null,
      "jobs.places": {
        type: "pcb_export_pos",
        description: "Places",
        settings: { format: "csv", output_filename: "places.csv", side: "both", single_file: true, units: "mm" },
      },
    };
    const { after } = await checkEdit({
      text: readFileSync(join(examples, "blinky.kicad_jobset")),
      path: "/blinky.kicad_jobset",
      command: "project.settings",
      args: { set, create: true },
    });
    writeFileSync(join(scratch, "blinky.kicad_jobset"), after);
    const jobs = ["jobset", "run", "--stop-on-error", "-f", "blinky.kicad_jobset", "blinky.kicad_pro"];
    const { stdout } = await promisify(execFile)("kicad-cli", jobs, { cwd: scratch });
    assert.match(stdout, /2 jobs succeeded, 0 job failed/);
    assert.match(readFileSync(join(scratch, "made/drill/blinky-PTH.drl"), "utf8"), /INCH/);
    assert.match(readFileSync(join(scratch, "made/places-all-pos.csv"), "utf8"), /^Ref,/);
    assert.ok(!existsSync(join(scratch, "made/gerbers")));
  });
});
