import { Cells } from "../../geometry/cells.ts";
import { shapesMeet } from "../../geometry/distance.ts";
import { boxesMeet, boxOf, type Shape } from "../../geometry/shape.ts";
import type { Pad } from "../board/pad.ts";
import { expandLayers } from "../board/pad.ts";
import type { Via } from "../board/via.ts";
import type { Placement } from "../field.ts";
import type { Item, ItemId } from "../item.ts";
import { viaHole, viaShape, viaSpan } from "./item-shapes.ts";
import { padCopper, padHole } from "./pad-copper.ts";

/** A via or a plated pad, as far as it keeps others' rings and its own. */
export interface Bored {
  readonly net: string;
  /** On which layers it has a ring that nothing connects to. */
  readonly keeps: "all" | "ends" | "none";
  readonly rings: readonly Shape[];
  readonly holes: readonly Shape[];
}

export function boredVia(via: Via): Bored {
  return { net: via.net, keeps: keptBy(via), rings: [viaShape(via)], holes: [viaHole(via)] };
}

export function boredPad(pad: Pad, footprint: Placement): Bored {
  return { net: pad.net, keeps: keptBy(pad), rings: padCopper(pad, footprint), holes: padHole(pad, footprint) };
}

function keptBy({ removeUnusedLayers, keepEndLayers }: Pad | Via): Bored["keeps"] {
  if (removeUnusedLayers !== true) return "all";
  return keepEndLayers === true ? "ends" : "none";
}

/**
 * Whether another via or plated pad of the same net touches this one, whose unused rings then count as used on all layers
 * that the other passes: also where neither has a ring, for KiCad asks whether they are joined anywhere. One that keeps
 * no ring counts by its hole. Measured with KiCad 9.0.8 (test/oracle/joined-rings.test.ts).
 */
export function keepsRings(own: Bored, other: Bored): boolean {
  if (own.net === "" || own.net !== other.net || own.keeps === "all") return false;
  return meet(touchingShapes(own), touchingShapes(other));
}

function touchingShapes({ keeps, rings, holes }: Bored): readonly Shape[] {
  return keeps === "none" ? holes : rings;
}

function meet(some: readonly Shape[], others: readonly Shape[]): boolean {
  return some.some((one) => others.some((other) => boxesMeet(one.box, other.box) && shapesMeet(one, other)));
}

/** For each item those of the others that keep its rings, found when first asked for. */
export function ringKeepers<T extends object>(
  items: readonly T[],
  boredOf: (item: T) => Bored,
): (item: T) => readonly T[] {
  const byNet = new Map<string, { readonly item: T; readonly bored: Bored }[]>();
  for (const item of items) {
    const bored = boredOf(item);
    const list = byNet.get(bored.net);
    if (list === undefined) byNet.set(bored.net, [{ item, bored }]);
    else list.push({ item, bored });
  }
  const known = new Map<T, readonly T[]>();
  return (item) => {
    let keepers = known.get(item);
    if (keepers === undefined) {
      const bored = boredOf(item);
      const near = byNet.get(bored.net) ?? [];
      keepers = near.filter((other) => other.item !== item && keepsRings(bored, other.bored)).map((each) => each.item);
      known.set(item, keepers);
    }
    return keepers;
  };
}

/** On which layers others of its net keep the rings of a via or plated pad. */
export type JoinedLayers = (id: ItemId, own: Bored) => ReadonlySet<string>;

/** Finds them among a board's vias and footprints; `copper` are its copper layers from front to back. */
export function joinedLayers(items: Iterable<Item>, copper: readonly string[]): JoinedLayers {
  const all: { readonly id: ItemId; readonly bored: Bored; readonly layers: readonly string[] }[] = [];
  for (const item of items) {
    if (item.kind === "via") {
      const via = item as unknown as Via;
      all.push({ id: via.id, bored: boredVia(via), layers: viaSpan(via, copper) });
    }
    for (const child of item.kind === "footprint" ? item.children : []) {
      const pad = child as unknown as Pad;
      if (child.kind !== "pad" || pad.type !== "thru_hole" || pad.net === "") continue;
      all.push({ id: pad.id, bored: boredPad(pad, item["at"] as Placement), layers: expandLayers(pad.layers, copper) });
    }
  }
  const cells = new Cells(all.map(({ bored }) => boxOf([...bored.rings, ...bored.holes])));
  return (id, own) => {
    const near = cells.search(boxOf([...own.rings, ...own.holes])).map((i) => all[i]!);
    return new Set(near.flatMap((each) => (each.id !== id && keepsRings(own, each.bored) ? each.layers : [])));
  };
}
