import type { FootprintForm } from "./form.ts";

/** What is known of the footprint that a board names; `unreadable` libraries are not judged. */
export type LibraryAnswer =
  | { readonly state: "no-library" | "disabled" | "not-found" | "unreadable" }
  | { readonly state: "found"; readonly form: FootprintForm };

/** The footprints that a board names, looked up beforehand, by `Library:Name`. */
export type FootprintLibraries = ReadonlyMap<string, LibraryAnswer>;
