import { fieldChild } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { referenceOf } from "../item-refs.ts";

/**
 * Adds copies of items with uuids of their own, everything inside them included; groups among them get the copies as
 * members. Answers the copies' ids by those of the originals. Copied footprints are no longer tied to a symbol.
 */
export function copyItems(edit: Edit, items: readonly Item[]): Map<ItemId, ItemId> {
  const { doc } = edit;
  const ids = edit.copy(items);
  const copies = new Map(items.map((item) => [item.id, ids.get(item.id)!]));
  for (const [id, copy] of copies) {
    const item = doc.items.get(id)!;
    const unnamed = item["uuid"] === null ? { uuid: copy } : {};
    const untied = item.kind === "footprint" ? { path: null, sheetname: null, sheetfile: null } : {};
    if (Object.keys({ ...unnamed, ...untied }).length > 0) edit.set(copy, { ...unnamed, ...untied });
    if (item.kind === "group" || item.kind === "generated") keepCopied(edit, copy, item, copies);
  }
  return copies;
}

/** A copied group lists what was copied with it. */
function keepCopied(edit: Edit, copy: ItemId, item: Item, copies: ReadonlyMap<ItemId, ItemId>): void {
  const members = (item["members"] as readonly ItemId[]).flatMap((id) => copies.get(id) ?? []);
  edit.set(copy, { members });
}

/** Gives out references that are free on a board: R7 for a copy of R3 when R1 to R6 are taken. */
export class FreeReferences {
  private readonly taken: Set<string>;
  private readonly next = new Map<string, number>();

  constructor(doc: Doc) {
    this.taken = new Set([...doc.items.ofKind("footprint")].map(referenceOf));
  }

  after(reference: string): string {
    const [, prefix = reference, number] = /^(.*?)(\d+)?$/.exec(reference) ?? [];
    if (number === undefined) return reference;
    let n = this.next.get(prefix) ?? Number(number) + 1;
    while (this.taken.has(`${prefix}${n}`)) n++;
    this.next.set(prefix, n + 1);
    this.taken.add(`${prefix}${n}`);
    return `${prefix}${n}`;
  }
}

/** Sets a footprint's reference. */
export function setReference(edit: Edit, footprint: ItemId, reference: string): void {
  const field = fieldChild(edit.doc.items.get(footprint)!, "Reference");
  if (field === undefined) return;
  edit.set(field.id, field.kind === "property" ? { value: reference } : { text: reference }, footprint);
}
