import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { SheetPage, SymbolPath } from "../../model/schematic/file-parts.ts";

/** The uuid of a schematic file itself; "" when it has none. */
export function fileUuid(doc: Doc): string {
  const [item] = doc.items.ofKind("fileUuid");
  return (item?.["value"] as string | undefined) ?? "";
}

/** Page numbers that a root file keeps, by sheet path (`/` is the root; KiCad 6 has all sheets in it). */
export function rootPages(doc: Doc): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const item of doc.items.ofKind("sheetInstances"))
    for (const { path, page } of item["paths"] as readonly SheetPage[]) pages.set(path, page);
  return pages;
}

/** The page number of a sheet symbol used in the sheet at `parentPath`; "" when none is kept. */
export function pageOf(sheet: Item, parentPath: string): string {
  const instances = sheet["instances"] as readonly { path: string; page: string }[];
  return instances.find((instance) => instance.path === parentPath)?.page ?? "";
}

/** The path of a sheet's file: `file` as the sheet names it, from the folder of the file that holds the sheet. */
export function sheetFilePath(holder: string, file: string): string {
  const name = file.replace(/\\/g, "/");
  const absolute = name.startsWith("/") || /^[A-Za-z]:\//.test(name);
  const parts = (absolute ? name : `${folderOf(holder)}/${name}`).split("/");
  const kept: string[] = [];
  for (const part of parts) {
    const above = kept.at(-1);
    if (part === ".." && above !== undefined && above !== "..") {
      // Above the root is the root.
      if (above !== "") kept.pop();
    } else if (part !== "." && !(part === "" && kept.length > 0)) kept.push(part);
  }
  return kept.join("/");
}

function folderOf(path: string): string {
  const normal = path.replace(/\\/g, "/");
  const cut = normal.lastIndexOf("/");
  return cut < 0 ? "." : normal.slice(0, cut);
}

const bySymbolList = new WeakMap<Item, ReadonlyMap<string, SymbolPath>>();

/** Symbols by path (`/sheet/symbol`, the root left out), in files of KiCad 6; empty for later ones. */
export function rootSymbols(doc: Doc): ReadonlyMap<string, SymbolPath> {
  const [item] = doc.items.ofKind("symbolInstances");
  if (item === undefined) return new Map();
  let known = bySymbolList.get(item);
  if (known === undefined) {
    known = new Map((item["paths"] as readonly SymbolPath[]).map((row) => [row.path, row]));
    bySymbolList.set(item, known);
  }
  return known;
}
