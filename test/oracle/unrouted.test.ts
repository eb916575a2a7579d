import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { connect } from "../../core/engines/connect/clusters.ts";
import { readDoc } from "../../core/model/document.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

/** Bigger boards take KiCad long; the bench has them. */
const MAX_BYTES = 8_000_000;

/** Of the demos' and corpus' boards up to this size, copies that lost every fourth track are compared too. */
const MAX_THINNED_BYTES = 1_100_000;

const suite = needs("query.unrouted counts as KiCad", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-unrouted-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("on every board as it is, and on boards that lost every fourth track", () => {
    const boards = [demosFolder, corpusFolder]
      .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
      .filter((path) => statSync(path).size <= MAX_BYTES);
    const whole = boards.map((path) => ({ in: path, out: path, name: relative(demosFolder, path) }));
    const thinned = boards
      .filter((path) => statSync(path).size <= MAX_THINNED_BYTES)
      .map((path, i) => ({ in: path, thin: 4, out: join(scratch, `${i}.kicad_pcb`), name: `${path}, thinned` }));
    const jobs = [...whole, ...thinned];
    const theirs = kicadCounts(jobs);
    const differing: string[] = [];
    let compared = 0;
    for (const [i, job] of jobs.entries()) {
      // Null: KiCad 9 cannot read the boards of KiCad 10.
      if (theirs[i] === null) continue;
      compared++;
      const { doc } = readDoc(new Uint8Array(readFileSync(job.out)));
      const ours = connect(doc!).reduce((sum, state) => sum + state.missing.length, 0);
      if (ours !== theirs[i]) differing.push(`${job.name}: ${ours} instead of ${theirs[i]}`);
    }
    assert.deepEqual(differing, []);
    assert.ok(compared >= 30, `${compared} boards were compared`);
  });
});

function kicadCounts(jobs: readonly object[]): (number | null)[] {
  const script = join(import.meta.dirname, "unrouted-kicad.py");
  const out = execFileSync("/usr/bin/python3", [script], {
    input: JSON.stringify(jobs),
    maxBuffer: 1 << 26,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return JSON.parse(out.toString().trim().split("\n").at(-1)!) as (number | null)[];
}
