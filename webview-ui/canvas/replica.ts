import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
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
  doc: Doc | null = null;
  path = "";
  revision = -1;
  isReadOnly = false;
  around: Surroundings = nothingAround;
  private readonly events: ReplicaEvents;
  private isWaiting = true;

  constructor(events: ReplicaEvents) {
    this.events = events;
  }

  /** Takes the document whole. */
  load(message: Extract<ToCanvas, { type: "document" }>): void {
    this.isWaiting = false;
    this.path = message.path;
    this.isReadOnly = message.readOnly;
    this.around = message.around ?? nothingAround;
    const { doc, problems } = readDoc(message.bytes);
    if (doc === null) {
      this.doc = null;
      throw new Error(`Cannot show ${message.path}: ${problems[0]?.message ?? "no KiCad file"}.`);
    }
    this.doc = applySteps(doc, message.steps);
    this.revision = message.revision;
    this.events.onDocument(this.doc);
  }

  /** Takes one numbered change. Old ones are passed over; a missing one makes the replica ask anew. */
  change(change: Change): void {
    if (this.doc === null || this.isWaiting || change.revision <= this.revision) return;
    if (change.revision !== this.revision + 1 || change.steps === null) {
      this.ask(change.steps === null ? "" : `revision ${change.revision} came after ${this.revision}`);
      return;
    }
    try {
      this.doc = applySteps(this.doc, change.steps);
    } catch (thrown) {
      this.ask(`step of revision ${change.revision}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return;
    }
    this.revision = change.revision;
    this.events.onItems(this.doc, touched(change), change);
  }

  private ask(reason: string): void {
    this.isWaiting = true;
    this.events.onGap(reason);
  }
}

function touched(change: Change): ItemId[] {
  const ids = new Set<ItemId>();
  for (const step of change.steps ?? []) ids.add(step.in ?? (step.op === "set" ? step.id : step.item.id));
  return [...ids];
}
