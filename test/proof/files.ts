// npm run proof:files: every file of KiCad that is to be had, opened, saved, edited, undone, and read by KiCad after the
// edit. EDSNX_PROOF_KICAD=0 leaves KiCad out, EDSNX_PROOF_ONLY narrows to paths that contain a word.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { fileKinds } from "../../core/model/file-kinds.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import type { FileProof } from "../laws/proof-files.ts";
import { proveFile } from "../laws/proof-files.ts";

const run = promisify(execFile);
const roots = [
  demosFolder,
  "/usr/share/kicad/template",
  "/usr/share/kicad/symbols",
  "/usr/share/kicad/footprints",
  corpusFolder,
  join(import.meta.dirname, "../../examples"),
];
const only = process.env["EDSNX_PROOF_ONLY"] ?? "";
const endings = Object.values(fileKinds).map(({ ending }) => ending);
const files = roots.flatMap((root) => filesBelow(root, ...endings)).filter((file) => file.includes(only));

interface Row {
  tried: number;
  proved: number;
  refused: number;
  lines: number;
  asked: number;
  loaded: number;
  /** KiCad does not read them before the edit either: files of a newer KiCad, and broken ones. */
  unreadable: number;
}

const rows = new Map<string, Row>();
/** Counts what KiCad was asked: each question has a folder of its own. */
let asks = 0;
const notes: string[] = [];
const scratch = mkdtempSync(join(tmpdir(), "edsnx-proof-"));
const boards: [string, Row, string][] = [];
const footprints: [string, Row, string][] = [];

try {
  for (const file of files) {
    const proof = proveFile(file);
    const row = rows.get(proof.group) ?? {
      tried: 0,
      proved: 0,
      refused: 0,
      lines: 0,
      asked: 0,
      loaded: 0,
      unreadable: 0,
    };
    rows.set(proof.group, row);
    row.tried++;
    if (proof.outcome === "proved") row.proved++;
    else {
      if (proof.outcome === "refused") row.refused++;
      notes.push(`${proof.outcome}: ${file}: ${proof.reason}`);
    }
    row.lines = Math.max(row.lines, proof.lines ?? 0);
    if (process.env["EDSNX_PROOF_KICAD"] !== "0") await ask(proof, row);
  }
  await askPython("board", boards);
  await askPython("footprint", footprints);
} finally {
  rmSync(scratch, { recursive: true });
}

console.log("kind and KiCad     files  byte-equal and undone  refused  lines of an edit  read by KiCad after it");
let failed = 0;
for (const [group, row] of [...rows].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
  failed += row.tried - row.proved - row.refused + (row.asked - row.loaded - row.unreadable);
  const cells = [
    group.padEnd(18),
    String(row.tried).padStart(5),
    String(row.proved).padStart(22),
    String(row.refused).padStart(8),
  ];
  console.log([...cells, String(row.lines).padStart(17), `${row.loaded}/${row.asked}`.padStart(23)].join(" "));
}
for (const note of notes) console.log(note);
console.log(`${files.length} files, ${failed} without the proof`);
process.exitCode = failed === 0 ? 0 : 1;

/** Has KiCad read the edited file: symbol libraries at once, boards and footprints all together at the end. */
async function ask(proof: FileProof, row: Row): Promise<void> {
  const { edited, path } = proof;
  if (edited === null) return;
  const folder = join(scratch, String(++asks));
  if (path.endsWith(".kicad_pcb")) boards.push([write(folder, basename(path), edited), row, path]);
  else if (path.endsWith(".kicad_mod")) {
    const pretty = join(folder, basename(dirname(path)).replace(/(\.pretty)?$/, ".pretty"));
    footprints.push([write(pretty, basename(path), edited), row, path]);
  } else if (path.endsWith(".kicad_sym")) {
    const file = write(folder, basename(path), edited);
    await judge(row, path, ["kicad-cli", "sym", "upgrade", "--force", "-o", `${file}.out.kicad_sym`, file]);
    rmSync(folder, { recursive: true });
  } else if (path.endsWith(".kicad_sch")) {
    const file = write(folder, basename(path), edited);
    await judge(row, path, ["kicad-cli", "sch", "export", "netlist", "-o", `${file}.net`, file]);
    rmSync(folder, { recursive: true });
  }
}

function write(folder: string, name: string, bytes: Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

async function judge(row: Row, path: string, command: readonly string[]): Promise<void> {
  row.asked++;
  const [program, ...args] = command;
  const ask = (list: readonly string[]) => run(program!, [...list], { maxBuffer: 1 << 28 });
  try {
    await ask(args);
    row.loaded++;
  } catch (error) {
    const original = await ask(args.with(-1, path)).catch(() => null);
    tell(row, path, original !== null, (error as Error).message.split("\n").slice(0, 3).join(" "));
  }
}

function tell(row: Row, path: string, originalIsRead: boolean, words: string): void {
  if (originalIsRead) notes.push(`KiCad cannot read ${path} after the edit: ${words}`);
  else {
    row.unreadable++;
    notes.push(`KiCad reads ${path} neither before nor after the edit`);
  }
}

/** KiCad's own Python reads what was edited, and the originals of what it could not read. */
async function askPython(kind: string, asked: readonly [string, Row, string][]): Promise<void> {
  const bad = await unread(
    kind,
    asked.map(([file]) => file),
  );
  const refused = asked.filter((_, i) => bad.has(i));
  const before = await unread(
    kind,
    refused.map(([, , path]) => path),
  );
  for (const [i, [, row]] of asked.entries()) {
    row.asked++;
    if (!bad.has(i)) row.loaded++;
  }
  for (const [i, [, row, path]] of refused.entries()) tell(row, path, !before.has(i), "pcbnew refuses it");
}

/** The numbers of the files that KiCad's Python cannot read. */
async function unread(kind: string, files: readonly string[]): Promise<Set<number>> {
  if (files.length === 0) return new Set();
  const list = join(scratch, `${kind}.json`);
  writeFileSync(list, JSON.stringify(files));
  const script = join(import.meta.dirname, "files-kicad.py");
  const { stdout } = await run("/usr/bin/python3", [script, kind, list], { maxBuffer: 1 << 28 });
  return new Set(JSON.parse(stdout.slice(stdout.lastIndexOf("["))) as number[]);
}
