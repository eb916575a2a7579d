import { readFileSync } from "node:fs";
import type { Doc } from "../../core/model/document.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { applyStep, setStep } from "../../core/model/step.ts";
import { changedLines } from "./check-edit.ts";
import { changeOf, checkFile } from "./check-file.ts";

/** What became of one file. */
export interface FileProof {
  readonly path: string;
  /** Kind of file and KiCad's version: `board 9`. */
  readonly group: string;
  readonly outcome: "proved" | "refused" | "failed";
  /** Why it was refused or failed. */
  readonly reason: string;
  /** Lines that the smallest edit changed; null when there was nothing to edit. */
  readonly lines: number | null;
  /** The file with that edit, for KiCad to read. */
  readonly edited: Uint8Array | null;
}

/** An edit of one item may change so many lines: those of its place. */
export const MOST_LINES = 8;

/** Opens, saves, edits, undoes: the laws of a file, told as a row of a table. */
export function proveFile(path: string): FileProof {
  const bytes = readFileSync(path);
  const { doc, problems } = readDoc(bytes);
  if (doc === null || problems.length > 0) {
    const reason = problems.at(-1)?.message ?? "unknown";
    return { path, group: groupOf(path, doc, bytes), outcome: "refused", reason, lines: null, edited: null };
  }
  const group = groupOf(path, doc, bytes);
  try {
    checkFile(bytes, { perKind: 1 });
    const { lines, edited } = smallestEdit(doc);
    if (lines !== null && lines > MOST_LINES) throw new Error(`an edit of one item changes ${lines} lines`);
    return { path, group, outcome: "proved", reason: "", lines, edited };
  } catch (error) {
    return { path, group, outcome: "failed", reason: (error as Error).message, lines: null, edited: null };
  }
}

/** Changes one item in the middle of the file; how many lines that touches. */
function smallestEdit(doc: Doc): { lines: number | null; edited: Uint8Array | null } {
  const { entries } = doc.items;
  for (let n = 0; n < entries.length; n++) {
    const entry = entries[(n + (entries.length >> 1)) % entries.length]!;
    const item = entry.item();
    const change = entry.kind === "other" ? null : changeOf(item);
    const step = change === null ? null : setStep(item, change);
    if (step === null) continue;
    const edited = writeDoc(applyStep(doc, step));
    const text = (of: Uint8Array) => Buffer.from(of).toString("latin1");
    const { removedLines, addedLines } = changedLines(text(writeDoc(doc)), text(edited));
    return { lines: Math.max(removedLines.length, addedLines.length), edited };
  }
  return { lines: null, edited: null };
}

/** Kind of file and KiCad's main version, by the version token. */
function groupOf(path: string, doc: Doc | null, bytes: Uint8Array): string {
  const kind = doc?.kind ?? path.replace(/^.*[.-]/, "");
  if (doc !== null && ["symbolTable", "footprintTable", "project", "jobSet", "rules"].includes(kind)) return kind;
  const version =
    doc?.version ?? Number(/\(version (\d+)/.exec(Buffer.from(bytes.subarray(0, 300)).toString("latin1"))?.[1] ?? 0);
  return `${kind} ${releaseOf(version)}`;
}

/** The release that a file version belongs to; versions between releases count for the next. */
export function releaseOf(version: number): string {
  if (version <= 20171130) return "5";
  if (version <= 20211123) return "6";
  if (version <= 20230121) return "7";
  if (version <= 20240108) return "8";
  return version <= 20250401 ? "9" : "10";
}
