import type { Item } from "../../../model/item.ts";
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
    const differs = library?.differs;
    if (library === null || differs == null) return;
    for (const part of netlist.parts) {
      if (part.definition === undefined || !sheets.has(part.sheet)) continue;
      const { nickname, name } = libraryName(part.symbol.libId ?? "");
      const answer = library.symbol(nickname, name);
      if (answer.state !== "found" || answer.symbol === undefined) continue;
      if (!differs(part.symbol, part.definition as unknown as Item, answer.symbol)) continue;
      const message = `Symbol '${name}' doesn't match copy in library '${nickname}'`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
