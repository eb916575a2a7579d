import { existsSync, readFileSync } from "node:fs";
import { fileUuid, sheetFilePath } from "../../core/engines/sheet/sheet-paths.ts";
import type { Doc } from "../../core/model/document.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { readSound } from "./check-file.ts";

/** All uses of sheets of a project on disk, with their uuid paths. */
export function sheetsOf(root: string): { file: string; doc: Doc; path: string }[] {
  const doc = readSound(readFileSync(root));
  const found = [{ file: root, doc, path: `/${fileUuid(doc)}` }];
  for (const use of found) {
    for (const sheet of use.doc.items.ofKind("sheet")) {
      const file = sheetFilePath(use.file, propertyValue(sheet, "Sheetfile"));
      if (existsSync(file)) found.push({ file, doc: readSound(readFileSync(file)), path: `${use.path}/${sheet.id}` });
    }
  }
  return found;
}
