import { libraryName } from "../library-name.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";
import { partSubject } from "../subject.ts";

export const libSymbolIssues = defineRule({
  type: "lib_symbol_issues",
  title: "Library symbol issue",
  about: "The symbol's library is not set up, or does not have the symbol: it cannot be updated from there.",
  severity: "warning",
  needsLibrary: true,
  *check({ netlist, library }) {
    const sheets = new Set(firstUses(netlist));
    for (const part of library === null ? [] : netlist.parts) {
      if (part.definition === undefined || !sheets.has(part.sheet)) continue;
      const { nickname, name } = libraryName(part.symbol.libId ?? "");
      const { state } = library!.symbol(nickname, name);
      if (state === "found" || state === "unread") continue;
      const message =
        state === "no-library"
          ? `The current configuration does not include the symbol library '${nickname}'`
          : state === "disabled"
            ? `The library '${nickname}' is not enabled in the current configuration`
            : `Symbol '${name}' not found in symbol library '${nickname}'`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
