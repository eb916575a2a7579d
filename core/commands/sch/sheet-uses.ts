import { fileUuid, sheetFilePath } from "../../engines/sheet/sheet-paths.ts";
import type { Doc } from "../../model/document.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { SymbolInstance } from "../../model/schematic/symbol.ts";
import type { Context } from "../define.ts";
import { walkSheets } from "./sheet-walk.ts";

/** Where a schematic file is used: once for the root, or once for each sheet symbol that shows it. */
export interface FileUse {
  /** The project's name, as instances have it. */
  readonly project: string;
  /** Uuids from the root down: `/top/sheet/…`. */
  readonly path: string;
}

/**
 * The uses of an open schematic. A file with a project file of its name is a root; of others the open schematics that
 * lead to it tell, and what its own parts say of themselves; a file of which nothing is known stands for itself.
 */
export async function usesOfFile(cx: Context, path: string, doc: Doc): Promise<FileUse[]> {
  const own: FileUse = { project: stemOf(path), path: `/${fileUuid(doc)}` };
  const projectFile = path.replace(/\.[^./\\]*$/, ".kicad_pro");
  if (cx.services.readFile !== undefined && (await cx.services.readFile(projectFile)) !== null) return [own];
  const uses = new Map<string, FileUse>();
  for (const open of cx.session.list()) {
    if (open.path === path || open.doc.kind !== "schematic") continue;
    for (const sheet of await walkSheets(cx, { path: open.path, doc: open.doc }))
      if (sheet.file === path && sheet.depth > 0)
        for (const above of await rootsOf(cx, open.path, open.doc))
          note({ project: above.project, path: above.path + sheet.path.slice(sheet.path.indexOf("/", 1)) });
  }
  for (const symbol of doc.items.ofKind("symbol"))
    for (const { project, path: at } of symbol["instances"] as readonly SymbolInstance[])
      if (project === own.project || uses.size === 0 || [...uses.values()].some((use) => use.project === project))
        note({ project, path: at });
  return uses.size === 0 ? [own] : [...uses.values()];

  function note(use: FileUse): void {
    uses.set(`${use.project}\n${use.path}`, use);
  }
}

/** The uses that an open schematic's own parts and sheets tell of; itself when they tell of none. */
async function rootsOf(cx: Context, path: string, doc: Doc): Promise<FileUse[]> {
  const projectFile = path.replace(/\.[^./\\]*$/, ".kicad_pro");
  const own: FileUse = { project: stemOf(path), path: `/${fileUuid(doc)}` };
  if (cx.services.readFile !== undefined && (await cx.services.readFile(projectFile)) !== null) return [own];
  const uses = new Map<string, FileUse>();
  for (const item of doc.items.ofKind("symbol", "sheet"))
    for (const { project, path: at } of item["instances"] as readonly FileUse[])
      uses.set(`${project}\n${at}`, { project, path: at });
  return uses.size === 0 ? [own] : [...uses.values()];
}

/** Whether a sheet of this schematic shows the file, or something below it does: then it must not be put inside it. */
export async function leadsTo(cx: Context, path: string, doc: Doc, target: string): Promise<boolean> {
  if (path === target) return true;
  for (const sheet of doc.items.ofKind("sheet"))
    if (sheetFilePath(path, propertyValue(sheet, "Sheetfile")) === target) return true;
  return (await walkSheets(cx, { path, doc })).some((use) => use.file === target);
}

export function stemOf(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
}
