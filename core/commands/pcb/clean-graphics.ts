import type { Nm, Point } from "../../base/nm.ts";
import type { PathNode } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";

/**
 * Takes away drawings of no size, and (`twice`) those that another one covers: places nearer than `error` are the same, as
 * KiCad has it.
 */
export function cleanGraphics(
  edit: Edit,
  may: (item: Item) => boolean,
  take: (id: ItemId, why: string) => void,
  { twice, error }: { readonly twice: boolean; readonly error: Nm },
): void {
  const kept = new Map<string, Item[]>();
  for (const item of [...edit.doc.items.ofKind("graphic")]) {
    const key = lookOf(item);
    const alike = kept.get(key) ?? [];
    if (may(item) && isNothing(item, error)) take(item.id, "drawings of no size went");
    else if (may(item) && twice && alike.some((other) => covers(other, item, error)))
      take(item.id, "drawings that were there twice went");
    else kept.set(key, [...alike, item]);
  }
}

function isNothing(item: Item, error: Nm): boolean {
  const places = placesOf(item);
  // A circle is gone when it has no radius; what is drawn from place to place when it goes nowhere.
  return places.every((p) => isNear(p, places[0]!, item["center"] === null ? error : 1));
}

/** Whether two drawings of one look have their places, whichever end comes first. */
function covers(one: Item, other: Item, error: Nm): boolean {
  const [a, b] = [placesOf(one), placesOf(other)];
  const meet = (list: readonly Point[]) => a.length === list.length && a.every((p, i) => isNear(p, list[i]!, error));
  const line = /_(line|rect|arc)$/.test(String(one["token"]));
  return meet(b) || (line && meet([...b].reverse()));
}

function isNear(a: Point, b: Point, error: Nm): boolean {
  return Math.abs(a.x - b.x) < error && Math.abs(a.y - b.y) < error;
}

/** The places that a drawing goes by, one after the other. */
function placesOf(item: Item): Point[] {
  const single = ["center", "start", "mid", "end"].map((name) => item[name] as Point | null);
  const nodes = item["pts"] as readonly PathNode[];
  return [
    ...single.filter((p) => p !== null),
    ...nodes.flatMap((node) => ("start" in node ? [node.start, node.mid, node.end] : [node])),
  ];
}

/** What there is to a drawing beside its places. */
function lookOf(item: Item): string {
  return JSON.stringify([item["token"], item["layer"], item["stroke"], item["fill"], item["net"]]);
}
