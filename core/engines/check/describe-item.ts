import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { layerOf } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Placement } from "../../model/field.ts";
import type { ItemId } from "../../model/item.ts";
import { onBoard } from "../../model/shape/item-shapes.ts";

export interface ItemDescription {
  readonly uuid: ItemId;
  readonly description: string;
  /** In mm. */
  readonly pos: { readonly x: number; readonly y: number };
}

/** An item as a report names it: what it is, its net, where it belongs. */
export function describeItem(items: BoardItems, id: ItemId): ItemDescription {
  const item = items.byId.get(id);
  if (item === undefined) return { uuid: id, description: "Item", pos: { x: 0, y: 0 } };
  const at = placeOf(item);
  return { uuid: id, description: words(item), pos: { x: toMm(at.x), y: toMm(at.y) } };
}

function words(item: BoardItem): string {
  const net = item.net === "" ? "<no net>" : item.net;
  const of = item.footprint === null ? "" : ` of ${fieldValue(item.footprint.item, "Reference")}`;
  switch (item.type) {
    case "track":
    case "arc":
      return `Track [${net}] on ${layerOf(item)}`;
    case "via":
      return `Via [${net}]`;
    case "pad": {
      const { number, type } = item.item as unknown as Pad;
      return `${type === "np_thru_hole" ? "Unplated hole" : `Pad ${number} [${net}]`}${of}`;
    }
    case "zone":
      return item.isRuleArea
        ? `Rule area ${(item.item["name"] as string | null) ?? ""}${of}`.trim()
        : `Zone [${net}]${of}`;
    case "footprint":
      return `Footprint ${fieldValue(item.item, "Reference")}`;
    case "field":
      return `${(item.item["name"] as string | undefined) ?? (item.item["role"] as string)} field${of}`;
    case "text":
    case "textBox":
      return `Text '${item.item["text"] as string}'${of} on ${layerOf(item)}`;
    default:
      return `${item.type[0]!.toUpperCase()}${item.type.slice(1)}${of} on ${layerOf(item)}`;
  }
}

function placeOf(item: BoardItem): Point {
  const own = (item.item["at"] ?? item.item["start"] ?? item.item["center"] ?? { x: 0, y: 0 }) as Point;
  const frame = item.footprint === null ? null : (item.footprint.item["at"] as Placement);
  return onBoard({ x: own.x, y: own.y }, frame);
}
