import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { copperNamed } from "./layers.ts";
import { netAt, netNamed, usualOf } from "./nets.ts";

/** KiCad's own default via: 0.6 mm with a hole of 0.3 mm. */
const DEFAULT_SIZE = 600_000;
const DEFAULT_DRILL = 300_000;

export const addVia = defineEdit({
  id: "pcb.addVia",
  title: "Add via",
  about:
    "Adds a via. Without `net` it takes the net of the copper at its place; without `size` and `drill` those that the " +
    "net's vias have most.",
  scope: "board",
  args: {
    at: pointMm("Its centre"),
    net: Type.Optional(Type.String({ description: "The net's name; a new name makes a new net." })),
    size: Type.Optional(mm("Outer diameter", { exclusiveMinimum: 0 })),
    drill: Type.Optional(mm("Hole diameter", { exclusiveMinimum: 0 })),
    layers: Type.Optional(
      Type.Array(Type.String(), { description: "First and last copper layer.", minItems: 2, maxItems: 2 }),
    ),
    type: Type.Optional(
      Type.Union(
        ["through", "blind", "micro"].map((word) => Type.Literal(word)),
        { description: "through (default), blind (also for buried vias) or micro." },
      ),
    ),
  },
  label: (args) => (args.net === undefined ? "Add via" : `Add via ${args.net}`),
  examples: [
    { about: "A GND via.", fixture: "blinky/blinky.kicad_pcb", args: { at: [105, 60], net: "GND" } },
    {
      about: "A via with a size of its own.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { at: [106, 60], net: "GND", size: 0.8, drill: 0.4 },
    },
  ],
  run(cx, args) {
    const copper = copperLayers(cx.doc);
    const type = args.type === undefined || args.type === "through" ? "" : String(args.type);
    const ends = args.layers?.map((name) => copperNamed(cx.doc, name, "add a via")) ?? [copper[0]!, copper.at(-1)!];
    const layers = ends.sort((a, b) => copper.indexOf(a) - copper.indexOf(b));
    if (layers[0] === layers[1]) throw refused(`it begins and ends on ${layers[0]}`, "Give two different layers.");
    if (type === "" && (layers[0] !== copper[0] || layers[1] !== copper.at(-1)))
      throw refused(
        `a through via goes from ${copper[0]} to ${copper.at(-1)}`,
        'Give type: "blind" or "micro" for other layers.',
      );
    const at = toPoint(args.at);
    const notes: string[] = [];
    let { net } = args;
    if (net === undefined) {
      net = netAt(cx.doc, null, [at], "add a via");
      notes.push(net === "" ? "The via touches no net and has none." : `The via took the net ${net}.`);
    }
    const name = netNamed(cx.edit, net, notes);
    const size =
      args.size === undefined ? usualOf(cx.doc, "via", "size", name, DEFAULT_SIZE) : Math.round(args.size * 1e6);
    const drill =
      args.drill === undefined ? usualOf(cx.doc, "via", "drill", name, DEFAULT_DRILL) : Math.round(args.drill * 1e6);
    if (drill >= size)
      throw refused(
        `its hole (${toMm(drill)} mm) is not smaller than the via (${toMm(size)} mm)`,
        "Give size greater than drill.",
      );
    cx.edit.add("via", { type, at: { ...at, angle: 0 }, size, drill, layers, net: name });
    return [...notes, ...passNets(cx)];
  },
});

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add a via: ${reason}.`, hint });
}
