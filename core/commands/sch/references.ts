import { CommandError } from "../../base/error.ts";
import type { NewReference } from "../../engines/annotate/annotate.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { KICAD_7 } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { SymbolInstance } from "../../model/schematic/symbol.ts";
import type { EditContext } from "../define.ts";

/** Gives parts new references, each in its own use of its sheet; files are opened and joined to the one change. */
export async function setReferences(cx: EditContext, netlist: Netlist, found: readonly NewReference[]): Promise<void> {
  const old = netlist.sheets.find((sheet) => sheet.doc.version < KICAD_7);
  if (found.length > 0 && old !== undefined) {
    throw new CommandError({
      code: "check-failed",
      message: `Cannot number parts in ${old.file}: files of KiCad 6 keep references in the project's root file.`,
      hint: "Open and save the project once with KiCad 7 or later.",
    });
  }
  const bySymbol = new Map<string, NewReference[]>();
  for (const each of found) {
    const key = `${each.part.sheet.file}\0${each.part.symbol.id}`;
    const there = bySymbol.get(key);
    if (there === undefined) bySymbol.set(key, [each]);
    else there.push(each);
  }
  for (const uses of bySymbol.values()) {
    const { sheet, symbol: placed } = uses[0]!.part;
    const path = (await cx.session.open(sheet.file, cx.caller.name)).path;
    const edit = cx.editOf(path);
    const symbol = edit.doc.items.get(placed.id)!;
    let instances = [...(symbol["instances"] as readonly SymbolInstance[])];
    for (const { part, reference } of uses) {
      const at = instances.findIndex((each) => each.path === part.sheet.path);
      if (at >= 0) instances = instances.map((each, i) => (i === at ? { ...each, reference } : each));
      else {
        const { project } = netlist.design;
        instances.push({ project, path: part.sheet.path, reference, unit: part.unit, extra: "" });
      }
    }
    edit.set(placed.id, { instances });
    showReference(edit, symbol, uses);
  }
}

/** The field shows the reference of the sheet's first use. */
function showReference(edit: ReturnType<EditContext["editOf"]>, symbol: Item, uses: readonly NewReference[]): void {
  const field = symbol.children.find((child) => child.kind === "property" && child["name"] === "Reference");
  const shown =
    uses.find(({ part }) => part.reference === field?.["value"]) ?? (uses.length === 1 ? uses[0] : undefined);
  if (field !== undefined && shown !== undefined) edit.set(field.id, { value: shown.reference }, symbol.id);
}
