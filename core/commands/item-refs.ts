import { CommandError } from "../base/error.ts";
import { fieldValue } from "../model/board/footprint.ts";
import type { Doc } from "../model/document.ts";
import type { Item, ItemId } from "../model/item.ts";
import { nearest } from "./registry.ts";

/** An item that a call names; `owner` when it stands inside another (a pad, a field, a pin). */
export interface Found {
  readonly item: Item;
  readonly owner?: Item;
  /** The items between both, from the outermost: a library symbol's pin stands in one of its units. */
  readonly within?: readonly Item[];
}

/** The items around one, from the top-level one down. */
export function ownersOf({ owner, within }: Found): readonly Item[] {
  return owner === undefined ? [] : [owner, ...(within ?? [])];
}

/** Items inside others that a reference such as `R1.2` means. */
const terminals: ReadonlySet<string> = new Set(["pad", "pin"]);

/** The reference of a footprint or a symbol (`R1`); "" for what has none. */
export function referenceOf(item: Item): string {
  return item.kind === "footprint" || item.kind === "symbol" ? fieldValue(item, "Reference") : "";
}

/**
 * The items that a text means: a uuid (also of something inside a footprint), a reference `R1`, a pad or pin `R1.2`,
 * or a net's name (its tracks, vias, zones and graphics). A list means all of its texts; nothing comes twice.
 * Throws `not-found`, which names the nearest.
 */
export function resolveItems(doc: Doc, refs: string | readonly string[], verb = "find"): Found[] {
  const found = new Map<ItemId, Found>();
  for (const ref of typeof refs === "string" ? [refs] : refs)
    for (const each of resolveRef(doc, ref, verb)) found.set(each.item.id, each);
  return [...found.values()];
}

