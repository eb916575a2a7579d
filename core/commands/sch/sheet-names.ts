import { rootPages, sheetFilePath } from "../../engines/sheet/sheet-paths.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { OpenDocument } from "../../session/open-document.ts";

/**
 * What a person calls the sheets that a schematic's file is, as far as the open documents tell: `/Power/Regulator`; a
 * file that is used several times is several; "/" is the first sheet of a design.
 */
export function sheetNamesOf(
  path: string,
  documents: readonly OpenDocument[],
  below: readonly string[] = [],
): string[] {
  const own = documents.find((open) => open.path === path);
  const isRoot = own !== undefined && rootPages(own.doc).has("/");
  const names = isRoot ? ["/"] : [];
  for (const { path: holder, doc } of documents) {
    if (doc.kind !== "schematic" || below.includes(holder) || holder === path) continue;
    for (const sheet of doc.items.ofKind("sheet")) {
      if (sheetFilePath(holder, propertyValue(sheet, "Sheetfile")) !== path) continue;
      const above = sheetNamesOf(holder, documents, [...below, path]);
      for (const each of above.length === 0 ? ["/"] : above)
        names.push(`${each === "/" ? "" : each}/${propertyValue(sheet, "Sheetname")}`);
    }
  }
  return names;
}
