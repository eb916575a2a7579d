import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { contactsOf, isOn } from "../../engines/sheet/contacts.ts";
import { defineEdit } from "../define.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { pinPlaces } from "./pin-places.ts";

export const addNoConnect = defineEdit({
  id: "sch.addNoConnect",
  title: "Add no-connect flag",
  about: "Marks pins that are left open on purpose: the ERC then says nothing of them.",
  scope: "schematic",
  args: {
    pins: Type.Optional(
      itemRefs("The pins, e.g. U1.4; a whole symbol means all its pins that are connected to nothing"),
    ),
    at: Type.Optional(pointMm("The pin's place, instead of pins")),
  },
  examples: [{ about: "At a pin.", fixture: "blinky/blinky.kicad_sch", args: { pins: "U1.5" } }],
  run(cx, args) {
    if ((args.pins === undefined) === (args.at === undefined)) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot add a no-connect flag: give either pins or at.",
        hint: 'Example: sch.addNoConnect { "pins": "U1.5" }',
      });
    }
    const places =
      args.at === undefined ? pinPlaces(cx.doc, args.pins!, "mark") : [{ at: toPoint(args.at), whole: false }];
    const notes: string[] = [];
    for (const { at, whole } of places) {
      const map = contactsOf(cx.doc);
      const here = map.at(at);
      if (here.some((contact) => contact.kind === "noConnect")) {
        if (!whole) notes.push(`A flag is at ${say(at)} already.`);
        continue;
      }
      const pins = here.filter((contact) => contact.kind === "pin" || contact.kind === "sheetPin");
      const others = here.length > pins.length || new Set(pins.map((pin) => pin.item)).size > 1;
      const joined = others || map.lines.some((line) => isOn(at, line.from, line.to));
      if (joined && whole) continue;
      cx.edit.add("noConnect", { at: { ...at, angle: 0 } });
      if (joined) notes.push(`What is at ${say(at)} is connected: the ERC will complain of the flag.`);
      else if (pins.length === 0) notes.push(`No pin is at ${say(at)}.`);
    }
    return notes;
  },
});

function say(p: Point): string {
  return `(${toMm(p.x)}, ${toMm(p.y)})`;
}
