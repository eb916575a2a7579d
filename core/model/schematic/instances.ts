import { decodeText, headOf, numberOf, quote, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Absent, Field } from "../field.ts";
import { argOf, listOf, listsOf } from "../field.ts";
import type { Surface } from "../surface.ts";
import { anyText, eachOf, integer, orNull, record, yesNo } from "../surface.ts";

/** What differs in a variant of the design; null where it is as usual. */
export interface InstanceVariant {
  readonly name: string;
  readonly dnp: boolean | Absent;
  readonly excludeFromSim: boolean | Absent;
  readonly inBom: boolean | Absent;
  readonly onBoard: boolean | Absent;
  readonly inPosFiles: boolean | Absent;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** What a symbol is called in one use of its sheet. */
export interface SymbolInstance {
  readonly project: string;
  /** Uuids of the sheets from the root down: `/top/sheet/…`. */
  readonly path: string;
  readonly reference: string;
  readonly unit: number;
  /** What differs by variant (KiCad 10); missing when nothing does. */
  readonly variants?: readonly InstanceVariant[];
  /** Value and footprint, in files of KiCad 6 and 7; other lists as compact text. */
  readonly extra: string;
}

/** The page number of one use of a sheet. */
export interface SheetInstance {
  readonly project: string;
  readonly path: string;
  readonly page: string;
  /** What differs by variant (KiCad 10); missing when nothing does. */
  readonly variants?: readonly InstanceVariant[];
}

const plainVariant: InstanceVariant = {
  name: "",
  dnp: null,
  excludeFromSim: null,
  inBom: null,
  onBoard: null,
  inPosFiles: null,
  fields: [],
};

const flags = [
  ["dnp", "dnp"],
  ["excludeFromSim", "exclude_from_sim"],
  ["inBom", "in_bom"],
  ["onBoard", "on_board"],
  ["inPosFiles", "in_pos_files"],
] as const;

const field = record<{ readonly name: string; readonly value: string }>({ name: anyText, value: anyText });
const variantSurface = filled(
  record<InstanceVariant>({
    name: anyText,
    dnp: orNull(yesNo),
    excludeFromSim: orNull(yesNo),
    inBom: orNull(yesNo),
    onBoard: orNull(yesNo),
    inPosFiles: orNull(yesNo),
    fields: eachOf(field),
  }),
  plainVariant,
);
const variantsSurface: Surface<readonly InstanceVariant[] | undefined> = {
  says: "a list of variants",
  to: (value) => (value ?? []).map((each) => variantSurface.to(each)),
  from: (json, current) => eachOf(variantSurface).from?.(json, current ?? []),
};

function filled<T extends object>(surface: Surface<T>, absent: T): Surface<T> {
  return { ...surface, from: (json, current) => surface.from?.(json, { ...absent, ...current }) };
}

function wordIn(tree: Tree, list: number, name: string): string {
  const node = listOf(tree, list, name);
  return node < 0 ? "" : textOf(tree, argOf(tree, node, 1));
}

function variantsOf(tree: Tree, path: number): readonly InstanceVariant[] {
  return listsOf(tree, path, "variant").map((variant) => {
    const made: Record<string, unknown> = { ...plainVariant, name: wordIn(tree, variant, "name") };
    for (const [name, token] of flags) {
      if (listOf(tree, variant, token) >= 0) made[name] = wordIn(tree, variant, token) !== "no";
    }
    made["fields"] = listsOf(tree, variant, "field").map((node) => ({
      name: wordIn(tree, node, "name"),
      value: wordIn(tree, node, "value"),
    }));
    return made as unknown as InstanceVariant;
  });
}

function writeVariant(variant: InstanceVariant): string {
  let text = `(variant (name ${quote(variant.name)})`;
  for (const [name, token] of flags) {
    const on = variant[name];
    if (on !== null) text += ` (${token} ${on ? "yes" : "no"})`;
  }
  for (const { name, value } of variant.fields) text += ` (field (name ${quote(name)}) (value ${quote(value)}))`;
  return `${text})`;
}

function writeVariants(variants: readonly InstanceVariant[] | undefined): string {
  return (variants ?? []).map((each) => ` ${writeVariant(each)}`).join("");
}

/** What of a path's list is none of `known`, as compact text with a blank before each. */
function extraOf(tree: Tree, path: number, known: readonly string[]): string {
  let extra = "";
  for (let c = tree.next[tree.next[path + 1]!]!; c < tree.next[path]!; c = tree.next[c]!) {
    const head = tree.kind[c] === LIST ? headOf(tree, c) : "";
    if (!known.includes(head)) extra += ` ${decodeText(tree.bytes, tree.start[c]!, tree.end[c]!)}`;
  }
  return extra;
}

/** `(instances (project "p" (path "/…" …) …) …)`. */
function instances<T extends { readonly project: string; readonly path: string }>(
  about: string,
  surface: Surface<readonly T[]>,
  read: (tree: Tree, path: number, where: { readonly project: string; readonly path: string }) => T,
  write: (instance: T) => string,
): Field<readonly T[]> {
  return {
    about,
    tokens: ["instances"],
    absent: [],
    surface,
    read(tree, [node]) {
      const found: T[] = [];
      for (const project of listsOf(tree, node!, "project")) {
        for (const path of listsOf(tree, project, "path")) {
          const where = { project: textOf(tree, argOf(tree, project, 1)), path: textOf(tree, argOf(tree, path, 1)) };
          found.push(read(tree, path, where));
        }
      }
      return found;
    },
    write(list) {
      if (list.length === 0) return null;
      const projects = [...new Set(list.map((each) => each.project))];
      const body = projects.map((project) => {
        const paths = list.filter((each) => each.project === project).map(write);
        return `(project ${quote(project)} ${paths.join(" ")})`;
      });
      return `(instances ${body.join(" ")})`;
    },
  };
}

const symbolKeys = filled(
  record<SymbolInstance>({
    project: anyText,
    path: anyText,
    reference: anyText,
    unit: integer,
    variants: variantsSurface as Surface<NonNullable<SymbolInstance["variants"]>>,
  }),
  { project: "", path: "", reference: "", unit: 1, extra: "" },
);

export const symbolInstances = instances<SymbolInstance>(
  "Reference and unit for each use of the sheet, by project and path.",
  eachOf(symbolKeys),
  (tree, path, where) => {
    const unit = listOf(tree, path, "unit");
    const variants = variantsOf(tree, path);
    return {
      ...where,
      reference: wordIn(tree, path, "reference"),
      unit: unit < 0 ? 1 : numberOf(tree, argOf(tree, unit, 1)) || 1,
      ...(variants.length === 0 ? {} : { variants }),
      extra: extraOf(tree, path, ["reference", "unit", "variant"]),
    };
  },
  (i) =>
    `(path ${quote(i.path)} (reference ${quote(i.reference)}) (unit ${i.unit})${i.extra}${writeVariants(i.variants)})`,
);

const sheetKeys = filled(
  record<SheetInstance>({
    project: anyText,
    path: anyText,
    page: anyText,
    variants: variantsSurface as Surface<NonNullable<SheetInstance["variants"]>>,
  }),
  { project: "", path: "", page: "" },
);

export const sheetInstances = instances<SheetInstance>(
  "Page number for each use of the sheet, by project and path.",
  eachOf(sheetKeys),
  (tree, path, where) => {
    const variants = variantsOf(tree, path);
    return { ...where, page: wordIn(tree, path, "page"), ...(variants.length === 0 ? {} : { variants }) };
  },
  (i) => `(path ${quote(i.path)} (page ${quote(i.page)})${writeVariants(i.variants)})`,
);
