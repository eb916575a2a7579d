import { decodeText, headOf, wordOf } from "../../format/text.ts";
import { LIST, parseTree } from "../../format/tree.ts";
import { sortedParts } from "../../model/board/footprint-order.ts";
import type { FileContext } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { childKindOf, RESERVED } from "../../model/item.ts";
import type { Kind } from "../../model/kind.ts";
import { childKind, fieldOf, fieldTexts, takesPlace } from "../../model/kind.ts";

/** An item taken apart, to be changed and written anew: its properties, what is inside, and what nobody knows. */
export interface Part {
  kind: Kind;
  readonly item: Item;
  readonly values: Record<string, unknown>;
  inside: Part[];
  /** Lists and words that the kind does not know, as they stand. */
  readonly unknown: readonly string[];
}

/** Takes an item apart; its values are shared and must be replaced, not changed. */
export function partOf(kind: Kind, item: Item): Part {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(item)) if (!RESERVED.has(key)) values[key] = item[key];
  return {
    kind,
    item,
    values,
    inside: item.children.map((child) => partOf(childKindOf(kind, child), child)),
    unknown: unknownIn(kind, item),
  };
}

function unknownIn(kind: Kind, item: Item): string[] {
  const { bytes, start, end } = item.source;
  const tree = parseTree(bytes, { from: start, to: end, maxDepth: 2 });
  const found: string[] = [];
  let place = 0;
  for (let c = tree.next[1]!; c < tree.next[0]!; c = tree.next[c]!) {
    const isList = tree.kind[c] === LIST;
    if (isList && childKind(kind, headOf(tree, c)) !== undefined) continue;
    const rank = fieldOf(kind, tree, c, isList ? -1 : place);
    if (takesPlace(kind, tree, c)) place++;
    if (rank === undefined) found.push(isList ? decodeText(bytes, tree.start[c]!, tree.end[c]!) : wordOf(tree, c));
  }
  return found;
}

/** The property before which KiCad writes what is inside an item; behind all of them where none is named. */
const insideBefore: Readonly<Record<string, string>> = {
  symbol: "instances",
  sheet: "instances",
  librarySymbol: "embeddedFonts",
};

/** A footprint's own properties that come before its fields, and those behind all that is drawn. */
const beforeFields = new Set([
  ...["", "libId", "fileVersion", "generator", "generatorVersion", "locked", "placed", "layer", "tedit", "uuid", "at"],
  ...["descr", "tags"],
]);
const behindDrawn = new Set(["embeddedFonts", "embeddedFiles"]);

/** A part as compact text for files of `file`'s version, in KiCad's order. */
export function writePart(part: Part, file: FileContext): string {
  const texts = fieldTexts(part.kind, part.values, file);
  const inside = part.inside.map((each) => writePart(each, file));
  if (part.kind.kind === "footprint") return writeFootprint(part, file);
  const before = insideBefore[part.kind.kind];
  const names = Object.keys(part.kind.shape);
  const limit = before === undefined ? names.length : names.indexOf(before);
  const at = texts.findIndex(({ name }) => name !== "" && names.indexOf(name) >= limit);
  const own = texts.map(({ text }) => text);
  own.splice(at < 0 ? own.length : at, 0, ...inside);
  return `(${[...own, ...part.unknown].join(" ")})`;
}

function writeFootprint(part: Part, file: FileContext): string {
  const texts = fieldTexts(part.kind, part.values, file);
  const byItem = new Map(part.inside.map((each) => [asItem(each), each]));
  const sorted = sortedParts({ ...part.item, ...part.values, children: [...byItem.keys()] });
  const written = (items: readonly Item[]) => items.map((item) => writePart(byItem.get(item)!, file));
  const own = (when: (name: string) => boolean) => texts.filter(({ name }) => when(name)).map(({ text }) => text);
  const all = [
    ...own((name) => beforeFields.has(name) && !(name === "at" && isOwnFile(part))),
    ...written(sorted.fields),
    ...own((name) => !beforeFields.has(name) && !behindDrawn.has(name)),
    ...written(sorted.drawn),
    ...part.unknown,
    ...own((name) => behindDrawn.has(name)),
    ...written(sorted.models),
  ];
  return `(${all.join(" ")})`;
}

/** A footprint's own file names no place, since everything in it is relative to that. */
function isOwnFile({ values }: Part): boolean {
  const { x, y, angle } = values["at"] as { x: number; y: number; angle: number };
  return values["fileVersion"] !== null && x === 0 && y === 0 && angle === 0;
}

function asItem(part: Part): Item {
  return { ...part.item, ...part.values, kind: part.kind.kind };
}
