import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { contactsOf, isOn } from "../../engines/sheet/contacts.ts";
import { plainEffects } from "../../model/effects.ts";
import { KICAD_7 } from "../../model/field.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { newFieldLook } from "./field-look.ts";

/** KiCad's own: a stem of 100 mil. */
const STEM = 2_540_000;

/** Where the stem's end is from the wire, by angle. */
const ends: Readonly<Record<number, Point>> = {
  0: { x: 0, y: -1 },
  90: { x: -1, y: 0 },
  180: { x: 0, y: 1 },
  270: { x: 1, y: 0 },
};

export const addDirective = defineEdit({
  id: "sch.addDirective",
  title: "Add directive label",
  about:
    "Gives the net at a place a net class (KiCad's net class directive), or the parts in a rule area a component class.",
  scope: "schematic",
  args: {
    at: pointMm("Where it touches the wire, pin, bus or the edge of a rule area"),
    netclass: Type.Optional(Type.String({ description: "The net class.", minLength: 1 })),
    componentClass: Type.Optional(
      Type.String({ description: "The component class, of parts in a rule area (KiCad 9).", minLength: 1 }),
    ),
    angle: Type.Optional(
      Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        description: "Where the flag stands: 0 above (default), 90 left, 180 below, 270 right",
      }),
    ),
    shape: Type.Optional(
      Type.Union(
        ["round", "dot", "diamond", "rectangle"].map((word) => Type.Literal(word)),
        { description: "round (default), dot, diamond or rectangle." },
      ),
    ),
  },
  examples: [
    {
      about: "A class for the LED's net.",
      fixture: "blinky/blinky.kicad_sch",
      args: { at: [177.8, 90.17], netclass: "LED", angle: 270 },
    },
  ],
  run(cx, args) {
    const classes = [
      ["Netclass", args.netclass],
      ["Component Class", args.componentClass],
    ].filter((row): row is [string, string] => row[1] !== undefined);
    if (classes.length === 0) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot add a directive: neither netclass nor componentClass is given.",
        hint: 'Example: sch.addDirective { "at": [100.33, 50.8], "netclass": "HighSpeed" }',
      });
    }
    if (cx.doc.version < KICAD_7) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot add a directive: a file of version ${cx.doc.version} knows none; KiCad 7 is the first that does.`,
        hint: "Raise the file's version with project.upgrade.",
      });
    }
    const at = toPoint(args.at);
    const angle = args.angle ?? 0;
    const id = cx.edit.add("label", {
      token: "netclass_flag",
      text: "",
      length: STEM,
      shape: args.shape ?? "round",
      at: { ...at, angle },
      fieldsAutoplaced: true,
      effects: { ...plainEffects, hAlign: angle >= 180 ? "right" : "left", vAlign: "bottom" },
    });
    const end = ends[angle]!;
    for (const [n, [name, value]] of classes.entries()) {
      // Beside the flag's head, one below the other.
      const place = { x: at.x + end.x * STEM + 698_500, y: at.y + end.y * STEM + n * 2_540_000, angle: 0 };
      const look = newFieldLook(cx.doc.version, true, { hAlign: "left", italic: true });
      cx.edit.addInside(id, "property", { name, value, at: place, ...look });
    }
    const map = contactsOf(cx.doc);
    const touches =
      map.at(at).some((contact) => contact.item !== id) || map.lines.some((line) => isOn(at, line.from, line.to));
    if (touches || args.netclass === undefined) return [];
    return [`No wire or pin is at (${toMm(at.x)}, ${toMm(at.y)}): it counts only on the edge of a rule area.`];
  },
});
