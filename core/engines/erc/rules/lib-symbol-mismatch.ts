import { libraryName } from "../library-name.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";
import { partSubject } from "../subject.ts";

export const libSymbolMismatch = defineRule({
  type: "lib_symbol_mismatch",
  title: "Symbol doesn't match copy in library",
  about: "The library's symbol has changed since it was placed, or the schematic's copy was edited.",
  severity: "warning",
  needsLibrary: true,
  *check({ netlist, library }) {
    const sheets = new Set(firstUses(netlist));
    for (const part of library === null ? [] : netlist.parts) {
      if (part.definition === undefined || !sheets.has(part.sheet)) continue;
      const { nickname, name } = libraryName(part.symbol.libId ?? "");
      const what = library!.symbol(nickname, name).state === "found" ? library!.difference(part) : null;
      if (what === null) continue;
      const message = `Symbol '${name}' doesn't match copy in library '${nickname}': ${what}`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
