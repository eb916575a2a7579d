import { decodeText, headOf, quote, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import type { Absent, Field } from "../field.ts";
import {
  argOf,
  listOf,
  listsOf,
  optionalInteger,
  optionalText,
  optionalYesNo,
  placement,
  positional,
} from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { property } from "./property.ts";
import { fieldsAutoplaced, schematicUuid } from "./shared-fields.ts";

/** What a symbol is called in one use of its sheet. */
export interface SymbolInstance {
  readonly project: string;
  /** Uuids of the sheets from the root down: `/top/sheet/…`. */
  readonly path: string;
  readonly reference: string;
  readonly unit: number;
  /** Value and footprint, in files of KiCad 6 and 7; other lists as compact text. */
  readonly extra: string;
}

function wordIn(tree: Tree, list: number, name: string): string {
  const node = listOf(tree, list, name);
  const arg = node < 0 ? -1 : argOf(tree, node, 1);
  return arg < 0 ? "" : textOf(tree, arg);
}

const instances: Field<readonly SymbolInstance[]> = {
  about: "Reference and unit for each use of the sheet, by project and path.",
  tokens: ["instances"],
  absent: [],
  read(tree, [node]) {
    const found: SymbolInstance[] = [];
    for (const project of listsOf(tree, node!, "project")) {
      for (const path of listsOf(tree, project, "path")) {
        found.push({
          project: textOf(tree, argOf(tree, project, 1)),
          path: textOf(tree, argOf(tree, path, 1)),
          reference: wordIn(tree, path, "reference"),
          unit: Number(wordIn(tree, path, "unit") || 1),
          extra: extraOf(tree, path),
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
        .map((i) => `(path ${quote(i.path)} (reference ${quote(i.reference)}) (unit ${i.unit})${i.extra})`);
      return `(project ${quote(project)} ${paths.join(" ")})`;
    });
    return `(instances ${body.join(" ")})`;
  },
};

function extraOf(tree: Tree, path: number): string {
  let extra = "";
  for (let c = tree.next[tree.next[path + 1]!]!; c < tree.next[path]!; c = tree.next[c]!) {
    const head = tree.kind[c] === 0 ? headOf(tree, c) : "";
    if (head !== "reference" && head !== "unit") extra += ` ${rawOf(tree, c)}`;
  }
  return extra;
}

function rawOf(tree: Tree, node: number): string {
  return decodeText(tree.bytes, tree.start[node]!, tree.end[node]!);
}

/** A pin of a placed symbol: its uuid, and the alternate function chosen. */
export const symbolPin = defineKind({
  kind: "pin",
  tokens: ["pin"],
  about: "A pin of a placed symbol.",
  shape: {
    number: positional(0, "The pin's number."),
    uuid: schematicUuid(),
    alternate: optionalText("alternate", "The chosen alternate function."),
  },
});

const mirror: Field<string | Absent> = optionalText(
  "mirror",
  "x: upside down, y: left to right; null for none.",
  false,
);

/** `(symbol (lib_id "Device:R") (at 1 2 0) (unit 1) … (property …) (pin "1" …) (instances …))`. */
export const symbol = defineKind({
  kind: "symbol",
  tokens: ["symbol"],
  about: "A placed symbol.",
  shape: {
    libName: optionalText("lib_name", "Name in lib_symbols where it differs from the library's."),
    libId: optionalText("lib_id", "Library and name."),
    at: placement("Its place.", { zero: "written" }),
    mirror,
    unit: optionalInteger("unit", "Which unit of the part."),
    convert: optionalInteger("convert", "2 for the De Morgan form (KiCad 6 to 9)."),
    bodyStyle: optionalInteger("body_style", "2 for the De Morgan form (KiCad 10)."),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
    inBom: optionalYesNo("in_bom", "Whether it is in the bill of materials."),
    onBoard: optionalYesNo("on_board", "Whether it goes to the board."),
    inPosFiles: optionalYesNo("in_pos_files", "Whether it is in position files (KiCad 10)."),
    dnp: optionalYesNo("dnp", "Whether it is not to be populated."),
    fieldsAutoplaced: fieldsAutoplaced(),
    uuid: schematicUuid(),
    instances,
  },
  children: { property, pin: symbolPin },
});

export type PlacedSymbol = ItemOf<typeof symbol>;
