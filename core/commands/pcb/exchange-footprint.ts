import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { resolveTopLevel } from "../item-refs.ts";
import { footprintNamed } from "../lib/libraries.ts";
import { itemRefs } from "../schemas.ts";
import { exchangeFootprint } from "./exchange.ts";

/** What KiCad's dialogs ask, with what holds when it is left out. */
export const exchangeArgs = (reset: boolean) => ({
  resetFields: Type.Optional(
    Type.Boolean({
      description: `Whether fields take place, layer, size and visibility from the library; ${reset} when left out.`,
    }),
  ),
  resetAttributes: Type.Optional(
    Type.Boolean({
      description: `Whether fabrication attributes (but not dnp) and own clearances are the library's; ${reset} when left out.`,
    }),
  ),
  removeExtra: Type.Optional(
    Type.Boolean({
      description: "Whether fields and texts that the library's footprint lacks go; false when left out.",
    }),
  ),
});

export const changeFootprint = defineEdit({
  id: "pcb.exchangeFootprint",
  title: "Exchange footprint",
  about:
    "Puts another footprint in the place of some: reference, value, fields, place, side, lock, nets by pad, symbol link stay.",
  scope: "board",
  args: {
    items: itemRefs("Footprints"),
    footprint: Type.String({
      description: "The new one: Library:Name, or the path of a .kicad_mod file.",
      minLength: 1,
    }),
    ...exchangeArgs(true),
  },
  label: (args) => `Exchange by ${args.footprint}`,
  examples: [
    {
      about: "A capacitor's outline for a resistor.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "R1", footprint: "blinky:C_0805" },
    },
  ],
  async run(cx, args) {
    const part = await footprintNamed(cx, cx.open.path, args.footprint, "exchange by");
    const how = {
      resetFields: args.resetFields !== false,
      resetAttributes: args.resetAttributes !== false,
      removeExtra: args.removeExtra === true,
    };
    const notes = footprintsNamed(cx.doc, args.items, "exchange").flatMap((item) =>
      exchangeFootprint(cx.edit, item, part, how),
    );
    return notes.length === 0 ? [`They are ${part.id} as in the library already.`] : notes;
  },
});

/** The footprints that texts mean; other items are refused. */
export function footprintsNamed(doc: Doc, refs: string | readonly string[], verb: string): Item[] {
  return resolveTopLevel(doc, refs, verb).map((item) => {
    if (item.kind === "footprint") return item;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot ${verb} ${item.id}: it is a ${item.kind}.`,
      hint: "Name footprints.",
      data: { id: item.id },
    });
  });
}
