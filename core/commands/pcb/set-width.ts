import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Stroke } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { EffectiveNetClass } from "../../model/project/net-class.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { Patch } from "../../model/step.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { itemRefs, mm } from "../schemas.ts";
import { alone, force } from "./move.ts";
import { nameOf, selectItems } from "./selection.ts";

export const setWidth = defineEdit({
  id: "pcb.setWidth",
  title: "Set width",
  about:
    "Sets the width of tracks and drawn lines and the size and hole of vias, to given values or (`netClass`) to those of " +
    "each net's class, as KiCad's Edit Track & Via Properties. Items that a value means nothing to are left as they are.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to change"),
    width: Type.Optional(mm("Width of tracks and lines", { exclusiveMinimum: 0 })),
    viaSize: Type.Optional(mm("Outer diameter of vias", { exclusiveMinimum: 0 })),
    viaDrill: Type.Optional(mm("Hole diameter of vias", { exclusiveMinimum: 0 })),
    netClass: Type.Optional(Type.Boolean({ description: "Take all values from the nets' classes." })),
    force,
    alone,
  },
  examples: [
    {
      about: "A net's tracks half a millimetre wide.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "/SPARE", width: 0.5 },
    },
    {
      about: "As the net class says.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["/OUT", "/USB_P"], netClass: true },
    },
  ],
  async run(cx, args) {
    const given = [args.width, args.viaSize, args.viaDrill].filter((value) => value !== undefined).length;
    if (given > 0 === (args.netClass === true)) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot set widths: ${given > 0 ? "netClass and values of its own exclude each other" : "no width is given"}.`,
        hint: 'Give width, viaSize or viaDrill, or netClass: true. Example: { "items": "GND", "width": 0.5 }.',
      });
    }
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "set the width of", { force: args.force, alone: args.alone, notes });
    const settings = args.netClass === true ? await settingsFor(cx) : null;
    const own: Widths = {
      width: nm(args.width),
      size: nm(args.viaSize),
      drill: nm(args.viaDrill),
    };
    let fitting = 0;
    for (const item of items) {
      const widths = settings === null ? own : ofClass(effectiveNetClass(settings, String(item["net"] ?? "")));
      const patch = patchOf(item, widths, settings !== null);
      if (patch === null) continue;
      fitting++;
      cx.edit.set(item.id, patch);
    }
    if (fitting === 0) notes.push("None of the items has such a width.");
    return notes;
  },
});

interface Widths {
  readonly width: Nm | null;
  readonly size: Nm | null;
  readonly drill: Nm | null;
}

function nm(value: number | undefined): Nm | null {
  return value === undefined ? null : Math.max(1, Math.round(value * 1e6));
}

function ofClass(net: EffectiveNetClass): Widths {
  return { width: net.trackWidth, size: net.viaDiameter, drill: net.viaDrill };
}

/** What changes; null for an item that these widths mean nothing to. */
function patchOf(item: Item, { width, size, drill }: Widths, byClass: boolean): Patch | null {
  if (item.kind === "track" || item.kind === "arcTrack") return width === null ? null : { width };
  if (item.kind === "via") {
    if ((size === null && drill === null) || (byClass && item["type"] === "micro")) return null;
    const after = { size: size ?? (item["size"] as Nm), drill: drill ?? (item["drill"] as Nm) };
    if (after.drill < after.size) return after;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot set the size of ${nameOf(item)}: its hole (${toMm(after.drill)} mm) would not be smaller than the via (${toMm(after.size)} mm).`,
      hint: "Give viaSize and viaDrill together.",
      data: { id: item.id },
    });
  }
  const stroke = item["stroke"] as Stroke | undefined;
  return stroke === undefined || width === null || byClass ? null : { stroke: { ...stroke, width } };
}
