import { CommandError } from "../base/error.ts";
import { nearest } from "../base/nearest.ts";
import type { Doc } from "../model/document.ts";
import { readDoc } from "../model/document.ts";
import type { Item } from "../model/item.ts";
import type { LibraryPort } from "./port.ts";
import type { Library } from "./tables.ts";
import { libraryNamed, splitId } from "./tables.ts";

/** A part of a library with the file that it stands in. */
export interface LibraryPart {
  readonly library: Library;
  readonly name: string;
  /** `Library:Name`. */
  readonly id: string;
  readonly item: Item;
  /** The file's document: its version says how to read the item. */
  readonly doc: Doc;
  /** Absolute path of that file. */
  readonly path: string;
}

/** Finds `Library:Name` among libraries. Throws `not-found` that says what is there. */
export async function loadFootprint(
  port: LibraryPort,
  libraries: readonly Library[],
  id: string,
  verb: string,
): Promise<LibraryPart> {
  const { library: nickname, name } = splitId(id);
  const library = usable(libraries, nickname, id, verb);
  const path = `${library.path}/${name}.kicad_mod`;
  const doc = await readLibraryFile(port, path, "footprint", verb);
  if (doc !== null) return { library, name, id, item: doc.items.entries[0]!.item(), doc, path };
  const names = [...(await port.stamps(library.path!, ".kicad_mod")).keys()].map((file) => file.slice(0, -10));
  throw unknownPart("footprint", id, library, names, verb);
}

/** The footprint of a file. */
export async function footprintOfFile(port: LibraryPort, path: string, verb: string): Promise<LibraryPart> {
  const doc = await readLibraryFile(port, path, "footprint", verb);
  if (doc === null) {
    throw new CommandError({
      code: "not-found",
      message: `Cannot ${verb} ${path}: there is no such file.`,
      hint: "Name a footprint as Library:Name, or a .kicad_mod file by its path.",
      data: { path },
    });
  }
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1)!.replace(/\.kicad_mod$/i, "");
  const nickname = (parts.at(-2) ?? "").replace(/\.pretty$/i, "");
  const place = { scope: "folder", table: null, type: "KiCad", uri: path, path: parts.slice(0, -1).join("/") } as const;
  const library: Library = {
    kind: "footprints",
    name: nickname,
    ...place,
    descr: "",
    disabled: false,
    hidden: false,
    problem: null,
  };
  return {
    library,
    name,
    id: nickname === "" ? name : `${nickname}:${name}`,
    item: doc.items.entries[0]!.item(),
    doc,
    path,
  };
}

/** The library of an id's nickname, fit to be read. Throws `not-found` with the way out. */
export function usable(libraries: readonly Library[], nickname: string, id: string, verb: string): Library {
  const library = libraryNamed(libraries, nickname);
  if (library?.path != null) return library;
  const near = nearNames(
    nickname,
    libraries.filter((each) => each.problem === null).map((each) => each.name),
  );
  const off = libraries.find((each) => each.name === nickname);
  const reason =
    library?.problem != null
      ? `the library ${nickname} cannot be read: ${library.problem}`
      : off !== undefined
        ? `the library ${nickname} is disabled in ${off.table}`
        : nickname === ""
          ? "it names no library"
          : `there is no library ${nickname}`;
  throw new CommandError({
    code: "not-found",
    message: `Cannot ${verb} ${id}: ${reason}.`,
    hint:
      near === undefined ? "List the libraries with lib.tables, find parts with lib.search." : `Did you mean ${near}?`,
    data: { id, library: nickname },
  });
}

/** Says that a library has no such part, and the nearest that it has. */
export function unknownPart(
  what: "footprint" | "symbol",
  id: string,
  library: Library,
  names: readonly string[],
  verb: string,
): CommandError {
  const near = nearNames(splitId(id).name, names);
  return new CommandError({
    code: "not-found",
    message: `Cannot ${verb} ${id}: the library ${library.name} (${library.path}) has no such ${what}; it has ${names.length}.`,
    hint:
      near === undefined
        ? `Find it with lib.search { "query": ${JSON.stringify(splitId(id).name)} }.`
        : `Did you mean ${library.name}:${near}?`,
    data: { id, library: library.path },
  });
}

/** A library file's document; null when it is not there. Throws `check-failed` for one that cannot be read. */
export async function readLibraryFile(
  port: LibraryPort,
  path: string,
  kind: "footprint" | "symbolLibrary",
  verb: string,
): Promise<Doc | null> {
  const bytes = await port.read(path);
  if (bytes === null) return null;
  const { doc, problems } = readDoc(bytes);
  if (doc?.kind === kind && problems.length === 0) return doc;
  const [first] = problems;
  throw new CommandError({
    code: "check-failed",
    message: `Cannot ${verb} from ${path}: ${first === undefined ? "it is no library of that kind" : `${first.message} at line ${first.line}, column ${first.column}`}.`,
    hint: "Mend the file in a text editor, or take the part from another library.",
    data: { path },
  });
}

/** The closest of some names: differing in few letters, else one that contains the wanted one. */
function nearNames(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted === "") return undefined;
  return nearest(name, known) ?? known.find((candidate) => candidate.toLowerCase().includes(wanted));
}
