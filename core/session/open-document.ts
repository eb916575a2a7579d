import { CommandError } from "../base/error.ts";
import type { Hash64 } from "../base/hash.ts";
import { addHash, hashBytes, hashText, subtractHash, zeroHash } from "../base/hash.ts";
import type { SyntaxProblem } from "../format/tree.ts";
import { stepsBetween } from "../model/difference.ts";
import type { Doc } from "../model/document.ts";
import { readDoc, readNamed, writeDoc } from "../model/document.ts";
import { isJson } from "../model/file-kinds.ts";
import type { ItemId } from "../model/item.ts";
import type { Entry } from "../model/item-table.ts";
import type { Step } from "../model/step.ts";
import { applySteps, bytesOfItem } from "../model/step.ts";
import type { Stamp } from "./ports.ts";

/** One undoable change of one document. */
export interface HistoryEntry {
  /** Unique over the session. */
  readonly id: string;
  /** The same for all documents that one transaction touched. */
  readonly group: string;
  readonly label: string;
  /** Who did it. */
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly steps: readonly Step[];
  readonly applied: boolean;
}

/** An open file: a snapshot, its history, and what is on disk. Only `Session` makes new ones. */
export interface OpenDocument {
  /** Absolute real path. */
  readonly path: string;
  readonly doc: Doc;
  /** Counts every change of the snapshot since opening, undo and redo too. */
  readonly revision: number;
  readonly hash: Hash64;
  readonly savedHash: Hash64;
  /** What was saved last; null while the file is still the one that was read. */
  readonly savedDoc: Doc | null;
  readonly stamp: Stamp | null;
  readonly history: readonly HistoryEntry[];
  /** The bytes that were read, and steps that lead from them to `doc`: what a replica starts from. */
  readonly base: Uint8Array;
  readonly trail: readonly Step[];
  /** How long the trail was at each revision up to this one; those from before a folded trail are gone. */
  readonly marks: readonly number[];
  /** What is wrong with the text on disk; while not empty the document takes no edits and is not saved. */
  readonly problems: readonly SyntaxProblem[];
}

const KINDS =
  "Open a file of KiCad 6 or later: .kicad_pcb, .kicad_sch, .kicad_pro, .kicad_dru, .kicad_sym, .kicad_mod, .kicad_wks or a library table.";

/** A file as it is when it was just read, or is to be made. Throws `check-failed` where it is no design file. */
export function freshDocument(path: string, bytes: Uint8Array, stamp: Stamp | null, hint = KINDS): OpenDocument {
  const { doc, problems } = readNamed(path, bytes);
  const first = problems[0];
  if (doc === null) {
    throw new CommandError({
      code: "check-failed",
      message: `Cannot open ${path}: ${first === undefined ? "it is no KiCad file" : `${first.message} at line ${first.line}, column ${first.column}`}.`,
      hint,
      data: { problems: problems.slice(0, 20) },
    });
  }
  const hash = hashDoc(doc);
  const saved = { hash, savedHash: hash, savedDoc: null, stamp };
  return { path, doc, revision: 0, ...saved, history: [], base: bytes, trail: [], marks: [0], problems };
}

/** When the trail passes another so many steps, it is looked at whether fewer lead to the same. */
const FOLD_AT = 20_000;

/** The trail with more steps; a long one is told anew, so that it grows with what differs and not with the work done. */
export function extendTrail(open: OpenDocument, doc: Doc, steps: readonly Step[]): readonly Step[] {
  const { trail } = open;
  const longer = [...trail, ...steps];
  if (Math.floor(longer.length / FOLD_AT) === Math.floor(trail.length / FOLD_AT)) return longer;
  const base = readDoc(open.base).doc;
  const direct = base === null ? longer : stepsBetween(base, doc);
  return direct.length < longer.length ? direct : longer;
}

/** The document as it was at a revision of this session; null when that is not kept any more, or never was. */
export function docAt(open: OpenDocument, revision: number): Doc | null {
  if (revision === open.revision) return open.doc;
  const mark = open.marks[open.marks.length - 1 - (open.revision - revision)];
  const base = mark === undefined || revision > open.revision ? null : readDoc(open.base).doc;
  return base === null ? null : applySteps(base, open.trail.slice(0, mark));
}

export function isDirty(open: OpenDocument): boolean {
  return hashText(open.hash) !== hashText(open.savedHash);
}

/** The hash of a document's content, whatever its history. */
export function hashDoc(doc: Doc): Hash64 {
  // A project file is small, and what it says is in its text as a whole.
  if (isJson(doc.kind)) return hashBytes(writeDoc(doc));
  let sum = addHash(hashBytes(doc.head), hashBytes(doc.tail));
  for (const entry of doc.items.entries) sum = addHash(sum, hashEntry(doc, entry));
  return sum;
}

/** The hash of `after`, from that of `before` and the ids that may differ. */
export function rehash(hash: Hash64, before: Doc, after: Doc, touched: Iterable<ItemId>): Hash64 {
  if (isJson(after.kind)) return hashDoc(after);
  let sum = hash;
  for (const id of touched) {
    const old = before.items.entry(id);
    const now = after.items.entry(id);
    if (old === now) continue;
    sum = subtractHash(sum, old === undefined ? zeroHash : hashEntry(before, old));
    sum = addHash(sum, now === undefined ? zeroHash : hashEntry(after, now));
  }
  return sum;
}

function hashEntry(doc: Doc, entry: Entry): Hash64 {
  const source = "source" in entry ? (entry.source as { bytes: Uint8Array; lead: number; end: number }) : null;
  if (source !== null) return hashBytes(source.bytes, source.lead, source.end);
  return hashBytes(bytesOfItem(doc, entry.item()));
}

/** The top-level items that steps touch. */
export function touchedBy(steps: readonly Step[]): Set<ItemId> {
  return new Set(steps.map((step) => step.in ?? (step.op === "set" ? step.id : step.item.id)));
}
