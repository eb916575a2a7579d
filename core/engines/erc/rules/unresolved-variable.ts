import type { Item } from "../../../model/item.ts";
import { defineRule } from "../rule.ts";
import { itemSubject } from "../subject.ts";

export const unresolvedVariable = defineRule({
  type: "unresolved_variable",
  title: "Unresolved text variable",
  about: "A text names a variable that nothing gives a value to.",
  severity: "error",
  *check({ netlist }) {
    // KiCad's own folders are known to KiCad.
    const open = (text: string) => /\$\{(?!KIPRJMOD\}|ERC_(?:WARNING|ERROR)|KICAD\d*_[A-Z0-9_]+\})[^}]*\}/.test(text);
    for (const part of netlist.parts) {
      const text = netlist.textOf(part.sheet);
      for (const field of (part.symbol as unknown as Item).children) {
        if (field.kind !== "property" || !open(text.ofSymbol(field["value"] as string, part))) continue;
        const about = `Field ${field["name"]} '${field["value"]}'`;
        yield { sheet: part.sheet, items: [itemSubject(field, about, part.sheet)] };
      }
    }
    for (const sheet of netlist.sheets) {
      const { ofLabel } = netlist.textOf(sheet);
      for (const item of sheet.doc.items.ofKind("text", "textBox", "sheet")) {
        if (item.kind === "sheet") {
          for (const field of item.children)
            if (field.kind === "property" && open(ofLabel(item, field["value"] as string)))
              yield { sheet, items: [itemSubject(field, `Field ${field["name"]} '${field["value"]}'`, sheet)] };
        } else if (open(ofLabel(item, item["text"] as string)))
          yield { sheet, items: [itemSubject(item, `Graphic Text '${item["text"]}'`, sheet)] };
      }
    }
  },
});
