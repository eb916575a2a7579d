import type { Item } from "../../model/item.ts";

/** Nothing is there (`no-library`, `disabled`, `not-found`), or it is in a form that is not read (`unread`). */
export type LibraryState = "found" | "no-library" | "disabled" | "not-found" | "unread";

/** What the libraries say of a footprint's name. */
export interface LibraryAnswer {
  readonly state: LibraryState;
}

/** A symbol that is found comes with what it derives from: itself first, last the one with the drawing. */
export type SymbolAnswer =
  | { readonly state: "found"; readonly chain: readonly Item[] }
  | { readonly state: Exclude<LibraryState, "found"> };

/** The project's and the person's libraries, read beforehand: rules are pure. */
export interface LibraryPort {
  symbol(library: string, name: string): SymbolAnswer;
  footprint(library: string, name: string): LibraryAnswer;
}
