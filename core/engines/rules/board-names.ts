import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import type { ItemId } from "../../model/item.ts";
import { matchesWildcard } from "./wildcard.ts";

interface Names {
  readonly areas: Map<string, readonly BoardItem[]>;
  readonly footprints: Map<string, readonly BoardItem[]>;
  groups: Groups | null;
}

interface Groups {
  /** The group that an item or a group lies in. */
  readonly owner: ReadonlyMap<ItemId, Group>;
  /** A group's name and those of the groups around it, by the group's id. */
  readonly names: Map<ItemId, readonly string[]>;
}

interface Group {
  readonly id: ItemId;
  readonly name: string;
}

/** How many groups may lie around an item; those beyond count for nothing, so that a hostile file takes no time. */
const DEEPEST = 1000;

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
  const { owner } = names.groups;
  const group = owner.get(item.id) ?? (item.footprint === null ? undefined : owner.get(item.footprint.id));
  return group === undefined ? [] : namesAround(names.groups, group);
}

function namesAround({ owner, names }: Groups, group: Group): readonly string[] {
  const known = names.get(group.id);
  if (known !== undefined) return known;
  const found: string[] = [];
  const seen = new Set<ItemId>();
  for (let at: Group | undefined = group; at !== undefined && !seen.has(at.id); at = owner.get(at.id)) {
    if (found.length === DEEPEST) break;
    seen.add(at.id);
    found.push(at.name);
  }
  names.set(group.id, found);
  return found;
}

function readGroups(items: BoardItems): Groups {
  const owner = new Map<ItemId, Group>();
  const groups = [...items.doc.items.ofKind("group", "generated")];
  for (const footprint of items.footprints)
    groups.push(...footprint.item.children.filter((child) => child.kind === "group"));
  for (const group of groups) {
    const named = { id: group.id, name: (group["name"] as string | null) ?? "" };
    for (const member of group["members"] as readonly ItemId[]) owner.set(member, named);
  }
  return { owner, names: new Map() };
}
