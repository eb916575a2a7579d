import { decodeText } from "../format/text.ts";
import { readDoc } from "../model/document.ts";
import type { Source } from "../model/item.ts";
import type { Entry } from "../model/item-table.ts";
import type { TableRow } from "../model/library/table-row.ts";
import type { PathVariables } from "./path-variables.ts";
import { baseName, expandPath, folderOf, isRemote, plainPath } from "./path-variables.ts";
import type { LibraryKind, LibraryPort } from "./port.ts";

/** A library that designs can name. */
export interface Library {
  readonly kind: LibraryKind;
  /** The nickname: what stands before the colon of `Device:R`. */
  readonly name: string;
  /** `project` and `global` are tables; `folder` is what lies in the project's folder and in no table. */
  readonly scope: "project" | "global" | "folder";
  /** The table that has its row; null for `folder` and for installed libraries without a table. */
  readonly table: string | null;
  /** As the row says: KiCad, Legacy, … */
  readonly type: string;
  /** As the row says, with its variables. */
  readonly uri: string;
  /** Absolute path; null when it cannot be told or read. */
  readonly path: string | null;
  readonly descr: string;
  readonly disabled: boolean;
  readonly hidden: boolean;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
}

/** Tables inside tables are followed so deep. */
const MAX_NESTING = 8;

const tableNames: Readonly<Record<LibraryKind, string>> = { symbols: "sym-lib-table", footprints: "fp-lib-table" };
const endings: Readonly<Record<LibraryKind, RegExp>> = {
  symbols: /\.(kicad_sym|kicad_symdir)$/i,
  footprints: /\.pretty$/i,
};

/** The path of a project's own table. */
export function projectTable(kind: LibraryKind, project: string): string {
  return `${project.replace(/[\\/]$/, "")}/${tableNames[kind]}`;
}

/** What a library's path may be made of, around a project. `text` are the project's own text variables. */
export async function pathVariables(
  port: LibraryPort,
  project: string | null,
  text: Readonly<Record<string, string>> = {},
): Promise<PathVariables> {
  const known = new Map([...Object.entries(text), ...(await port.variables())]);
  const [symbols, footprints] = await Promise.all([port.installed("symbols"), port.installed("footprints")]);
  return { known, project, installed: { symbols, footprints } };
}

/**
 * All libraries that a design in this project folder can use, those that count first: of two with one nickname the
 * project's wins, as in KiCad. Rows that cannot be read stay, with the reason.
 */
export async function librariesOf(
  port: LibraryPort,
  kind: LibraryKind,
  project: string | null,
  text: Readonly<Record<string, string>> = {},
): Promise<Library[]> {
  const variables = await pathVariables(port, project, text);
  const found = await tabledLibraries(port, kind, variables, null);
  if (project !== null) await readFolder(port, kind, "folder", project, found);
  return found;
}

/**
 * The libraries of the tables, the project's first, or those that came with KiCad where it has no table. With
 * `nicknames` libraries of other names may be left out: a table has hundreds of rows, and a design names a few.
 */
export async function tabledLibraries(
  port: LibraryPort,
  kind: LibraryKind,
  variables: PathVariables,
  nicknames: ReadonlySet<string> | null,
): Promise<Library[]> {
  const found: Library[] = [];
  const reading = { kind, variables, wanted: wantedRows(nicknames), found };
  if (variables.project !== null)
    await readTable(port, { ...reading, scope: "project" }, projectTable(kind, variables.project), []);
  for (const path of await port.globalTables(kind))
    if (await readTable(port, { ...reading, scope: "global" }, path, [])) return found;
  for (const folder of await port.installed(kind)) await readFolder(port, kind, "global", folder, found);
  return found;
}

interface Reading {
  readonly kind: LibraryKind;
  readonly scope: "project" | "global";
  readonly variables: PathVariables;
  /** Whether a row of this text may be one that is asked for. */
  readonly wanted: (row: string) => boolean;
  readonly found: Library[];
}

