import { hasDuplicatePins, symbolDifference } from "../../../model/schematic/symbol-facts.ts";
import { copiedParts } from "../library-copies.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const libSymbolMismatch = defineRule({
  type: "lib_symbol_mismatch",
  title: "Symbol doesn't match copy in library",
  about: "The library's symbol has changed since it was placed, or the schematic's copy was edited.",
  severity: "warning",
  needsLibrary: true,
  *check(cx) {
    for (const { part, nickname, name, library, copy } of copiedParts(cx)) {
      if (hasDuplicatePins(copy)) continue;
      const what = symbolDifference(library, copy);
      if (what === null) continue;
      const message = `Symbol '${name}' doesn't match copy in library '${nickname}': ${what}`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
