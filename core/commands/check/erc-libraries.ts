import type { LibraryPort as ErcLibraries, LibraryAnswer } from "../../engines/erc/library-port.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { readLibraryFile } from "../../library/load.ts";
import type { LibraryKind, LibraryPort } from "../../library/port.ts";
import { symbolFiles } from "../../library/symbols.ts";
import type { Library } from "../../library/tables.ts";
import { librariesOf, libraryNamed, splitId } from "../../library/tables.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";

/**
 * What the libraries of a design say, read beforehand for the rules that ask: which of the named symbols and footprints
 * are there. Only tables count, as in KiCad; a library that cannot be read has nothing.
 */
export async function ercLibraries(port: LibraryPort, netlist: Netlist, file: string): Promise<ErcLibraries> {
  const project = await port.projectFolder(file);
  const text = Object.fromEntries(netlist.design.settings.textVariables);
  const tables = async (kind: LibraryKind) =>
    (await librariesOf(port, kind, project, text)).filter((library) => library.scope !== "folder");
  const symbols = await tables("symbols");
  const footprints = await tables("footprints");
  const symbolNames = new Map<string, ReadonlySet<string>>();
  const footprintNames = new Map<string, ReadonlySet<string>>();
  for (const part of netlist.parts) {
    const own = splitId(part.symbol.libId ?? "").library;
    if (!symbolNames.has(own)) symbolNames.set(own, await namesOfSymbols(port, libraryNamed(symbols, own)));
    const footprint = netlist
      .textOf(part.sheet)
      .ofSymbol(propertyValue(part.symbol as unknown as Item, "Footprint"), part);
    const nickname = splitId(footprint).library;
    if (nickname !== "" && !footprintNames.has(nickname))
      footprintNames.set(nickname, await namesOfFootprints(port, libraryNamed(footprints, nickname)));
  }
  return {
    symbol: (library, name) => answer(symbols, library, symbolNames.get(library)?.has(name) === true),
    footprint: (library, name) => answer(footprints, library, footprintNames.get(library)?.has(name) === true),
    differs: null,
  };
}

function answer(libraries: readonly Library[], nickname: string, has: boolean): LibraryAnswer {
  if (libraryNamed(libraries, nickname) === undefined) {
    const off = libraries.some((library) => library.name === nickname);
    return { state: off ? "disabled" : "no-library" };
  }
  return { state: has ? "found" : "not-found" };
}

async function namesOfSymbols(port: LibraryPort, library: Library | undefined): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  if (library?.path == null) return names;
  for (const path of await symbolFiles(port, library.path)) {
    const doc = await readLibraryFile(port, path, "symbolLibrary", "check").catch(() => null);
    for (const item of doc?.items.ofKind("librarySymbol") ?? []) names.add(item["name"] as string);
  }
  return names;
}

async function namesOfFootprints(port: LibraryPort, library: Library | undefined): Promise<ReadonlySet<string>> {
  if (library?.path == null) return new Set();
  const files = await port.stamps(library.path, ".kicad_mod");
  return new Set([...files.keys()].map((file) => file.replace(/\.kicad_mod$/, "")));
}