/** The like for references that must be items of their own: what stands inside another is refused. */
export function resolveTopLevel(doc: Doc, refs: string | readonly string[], verb: string): Item[] {
  return resolveItems(doc, refs, verb).map(({ item, owner }) => {
    if (owner === undefined) return item;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot ${verb} ${item.kind} ${item.id}: it belongs to ${referenceOf(owner) || owner.id}.`,
      hint: `Name the ${owner.kind} instead: ${JSON.stringify(referenceOf(owner) || owner.id)}.`,
      data: { id: item.id, owner: owner.id },
    });
  });
}

function resolveRef(doc: Doc, ref: string, verb: string): Found[] {
  const own = doc.items.get(ref);
  if (own !== undefined) return [{ item: own }];
  const named = [...doc.items.ofKind("footprint", "symbol")].filter((item) => referenceOf(item) === ref);
  if (named.length > 0) return named.map((item) => ({ item }));
  const terminal = resolveTerminal(doc, ref);
  if (terminal.length > 0) return terminal;
  for (const owner of doc.items.ofKind("footprint", "symbol", "sheet", "dimension")) {
    const item = owner.children.find((child) => child.id === ref);
    if (item !== undefined) return [{ item, owner }];
  }
  const onNet = doc.kind === "board" && ref !== "" ? itemsOnNet(doc, ref) : [];
  if (onNet.length > 0) return onNet.map((item) => ({ item }));
  throw notFound(doc, ref, verb);
}

function resolveTerminal(doc: Doc, ref: string): Found[] {
  const dot = ref.lastIndexOf(".");
  if (dot < 1) return [];
  const reference = ref.slice(0, dot);
  const number = ref.slice(dot + 1);
  const found: Found[] = [];
  for (const owner of doc.items.ofKind("footprint", "symbol")) {
    if (referenceOf(owner) !== reference) continue;
    for (const item of owner.children)
      if (terminals.has(item.kind) && item["number"] === number) found.push({ item, owner });
  }
  return found;
}

/**
 * What texts mean like {@link resolveItems}, and also what stands deeper or in a library: any id, a library symbol by
 * its name (`Device:R`), its units by theirs (`R_1_1`), its pins by number (`Device:R.1`).
 */
export function resolveAnywhere(
  doc: Doc,
  refs: string | readonly string[],
  verb: string,
  resolve: (ref: string) => readonly Found[] = (ref) => resolveItems(doc, ref, verb),
): Found[] {
  const found = new Map<ItemId, Found>();
  for (const ref of typeof refs === "string" ? [refs] : refs) {
    const deep = doc.items.entry(ref) === undefined ? resolveDeep(doc, ref) : [];
    for (const each of deep.length > 0 ? deep : resolve(ref)) found.set(each.item.id, each);
  }
  return [...found.values()];
}

/** Things below the parts of top-level items, and those of libraries. */
function resolveDeep(doc: Doc, ref: string): Found[] {
  const found: Found[] = [];
  const dot = ref.lastIndexOf(".");
  const visit = (item: Item, owners: readonly Item[]) => {
    const isPart = item.kind === "librarySymbol" || item.kind === "symbolUnit";
    const isPin =
      item.kind === "libraryPin" && dot > 0 && (item["number"] as { text: string }).text === ref.slice(dot + 1);
    const isNamed = isPart && item["name"] === ref;
    const symbol = owners.find((each) => each.kind === "librarySymbol");
    if (
      isNamed ||
      (isPin && symbol?.["name"] === ref.slice(0, dot)) ||
      (item.id === ref && (owners.length > 1 || symbol !== undefined || (isPart && owners.length > 0)))
    ) {
      const [owner, ...within] = owners;
      found.push({ item, ...(owner === undefined ? {} : { owner }), ...(within.length === 0 ? {} : { within }) });
    }
    for (const child of item.children)
      if (child.children.length > 0 || owners.length > 0 || isPart) visit(child, [...owners, item]);
  };
  // Only these hold things that hold others.
  const kinds = ["librarySymbols", "librarySymbol", "footprint"];
  for (const entry of doc.items.entries) if (kinds.includes(entry.kind)) visit(entry.item(), []);
  return found;
}

/** Everything at a board's top level that carries the net. */
export function itemsOnNet(doc: Doc, net: string): Item[] {
  return [...doc.items.ofKind("track", "arcTrack", "via", "zone", "graphic")].filter((item) => item["net"] === net);
}

/** Whether the document has a net of this name. */
export function hasNet(doc: Doc, name: string): boolean {
  return name !== "" && (doc.file.netCodes.size > 0 ? doc.file.netCodes.has(name) : netNames(doc).includes(name));
}

/** The board's nets by name, without the empty one. */
export function netNames(doc: Doc): string[] {
  const names = new Set(doc.file.netCodes.keys());
  if (names.size === 0 && doc.kind === "board") {
    for (const item of doc.items.ofKind("track", "arcTrack", "via", "zone", "graphic", "footprint")) {
      for (const each of item.kind === "footprint" ? item.children : [item])
        if (typeof each["net"] === "string") names.add(each["net"]);
    }
  }
  names.delete("");
  return [...names];
}

function notFound(doc: Doc, ref: string, verb: string): CommandError {
  const dot = ref.lastIndexOf(".");
  const owners = [...doc.items.ofKind("footprint", "symbol")];
  const owner = dot < 1 ? undefined : owners.find((item) => referenceOf(item) === ref.slice(0, dot));
  const numbers = owner?.children.filter((child) => terminals.has(child.kind)).map((child) => String(child["number"]));
  const known =
    numbers === undefined
      ? [...owners.map(referenceOf), ...netNames(doc)].filter((name) => name !== "")
      : numbers.map((number) => `${ref.slice(0, dot)}.${number}`);
  const near = nearest(ref, known);
  const reason =
    numbers === undefined
      ? `there is no such item, reference${doc.kind === "board" ? ", pad or net" : " or pin"}`
      : `${ref.slice(0, dot)} has ${[...new Set(numbers)].slice(0, 20).join(", ")}`;
  return new CommandError({
    code: "not-found",
    message: `Cannot ${verb} ${JSON.stringify(ref)}: ${reason}.`,
    hint: near === undefined ? "List what is there with query.items." : `Did you mean ${JSON.stringify(near)}?`,
    data: { ref, ...(near === undefined ? {} : { nearest: near }) },
  });
}
