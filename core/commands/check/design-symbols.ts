import { copyChain } from "../../engines/erc/library-copies.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import type { Part } from "../../engines/netlist/parts.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import { decodeText } from "../../format/text.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { SymbolSource } from "../../library/symbols.ts";
import { openSymbols } from "../../library/symbols.ts";
import type { Library } from "../../library/tables.ts";
import { libraryNamed, splitId } from "../../library/tables.ts";
import type { Item } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { SymbolFacts } from "../../model/schematic/symbol-facts.ts";
import { hasDuplicatePins, symbolDifference, symbolFacts } from "../../model/schematic/symbol-facts.ts";
import type { LibraryVerdicts, SymbolVerdicts } from "./symbol-verdicts.ts";

/** What the libraries say of a design's symbols. */
export interface DesignSymbols {
  /** Whether a library has a symbol, by `Library:Name`. */
  has(id: string): boolean;
  /** What differs between a part's copy and the library's symbol; null when nothing does. */
  difference(part: Part): string | null;
}

/** A library that the design names. */
interface Shelf {
  readonly library: Library;
  readonly verdicts: LibraryVerdicts | null;
  /** Opened when first something is not known of it. */
  source: Promise<SymbolSource | null> | null;
}

/** Looks the symbols of a design up in their libraries; `verdicts` are those of the last time. */
export async function designSymbols(
  port: LibraryPort,
  libraries: readonly Library[],
  netlist: Netlist,
  verdicts: SymbolVerdicts | null,
): Promise<DesignSymbols> {
  const shelves = new Map<string, Shelf | null>();
  const shelfOf = async (nickname: string) => {
    let shelf = shelves.get(nickname);
    if (shelf === undefined) {
      const library = libraryNamed(libraries, nickname);
      shelf =
        library?.path == null
          ? null
          : { library, verdicts: (await verdicts?.library(library.path)) ?? null, source: null };
      shelves.set(nickname, shelf);
    }
    return shelf;
  };
  const found = new Map<string, boolean>();
  const differences = new Map<LibrarySymbol, Map<string, string | null>>();
  const facts = new Map<Item, SymbolFacts>();
  for (const part of netlist.parts) {
    const id = part.symbol.libId ?? "";
    const { library, name } = splitId(id);
    const shelf = await shelfOf(library);
    if (!found.has(id)) found.set(id, shelf !== null && (await isThere(port, shelf, name)));
    const { definition } = part;
    if (definition === undefined || found.get(id) === false || differences.get(definition)?.has(id) === true) continue;
    const of = differences.get(definition) ?? new Map<string, string | null>();
    differences.set(definition, of);
    of.set(id, await differenceOf(port, shelf!, name, part, facts));
  }
  await verdicts?.save();
  return {
    has: (id) => found.get(id) === true,
    difference: (part) => differences.get(part.definition!)?.get(part.symbol.libId ?? "") ?? null,
  };
}

async function isThere(port: LibraryPort, shelf: Shelf, name: string): Promise<boolean> {
  const known = shelf.verdicts?.has(name);
  if (known !== undefined) return known;
  if ((await chainOf(port, shelf, name)) !== null) return true;
  shelf.verdicts?.missing(name);
  return false;
}

async function differenceOf(
  port: LibraryPort,
  shelf: Shelf,
  name: string,
  part: Part,
  facts: Map<Item, SymbolFacts>,
): Promise<string | null> {
  const outline = copyChain(part);
  const text = textOf(outline, part);
  const known = text === null ? undefined : shelf.verdicts?.difference(name, text);
  if (known !== undefined) return known;
  const chain = await chainOf(port, shelf, name);
  if (chain === null) return null;
  const whole = librarySymbolsOf(part.sheet.doc);
  const copy = outline.map((each) => whole.get(each["name"] as string)! as unknown as Item);
  const factsOf = (symbol: readonly Item[]) => {
    let own = facts.get(symbol[0]!);
    if (own === undefined) facts.set(symbol[0]!, (own = symbolFacts(symbol)));
    return own;
  };
  const own = factsOf(copy);
  const what = hasDuplicatePins(own) ? null : symbolDifference(factsOf(chain), own);
  if (text !== null) shelf.verdicts?.differs(name, text, what);
  return what;
}

/** The symbol as its library has it, with what it derives from; null where it is not there or cannot be read. */
async function chainOf(port: LibraryPort, shelf: Shelf, name: string): Promise<readonly Item[] | null> {
  shelf.source ??= openSymbols(port, shelf.library, "check", { quick: true }).catch(() => null);
  const source = await shelf.source;
  return (await source?.chain(name).catch(() => null)) ?? null;
}

/** The text of a copy, and the version that says how to read it; null for what was edited since. */
function textOf(copy: readonly Item[], part: Part): string | null {
  if (copy.some((each) => each.base !== null)) return null;
  const texts = copy.map(({ source }) => decodeText(source.bytes, source.start, source.end));
  return [String(part.sheet.doc.version), ...texts].join("\n");
}
