import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { force } from "./move.ts";
import { selectItems } from "./selection.ts";

export const remove = defineEdit({
  id: "pcb.delete",
  title: "Delete",
  about:
    "Deletes items; a group goes with its members. Deleted items leave the groups that list them. For footprints the " +
    "notes tell which nets lost pads.",
  scope: "board",
  onParts: true,
  args: { items: itemRefs("What to delete"), force },
  examples: [
    { about: "The resistor.", fixture: "blinky/blinky.kicad_pcb", args: { items: "R1" } },
    { about: "All copper of a net.", fixture: "blinky/blinky.kicad_pcb", args: { items: ["GND"] } },
  ],
  run(cx, args) {
    const items = selectItems(cx.doc, args.items, "delete", { force: args.force, alone: true });
    leaveGroups(cx.edit, new Set(items.map((item) => item.id)));
    const notes = items.filter((item) => item.kind === "footprint").map(disconnected);
    for (const item of items) cx.edit.remove(item.id);
    return notes;
  },
});

/** Takes items out of the groups and patterns that list them; a group that is left empty goes too. */
export function leaveGroups(edit: Edit, gone: ReadonlySet<ItemId>): void {
  const empty = new Set<ItemId>();
  for (const group of edit.doc.items.ofKind("group", "generated")) {
    const members = group["members"] as readonly ItemId[];
    if (gone.has(group.id) || !members.some((id) => gone.has(id))) continue;
    const left = members.filter((id) => !gone.has(id));
    edit.set(group.id, { members: left });
    if (left.length === 0 && group.kind === "group") empty.add(group.id);
  }
  if (empty.size === 0) return;
  leaveGroups(edit, empty);
  for (const id of empty) edit.remove(id);
}

function disconnected(footprint: Item): string {
  const pads = footprint.children.filter((child) => child.kind === "pad" && child["net"] !== "");
  const nets = [...new Set(pads.map((pad) => String(pad["net"])))];
  const name = referenceOf(footprint) || footprint.id;
  if (nets.length === 0) return `${name} is gone; none of its pads had a net.`;
  const said = nets.slice(0, 12).map(
    (net) =>
      `${net} (${pads
        .filter((p) => p["net"] === net)
        .map((p) => p["number"])
        .join(", ")})`,
  );
  return `${name} is gone; disconnected: ${said.join("; ")}${nets.length > 12 ? ` and ${nets.length - 12} more nets` : ""}.`;
}
