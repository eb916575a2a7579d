import type { Item } from "../../model/item.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";

/** What the libraries say of a symbol's definition or of a footprint's name. */
export type LibraryAnswer =
  | { readonly state: "found"; readonly symbol?: Item }
  | { readonly state: "no-library" }
  | { readonly state: "disabled" }
  | { readonly state: "not-found" };

/** The project's and the person's libraries, read beforehand: rules are pure. */
export interface LibraryPort {
  symbol(library: string, name: string): LibraryAnswer;
  footprint(library: string, name: string): LibraryAnswer;
  /** Whether the schematic's copy of a symbol differs from the library's in what KiCad compares; null: nobody can tell. */
  readonly differs: ((symbol: PlacedSymbol, copy: Item, fromLibrary: Item) => boolean) | null;
}
