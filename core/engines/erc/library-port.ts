import type { Part } from "../netlist/parts.ts";

/** Nothing is there (`no-library`, `disabled`, `not-found`), or it is in a form that is not read (`unread`). */
export type LibraryState = "found" | "no-library" | "disabled" | "not-found" | "unread";

/** What the libraries say of a symbol's or footprint's name. */
export interface LibraryAnswer {
  readonly state: LibraryState;
}

/** The project's and the person's libraries, read beforehand: rules are pure. */
export interface LibraryPort {
  symbol(library: string, name: string): LibraryAnswer;
  /** What differs between a part's own copy of its symbol and the library's; null when nothing does. */
  difference(part: Part): string | null;
  footprint(library: string, name: string): LibraryAnswer;
}
