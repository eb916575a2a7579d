import { decodeText, headOf, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { ATOM, LIST } from "../format/tree.ts";

/** Since these versions KiCad writes `(hide yes)` for `hide` in effects, and in pins. */
const FLAGS_IN_EFFECTS = 20231014;
const FLAGS_IN_PINS = 20240716;
/** Since this version a symbol's description is a field like others. */
const DESCRIPTION_FIELD = 20230819;
/** Version before which fields had numbers. */
const NO_FIELD_IDS = 20220331;

/** Words that stand alone in older files and in lists of their own in newer ones, by the list around them. */
const flags: Readonly<Record<string, readonly string[]>> = {
  effects: ["hide"],
  font: ["bold", "italic"],
  pin: ["hide"],
  pin_names: ["hide"],
  pin_numbers: ["hide"],
};

/**
 * A part of a symbol as compact text in the spelling of a file version: libraries live longer than the KiCad that wrote
 * them, and a schematic keeps the spelling of its own version.
 */
export function respell(tree: Tree, node: number, version: number): string {
  if (tree.kind[node] !== LIST) return decodeText(tree.bytes, tree.start[node]!, tree.end[node]!);
  const head = headOf(tree, node);
  const own = flags[head] ?? [];
  const asLists = version >= (head === "effects" || head === "font" ? FLAGS_IN_EFFECTS : FLAGS_IN_PINS);
  const parts: string[] = [];
  for (let c = node + 1; c < tree.next[node]!; c = tree.next[c]!) {
    const isFirst = c === node + 1;
    if (tree.kind[c] === ATOM && !isFirst && own.includes(textOf(tree, c))) {
      parts.push(asLists ? `(${textOf(tree, c)} yes)` : textOf(tree, c));
      continue;
    }
    if (tree.kind[c] === LIST) {
      const inner = headOf(tree, c);
      if (head === "property" && inner === "id" && version >= NO_FIELD_IDS) continue;
      if (own.includes(inner)) {
        const value = tree.next[c + 1]! < tree.next[c]! ? textOf(tree, tree.next[c + 1]!) : "yes";
        if (value !== "no") parts.push(asLists ? `(${inner} yes)` : inner);
        continue;
      }
    }
    parts.push(respell(tree, c, version));
  }
  if (head === "property" && version >= DESCRIPTION_FIELD && parts[1] === '"ki_description"')
    parts[1] = '"Description"';
  return `(${parts.join(" ")})`;
}
