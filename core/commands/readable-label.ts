import type { Doc } from "../model/document.ts";
import { referenceOf } from "./item-refs.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** An undo entry's label for people: an item that it names by its uuid is called by its reference, else by what it is. */
export function readableLabel(doc: Doc, label: string): string {
  return label.replace(UUID, (id) => {
    const item = doc.items.get(id.toLowerCase()) ?? doc.items.get(id);
    return item === undefined ? "item" : referenceOf(item) || wordsOf(item.kind);
  });
}

/** `busEntry` as `bus entry`. */
function wordsOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
