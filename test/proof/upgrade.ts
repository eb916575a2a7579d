// npm run proof:upgrade: every footprint and symbol library of KiCad 5 to 8 that is to be had, raised by us and by
// KiCad's own `fp upgrade` and `sym upgrade`, compared line by line; and every item of the files that KiCad 9 wrote,
// written anew from our record of it. EDSNX_PROOF_ONLY narrows to paths that contain a word.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { releaseOf } from "../laws/proof-files.ts";
import { raised } from "../laws/upgrade-agreement.ts";
import { writtenAnew } from "../laws/written-anew.ts";

const only = process.env["EDSNX_PROOF_ONLY"] ?? "";
const roots = [demosFolder, corpusFolder];
const files = roots
  .flatMap((root) => filesBelow(root, ".kicad_mod", ".kicad_sym"))
  .filter((file) => file.includes(only));
const scratch = mkdtempSync(join(tmpdir(), "edsnx-upgrade-"));

interface Row {
  files: number;
  same: number;
  lines: number;
  differ: number;
  refused: number;
}

const rows = new Map<string, Row>();
/** Lines that only one of both has, by whose they are and their first word. */
const kinds = new Map<string, { count: number; example: string }>();

try {
  const folders = raisedByKicad();
  for (const file of files) {
    const { doc, problems } = readDoc(readFileSync(file));
    if (doc === null || problems.length > 0 || Number(releaseOf(doc.version)) > 8) continue;
    const group = `${doc.kind} ${releaseOf(doc.version)}`;
    const row = rows.get(group) ?? { files: 0, same: 0, lines: 0, differ: 0, refused: 0 };
    rows.set(group, row);
    row.files++;
    const theirs = kicadsOf(file, folders);
    if (theirs === null) {
      row.refused++;
      continue;
    }
    const ours = linesOf(Buffer.from(writeDoc(raised(file))).toString("utf8"));
    const kicads = linesOf(theirs);
    const [extra, missing] = [without(ours, kicads), without(kicads, ours)];
    row.lines += kicads.length;
    row.differ += Math.max(extra.length, missing.length);
    if (extra.length + missing.length === 0) row.same++;
    note("ours", extra, file);
    note("KiCad's", missing, file);
  }
} finally {
  rmSync(scratch, { recursive: true });
}

console.log("raised                files  equal  lines that differ, of all  KiCad does not read");
for (const [group, { files: count, same, lines, differ, refused }] of [...rows].sort())
  console.log(
    [group.padEnd(18), String(count).padStart(7), String(same).padStart(6), `${differ}/${lines}`.padStart(26)].join(
      " ",
    ) + String(refused).padStart(21),
  );
for (const [what, { count, example }] of [...kinds].sort(([, a], [, b]) => b.count - a.count))
  console.log(`${String(count).padStart(6)} ${what}  e.g. ${example}`);

const anew = new Map<string, { files: number; items: number; reordered: number; differ: number }>();
const differences: string[] = [];
for (const file of [...roots, "/usr/share/kicad/symbols", "/usr/share/kicad/footprints"].flatMap((root) =>
  filesBelow(root, ".kicad_pcb", ".kicad_sch", ".kicad_sym", ".kicad_mod"),
)) {
  const found = file.includes(only) ? writtenAnew(readFileSync(file)) : null;
  if (found === null) continue;
  const kind = file.replace(/^.*\./, ".");
  const row = anew.get(kind) ?? { files: 0, items: 0, reordered: 0, differ: 0 };
  anew.set(kind, row);
  row.files++;
  row.items += found.items;
  row.reordered += found.reordered;
  row.differ += found.differences.length;
  for (const each of found.differences) differences.push(`${basename(file)}: ${each}`);
}
console.log("\nwritten anew  files    items  other order only  other text");
for (const [kind, { files: count, items, reordered, differ }] of anew)
  console.log(
    kind.padEnd(12) +
      [String(count).padStart(7), String(items).padStart(8), String(reordered).padStart(17)].join(" ") +
      String(differ).padStart(12),
  );
for (const each of differences) console.log(each);

/** KiCad raises a folder of footprints at one go; where each folder's copy is. */
function raisedByKicad(): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith(".kicad_mod"))) {
    const pretty = folders.get(dirname(file)) ?? join(scratch, `${folders.size}.pretty`);
    folders.set(dirname(file), pretty);
    mkdirSync(pretty, { recursive: true });
    copyFileSync(file, join(pretty, basename(file)));
  }
  for (const pretty of folders.values())
    execFileSync("kicad-cli", ["fp", "upgrade", "--force", "-o", `${pretty}.out.pretty`, pretty], { stdio: "pipe" });
  return folders;
}

function kicadsOf(file: string, folders: ReadonlyMap<string, string>): string | null {
  try {
    if (file.endsWith(".kicad_mod"))
      return readFileSync(join(`${folders.get(dirname(file))}.out.pretty`, basename(file)), "utf8");
    const out = join(scratch, "out.kicad_sym");
    execFileSync("kicad-cli", ["sym", "upgrade", "--force", "-o", out, file], { stdio: "pipe" });
    const text = readFileSync(out, "utf8");
    rmSync(out);
    return text;
  } catch {
    // It refuses the file in its own words; the table counts that.
    return null;
  }
}

/** Lines without who wrote the file, ids that are made anew, and outlines by the fonts of this machine. */
function linesOf(text: string): string[] {
  return text
    .replace(/\n(\t+)\(render_cache [\s\S]*?\n\1\)/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^\((generator|generator_version|uuid) /.test(line));
}

/** The lines of `all` that are not in `others`, each as often as it is missing. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return all.filter((line) => {
    const n = left.get(line) ?? 0;
    if (n > 0) left.set(line, n - 1);
    return n === 0;
  });
}

function note(whose: string, lines: readonly string[], file: string): void {
  for (const line of lines) {
    const what = `${whose} (${/^\(?([\w-]+)/.exec(line)?.[1] ?? line}`;
    const { count, example } = kinds.get(what) ?? { count: 0, example: `${basename(file)}: ${line.slice(0, 90)}` };
    kinds.set(what, { count: count + 1, example });
  }
}
