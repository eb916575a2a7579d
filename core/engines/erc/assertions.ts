import type { Item } from "../../model/item.ts";
import type { ErcContext, RawFinding } from "./rule.ts";
import { itemSubject } from "./subject.ts";

/** Texts `${ERC_WARNING …}` or `${ERC_ERROR …}` that people put on sheets and into fields: what they say is a finding. */
export function* assertions({ netlist }: ErcContext, word: "ERC_WARNING" | "ERC_ERROR"): Iterable<RawFinding> {
  const pattern = new RegExp(`^\\$\\{${word}\\s*([^}]*)\\}`);
  for (const sheet of netlist.sheets) {
    for (const item of sheet.doc.items.ofKind("symbol", "sheet", "text", "textBox")) {
      if (item.kind === "text" || item.kind === "textBox") {
        const text = item["text"] as string;
        const said = pattern.exec(text)?.[1];
        if (said !== undefined)
          yield { sheet, items: [itemSubject(item, `Graphic Text '${text}'`, sheet)], message: said };
        continue;
      }
      for (const field of item.children as readonly Item[]) {
        if (field.kind !== "property") continue;
        const text = field["value"] as string;
        const said = pattern.exec(text)?.[1];
        const about = `Field ${field["name"] as string} '${text}'`;
        if (said !== undefined) yield { sheet, items: [itemSubject(field, about, sheet)], message: said };
      }
    }
  }
}
