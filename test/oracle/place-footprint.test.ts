import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addFootprint } from "../../core/commands/pcb/new-footprint.ts";
import { writeDoc } from "../../core/model/document.ts";
import { Edit } from "../../core/session/edit.ts";
import { changedLines } from "../laws/check-edit.ts";
import { readSound } from "../laws/check-file.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const run = promisify(execFile);
const libraries = "/usr/share/kicad/footprints";
const script = join(import.meta.dirname, "place-footprint-kicad.py");
const rounds = Number(process.env["EDSNX_PLACE_ROUNDS"] ?? 120);

interface Job {
  readonly library: string;
  readonly name: string;
  readonly reference: string;
  readonly at: readonly [number, number];
  readonly angle: number;
}

const suite = needs("a placed footprint is KiCad's", hasKicad && existsSync(libraries), "KiCad with its footprints");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(240_000);
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-place-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it(`${rounds} footprints of the official libraries: as KiCad places them, and KiCad's next save changes nothing`, async () => {
    const jobs = sample(rounds);
    const file = (name: string) => join(folder, name);
    writeFileSync(file("jobs.json"), JSON.stringify(jobs));
    await run("/usr/bin/python3", [
      script,
      file("jobs.json"),
      libraries,
      file("empty.kicad_pcb"),
      file("theirs.kicad_pcb"),
    ]);
    const edit = new Edit("board", readSound(readFileSync(file("empty.kicad_pcb"))), randomUUID);
    for (const { library, name, at, angle, reference } of jobs) {
      const source = readSound(readFileSync(join(libraries, `${library}.pretty`, `${name}.kicad_mod`)));
      addFootprint(edit, source.items.entries[0]!.item(), {
        libId: `${library}:${name}`,
        at: { x: at[0] * 1e6, y: at[1] * 1e6 },
        angle,
        side: "front",
        fields: { Reference: reference, Value: "V" },
        padNets: {},
      });
    }
    writeFileSync(file("ours.kicad_pcb"), writeDoc(edit.doc));
    await run("/usr/bin/python3", [script, "--again", file("ours.kicad_pcb"), file("again.kicad_pcb")]);
    const [ours, theirs, again] = ["ours", "theirs", "again"].map((name) => footprints(file(`${name}.kicad_pcb`)));
    const faults: string[] = [];
    for (const { reference, library, name } of jobs) {
      const text = ours!.get(reference)!;
      if (isKnown(text)) continue;
      // Without what is random, and without the order of what only the random uuids tell apart.
      const { removedLines, addedLines } = changedLines(withoutUuids(text), withoutUuids(theirs!.get(reference)!));
      if (removedLines.length + addedLines.length > 0)
        faults.push(`${library}:${name}: ours ${removedLines.join(" ")}, KiCad's ${addedLines.join(" ")}`);
      if (again!.get(reference) !== text) {
        const noise = changedLines(text, again!.get(reference)!);
        faults.push(
          `${library}:${name}: KiCad's next save: ${noise.removedLines.join(" ")} -> ${noise.addedLines.join(" ")}`,
        );
      }
    }
    assert.deepEqual(faults, []);
  });
});

/** Rule areas on `*.Cu`: KiCad spells their layers out when it saves, for the board at hand. */
function isKnown(text: string): boolean {
  return text.includes("\n\t\t(zone");
}

function sample(count: number): Job[] {
  const random = seeded(20261130);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const folders = readdirSync(libraries)
    .filter((name) => name.endsWith(".pretty"))
    .sort();
  return Array.from({ length: count }, (_, i) => {
    const folder = pick(folders);
    const names = readdirSync(join(libraries, folder))
      .filter((name) => name.endsWith(".kicad_mod"))
      .sort();
    return {
      library: folder.replace(/\.pretty$/, ""),
      name: pick(names).replace(/\.kicad_mod$/, ""),
      reference: `U${i}`,
      at: [20 + 10 * (i % 20), 20 + 10 * Math.floor(i / 20)] as const,
      angle: pick([0, 90, 180, -90]),
    };
  });
}

function footprints(path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [text] of readFileSync(path, "utf8").matchAll(/^\t\(footprint [\s\S]*?^\t\)$/gm))
    found.set(/"Reference" "([^"]*)"/.exec(text)![1]!, text);
  return found;
}

function withoutUuids(text: string): string {
  return text.replace(/\n\t+\(uuid "[^"]*"\)|\(members[^)]*\)/g, "");
}
