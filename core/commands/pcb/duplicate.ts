import { Type } from "typebox";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { copyItems, FreeReferences, setReference } from "./copy-items.ts";
import { passNets } from "./follow-nets.ts";
import { alone } from "./move.ts";
import { selectItems } from "./selection.ts";
import { alter, moveItem } from "./transform.ts";

export const references = Type.Optional(
  Type.Union([Type.Literal("new"), Type.Literal("keep")], {
    description: "new (default): copied footprints get the next free references; keep: the same, as KiCad does.",
  }),
);

export const duplicate = defineEdit({
  id: "pcb.duplicate",
  title: "Duplicate",
  about:
    "Copies items, moved by a vector; a group is copied with its members. Copies of footprints keep the nets of their pads, " +
    "get free references (KiCad's Duplicate keeps them) and are no longer tied to the schematic. Copies are not locked.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to copy"),
    by: Type.Optional(pointMm("Where the copies go, from the originals; [1, 1] when left out")),
    references,
    alone,
  },
  examples: [
    {
      about: "One more resistor below.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "R5", by: [0, 3] },
    },
    {
      about: "A group, its parts with free references.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "R1", by: [0, 10] },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "duplicate", { force: true, alone: args.alone, notes });
    const by = args.by === undefined ? { x: 1e6, y: 1e6 } : toPoint(args.by);
    const free = new FreeReferences(cx.doc);
    const copies = copyItems(cx.edit, items);
    for (const item of items) {
      const id = copies.get(item.id)!;
      unlockCopy(cx.edit.doc.items.get(id)!, (patch) => cx.edit.set(id, patch));
      alter(cx.edit, moveItem(cx.edit.doc.items.get(id)!, by));
      if (item.kind !== "footprint" || args.references === "keep") continue;
      const reference = free.after(referenceOf(item));
      setReference(cx.edit, id, reference);
      notes.push(`The copy of ${referenceOf(item)} is ${reference}.`);
    }
    return [...notes, ...passNets(cx)];
  },
});

export function unlockCopy(copy: Item, set: (patch: { locked: boolean }) => void): void {
  if (copy["locked"] === true) set({ locked: false });
}
