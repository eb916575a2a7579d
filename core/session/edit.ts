import { CommandError } from "../base/error.ts";
import { copySteps } from "../model/copy.ts";
import type { Doc, DocKind } from "../model/document.ts";
import type { Item, ItemId } from "../model/item.ts";
import { netRowSteps } from "../model/net-table.ts";
import type { Patch, Step } from "../model/step.ts";
import { addInsideStep, addStep, applyStep, removeInsideStep, removeStep, setStep } from "../model/step.ts";

/** A place in an edit. */
export interface EditMark {
  readonly doc: Doc;
  readonly steps: number;
  readonly added: number;
}

/** What a running transaction has done so far. */
export interface Running {
  readonly edits: Map<string, Edit>;
  /** Documents of files that are not there yet: they go again when nothing is done to them. */
  readonly fresh: Set<string>;
}

/** What a transaction does to one document: a growing list of steps and the snapshot after them. */
export class Edit {
  readonly path: string;
  /** The document before the first step. */
  readonly start: Doc;
  private readonly uuid: () => string;
  private current: Doc;
  private readonly done: Step[] = [];
  private readonly added: ItemId[] = [];

  constructor(path: string, doc: Doc, uuid: () => string) {
    this.path = path;
    this.start = doc;
    this.current = doc;
    this.uuid = uuid;
  }

  /** The document as it stands after the steps so far. */
  get doc(): Doc {
    return this.current;
  }

  get kind(): DocKind {
    return this.current.kind;
  }

  get steps(): readonly Step[] {
    return this.done;
  }

  /** Ids of items added here that are still there. */
  get newIds(): readonly ItemId[] {
    return this.added.filter((id) => this.current.items.entry(id) !== undefined);
  }

  /** An edit of the same snapshot that leads nowhere: to work something out with the tools of edits. */
  scratch(): Edit {
    return new Edit(this.path, this.current, this.uuid);
  }

  /** Where it stands, to come back to with `rewind`. */
  mark(): EditMark {
    return { doc: this.current, steps: this.done.length, added: this.added.length };
  }

  /** Takes back what was done since the mark. */
  rewind({ doc, steps, added }: EditMark): void {
    this.current = doc;
    this.done.length = steps;
    this.added.length = added;
  }

  /** A fresh uuid. */
  freshId(): string {
    return this.uuid();
  }

  /** Applies a step as it is. */
  apply(step: Step): void {
    this.current = applyStep(this.current, step);
    this.done.push(step);
    if (step.op === "add" && step.in === undefined) this.added.push(step.item.id);
  }

  /** Adds an item of a kind with a fresh uuid; answers its id. `values.uuid` is filled in. */
  add(kind: string, values: Patch): ItemId {
    const uuid = this.uuid();
    this.apply(addStep(this.current, kind, uuid, { ...values, uuid }));
    return uuid;
  }

  /** Adds copies of top-level items with fresh uuids; answers the new ids by the old ones, of what is inside too. */
  copy(items: readonly Item[]): ReadonlyMap<ItemId, ItemId> {
    const { steps, ids } = copySteps(this.current, items, this.uuid);
    for (const step of steps) this.apply(step);
    return ids;
  }

  /** Adds an item inside another (`token` is its list's head, e.g. `property`), with a fresh uuid unless given one. */
  addInside(owner: Owner, token: string, values: Patch, id: ItemId = this.uuid()): ItemId {
    const [top, ...path] = typeof owner === "string" ? [owner] : owner;
    const { owners, item } = found(
      this.current,
      path.at(-1) ?? top!,
      path.length === 0 ? [] : [top!, ...path.slice(0, -1)],
    );
    this.apply(addInsideStep(this.current, [...owners, item], token, id, { ...values, uuid: id }));
    return id;
  }

  /** Sets properties; nothing happens when they are so already. */
  set(id: ItemId, to: Patch, owner?: Owner): void {
    const { owners, item } = found(this.current, id, owner);
    const step = setStep(item, to, owners);
    if (step !== null) this.apply(step);
  }

  remove(id: ItemId, owner?: Owner): void {
    const { current } = this;
    const { owners, item } = found(current, id, owner);
    this.apply(owners.length === 0 ? removeStep(current, item) : removeInsideStep(current, owners, item));
  }

  /**
   * A net by its name: in boards before KiCad 10 a new one gets the next number, and one that was there before gets the
   * number it had, which older text of items still says. "" is no net.
   */
  ensureNet(name: string): string {
    for (const step of netRowSteps(this.current, name)) this.apply(step);
    return name;
  }
}

/** Whom an item belongs to: a top-level item, or several, from that down to the one that holds it. */
export type Owner = ItemId | readonly ItemId[];

function found(doc: Doc, id: ItemId, owner: Owner | undefined): { owners: readonly Item[]; item: Item } {
  const path = owner === undefined ? [] : typeof owner === "string" ? [owner] : owner;
  const owners: Item[] = [];
  for (const each of [...path, id]) {
    const around = owners.at(-1);
    const item = around === undefined ? doc.items.get(each) : around.children.find((child) => child.id === each);
    if (item === undefined) throw missing(id, path.length === 0 ? undefined : path.join(", "));
    owners.push(item);
  }
  return { owners: owners.slice(0, -1), item: owners.at(-1)! };
}

function missing(id: ItemId, owner?: ItemId): CommandError {
  return new CommandError({
    code: "not-found",
    message: `Cannot find item ${owner === undefined ? id : `${id} in ${owner}`}.`,
    hint: "List what is there with query.items.",
    data: { id },
  });
}
