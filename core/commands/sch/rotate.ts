import { Type } from "typebox";
import type { Point } from "../../base/nm.ts";
import type { Contact, ContactMap } from "../../engines/sheet/contacts.ts";
import { contactsOf, contactsOfItem, isOn, samePlace } from "../../engines/sheet/contacts.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import type { ItemId } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { turnSymbolParts } from "../lib/symbol-parts.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { joinAlong, joinAt } from "./draw-lines.ts";
import { metNotes } from "./met-notes.ts";
import { resolveWhole } from "./symbol-refs.ts";
import { refuseUnturned, turnPatches, turnPoint } from "./turn.ts";
import { centerOf } from "./turn-center.ts";

export const rotate = defineEdit({
  id: "sch.rotate",
  title: "Rotate",
  about:
    "Turns symbols (with their fields), sheets (with their pins), wires, labels and drawings by right angles, " +
    "counter-clockwise. One symbol, label or text turns about its anchor, a wire about its last end; a sheet, a drawing " +
    "and several items turn about their middle, on the 1.27 mm grid. Connected wires stay, as with KiCad's R.",
  scope: "schematic",
  onSymbolParts: turnSymbolParts,
  args: {
    items: itemRefs("What to turn"),
    angle: Type.Optional(
      Type.Integer({
        description: "How far (degrees, counter-clockwise): a multiple of 90; 90 when left out",
        multipleOf: 90,
        minimum: -3600,
        maximum: 3600,
      }),
    ),
    center: Type.Optional(pointMm("What to turn about")),
  },
  label: (args) => `Rotate ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [
    { about: "R1 by a quarter turn.", fixture: "blinky/blinky.kicad_sch", args: { items: "R1" } },
    {
      about: "The LED with its resistor, half a turn about a place.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: ["R3", "D1"], angle: 180, center: [177.8, 88.9] },
    },
  ],
  run(cx, args) {
    const items = resolveWhole(cx.doc, args.items, "rotate");
    refuseUnturned(items, "rotate");
    const quarters = ((((args.angle ?? 90) / 90) % 4) + 4) % 4;
    if (quarters === 0) return ["Nothing turned: the angle is a full turn."];
    const turn = { center: args.center === undefined ? centerOf(items) : toPoint(args.center), quarters };

    const own = new Set(items.map((item) => item.id));
    const before = contactsOf(cx.doc);
    const library = librarySymbolsOf(cx.doc);
    const moved = items
      .flatMap((item) => contactsOfItem(item, library))
      .map((contact) => ({ contact, to: turnPoint(contact.at, turn) }))
      .filter(({ contact, to }) => !samePlace(contact.at, to));
    for (const item of items) for (const { id, owner, to } of turnPatches(item, turn)) cx.edit.set(id, to, owner);

    const met = moved.filter(({ to }) => isTouched(before, to, own));
    const lost = moved.filter(
      ({ contact, to }) => contact.kind === "pin" && isTouched(before, contact.at, own) && !isTouched(before, to, own),
    );
    joinAt(
      cx.edit,
      moved.map(({ to }) => to),
    );
    const along = joinAlong(cx.edit, own);
    return [...lostNotes(cx, lost), ...metNotes([...met.map(({ to }) => to), ...along])];
  },
});

/** Whether something that is not turned connects at a place. */
function isTouched(map: ContactMap, p: Point, own: ReadonlySet<ItemId>): boolean {
  return (
    map.at(p).some((c) => !own.has(c.item) && c.kind !== "noConnect") ||
    map.lines.some((line) => !own.has(line.item) && isOn(p, line.from, line.to))
  );
}

function lostNotes(cx: EditContext, lost: readonly { readonly contact: Contact }[]): string[] {
  const names = lost.map(({ contact }) => {
    const symbol = cx.doc.items.get(contact.item);
    return `${symbol === undefined ? contact.item : propertyValue(symbol, "Reference")}.${contact.pin}`;
  });
  const few = [...new Set(names)];
  if (few.length === 0) return [];
  const more = few.length > 8 ? ` and ${few.length - 8} more` : "";
  return [`No longer connected: ${few.slice(0, 8).join(", ")}${more}.`];
}
