import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { contactsOf, isOn } from "../../engines/sheet/contacts.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { gridNotes } from "./draw-lines.ts";
import { addLabel } from "./new-label.ts";

export const label = defineEdit({
  id: "sch.label",
  title: "Add label",
  about:
    "Names the net at a place: on a wire, a wire's end or a pin. Local labels name it on this sheet, global ones in the " +
    "whole project, hierarchical ones lead to the sheet's pin above.",
  scope: "schematic",
  args: {
    text: Type.String({ description: "The net's name, e.g. SDA, D[0..7], ~{RESET}.", minLength: 1, maxLength: 1000 }),
    at: pointMm("Where it touches the wire or pin"),
    angle: Type.Optional(
      Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        description: "Where the text goes from there: 0 right (default), 90 up, 180 left, 270 down",
      }),
    ),
    type: Type.Optional(
      Type.Union([Type.Literal("local"), Type.Literal("global"), Type.Literal("hierarchical")], {
        description: "local (default), global or hierarchical.",
      }),
    ),
    shape: Type.Optional(
      Type.Union(
        ["input", "output", "bidirectional", "tri_state", "passive"].map((shape) => Type.Literal(shape)),
        { description: "The flag's shape, of global and hierarchical labels: input (default), output, …" },
      ),
    ),
  },
  label: (args) => `Add label ${args.text}`,
  examples: [
    { about: "Name the LED's net.", fixture: "blinky/blinky.kicad_sch", args: { text: "ANODE", at: [177.8, 90.17] } },
    {
      about: "A global label that points left.",
      fixture: "blinky/blinky.kicad_sch",
      args: { text: "OUT", at: [144.78, 93.98], angle: 0, type: "global", shape: "output" },
    },
  ],
  run(cx, args) {
    const at = toPoint(args.at);
    const angle = args.angle ?? 0;
    const type = args.type ?? "local";
    const id = addLabel(cx.edit, {
      text: escapeName(args.text),
      ...{ at, angle, type },
      ...(args.shape === undefined ? {} : { shape: args.shape }),
    });
    const notes = gridNotes([at]);
    if (args.shape !== undefined && type === "local") notes.push("A local label has no shape.");
    const map = contactsOf(cx.doc);
    const touches =
      map.at(at).some((contact) => contact.item !== id) || map.lines.some((line) => isOn(at, line.from, line.to));
    if (!touches) notes.push(`Nothing to name at (${toMm(at.x)}, ${toMm(at.y)}): no wire or pin is there.`);
    return notes;
  },
});

/** A net name as KiCad keeps it in files: a slash would read as a sheet's path. */
function escapeName(text: string): string {
  return text.replace(/\//g, "{slash}");
}
