import type { Point } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import { drawingOf, outlineSymbolsOf } from "../../sheet/symbol-pins.ts";
import { defineRule } from "../rule.ts";
import { itemSubject, partSubject, sheetSymbolSubject } from "../subject.ts";

export const unresolvedVariable = defineRule({
  type: "unresolved_variable",
  title: "Unresolved text variable",
  about: "A text names a variable that nothing gives a value to.",
  severity: "error",
  *check({ netlist }) {
    for (const part of netlist.parts) {
      const { ofSymbol } = netlist.textOf(part.sheet);
      for (const { name, value, at } of fieldsOf(part.symbol as unknown as Item)) {
        if (!isOpen(ofSymbol(value, part))) continue;
        const message = `Unresolved text variable in field ${name}: '${value}'`;
        yield { sheet: part.sheet, items: [{ ...partSubject(part), at }], message };
      }
      const drawn = part.definition === undefined ? [] : drawingOf(part.definition, outlineSymbolsOf(part.sheet.doc));
      for (const text of drawnTexts(drawn)) {
        if (!isOpen(ofSymbol(text, part))) continue;
        yield { sheet: part.sheet, items: [partSubject(part)], message: `Unresolved text variable in '${text}'` };
      }
    }
    for (const sheet of netlist.sheets) {
      const { ofLabel } = netlist.textOf(sheet);
      for (const item of sheet.doc.items.ofKind("text", "textBox", "sheet", "label")) {
        if (item.kind === "text" || item.kind === "textBox") {
          const text = item["text"] as string;
          if (isOpen(ofLabel(item, text))) yield { sheet, items: [itemSubject(item, `Graphic Text '${text}'`, sheet)] };
          continue;
        }
        const about =
          item.kind === "sheet" ? sheetSymbolSubject(item, sheet) : itemSubject(item, `Label '${item["text"]}'`, sheet);
        for (const { name, value, at } of fieldsOf(item)) {
          const message = `Unresolved text variable in field ${name}: '${value}'`;
          if (isOpen(ofLabel(item, value))) yield { sheet, items: [{ ...about, at }], message };
        }
        for (const pin of item.children)
          if (pin.kind === "sheetPin" && isOpen(ofLabel(pin, pin["name"] as string)))
            yield { sheet, items: [itemSubject(pin, `Hierarchical Sheet Pin ${pin["name"]}`, sheet)] };
      }
    }
  },
});

/** KiCad's own folders are known to KiCad; so is what a label says of its net and of the other sheets. */
const KNOWN = /^(?:KIPRJMOD|KICAD\d*_[A-Z0-9_]+|INTERSHEET_REFS|CONNECTION_TYPE|SHORT_NET_NAME|NET_NAME|NET_CLASS)$/;

/** Whether a variable stands in a shown text; what another check tells (ERC_ERROR) is none. */
function isOpen(text: string): boolean {
  return [...text.matchAll(/\$\{([^}]*)\}/g)].some(
    ([, name]) => !KNOWN.test(name!) && !/^ERC_(?:WARNING|ERROR)/.test(name!),
  );
}

function fieldsOf(item: Item): { readonly name: string; readonly value: string; readonly at: Point }[] {
  return item.children
    .filter((child) => child.kind === "property" && (child["value"] as string).includes("${"))
    .map((child) => ({
      name: child["name"] as string,
      value: child["value"] as string,
      at: (child["at"] as Point | null) ?? (item["at"] as Point),
    }));
}

function* drawnTexts(items: readonly Item[]): Iterable<string> {
  for (const item of items) {
    if (item.kind === "symbolUnit") yield* drawnTexts(item.children);
    else if ((item.kind === "text" || item.kind === "textBox") && (item["text"] as string).includes("${"))
      yield item["text"] as string;
  }
}
