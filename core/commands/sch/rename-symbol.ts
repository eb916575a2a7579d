import { CommandError } from "../../base/error.ts";
import { KICAD_7 } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { Edit } from "../../session/edit.ts";
import { instancesOf, referencesOf, symbolsCalled } from "./symbol-refs.ts";

/** Renames a symbol in the uses of its sheet that have the old reference. Answers remarks. */
export function renameSymbol(edit: Edit, symbol: Item, to: string, named: readonly string[]): string[] {
  if (!/^\S*[^\s\d?]\S*$/.test(to)) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot name a part ${JSON.stringify(to)}: a reference has a letter and no blanks.`,
      hint: "Examples: R7, U3, J?.",
    });
  }
  if (edit.doc.version < KICAD_7) {
    throw new CommandError({
      code: "check-failed",
      message: `Cannot rename parts in ${edit.path}: files of KiCad 6 keep references in the project's root file.`,
      hint: "Open and save the project once with KiCad 7 or later.",
    });
  }
  const references = referencesOf(symbol);
  const old = references.length === 1 ? references : references.filter((reference) => named.includes(reference));
  if (old.length === 0) {
    throw new CommandError({
      code: "conflict",
      message: `Cannot rename ${symbol.id}: its sheet is used more than once, as ${references.join(", ")}.`,
      hint: `Name the one that is meant, e.g. "items": ${JSON.stringify(references[0])}.`,
      data: { id: symbol.id, references },
    });
  }
  const taken = symbolsCalled(edit.doc, to).filter(
    (other) => other.id !== symbol.id && !isSamePart(other, symbol, old),
  );
  const instances = instancesOf(symbol);
  const renamed = instances.map((use) => (old.includes(use.reference) ? { ...use, reference: to } : use));
  edit.set(symbol.id, { instances: renamed });
  const field = symbol.children.find((child) => child.kind === "property" && child["name"] === "Reference");
  if (field !== undefined && (old.includes(field["value"] as string) || references.length === 1))
    edit.set(field.id, { value: to }, symbol.id);
  return taken.length === 0 ? [] : [`${to} is there twice now.`];
}

/** Units of one part may share a reference. */
function isSamePart(a: Item, b: Item, old: readonly string[]): boolean {
  return a["libId"] === b["libId"] && a["unit"] !== b["unit"] && !old.includes(propertyValue(a, "Reference"));
}
