import { outlineSymbolsOf } from "../sheet/symbol-pins.ts";
import { unescapeText } from "./names.ts";
import type { Part } from "./parts.ts";
import { libraryField } from "./parts.ts";

/** The patterns of footprints that suit a part, as its library symbol says; none: any does. */
export function footprintFilters(part: Part): readonly string[] {
  if (part.definition === undefined) return [];
  return filtersOf(libraryField(part.definition, outlineSymbolsOf(part.sheet.doc), "ki_fp_filters"));
}

/** The single patterns of a field `ki_fp_filters`; a space inside one is spelt `{space}`. */
export function filtersOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((each) => each !== "")
    .map(unescapeText);
}

/** Whether a footprint `Library:Name` suits a pattern: one with a colon is of the whole, another of the name alone. */
export function suitsFilter(filter: string, libId: string): boolean {
  const source = filter
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "i").test(filter.includes(":") ? libId : libId.slice(libId.indexOf(":") + 1));
}
