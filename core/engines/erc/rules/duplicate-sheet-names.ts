import { propertyValue } from "../../../model/schematic/sheet.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";
import { sheetSymbolSubject } from "../subject.ts";

export const duplicateSheetNames = defineRule({
  type: "duplicate_sheet_names",
  title: "Duplicate sheet names within a given sheet",
  about: "Two sheets on one sheet have the same name, so nets of theirs get the same name too.",
  severity: "error",
  *check({ netlist }) {
    for (const sheet of firstUses(netlist)) {
      const symbols = [...sheet.doc.items.ofKind("sheet")];
      for (const [i, a] of symbols.entries())
        for (const b of symbols.slice(i + 1))
          if (propertyValue(a, "Sheetname").toLowerCase() === propertyValue(b, "Sheetname").toLowerCase())
            yield { sheet, items: [sheetSymbolSubject(a, sheet), sheetSymbolSubject(b, sheet)] };
    }
  },
});
