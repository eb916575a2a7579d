// npm run proof:fill-drc [part of a path …]: boards filled by us and by KiCad, each checked by KiCad's DRC; what it finds
// in ours and not in its own.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { writeDoc } from "../../core/model/document.ts";
import type { Patch, Step } from "../../core/model/step.ts";
import { applySteps, setStep } from "../../core/model/step.ts";
import { ourFills } from "../laws/fill-agreement.ts";
import { corpusFolder, demosFolder, filesBelow, kicadFindings } from "../laws/kicad.ts";

/** Larger boards are checked when they are named. */
const MAX_BYTES = 2_000_000;
const wanted = process.argv.slice(2);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => wanted.length > 0 || statSync(path).size <= MAX_BYTES)
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));

const refill = `
import os, pcbnew, sys
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[2], board)
os._exit(0)
`;
let worse = 0;
for (const path of boards) {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-fill-"));
  try {
    const copies = ["ours", "theirs"].map((name) => join(folder, name));
    for (const copy of copies) cpSync(dirname(path), copy, { recursive: true });
    const [ours, theirs] = copies.map((copy) => join(copy, basename(path))) as [string, string];
    execFileSync("/usr/bin/python3", ["-c", refill, path, theirs], { stdio: "ignore" });
    if (!existsSync(theirs)) continue;
    const { doc, fills } = await ourFills(path);
    const steps = [...fills].flatMap(([id, list]): Step[] => {
      const zone = doc.items.get(id)!;
      const patch: Patch = { fills: list, fill: { ...(zone["fill"] as object), filled: true } };
      const step = setStep(zone, patch);
      return step === null ? [] : [step];
    });
    writeFileSync(ours, writeDoc(applySteps(doc, steps)));
    const known = await kicadFindings(theirs);
    const left = [...known];
    const more = (await kicadFindings(ours)).filter((each) => {
      const at = left.indexOf(each);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    worse += more.length;
    console.log(
      `${basename(path)}: ${known.length} findings with KiCad's fill, ${more.length} more with ours, ${left.length} fewer`,
    );
    for (const each of more) console.log(`    + ${each}`);
    for (const each of left) console.log(`    - ${each}`);
  } catch (error) {
    console.log(`${basename(path)}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(worse === 0 ? 0 : 1);
