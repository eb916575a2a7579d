import type { FootprintForm } from "../../engines/check/library/form.ts";
import { footprintForm } from "../../engines/check/library/form.ts";
import type { FootprintLibraries, LibraryAnswer } from "../../engines/check/library/port.ts";
import { readLibraryFile } from "../../library/load.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { Library } from "../../library/tables.ts";
import { librariesOf, libraryNamed, splitId } from "../../library/tables.ts";
import type { Doc } from "../../model/document.ts";
import { FormShelf } from "./footprint-forms.ts";

/** Shelves that were read before, by the paths of their libraries. */
const shelves = new WeakMap<LibraryPort, Map<string, Promise<FormShelf>>>();

/**
 * What libraries have of the footprints that a board names: read beforehand, since checks read no files. Only tables
 * count, as in KiCad. What cannot be read as a footprint is not there, as in KiCad; libraries of other programs, which
 * only KiCad reads, are not judged.
 */
export async function footprintLibraries(
  port: LibraryPort,
  doc: Doc,
  file: string,
  variables: ReadonlyMap<string, string>,
): Promise<FootprintLibraries> {
  const project = await port.projectFolder(file);
  const all = await librariesOf(port, "footprints", project, Object.fromEntries(variables));
  const libraries = all.filter((library) => library.scope !== "folder");
  const ids = new Set<string>();
  for (const footprint of doc.items.ofKind("footprint")) ids.add(footprint["libId"] as string);
  const own = [...ids].filter((id) => splitId(id).library !== "");
  const answers = await Promise.all(
    own.map((id) => {
      const { library, name } = splitId(id);
      return answerFor(port, libraries, library, name);
    }),
  );
  for (const shelf of shelves.get(port)?.values() ?? []) await (await shelf).save();
  return new Map(own.map((id, i) => [id, answers[i]!]));
}

async function answerFor(
  port: LibraryPort,
  libraries: readonly Library[],
  nickname: string,
  name: string,
): Promise<LibraryAnswer> {
  const library = libraryNamed(libraries, nickname);
  if (library === undefined)
    return { state: libraries.some((each) => each.name === nickname) ? "disabled" : "no-library" };
  if (library.type !== "KiCad" && library.type !== "") return { state: "unreadable" };
  // A name with a slash would leave the library.
  if (library.path === null || /[\\/]/.test(name)) return { state: "not-found" };
  const path = `${library.path}/${name}.kicad_mod`;
  const stamp = await port.stat(path).catch(() => null);
  if (stamp === null || stamp.folder) return { state: "not-found" };
  const shelf = await shelfOf(port, library.path);
  const known = shelf.get(name, stamp);
  if (known !== undefined) return known;
  const form = await read(port, path);
  // What could not be read now may be readable soon, and its stamp the same.
  if (form === null) return { state: "not-found" };
  const answer = { state: "found", form } as const;
  shelf.set(name, stamp, answer);
  return answer;
}

function shelfOf(port: LibraryPort, path: string): Promise<FormShelf> {
  let known = shelves.get(port);
  if (known === undefined) shelves.set(port, (known = new Map()));
  let shelf = known.get(path);
  if (shelf === undefined) known.set(path, (shelf = FormShelf.of(port, path)));
  return shelf;
}

async function read(port: LibraryPort, path: string): Promise<FootprintForm | null> {
  const doc = await readLibraryFile(port, path, "footprint", "check").catch(() => null);
  const item = doc?.items.entries[0]?.item();
  return item === undefined ? null : footprintForm(item, doc?.version ?? 0);
}
