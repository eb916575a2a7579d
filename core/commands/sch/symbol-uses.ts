import { plainPath } from "../../library/path-variables.ts";
import type { Doc } from "../../model/document.ts";
import { readDoc } from "../../model/document.ts";
import type { DocumentContext } from "../define.ts";
import { stemOf, usesOfFile } from "./sheet-uses.ts";
import { walkSheets } from "./sheet-walk.ts";
import { referencesOf } from "./symbol-refs.ts";

/** Where a sheet's file is used, and what its hierarchy holds. */
export interface SheetUses {
  /** The project's name, as instances say it. */
  readonly project: string;
  /** Paths of the sheet's uses, `/top/…`; at least one. */
  readonly paths: readonly string[];
  /** References that are taken anywhere in the hierarchy. */
  readonly taken: ReadonlySet<string>;
}

/** The uses of the open sheet: told from the project's root downwards, else from its own symbols, else it is a root. */
export async function sheetUses(cx: DocumentContext): Promise<SheetUses> {
  const { path } = cx.open;
  const taken = new Set<string>();
  const take = (doc: Doc) => {
    for (const symbol of doc.items.ofKind("symbol")) for (const reference of referencesOf(symbol)) taken.add(reference);
  };
  take(cx.doc);
  const root = await rootOf(cx);
  if (root !== null) {
    const uses = await walkSheets(cx, root);
    const own = uses.filter((use) => use.file === path).map((use) => use.path);
    if (own.length > 0) {
      for (const use of uses) if (use.doc !== null && use.file !== path) take(use.doc);
      return { project: root.project, paths: [...new Set(own)], taken };
    }
  }
  const uses = await usesOfFile(cx, path, cx.doc);
  return { project: root?.project ?? uses[0]!.project, paths: [...new Set(uses.map((use) => use.path))], taken };
}

/** The root sheet of the project that the open one belongs to; null when there is none. */
async function rootOf(cx: DocumentContext): Promise<{ path: string; doc: Doc; project: string } | null> {
  const port = cx.services.libraries;
  if (port === undefined) return null;
  const folder = await port.projectFolder(cx.open.path);
  const projects = ((await port.list(folder)) ?? []).filter(({ name }) => name.endsWith(".kicad_pro"));
  for (const { name } of projects) {
    const project = stemOf(name);
    const path = plainPath(`${project}.kicad_sch`, folder);
    const open = cx.session.find(path);
    if (path === cx.open.path) return { path, doc: cx.doc, project };
    if (open !== undefined) return { path, doc: open.doc, project };
    const bytes = await cx.services.readFile?.(path).catch(() => null);
    const doc = bytes == null ? null : readDoc(bytes).doc;
    if (doc?.kind === "schematic") return { path, doc, project };
  }
  return null;
}

/** The next free reference of a prefix: R3 after R1 and R2; KiCad numbers power symbols #PWR01, #PWR02, … */
export function freeReference(prefix: string, taken: ReadonlySet<string>): string {
  const zero = prefix.startsWith("#") ? "0" : "";
  for (let n = 1; ; n++) {
    const reference = `${prefix}${zero}${n}`;
    if (!taken.has(reference)) return reference;
  }
}
