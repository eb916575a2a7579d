import { textOf } from "../../format/text.ts";
import { LIST, parseTree } from "../../format/tree.ts";
import type { Doc } from "../../model/document.ts";
import { argOf, listOf, listsOf } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";

/** The uuid of a schematic file itself; "" when it has none. */
export function fileUuid(doc: Doc): string {
  const entry = doc.items.entries.find((e) => e.kind === "other" && e.id === "uuid#1");
  if (entry === undefined) return "";
  const { bytes, start, end } = entry.item().source;
  const tree = parseTree(bytes, { from: start, to: end });
  const arg = argOf(tree, 0, 1);
  return arg < 0 ? "" : textOf(tree, arg);
}

/** Page numbers that a root file keeps, by sheet path (`/` is the root; KiCad 6 has all sheets in it). */
export function rootPages(doc: Doc): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const item of doc.items.ofKind("sheetInstances")) {
    const { bytes, start, end } = item.source;
    const tree = parseTree(bytes, { from: start, to: end });
    if (tree.kind[0] !== LIST) continue;
    for (const path of listsOf(tree, 0, "path")) {
      const page = listOf(tree, path, "page");
      if (page >= 0) pages.set(textOf(tree, argOf(tree, path, 1)), textOf(tree, argOf(tree, page, 1)));
    }
  }
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
