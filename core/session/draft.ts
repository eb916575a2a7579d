import { CommandError } from "../base/error.ts";
import type { Edit } from "./edit.ts";
import type { OpenDocument } from "./open-document.ts";
import { rehash, touchedBy } from "./open-document.ts";

/** Documents as they would be with changes that nobody has agreed to yet. What runs within one sees them so. */
export class Draft {
  private readonly drafted = new Map<string, OpenDocument>();
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

  /** Takes edits in, each begun on the document as `of` tells it; `below` is the document itself. */
  take(edits: readonly Edit[], below: (path: string) => OpenDocument): void {
    for (const { path, doc, steps } of edits) {
      if (steps.length === 0) continue;
      this.takes++;
      const open = this.of(below(path));
      this.drafted.set(path, { ...open, doc, hash: rehash(open.hash, open.doc, doc, touchedBy(steps)) });
    }
  }

  /** The documents that it changes, as they would be. */
  get documents(): readonly OpenDocument[] {
    return [...this.drafted.values()];
  }
}

/** The failure of what cannot be in a draft; it can be done outright where the person allows it. Null: another one. */
export function barredFromDraft(thrown: unknown): CommandError | null {
  for (let each = thrown; each instanceof Error; each = each.cause)
    if (each instanceof CommandError && each.data?.["proposable"] === false) return each;
  return null;
}

/** Throws `denied` within a draft, where nothing may reach a document or a file. */
export function refuseInDraft(draft: Draft | null, verb: string, path: string): void {
  if (draft === null) return;
  throw new CommandError({
    code: "denied",
    message: `Cannot ${verb} ${path}: changes are only proposed here, and this cannot be.`,
    hint: "Ask the person to do it (agent.ask), or propose edits of documents that are there.",
    data: { path, proposable: false },
  });
}
