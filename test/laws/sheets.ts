import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Design, SheetInput } from "../../core/engines/netlist/design.ts";
import { fileUuid, pageOf, rootPages, sheetFilePath } from "../../core/engines/sheet/sheet-paths.ts";
import type { Doc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { readSound } from "./check-file.ts";

/** All uses of sheets of a project on disk, with their uuid paths; parents before children. */
export function sheetsOf(root: string): SheetInput[] {
  const docs = new Map<string, Doc>();
  const read = (file: string): Doc => {
    const known = docs.get(file) ?? readSound(readFileSync(file));
    docs.set(file, known);
    return known;
  };
  const doc = read(root);
  const pages = rootPages(doc);
  const rootPath = `/${fileUuid(doc)}`;
  const found: SheetInput[] = [{ file: root, doc, path: rootPath, name: "Root", page: pages.get("/") ?? "1" }];
  for (const use of found) {
    for (const sheet of use.doc.items.ofKind("sheet")) {
      const file = sheetFilePath(use.file, propertyValue(sheet, "Sheetfile"));
      if (!existsSync(file)) continue;
      const path = `${use.path}/${sheet.id}`;
      const page = pageOf(sheet, use.path) || (pages.get(path.slice(rootPath.length)) ?? "");
      found.push({ file, doc: read(file), path, name: propertyValue(sheet, "Sheetname"), page });
    }
  }
  return found;
}

/** A project on disk as the netlist engine takes it. */
export function designOf(root: string): Design {
  const project = root.replace(/\.kicad_sch$/, ".kicad_pro");
  const settings = readProjectSettings(existsSync(project) ? readFileSync(project, "utf8") : null);
  return { project: basename(project, ".kicad_pro"), sheets: sheetsOf(root), settings };
}
