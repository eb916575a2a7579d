import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { normalizeDegrees } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { footprintNamed } from "../lib/libraries.ts";
import { degrees, pointMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { netNamed } from "./nets.ts";
import { addFootprint } from "./new-footprint.ts";

export const placeFootprint = defineEdit({
  id: "pcb.placeFootprint",
  title: "Place footprint",
  about:
    "Places a footprint of a library: of the project's table, the global one, a `.pretty` folder in the project, or a " +
    "`.kicad_mod` file. Find one with lib.search. Nets that the board does not have yet are made.",
  scope: "board",
  args: {
    footprint: Type.String({
      description: "Library:Name (Resistor_SMD:R_0603_1608Metric), or the path of a .kicad_mod file.",
      minLength: 1,
    }),
    at: pointMm("Place of its anchor"),
    rotation: Type.Optional(degrees("Angle")),
    side: Type.Optional(
      Type.Union([Type.Literal("front"), Type.Literal("back")], {
        description: "front when left out; on the back it is turned over as KiCad's Flip does.",
      }),
    ),
    reference: Type.Optional(Type.String({ description: "Reference, e.g. R1; as in the library when left out." })),
    value: Type.Optional(Type.String({ description: "Value, e.g. 10k; as in the library when left out." })),
    padNets: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Nets by pad number: { "1": "GND", "2": "VCC" }.' }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Values of further fields by name; new ones are hidden.",
      }),
    ),
    locked: Type.Optional(Type.Boolean({ description: "Whether it is locked." })),
  },
  label: (args) => `Place ${args.reference ?? args.footprint}`,
  examples: [
    {
      about: "A resistor from the project's library, on its side, between two nets.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        footprint: "blinky:R_0805",
        at: [112, 70],
        rotation: 90,
        reference: "R9",
        value: "1k",
        padNets: { 1: "GND", 2: "VCC" },
      },
    },
    {
      about: "A footprint straight from its file, on the back.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { footprint: "blinky/blinky.pretty/C_0805.kicad_mod", at: [115, 60], side: "back", reference: "C9" },
    },
  ],
  async run(cx, args) {
    const part = await footprintNamed(cx, cx.open.path, args.footprint, "place");
    const notes: string[] = [];
    const padNets = args.padNets ?? {};
    checkPads(part.item, part.id, padNets);
    for (const net of new Set(Object.values(padNets))) netNamed(cx.edit, net, notes);
    if (args.reference !== undefined) noteTaken(cx.doc.items.ofKind("footprint"), args.reference, notes);
    if (part.library.scope === "folder")
      notes.push(
        `The library ${part.library.name} is in no table: KiCad shows the footprint but cannot update it. lib.addTable adds it.`,
      );
    addFootprint(cx.edit, part.item, {
      libId: part.id,
      at: toPoint(args.at),
      angle: normalizeDegrees(args.rotation ?? 0),
      side: args.side ?? "front",
      fields: {
        ...(args.reference === undefined ? {} : { Reference: args.reference }),
        ...(args.value === undefined ? {} : { Value: args.value }),
        ...args.fields,
      },
      padNets,
      ...(args.locked === undefined ? {} : { locked: args.locked }),
    });
    return [...notes, ...passNets(cx)];
  },
});

/** Refuses nets for pads that the footprint does not have. */
function checkPads(footprint: Item, id: string, padNets: Readonly<Record<string, string>>): void {
  const numbers = new Set(
    footprint.children.filter((child) => child.kind === "pad").map((pad) => pad["number"] as string),
  );
  numbers.delete("");
  for (const number of Object.keys(padNets)) {
    if (numbers.has(number)) continue;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot place ${id}: it has no pad ${JSON.stringify(number)}; its pads are ${[...numbers].slice(0, 20).join(", ")}.`,
      hint: `Look at it with lib.get { "kind": "footprint", "id": ${JSON.stringify(id)} }.`,
    });
  }
}

function noteTaken(footprints: Iterable<Item>, reference: string, notes: string[]): void {
  for (const item of footprints) {
    if (referenceOf(item) !== reference) continue;
    notes.push(`The board has a ${reference} already: two parts have this reference now.`);
    return;
  }
}
