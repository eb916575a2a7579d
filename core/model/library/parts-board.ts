import { encodeText } from "../../format/text.ts";
import { newBoard } from "../board/new-board.ts";
import type { Doc } from "../document.ts";
import { readDoc } from "../document.ts";
import type { Item } from "../item.ts";
import { ItemTable } from "../item-table.ts";

/**
 * A footprint's file as a board with nothing but the footprint's parts on it: what draws, finds and edits the items of a
 * board does so with pads, drawings, texts and fields. Places are those of the file, as the footprint lies at 0, 0. Null
 * when the document is no footprint's.
 */
export function partsBoard(doc: Doc): Doc | null {
  const footprint = footprintOf(doc);
  if (footprint === null) return null;
  const known = boards.get(doc);
  if (known !== undefined) return known;
  const items = footprint.children.map((child) => ({
    id: child.id,
    kind: child.kind,
    order: child.order,
    item: () => child,
  }));
  const board = {
    ...emptyBoard(),
    version: doc.version,
    items: ItemTable.of([...emptyBoard().items.entries, ...items]),
  };
  boards.set(doc, board);
  behind.set(board, footprint);
  return board;
}

/** The footprint whose parts such a board holds; null for a board of its own. */
export function footprintBehind(board: Doc): Item | null {
  return behind.get(board) ?? null;
}

/** The footprint that a file is; null when it is none. */
export function footprintOf(doc: Doc): Item | null {
  if (doc.kind !== "footprint") return null;
  return [...doc.items.ofKind("footprint")][0] ?? null;
}

const boards = new WeakMap<Doc, Doc>();
const behind = new WeakMap<Doc, Item>();
let empty: Doc | undefined;

/** With the layers that footprints are drawn on. */
function emptyBoard(): Doc {
  empty ??= readDoc(encodeText(newBoard({ copper: 2 }))).doc!;
  return empty;
}
