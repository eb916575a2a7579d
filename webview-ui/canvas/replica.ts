import type { Doc, DocKind } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import { partsBoard } from "../../core/model/library/parts-board.ts";
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
  /** What is drawn: the document; of a footprint's file a board with the footprint's parts. */
  doc: Doc | null = null;
  /** The document itself. */
  private source: Doc | null = null;
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
    this.doc = shown(this.source);
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
    this.doc = shown(this.source);
    this.revision = change.revision;
    const isPart = this.doc !== this.source;
    // What a footprint's own fields say may stand in any of its texts.
    if (isPart && change.steps.some((step) => step.in === undefined)) this.events.onDocument(this.doc);
    else this.events.onItems(this.doc, touched(change, isPart ? partOf : topOf), change);
  }

  private ask(reason: string): void {
    this.isWaiting = true;
    this.events.onGap(reason);
  }
}

function shown(doc: Doc): Doc {
  return partsBoard(doc) ?? doc;
}

function touched(change: Change, of: (step: Step) => ItemId): ItemId[] {
  return [...new Set((change.steps ?? []).map(of))];
}

function topOf(step: Step): ItemId {
  return step.in ?? ownOf(step);
}

function partOf(step: Step): ItemId {
  return step.within?.[0] ?? ownOf(step);
}

function ownOf(step: Step): ItemId {
  return step.op === "set" ? step.id : step.item.id;
}
