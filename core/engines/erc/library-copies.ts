import type { Item } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { SymbolFacts } from "../../model/schematic/symbol-facts.ts";
import { symbolFacts } from "../../model/schematic/symbol-facts.ts";
import type { Part } from "../netlist/parts.ts";
import { librarySymbolsOf } from "../sheet/symbol-pins.ts";
import { libraryName } from "./library-name.ts";
import type { LibraryPort } from "./library-port.ts";
import type { ErcContext } from "./rule.ts";
import { firstUses } from "./sheets.ts";

/** A placed symbol whose library has it: what the library says, and what the schematic's own copy says. */
export interface CopiedPart {
  readonly part: Part;
  readonly nickname: string;
  readonly name: string;
  readonly library: SymbolFacts;
  readonly copy: SymbolFacts;
}

const factsOfItem = new WeakMap<Item, SymbolFacts>();

/** Placed symbols that their libraries have, each once, however often its sheet is used. */
export function* copiedParts({ netlist, library }: ErcContext): Iterable<CopiedPart> {
  if (library === null) return;
  const sheets = new Set(firstUses(netlist));
  for (const part of netlist.parts) {
    if (part.definition === undefined || !sheets.has(part.sheet)) continue;
    const { nickname, name } = libraryName(part.symbol.libId ?? "");
    const facts = libraryFacts(library, nickname, name);
    if (facts !== null) yield { part, nickname, name, library: facts, copy: copyFacts(part, part.definition) };
  }
}

function libraryFacts(library: LibraryPort, nickname: string, name: string): SymbolFacts | null {
  const answer = library.symbol(nickname, name);
  return answer.state === "found" ? known(answer.chain) : null;
}

/** The schematic's copy; one that derives from another, as old files have them, with that. */
function copyFacts(part: Part, definition: LibrarySymbol): SymbolFacts {
  const symbols = librarySymbolsOf(part.sheet.doc);
  const chain = [definition];
  for (let at = definition; at.extends !== null; ) {
    const above = symbols.get(at.extends) ?? symbols.get(`${at.name.split(":")[0]}:${at.extends}`);
    if (above === undefined || chain.includes(above)) break;
    chain.push(above);
    at = above;
  }
  return known(chain as unknown as Item[]);
}

function known(chain: readonly Item[]): SymbolFacts {
  let facts = factsOfItem.get(chain[0]!);
  if (facts === undefined) factsOfItem.set(chain[0]!, (facts = symbolFacts(chain)));
  return facts;
}
