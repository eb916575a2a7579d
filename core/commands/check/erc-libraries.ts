import type { LibraryPort as ErcLibraries } from "../../engines/erc/library-port.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import type { PathVariables } from "../../library/path-variables.ts";
import { expandPath, plainPath } from "../../library/path-variables.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { Library } from "../../library/tables.ts";
import { libraryNamed, pathVariables, splitId, tabledLibraries } from "../../library/tables.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { designSymbols } from "./design-symbols.ts";
import type { SymbolVerdicts } from "./symbol-verdicts.ts";

/** What rules ask, and the nicknames of libraries in a form that is not read. */
export interface DesignLibraries extends ErcLibraries {
  readonly unread: readonly string[];
}

/**
 * What the libraries of a design say, read beforehand for the rules that ask: which of the named symbols and footprints
 * are there, and how the symbols look. Only tables count, as in KiCad; a library that cannot be read has nothing.
 */
export async function ercLibraries(
  port: LibraryPort,
  netlist: Netlist,
  file: string,
  verdicts: SymbolVerdicts | null = null,
): Promise<DesignLibraries> {
  const project = await port.projectFolder(file);
  const variables = await pathVariables(port, project, Object.fromEntries(netlist.design.settings.textVariables));
  const named = namesOf(netlist);
  const symbols = await tabledLibraries(port, "symbols", variables, librariesAmong(named.symbols));
  const footprints = await tabledLibraries(port, "footprints", variables, librariesAmong(named.footprints));
  const inLibraries = await designSymbols(port, symbols, netlist, verdicts);
  const footprintNames = new Map<string, ReadonlySet<string>>();
  for (const nickname of librariesAmong(named.footprints))
    footprintNames.set(nickname, await namesOfFootprints(port, libraryNamed(footprints, nickname)));
  const unread = await unreadLibraries(port, symbols, librariesAmong(named.symbols), variables);
  const unreadFootprints = await unreadLibraries(port, footprints, footprintNames.keys(), variables);
  return {
    unread: [...unread],
    symbol(library, name) {
      const has = inLibraries.has(library === "" ? name : `${library}:${name}`);
      return { state: stateOf(symbols, unread, library, has) };
    },
    difference: inLibraries.difference,
    footprint: (library, name) => ({
      state: stateOf(footprints, unreadFootprints, library, footprintNames.get(library)?.has(name) === true),
    }),
  };
}

/** The symbols and footprints that parts name, as `Library:Name`, each once. */
function namesOf(netlist: Netlist) {
  const symbols = new Set<string>();
  const footprints = new Set<string>();
  for (const part of netlist.parts) {
    symbols.add(part.symbol.libId ?? "");
    const text = propertyValue(part.symbol as unknown as Item, "Footprint");
    if (text !== "") footprints.add(netlist.textOf(part.sheet).ofSymbol(text, part));
  }
  return { symbols, footprints };
}

function librariesAmong(ids: ReadonlySet<string>): Set<string> {
  return new Set([...ids].map((id) => splitId(id).library).filter((name) => name !== ""));
}

function stateOf(libraries: readonly Library[], unread: ReadonlySet<string>, nickname: string, has: boolean) {
  if (libraryNamed(libraries, nickname) === undefined)
    return libraries.some((each) => each.name === nickname) ? ("disabled" as const) : ("no-library" as const);
  if (unread.has(nickname)) return "unread" as const;
  return has ? ("found" as const) : ("not-found" as const);
}

/** Libraries that are there, in a form that KiCad reads and we do not: those of its old versions and other programs. */
async function unreadLibraries(
  port: LibraryPort,
  libraries: readonly Library[],
  nicknames: Iterable<string>,
  variables: PathVariables,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const name of nicknames) {
    const library = libraryNamed(libraries, name);
    if (library === undefined || library.type === "KiCad" || library.path !== null) continue;
    const { text, unknown } = expandPath(library.uri, variables);
    if (unknown.length === 0 && (await port.stat(plainPath(text, variables.project ?? ""))) !== null) found.add(name);
  }
  return found;
}

async function namesOfFootprints(port: LibraryPort, library: Library | undefined): Promise<ReadonlySet<string>> {
  if (library?.path == null) return new Set();
  const files = (await port.list(library.path)) ?? [];
  return new Set(files.flatMap(({ name, folder }) => (folder ? [] : (/^(.+)\.kicad_mod$/.exec(name)?.[1] ?? []))));
}
