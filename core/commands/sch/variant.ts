import { CommandError } from "../../base/error.ts";
import type { Design, SheetInput } from "../../engines/netlist/design.ts";
import type { Item } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { InstanceVariant } from "../../model/schematic/instances.ts";
import { Edit } from "../../session/edit.ts";
import { setFieldText } from "./set-field.ts";

/**
 * The design as one variant of it is built (KiCad 10): symbols and sheets as their instances say for it, each use of a
 * sheet for itself. Names are compared without case, as in KiCad. Throws `not-found` for a name that nothing knows.
 */
export function inVariant(design: Design, name: string): Design {
  const wanted = name.toLowerCase();
  const known = new Set(namesInProject(design.settings));
  const sheets = design.sheets.map((sheet): SheetInput => {
    let count = 0;
    const edit = new Edit(sheet.file, sheet.doc, () => `variant-${++count}`);
    for (const item of sheet.doc.items.ofKind("symbol", "sheet")) {
      const variants = variantsOf(item, sheet.path);
      for (const each of variants) known.add(each.name);
      const own = variants.find((each) => each.name.toLowerCase() === wanted);
      if (own !== undefined) setVariant(edit, item, own);
    }
    return edit.steps.length === 0 ? sheet : { ...sheet, doc: edit.doc };
  });
  if ([...known].some((each) => each.toLowerCase() === wanted)) return { ...design, sheets };
  throw new CommandError({
    code: "not-found",
    message: `Cannot use the variant ${JSON.stringify(name)}: the design has ${known.size === 0 ? "none" : [...known].join(", ")}.`,
    hint: "Leave variant out for the design as it is drawn.",
    data: { variants: [...known] },
  });
}

/** What differs by variant in one use of the sheet; of a sheet symbol it stands by the path of the sheet that holds it. */
function variantsOf(item: Item, path: string): readonly InstanceVariant[] {
  const instances = item["instances"] as readonly { path: string; variants?: readonly InstanceVariant[] }[];
  return instances.find((each) => each.path === path)?.variants ?? [];
}

function setVariant(edit: Edit, item: Item, variant: InstanceVariant): void {
  const { dnp, excludeFromSim, inBom, onBoard } = variant;
  const flags = Object.entries({ dnp, excludeFromSim, inBom, onBoard }).filter(([, on]) => on !== null);
  edit.set(item.id, Object.fromEntries(flags));
  for (const { name, value } of variant.fields) setFieldText(edit, item.id, name, value);
}

/** Variants that the project file names, also those in which nothing differs yet. */
function namesInProject(settings: ProjectSettings): string[] {
  const schematic = settings.json["schematic"] as { variants?: unknown } | null | undefined;
  const rows = Array.isArray(schematic?.variants) ? (schematic.variants as unknown[]) : [];
  return rows.flatMap((row) => {
    const said = typeof row === "object" && row !== null ? (row as { name?: unknown }).name : null;
    return typeof said === "string" && said !== "" ? [said] : [];
  });
}
