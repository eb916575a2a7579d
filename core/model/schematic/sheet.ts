import { quote, textOf } from "../../format/text.ts";
import { effects } from "../effects.ts";
import type { Field } from "../field.ts";
import { argOf, listOf, listsOf, optionalYesNo, placement, point, positional } from "../field.ts";
import type { Item, ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { property } from "./property.ts";
import { fieldsAutoplaced, schematicFill, schematicStroke, schematicUuid } from "./shared-fields.ts";

/** The page number of one use of a sheet. */
export interface SheetInstance {
  readonly project: string;
  readonly path: string;
  readonly page: string;
}

const instances: Field<readonly SheetInstance[]> = {
  about: "Page number for each use of the sheet, by project and path.",
  tokens: ["instances"],
  absent: [],
  read(tree, [node]) {
    const found: SheetInstance[] = [];
    for (const project of listsOf(tree, node!, "project")) {
      for (const path of listsOf(tree, project, "path")) {
        const page = listOf(tree, path, "page");
        found.push({
          project: textOf(tree, argOf(tree, project, 1)),
          path: textOf(tree, argOf(tree, path, 1)),
          page: page < 0 ? "" : textOf(tree, argOf(tree, page, 1)),
        });
      }
    }
    return found;
  },
  write(list) {
    if (list.length === 0) return null;
    const projects = [...new Set(list.map((i) => i.project))];
    const body = projects.map((project) => {
      const paths = list
        .filter((i) => i.project === project)
        .map((i) => `(path ${quote(i.path)} (page ${quote(i.page)}))`);
      return `(project ${quote(project)} ${paths.join(" ")})`;
    });
    return `(instances ${body.join(" ")})`;
  },
};

/** `(pin "A" input (at 1 2 180) (uuid "…") (effects …))` on a sheet's edge. */
export const sheetPin = defineKind({
  kind: "sheetPin",
  tokens: ["pin"],
  about: "A pin of a sheet.",
  shape: {
    name: positional(0, "The hierarchical label's name."),
    shape: positional(1, "input, output, bidirectional, tri_state or passive.", false),
    at: placement("Its place on the sheet's edge; the angle points outward.", { zero: "written" }),
    uuid: schematicUuid(),
    effects: effects(),
  },
});

/** `(sheet (at 1 2) (size 3 4) … (property "Sheetname" …) (property "Sheetfile" …) (pin …) (instances …))`. */
export const sheet = defineKind({
  kind: "sheet",
  tokens: ["sheet"],
  about: "A hierarchical sheet.",
  shape: {
    at: point("at", "Top left corner."),
    size: point("size", "Width and height."),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
    inBom: optionalYesNo("in_bom", "Whether its parts are in the bill of materials."),
    onBoard: optionalYesNo("on_board", "Whether its parts go to the board."),
    dnp: optionalYesNo("dnp", "Whether its parts are not to be populated."),
    fieldsAutoplaced: fieldsAutoplaced(),
    stroke: schematicStroke(),
    fill: schematicFill(),
    uuid: schematicUuid(),
    instances,
  },
  children: { property, pin: sheetPin },
});

export type Sheet = ItemOf<typeof sheet>;
export type SheetPin = ItemOf<typeof sheetPin>;

/** A field of a symbol or a sheet; KiCad 6 called the sheet's "Sheet name" and "Sheet file". "" when missing. */
export function propertyValue(item: Item, name: string): string {
  const wanted = foldName(name);
  for (const child of item.children)
    if (child.kind === "property" && foldName(child["name"] as string) === wanted) return child["value"] as string;
  return "";
}

function foldName(name: string): string {
  return name.replace(/^Sheet (name|file)$/, "Sheet$1");
}
