import { Type } from "typebox";
import { contactsOfItem } from "../../engines/sheet/contacts.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import { defineEdit } from "../define.ts";
import { mirrorSymbolParts } from "../lib/symbol-parts.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { joinAlong, joinAt } from "./draw-lines.ts";
import { type Mirror, mirrorPatches } from "./reflect.ts";
import { resolveWhole } from "./symbol-refs.ts";
import { refuseUnturned } from "./turn.ts";
import { centerOf } from "./turn-center.ts";

export const mirror = defineEdit({
  id: "sch.mirror",
  title: "Mirror",
  about:
    "Mirrors symbols (with their fields), sheets (with their pins), labels and drawings: `horizontal` left to right " +
    "(KiCad's X), `vertical` upside down (Y). One symbol, label or text is mirrored in its anchor, a sheet, a drawing and " +
    "several items about their middle. Texts stay readable. Connected wires stay.",
  scope: "schematic",
  onSymbolParts: mirrorSymbolParts,
  args: {
    items: itemRefs("What to mirror"),
    direction: Type.Union([Type.Literal("horizontal"), Type.Literal("vertical")], {
      description: "horizontal: left to right; vertical: upside down.",
    }),
    center: Type.Optional(pointMm("What to mirror about")),
  },
  label: (args) => `Mirror ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [{ about: "The LED.", fixture: "blinky/blinky.kicad_sch", args: { items: "D1", direction: "horizontal" } }],
  run(cx, args) {
    const items = resolveWhole(cx.doc, args.items, "mirror");
    refuseUnturned(items, "mirror");
    const center = args.center === undefined ? centerOf(items) : toPoint(args.center);
    const how: Mirror = { center, leftRight: args.direction === "horizontal" };
    for (const item of items) for (const { id, owner, to } of mirrorPatches(item, how)) cx.edit.set(id, to, owner);
    const library = librarySymbolsOf(cx.doc);
    const places = items.flatMap((item) => contactsOfItem(cx.doc.items.get(item.id)!, library)).map(({ at }) => at);
    joinAt(cx.edit, places);
    joinAlong(
      cx.edit,
      items.map((item) => item.id),
    );
  },
});
