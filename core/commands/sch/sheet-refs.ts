import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { nearest } from "../registry.ts";

/** The sheet symbol that a text means: its uuid or its name. Throws `not-found` with the names that there are. */
export function sheetNamed(doc: Doc, ref: string, verb: string): Item {
  const own = doc.items.get(ref);
  if (own?.kind === "sheet") return own;
  const sheets = [...doc.items.ofKind("sheet")];
  const named = sheets.find((sheet) => propertyValue(sheet, "Sheetname") === ref);
  if (named !== undefined) return named;
  const names = sheets.map((sheet) => propertyValue(sheet, "Sheetname"));
  const near = nearest(ref, names);
  throw new CommandError({
    code: "not-found",
    message: `Cannot ${verb} ${JSON.stringify(ref)}: this schematic has ${names.length === 0 ? "no sheets" : `the sheets ${names.slice(0, 20).join(", ")}`}.`,
    hint: near === undefined ? "List them with query.sheetTree." : `Did you mean ${JSON.stringify(near)}?`,
    data: { ref },
  });
}
