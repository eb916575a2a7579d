import type { Json } from "../../format/json-tree.ts";
import { jsonValue, parseJson } from "../../format/json-tree.ts";
import type { Field } from "../field.ts";
import type { Item, ItemId, Source } from "../item.ts";
import { defineKind } from "../kind.ts";

const value: Field<Json> = {
  about: "What the file says there: any JSON but an object. Lengths are in mm and line widths in mils, as in the file.",
  absent: null,
  // Settings are read with their file, not from a tree of lists.
  read: () => null,
  write: (json) => JSON.stringify(json),
};

/** One setting of a project file. Its id is its path, e.g. `meta.version`. */
export const setting = defineKind({
  kind: "setting",
  tokens: [],
  about: "A setting of the project file.",
  shape: { value },
});

/** A setting as an item; `source` is the text that its value came from. */
export function settingItem(id: ItemId, order: number, source: Source, value: Json): Item {
  return { id, kind: "setting", order, source, base: null, children: [], value };
}

/** What a setting's source says: a setting that was changed differs from it. */
export function sourceValue({ bytes, start, end }: Source): Json | undefined {
  const { root } = parseJson(bytes.subarray(start, end));
  return root === null ? undefined : jsonValue(root);
}

/** Whether the source is a number with a decimal point: what it becomes is written with one, too. */
export function isReal({ bytes, start, end }: Source): boolean {
  const { root } = parseJson(bytes.subarray(start, end));
  return root?.is === "leaf" && root.isReal;
}
