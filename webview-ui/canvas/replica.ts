import type { Doc, DocKind } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import { partsBoard } from "../../core/model/library/parts-board.ts";
import type { ShownSymbol } from "../../core/model/library/parts-sheet.ts";
import { partsSheet, symbolNamed, symbolNames } from "../../core/model/library/parts-sheet.ts";
import type { Step } from "../../core/model/step.ts";
import { applySteps } from "../../core/model/step.ts";
import type { Change } from "../../core/session/session.ts";
import type { Surroundings, ToCanvas } from "../protocol.ts";
import { nothingAround } from "./painting.ts";

export interface ReplicaEvents {
  /** Everything is new. */
  readonly onDocument: (doc: Doc) => void;
  /** Only these items differ from before. */
  readonly onItems: (doc: Doc, ids: readonly ItemId[], change: Change) => void;
  /** The replica lost the thread and needs the document anew. */
  readonly onGap: (reason: string) => void;
}

/** The canvas's copy of the document: bytes once, numbered steps after that. It never changes anything by itself. */
export class Replica {
  /** What is drawn: the document, or the parts of a footprint or of one symbol of a library as a board or a sheet. */
  doc: Doc | null = null;
  /** The document itself. */
  source: Doc | null = null;
  /** Which symbol of a library is shown. */
  symbol: ShownSymbol | null = null;
  path = "";
  revision = -1;
  isReadOnly = false;
  around: Surroundings = nothingAround;
  private readonly events: ReplicaEvents;
  private isWaiting = true;

  constructor(events: ReplicaEvents) {
    this.events = events;
  }

  /** What the file is. */
  get kind(): DocKind {
    return this.source?.kind ?? "board";
  }

  /** Shows another symbol of the library. */
  chooseSymbol(symbol: ShownSymbol): void {
    if (this.source === null) return;
    this.symbol = symbol;
    this.doc = this.shown(this.source);
    this.events.onDocument(this.doc);
  }

  /** Takes the document whole. */
  load(message: Extract<ToCanvas, { type: "document" }>): void {
    this.isWaiting = false;
    this.path = message.path;
    this.isReadOnly = message.readOnly;
    this.around = message.around ?? nothingAround;
    const { doc, problems } = readDoc(message.bytes);
    if (doc === null) {
      this.doc = this.source = null;
      throw new Error(`Cannot show ${message.path}: ${problems[0]?.message ?? "no KiCad file"}.`);
    }
    this.source = applySteps(doc, message.steps);
    this.doc = this.shown(this.source);
    this.revision = message.revision;
    this.events.onDocument(this.doc);
  }

  /** Takes one numbered change. Old ones are passed over; a missing one makes the replica ask anew. */
  change(change: Change): void {
    if (this.source === null || this.isWaiting || change.revision <= this.revision) return;
    if (change.revision !== this.revision + 1 || change.steps === null) {
      this.ask(change.steps === null ? "" : `revision ${change.revision} came after ${this.revision}`);
      return;
    }
    try {
      this.source = applySteps(this.source, change.steps);
    } catch (thrown) {
      this.ask(`step of revision ${change.revision}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return;
    }
    this.doc = this.shown(this.source);
    this.revision = change.revision;
    const ids = this.doc === this.source ? touched(change) : this.touchedParts(change);
    if (ids === null) this.events.onDocument(this.doc);
    else this.events.onItems(this.doc, ids, change);
  }

  /** Parts that differ from before; null where it is more than parts: all may look different. */
  private touchedParts({ steps }: Change): ItemId[] | null {
    const own = this.symbol === null ? null : symbolNamed(this.source!, this.symbol.name)?.id;
    const ids = new Set<ItemId>();
    for (const step of steps ?? []) {
      const depth = step.in === undefined ? 0 : 1 + (step.within?.length ?? 0);
      if (own === null) {
        // What a footprint's own fields say may stand in any of its texts.
        if (depth === 0) return null;
        ids.add(step.within?.[0] ?? ownOf(step));
      } else if (depth === 0 || own === undefined) return null;
      else if (step.in === own) {
        if (depth === 1 && step.op !== "set" && step.item.kind === "symbolUnit") return null;
        ids.add(ownOf(step));
      }
    }
    return [...ids];
  }

  private shown(doc: Doc): Doc {
    if (doc.kind !== "symbolLibrary") {
      this.symbol = null;
      return partsBoard(doc) ?? doc;
    }
    if (this.symbol === null || symbolNamed(doc, this.symbol.name) === null) {
      const [name] = symbolNames(doc);
      this.symbol = name === undefined ? null : { name, unit: 1, style: 1 };
    }
    return this.symbol === null ? doc : (partsSheet(doc, this.symbol) ?? doc);
  }

  private ask(reason: string): void {
    this.isWaiting = true;
    this.events.onGap(reason);
  }
}

function touched({ steps }: Change): ItemId[] {
  return [...new Set((steps ?? []).map((step) => step.in ?? ownOf(step)))];
}

function ownOf(step: Step): ItemId {
  return step.op === "set" ? step.id : step.item.id;
}
