import { footprintForm } from "../../engines/check/library/form.ts";
import type { FootprintLibraries, LibraryAnswer } from "../../engines/check/library/port.ts";
import { readLibraryFile } from "../../library/load.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { Library } from "../../library/tables.ts";
import { librariesOf, libraryNamed, splitId } from "../../library/tables.ts";
import type { Doc } from "../../model/document.ts";
import type { Stamp } from "../../session/ports.ts";

interface Kept {
  readonly stamp: Stamp;
  readonly answer: LibraryAnswer;
}

/** Files that were read before; they are asked for their stamps only while they stay as they are. */
const kept = new WeakMap<LibraryPort, Map<string, Kept>>();

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
  const found = new Map<string, LibraryAnswer>();
  for (const footprint of doc.items.ofKind("footprint")) {
    const id = footprint["libId"] as string;
    const { library, name } = splitId(id);
    if (library !== "" && !found.has(id)) found.set(id, await answerFor(port, libraries, library, name));
  }
  return found;
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
  let files = kept.get(port);
  if (files === undefined) kept.set(port, (files = new Map()));
  const known = files.get(path);
  if (known !== undefined && sameStamp(known.stamp, stamp)) return known.answer;
  const answer = await read(port, path);
  files.set(path, { stamp, answer });
  return answer;
}

async function read(port: LibraryPort, path: string): Promise<LibraryAnswer> {
  const doc = await readLibraryFile(port, path, "footprint", "check").catch(() => null);
  const item = doc?.items.entries[0]?.item();
  return item === undefined ? { state: "not-found" } : { state: "found", form: footprintForm(item, doc?.version ?? 0) };
}

function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}
