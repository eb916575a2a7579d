import type { Item } from "../../model/item.ts";
import type { Part } from "../netlist/parts.ts";
import { outlineSymbolsOf } from "../sheet/symbol-pins.ts";

/** The schematic's copy of a part's symbol; one that derives from another, as old files have them, with that. */
export function copyChain(part: Part): readonly Item[] {
  const symbols = outlineSymbolsOf(part.sheet.doc);
  const chain = [part.definition!];
  for (let at = part.definition!; at.extends !== null; ) {
    const above = symbols.get(at.extends) ?? symbols.get(`${at.name.split(":")[0]}:${at.extends}`);
    if (above === undefined || chain.includes(above)) break;
    chain.push(above);
    at = above;
  }
  return chain as unknown as Item[];
}
