import type { Doc } from "../document.ts";
import type { LayerTableRow } from "./setup.ts";

/** A row of a board's layer table: `(0 "F.Cu" signal "Top")`. */
export interface BoardLayer {
  /** KiCad's own name, the one that items carry. */
  readonly name: string;
  readonly ordinal: number;
  /** signal, power, mixed, jumper, user, auxiliary, front or back. */
  readonly type: string;
  /** What the board's author calls it; its own name when nothing else is said. */
  readonly userName: string;
  readonly copper: boolean;
}

const tables = new WeakMap<object, readonly BoardLayer[]>();

/** The board's layers in the order of its table; copper comes first, front to back. */
export function layersOf(doc: Doc): readonly BoardLayer[] {
  const entry = doc.items.entries.find((each) => each.kind === "layers");
  if (entry === undefined) return [];
  const item = entry.item();
  const known = tables.get(item);
  if (known !== undefined) return known;
  const rows = (item["rows"] as readonly LayerTableRow[]).map(({ ordinal, name, type, userName }) => ({
    ordinal,
    name,
    type,
    userName: userName === "" ? name : userName,
    copper: name.endsWith(".Cu"),
  }));
  const back = rows.findIndex((layer) => layer.name === "B.Cu");
  // Since KiCad 9 the back layer's row comes second in some tables: it is the last copper layer in any case.
  const sorted = back < 0 ? rows : copperInOrder(rows);
  tables.set(item, sorted);
  return sorted;
}

function copperInOrder(rows: readonly BoardLayer[]): BoardLayer[] {
  const rank = ({ name }: BoardLayer) =>
    name === "F.Cu" ? 0 : name === "B.Cu" ? 1000 : Number(/^In(\d+)\.Cu$/.exec(name)?.[1] ?? 999);
  const copper = rows.filter((layer) => layer.copper).sort((a, b) => rank(a) - rank(b));
  return [...copper, ...rows.filter((layer) => !layer.copper)];
}

/** Names of the copper layers, front to back. */
export function copperLayers(doc: Doc): readonly string[] {
  return layersOf(doc)
    .filter((layer) => layer.copper)
    .map((layer) => layer.name);
}
