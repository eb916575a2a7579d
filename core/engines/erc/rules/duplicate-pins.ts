import { hasDuplicatePins } from "../../../model/schematic/symbol-facts.ts";
import { copiedParts } from "../library-copies.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const duplicatePins = defineRule({
  type: "duplicate_pins",
  title: "Duplicate pins with different nets",
  about: "Two pins of the symbol have one number, so what is joined at that pad cannot be told.",
  severity: "error",
  needsLibrary: true,
  *check(cx) {
    // KiCad looks for them before it compares with the library, and only then.
    if (!cx.wants("lib_symbol_mismatch")) return;
    for (const { part, name, copy } of copiedParts(cx)) {
      if (!hasDuplicatePins(copy)) continue;
      const message = `Symbol '${name}' has multiple pins with the same pin number`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
