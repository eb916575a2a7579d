import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Label } from "../../model/schematic/label.ts";
import type { Lookup } from "../../model/text-variables.ts";
import { expandVariables } from "../../model/text-variables.ts";
import type { Design, Sheet } from "./design.ts";
import { unescapeText } from "./names.ts";
import type { Part } from "./parts.ts";

/** Texts as they are shown in one use of a sheet: variables replaced, escapes read. */
export interface SheetText {
  /** What a name stands for on this sheet. */
  readonly lookup: Lookup;
  ofLabel(label: Item, text: string): string;
  ofSymbol(text: string, part: Part): string;
}

const TITLE_NAMES: Readonly<Record<string, string>> = {
  TITLE: "title",
  ISSUE_DATE: "date",
  REVISION: "rev",
  COMPANY: "company",
};

export function sheetText(sheet: Sheet, design: Design): SheetText {
  const title = titleBlockOf(sheet.doc);
  const count = design.sheets.length;
  const lookup: Lookup = (name) => {
    if (name === "#") return sheet.page;
    if (name === "##") return String(count);
    if (name === "SHEETNAME") return sheet.name;
    if (name === "SHEETPATH") return sheet.names;
    if (name === "FILENAME") return fileName(sheet.file);
    if (name === "FILEPATH") return sheet.file;
    if (name === "PROJECTNAME") return design.project;
    const known = TITLE_NAMES[name];
    if (known !== undefined) return title.get(known) ?? "";
    const comment = /^COMMENT([1-9])$/.exec(name);
    if (comment !== null) return title.get(`comment${comment[1]}`) ?? "";
    return design.settings.textVariables.get(name) ?? sheetFields(sheet)(name);
  };
  return {
    lookup,
    ofLabel(label, text) {
      return unescapeText(expandVariables(text, (name) => fieldOf(label, name) ?? lookup(name)));
    },
    ofSymbol(text, part) {
      return unescapeText(expandVariables(text, (name) => symbolVariable(part, name) ?? lookup(name)));
    },
  };
}

/** A field of the sheet symbol, looked for upwards. */
function sheetFields(sheet: Sheet): Lookup {
  return (name) => {
    for (let at = sheet; at.parent !== null; at = at.parent) {
      const symbol = at.parent.doc.items.get(at.uuid);
      const value = symbol === undefined ? undefined : fieldOf(symbol, name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** A field's raw text by its name, in any case. */
export function fieldOf(item: Item | Label, name: string): string | undefined {
  const wanted = name.toUpperCase();
  for (const child of item.children)
    if (child.kind === "property" && (child["name"] as string).toUpperCase() === wanted)
      return child["value"] as string;
  return undefined;
}

function symbolVariable(part: Part, name: string): string | undefined {
  const upper = name.toUpperCase();
  if (upper === "REFERENCE") return part.reference;
  if (upper === "UNIT") return String(part.unit);
  if (upper === "SYMBOL_NAME") return (part.symbol.libId ?? "").split(":").at(-1)!;
  if (upper === "SYMBOL_LIBRARY") return (part.symbol.libId ?? "").split(":")[0]!;
  if (upper === "EXCLUDE_FROM_BOM") return part.inBom ? "" : "Excluded from BOM";
  if (upper === "EXCLUDE_FROM_BOARD") return part.onBoard ? "" : "Excluded from board";
  if (upper === "EXCLUDE_FROM_SIM") return part.inSimulation ? "" : "Excluded from simulation";
  if (upper === "DNP") return part.dnp ? "DNP" : "";
  return fieldOf(part.symbol as unknown as Item, name);
}

/** The title block: title, date, rev, company, comment1 … comment9. */
export function titleBlockOf(doc: Doc): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const item of doc.items.ofKind("titleBlock")) {
    for (const name of ["title", "date", "rev", "company"]) found.set(name, item[name] as string);
    for (const [i, text] of (item["comments"] as readonly string[]).entries()) found.set(`comment${i + 1}`, text);
  }
  return found;
}

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1)!;
}