/** Tells by a row's text alone, long before it is read, that it names none of these libraries. */
function wantedRows(nicknames: ReadonlySet<string> | null): (row: string) => boolean {
  // A name that a file would have to spell otherwise cannot be looked for so.
  if (nicknames === null || [...nicknames].some((name) => /["\\]/.test(name))) return () => true;
  const names = [...nicknames];
  return (row) => row.includes("Table") || names.some((name) => row.includes(name));
}

/** Adds a table's rows; false when there is no such table. */
async function readTable(port: LibraryPort, to: Reading, path: string, above: readonly string[]): Promise<boolean> {
  const bytes = await port.read(path);
  if (bytes === null) return false;
  const { doc } = readDoc(bytes);
  const wanted = to.kind === "symbols" ? "symbolTable" : "footprintTable";
  if (doc === null || doc.kind !== wanted) return false;
  for (const entry of doc.items.entries) {
    if (entry.kind !== "tableRow" || !to.wanted(textOfEntry(entry))) continue;
    const row = entry.item() as unknown as TableRow;
    const library = libraryOfRow(row, to, path);
    if (row.type !== "Table" || row.disabled) {
      to.found.push(library);
      continue;
    }
    const inner = library.path;
    if (inner === null) to.found.push(library);
    else if (above.length >= MAX_NESTING || above.includes(inner) || inner === path)
      to.found.push({ ...library, path: null, problem: "the table holds itself" });
    else if (!(await readTable(port, to, inner, [...above, path])))
      to.found.push({ ...library, path: null, problem: `there is no table at ${inner}` });
  }
  return true;
}

/** A row's text; "Table", which is always looked at, where it has none of its own. */
function textOfEntry(entry: Entry): string {
  if (!("source" in entry)) return "Table";
  const { bytes, start, end } = entry.source as Source;
  return decodeText(bytes, start, end);
}

function libraryOfRow(row: TableRow, { kind, scope, variables }: Reading, table: string): Library {
  const { text, unknown } = expandPath(row.uri, variables);
  const problem =
    unknown.length > 0
      ? `the path variable ${unknown.join(", ")} is not set`
      : isRemote(text)
        ? "it lies on another machine"
        : row.type === "KiCad" || row.type === "Table" || row.type === ""
          ? null
          : `libraries of type ${row.type} are not read: save it as a KiCad library once with KiCad`;
  return {
    kind,
    name: row.name,
    scope,
    table,
    type: row.type,
    uri: row.uri,
    path: problem === null ? plainPath(text, variables.project ?? folderOf(table)) : null,
    descr: row.descr,
    disabled: row.disabled,
    hidden: row.hidden,
    problem,
  };
}

/** Adds the libraries that lie in a folder and are in no table yet. */
async function readFolder(
  port: LibraryPort,
  kind: LibraryKind,
  scope: "global" | "folder",
  folder: string,
  found: Library[],
): Promise<void> {
  const listed = new Set(found.map((library) => library.path));
  for (const { name } of (await port.list(folder)) ?? []) {
    const path = plainPath(name, folder);
    if (!endings[kind].test(name) || listed.has(path)) continue;
    const library = { kind, name: name.replace(endings[kind], ""), scope, table: null, type: "KiCad", uri: path, path };
    found.push({ ...library, descr: "", disabled: false, hidden: false, problem: null });
  }
}

/** The library of this nickname: the first that is not disabled. */
export function libraryNamed(libraries: readonly Library[], name: string): Library | undefined {
  return libraries.find((library) => library.name === name && !library.disabled);
}

/** `Device:R` in its parts; the library is "" where no colon stands. */
export function splitId(id: string): { readonly library: string; readonly name: string } {
  const colon = id.indexOf(":");
  return colon < 0 ? { library: "", name: id } : { library: id.slice(0, colon), name: id.slice(colon + 1) };
}

/** A library that is a file or folder named by its path. */
export function libraryAt(kind: LibraryKind, path: string): Library {
  const name = baseName(path).replace(/\.(kicad_sym|kicad_symdir|pretty)$/i, "");
  const place = { scope: "folder", table: null, type: "KiCad", uri: path, path } as const;
  return { kind, name, ...place, descr: "", disabled: false, hidden: false, problem: null };
}
