import { fileUuid, pageOf, rootPages, sheetFilePath } from "../../engines/sheet/sheet-paths.ts";
import type { Doc } from "../../model/document.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { Context } from "../define.ts";
import type { DesignFile } from "../design-file.ts";
import { readDesignFile } from "../design-file.ts";

/** One use of a sheet in a hierarchy. */
export interface SheetUse {
  readonly name: string;
  /** Absolute path of its file. */
  readonly file: string;
  /** Uuids from the root down, as KiCad names a sheet: `/top/sheet/…`. */
  readonly path: string;
  readonly page: string;
  readonly depth: number;
  /** Null when the file could not be read; `problem` says why. */
  readonly doc: Doc | null;
  readonly problem: string | null;
}

/** Deeper hierarchies are cut: no real one comes near. */
const MAX_DEPTH = 64;

/** More uses of sheets than this are not followed: a few files that use each other often make millions. */
const MAX_SHEETS = 10_000;

/**
 * All sheets from a file down, parents first, without opening documents. Open documents are taken as they stand; others
 * are read through the host. A file inside itself is not followed.
 */
export async function walkSheets(cx: Context, root: { path: string; doc: Doc }): Promise<SheetUse[]> {
  const found: SheetUse[] = [];
  const read = new Map<string, Promise<DesignFile>>();
  const uuid = fileUuid(root.doc);
  const pages = rootPages(root.doc);
  const rootPath = `/${uuid}`;
  found.push({
    name: "Root",
    file: root.path,
    path: rootPath,
    page: pages.get("/") ?? "1",
    depth: 0,
    doc: root.doc,
    problem: null,
  });
  await below(root.path, root.doc, rootPath, [root.path]);
  return found;

  async function below(holder: string, doc: Doc, path: string, ancestors: readonly string[]): Promise<void> {
    for (const sheet of doc.items.ofKind("sheet")) {
      if (found.length >= MAX_SHEETS) return;
      cx.signal.throwIfAborted();
      const file = sheetFilePath(holder, propertyValue(sheet, "Sheetfile"));
      const own = `${path}/${sheet.id}`;
      // KiCad 6 keeps all pages in the root, by paths that leave the root out.
      const page = pageOf(sheet, path) || (pages.get(own.slice(rootPath.length)) ?? "");
      const use = { name: propertyValue(sheet, "Sheetname"), path: own, page, depth: ancestors.length };
      if (ancestors.length >= MAX_DEPTH) {
        found.push({ ...use, file, doc: null, problem: `more than ${MAX_DEPTH} sheets deep` });
        continue;
      }
      const known = read.get(file) ?? readDesignFile(cx, file, "schematic");
      read.set(file, known);
      const { real, doc: inner, problem } = await known;
      if (ancestors.includes(real)) {
        found.push({ ...use, file: real, doc: null, problem: "the file holds itself" });
        continue;
      }
      found.push({ ...use, file: real, doc: inner, problem });
      if (inner !== null) await below(real, inner, own, [...ancestors, real]);
    }
  }
}
