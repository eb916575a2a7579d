import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { contactsOf, isOn } from "../../engines/sheet/contacts.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { breakAt, gridNotes } from "./draw-lines.ts";

export const addJunction = defineEdit({
  id: "sch.addJunction",
  title: "Add junction",
  about:
    "Puts a dot that joins the wires (or buses) that cross or meet there; wires that pass below it are broken in two, as " +
    "in KiCad. sch.wire puts the dots of its own wires by itself.",
  scope: "schematic",
  args: { at: pointMm("Where the wires meet") },
  examples: [{ about: "A dot on a wire.", fixture: "blinky/blinky.kicad_sch", args: { at: [147.32, 83.82] } }],
  run(cx, args) {
    const at = toPoint(args.at);
    const map = contactsOf(cx.doc);
    const place = `(${toMm(at.x)}, ${toMm(at.y)})`;
    if (map.at(at).some((contact) => contact.kind === "junction")) return [`A dot is at ${place} already.`];
    if (map.at(at).length === 0 && !map.lines.some((line) => isOn(at, line.from, line.to))) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a junction at ${place}: no wire, bus or pin is there.`,
        hint: "List the wires with query.items, or draw one with sch.wire.",
      });
    }
    cx.edit.add("junction", { at: { ...at, angle: 0 }, diameter: 0, color: [0, 0, 0, 0] });
    breakAt(cx.edit, [at]);
    return gridNotes([at]);
  },
});
