import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import type { Block } from "./blocks.ts";
import { blocksOf, moveBlock } from "./blocks.ts";
import { circleThrough, middleOfBox } from "./body-box.ts";
import { flipItem } from "./flip-item.ts";
import { passNets } from "./follow-nets.ts";
import { alone, force } from "./move.ts";
import { anchorOf, nameOf, pointsOf, refuseLocked } from "./selection.ts";
import { alter, moveItem, rotateItem } from "./transform.ts";

export const swap = defineEdit({
  id: "pcb.swap",
  title: "Swap",
  about:
    "Exchanges the places of two items, or passes them round among several (each takes the place of the one before), as " +
    "KiCad's Swap. Footprints take over side and angle as well; other items of one kind their layer. Tracks stay where " +
    "they are.",
  scope: "board",
  args: { items: itemRefs("Two or more items"), force, alone },
  examples: [
    { about: "Two parts change places.", fixture: "board-tools/board-tools.kicad_pcb", args: { items: ["C1", "R5"] } },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const blocks = blocksOf(cx.doc, args.items, "swap", { alone: args.alone, notes });
    if (blocks.length < 2) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot swap ${blocks.map((block) => nameOf(block.item)).join("")}: it takes two items or more.`,
        hint: 'Example: { "items": ["R1", "R2"] }.',
      });
    }
    if (args.force !== true) for (const block of blocks) for (const item of block.items) refuseLocked(item, "swap");
    // Where each was: the first takes the second's place, and so on; the last takes the first's.
    const places = blocks.map(placeOf);
    for (const [i, block] of blocks.entries()) {
      const next = (i + 1) % blocks.length;
      takePlace(cx.edit, block, places[i]!, blocks[next]!, places[next]!);
    }
    return [...notes, ...passNets(cx)];
  },
});

/** The place that KiCad knows an item by: of drawings the centre of what is round, else where they begin. */
function placeOf({ item, box }: Block): Point {
  if (item.kind === "group") return middleOfBox(box);
  if (item.kind !== "graphic") return anchorOf(item) ?? middleOfBox(box);
  const [start, mid, end] = ["start", "mid", "end"].map((name) => item[name] as Point | null);
  const bend = start && mid && end ? circleThrough(start, mid, end) : null;
  if (bend !== null) return { x: Math.round(bend.x), y: Math.round(bend.y) };
  return (item["center"] as Point | null) ?? start ?? pointsOf(item)[0] ?? middleOfBox(box);
}

function takePlace(edit: Edit, block: Block, from: Point, other: Block, to: Point): void {
  const by = { x: to.x - from.x, y: to.y - from.y };
  const { item } = block;
  if (item.kind === "footprint" && other.item.kind === "footprint") placeFootprint(edit, item, other.item);
  else {
    moveBlock(edit, block, by);
    const layer = other.item["layer"];
    if (item.kind === other.item.kind && typeof layer === "string" && layer !== "") edit.set(item.id, { layer });
  }
}

function placeFootprint(edit: Edit, item: Item, like: Item): void {
  const now = () => edit.doc.items.get(item.id)!;
  const goal = like["at"] as Placement;
  const at = item["at"] as Placement;
  alter(edit, moveItem(item, { x: goal.x - at.x, y: goal.y - at.y }));
  if (item["layer"] !== like["layer"]) flipItem(edit, now(), goal, "left-right");
  const angle = goal.angle - (now()["at"] as Placement).angle;
  if (angle % 360 !== 0) alter(edit, rotateItem(now(), angle, goal));
}
