import type { Box, Nm } from "../../../base/nm.ts";
import { boxesMeet, grownBox } from "../../../geometry/shape.ts";
import type { BoardItem, BoardItems } from "../../../model/board/board-items.ts";
import { isBoardItem, itemMaker, itemsOfLists } from "../../../model/board/board-items.ts";
import { layersMeet } from "../../../model/board/layer-set.ts";
import type { Zone } from "../../../model/board/zone.ts";
import type { Doc } from "../../../model/document.ts";
import type { Item, ItemId } from "../../../model/item.ts";
import type { Entry } from "../../../model/item-table.ts";
import { sameValue } from "../../../model/kind.ts";
import type { ProjectSettings } from "../../../model/project/settings.ts";
import { difference } from "../../connect/live-nets.ts";
import type { Rule } from "../../rules/constraint.ts";
import { CheckBoard } from "../check-board.ts";
import { coverOf, reachOf } from "./touched.ts";

/** What filling may add to the distances that rules ask for: pens and chords. */
const SLACK: Nm = 500_000;

/** What boards go by. */
interface Ruled {
  readonly settings: ProjectSettings;
  readonly rules: readonly Rule[];
}

/**
 * Which of some copper zones lie near to what differs between the board as it was when they were filled and as it is
 * now, so that filling them again may give something else. More than needed, never less.
 */
export function outdatedFills(
  before: Doc,
  now: Doc,
  among: ReadonlySet<ItemId>,
  { settings, rules }: Ruled,
): Set<ItemId> {
  const { gone, come } = difference(before.items.entries, now.items.entries);
  const old = new Map(gone.map((entry) => [entry.id, entry]));
  const same = come.filter((entry) => {
    const other = old.get(entry.id);
    return other !== undefined && isAsFilled(other.item(), entry.item());
  });
  const kept = new Set(same.map(({ id }) => id));
  const zones = boardOf(
    now,
    [...now.items.entries].filter(({ kind }) => kind === "zone"),
    settings,
    rules,
  );
  const changed = [
    ...marksOf(
      boardOf(
        before,
        gone.filter(({ id }) => !kept.has(id)),
        settings,
        rules,
      ),
    ),
    ...marksOf(
      boardOf(
        now,
        come.filter(({ id }) => !kept.has(id)),
        settings,
        rules,
      ),
    ),
  ];
  // Nets, layers and the board's setup say something about all of it.
  const isAll = [...gone, ...come].some(({ kind }) => !isBoardItem(kind)) || changed.some(({ item }) => isEdge(item));
  const reach = reachOf(zones) + SLACK;
  const found = new Set<ItemId>();
  const open = zones.items.zones.filter((zone) => !zone.isRuleArea);
  for (const zone of open) {
    const own = (zone.item as unknown as Zone).connectPads.clearance ?? 0;
    const area = grownBox(coverOf(zones, zone), reach + own);
    const isNear = ({ item, box }: Mark) => layersMeet(item.layers, zone.layers) && boxesMeet(box, area);
    if (isAll || changed.some((mark) => mark.item.id === zone.id || isNear(mark))) found.add(zone.id);
  }
  // Zones of a lower rank fill what one of a higher rank leaves.
  for (let grows = found.size > 0; grows; ) {
    grows = false;
    for (const zone of open) {
      if (found.has(zone.id)) continue;
      const area = coverOf(zones, zone);
      const meets = (other: BoardItem) =>
        found.has(other.id) && layersMeet(other.layers, zone.layers) && boxesMeet(coverOf(zones, other), area);
      if (!open.some(meets)) continue;
      found.add(zone.id);
      grows = true;
    }
  }
  return new Set([...found].filter((id) => among.has(id)));
}

interface Mark {
  readonly item: BoardItem;
  readonly box: Box;
}

/** What there is on copper or cuts through it, with its box. */
function marksOf(board: CheckBoard): Mark[] {
  return board.items.all
    .filter((item) => item.type !== "footprint" && (item.layers.copper !== 0 || isEdge(item)))
    .map((item) => ({ item, box: coverOf(board, item) }));
}

function isEdge({ item }: BoardItem): boolean {
  return item["layer"] === "Edge.Cuts" || item["layer"] === "Margin";
}

/** Whether two versions of an item differ in nothing, or in nothing but a zone's fill. */
function isAsFilled(a: Item, b: Item): boolean {
  if (a === b) return true;
  if (a.kind !== "zone" || b.kind !== "zone") return sameValue({ ...a, base: null }, { ...b, base: null });
  const bare = (zone: Zone) => ({
    ...zone,
    fills: null,
    fill: { ...zone.fill, filled: null },
    source: null,
    base: null,
  });
  return sameValue(bare(a as unknown as Zone), bare(b as unknown as Zone));
}

/** A board of some of a document's entries. */
function boardOf(doc: Doc, entries: readonly Entry[], settings: ProjectSettings, rules: readonly Rule[]): CheckBoard {
  const make = itemMaker(doc);
  let slots = 0;
  const lists = entries.map((entry) => {
    const list = isBoardItem(entry.kind) ? make(entry, slots) : [];
    slots += list.length;
    return list;
  });
  const items: BoardItems = itemsOfLists(doc, lists, slots, null);
  return new CheckBoard(doc, settings, rules, null, { items });
}
