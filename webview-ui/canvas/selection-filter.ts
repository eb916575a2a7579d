import type { DocKind } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";

/** A sort of items that the pointer may be kept from, as KiCad's selection filter has them. */
export interface FilterRow {
  readonly id: string;
  readonly title: string;
  readonly takes: (item: Item) => boolean;
}

const of =
  (...kinds: readonly string[]) =>
  (item: Item) =>
    kinds.includes(item.kind);

const isKeepout = (item: Item) => typeof item["keepout"] === "object" && item["keepout"] !== null;

const rows: Readonly<Partial<Record<DocKind, readonly FilterRow[]>>> = {
  board: [
    { id: "footprints", title: "Footprints", takes: of("footprint") },
    { id: "tracks", title: "Tracks", takes: of("track", "arcTrack", "generated") },
    { id: "vias", title: "Vias", takes: of("via") },
    { id: "zones", title: "Zones", takes: (item) => item.kind === "zone" && !isKeepout(item) },
    { id: "ruleAreas", title: "Rule areas", takes: (item) => item.kind === "zone" && isKeepout(item) },
    { id: "graphics", title: "Graphics", takes: of("graphic", "image") },
    { id: "texts", title: "Texts", takes: of("text", "textBox", "table", "barcode") },
    { id: "dimensions", title: "Dimensions", takes: of("dimension") },
  ],
  footprint: [
    { id: "pads", title: "Pads", takes: of("pad") },
    { id: "graphics", title: "Graphics", takes: of("graphic", "image") },
    { id: "texts", title: "Texts, fields", takes: of("text", "textBox", "table", "property") },
    { id: "zones", title: "Zones, rule areas", takes: of("zone") },
  ],
  symbolLibrary: [
    { id: "pins", title: "Pins", takes: of("libraryPin") },
    { id: "graphics", title: "Graphics", takes: of("graphic") },
    { id: "texts", title: "Texts, fields", takes: of("text", "textBox", "property") },
  ],
  schematic: [
    { id: "symbols", title: "Symbols", takes: of("symbol") },
    { id: "wires", title: "Wires, buses", takes: of("wire", "bus", "busEntry", "junction", "noConnect") },
    { id: "labels", title: "Labels", takes: of("label") },
    { id: "sheets", title: "Sheets", takes: of("sheet") },
    { id: "graphics", title: "Graphics", takes: of("graphic", "ruleArea", "image") },
    { id: "texts", title: "Texts", takes: of("text", "textBox", "table") },
  ],
};

const others: FilterRow = { id: "others", title: "Other items", takes: () => true };
const locked: FilterRow = { id: "locked", title: "Locked items", takes: (item) => item["locked"] === true };

/** What the pointer can select. What is selected by id (a search, an agent, Select all of a net) is not asked. */
export class SelectionFilter {
  private readonly off = new Set<string>();

  /** The rows of a document of this kind, in the order they are shown. */
  rows(kind: DocKind): readonly FilterRow[] {
    return [...(rows[kind] ?? []), others, ...(kind === "board" ? [locked] : [])];
  }

  isOn(id: string): boolean {
    return !this.off.has(id);
  }

  set(id: string, isOn: boolean): void {
    if (isOn) this.off.delete(id);
    else this.off.add(id);
  }

  /** Only this one, or all again where it was the only one. */
  only(kind: DocKind, id: string): void {
    const sorts = this.rows(kind).filter((row) => row !== locked);
    const isAlone = sorts.every((row) => this.isOn(row.id) === (row.id === id));
    for (const row of sorts) this.set(row.id, isAlone || row.id === id);
  }

  takes(kind: DocKind, item: Item): boolean {
    if (this.off.size === 0) return true;
    if (!this.isOn(locked.id) && locked.takes(item)) return false;
    return this.isOn(this.rows(kind).find((row) => row.takes(item))?.id ?? others.id);
  }
}
