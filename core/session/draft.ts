import { CommandError } from "../base/error.ts";
import type { Edit } from "./edit.ts";
import type { OpenDocument } from "./open-document.ts";
import { freshDocument, rehash, touchedBy } from "./open-document.ts";
import type { NewFile } from "./ports.ts";
import { taken } from "./refusals.ts";

/** A file that a draft makes. `unsaved`: it is a document that only a save writes. */
export interface DraftFile extends NewFile {
  readonly unsaved?: true;
}

/**
 * Documents as they would be with changes that nobody has agreed to yet, and the files that would be new. What runs
 * within one sees them so.
 */
export class Draft {
  private readonly drafted = new Map<string, OpenDocument>();
  private readonly files = new Map<string, DraftFile>();
  /** New files that were opened, as they would be when they are made. */
  private readonly fresh = new Map<string, OpenDocument>();
  private takes = 0;

  /** Whether anything was changed since the count began. */
  get isChanged(): boolean {
    return this.takes > 0;
  }

  /** What it holds so far is where it begins. */
  begin(): void {
    this.takes = 0;
  }

  /** The document as it would be. */
  of(open: OpenDocument): OpenDocument {
    return this.drafted.get(open.path) ?? open;
  }

  /** Takes edits in, each begun on the document as `below` tells it. */
  take(edits: readonly Edit[], below: (path: string) => OpenDocument): void {
    for (const { path, doc, steps } of edits) {
      if (steps.length === 0) continue;
      this.takes++;
      const open = below(path);
      this.drafted.set(path, { ...open, doc, hash: rehash(open.hash, open.doc, doc, touchedBy(steps)) });
    }
  }

  /** Takes a new file in. Throws `conflict` when it has one there. */
  make(file: DraftFile): void {
    if (this.files.has(file.path)) throw taken(file.path);
    this.files.set(file.path, file);
    this.takes++;
  }

  /** A new file's document, opened; undefined where there is no such file. Throws `check-failed` where it is none. */
  open(path: string): OpenDocument | undefined {
    const file = this.files.get(path);
    if (file !== undefined && !this.fresh.has(path)) this.fresh.set(path, freshDocument(path, file.bytes, null));
    return this.made(path);
  }

  /** A new file's document that was opened. */
  made(path: string): OpenDocument | undefined {
    return this.drafted.get(path) ?? this.fresh.get(path);
  }

  /** A new file's document before anything was done to it. */
  baseOf(path: string): OpenDocument | undefined {
    return this.fresh.get(path);
  }

  /** The new files' documents that were opened, as they would be. */
  get opened(): readonly OpenDocument[] {
    return [...this.fresh.values()].map((open) => this.of(open));
  }

  /** The documents that it changes, as they would be. */
  get documents(): readonly OpenDocument[] {
    return [...this.drafted.values()];
  }

  /** The files that it would make. */
  get newFiles(): readonly DraftFile[] {
    return [...this.files.values()];
  }
}

/** Throws `denied` within a draft, where nothing may reach a document or a file. */
export function refuseInDraft(draft: Draft | null, verb: string, path: string): void {
  if (draft === null) return;
  throw new CommandError({
    code: "denied",
    message: `Cannot ${verb} ${path}: changes are only proposed here, and this cannot be.`,
    hint: "Ask the person to do it (agent.ask), or propose edits of documents that are there.",
    data: { path },
  });
}
