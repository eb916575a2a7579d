import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import type { ItemId } from "../../model/item.ts";
import { matchesWildcard } from "./wildcard.ts";

interface Names {
  readonly areas: Map<string, readonly BoardItem[]>;
  readonly footprints: Map<string, readonly BoardItem[]>;
  groups: ReadonlyMap<ItemId, readonly string[]> | null;
}

const kept = new WeakMap<BoardItems, Names>();

function namesOf(items: BoardItems): Names {
  let made = kept.get(items);
  if (made === undefined) kept.set(items, (made = { areas: new Map(), footprints: new Map(), groups: null }));
  return made;
}

/** Zones and rule areas of a name, which may have wildcards or be an id. */
export function areasNamed(items: BoardItems, name: string): readonly BoardItem[] {
  const { areas } = namesOf(items);
  let found = areas.get(name);
  if (found === undefined) {
    const own = items.byId.get(name);
    found =
      own?.type === "zone"
        ? [own]
        : name === ""
          ? []
          : items.zones.filter((zone) => matchesWildcard((zone.item["name"] as string | null) ?? "", name));
    areas.set(name, found);
  }
  return found;
}

/** Footprints that a selector means, found once for each selector. */
export function footprintsNamed(
  items: BoardItems,
  name: string,
  matches: (footprint: BoardItem, name: string) => boolean,
): readonly BoardItem[] {
  const { footprints } = namesOf(items);
  let found = footprints.get(name);
  if (found === undefined)
    footprints.set(name, (found = name === "" ? [] : items.footprints.filter((each) => matches(each, name))));
  return found;
}

/** The names of the groups that hold an item or its footprint, the groups' own groups too. */
export function groupsOf(items: BoardItems, item: BoardItem): readonly string[] {
  const names = namesOf(items);
  names.groups ??= readGroups(items);
  const own = names.groups.get(item.id);
  if (own !== undefined) return own;
  return item.footprint === null ? [] : (names.groups.get(item.footprint.id) ?? []);
}

function readGroups(items: BoardItems): Map<ItemId, readonly string[]> {
  const owner = new Map<ItemId, { readonly name: string; readonly id: ItemId }>();
  const groups = [...items.doc.items.ofKind("group", "generated")];
  for (const footprint of items.footprints)
    groups.push(...footprint.item.children.filter((child) => child.kind === "group"));
  for (const group of groups)
    for (const member of group["members"] as readonly ItemId[])
      owner.set(member, { name: (group["name"] as string | null) ?? "", id: group.id });
  const found = new Map<ItemId, readonly string[]>();
  for (const member of owner.keys()) {
    const names: string[] = [];
    const seen = new Set<ItemId>();
    for (let at = owner.get(member); at !== undefined && !seen.has(at.id); at = owner.get(at.id)) {
      seen.add(at.id);
      names.push(at.name);
    }
    found.set(member, names);
  }
  return found;
}
