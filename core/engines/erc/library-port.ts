import type { Item } from "../../model/item.ts";

/** What the libraries say of a symbol or of a footprint's name. */
export type LibraryAnswer = { readonly state: "found" | "no-library" | "disabled" | "not-found" };

/** A symbol that is found comes with what it derives from: itself first, last the one with the drawing. */
export type SymbolAnswer =
  | { readonly state: "found"; readonly chain: readonly Item[] }
  | { readonly state: "no-library" | "disabled" | "not-found" };

/** The project's and the person's libraries, read beforehand: rules are pure. */
export interface LibraryPort {
  symbol(library: string, name: string): SymbolAnswer;
  footprint(library: string, name: string): LibraryAnswer;
}
