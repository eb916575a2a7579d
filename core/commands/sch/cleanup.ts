import { contactsOf } from "../../engines/sheet/contacts.ts";
import { tidyLines } from "../../engines/sheet/tidy-lines.ts";
import { defineEdit } from "../define.ts";
import { joinAt } from "./draw-lines.ts";

export const cleanup = defineEdit({
  id: "sch.cleanup",
  title: "Clean up",
  about:
    "Tidies a sheet's wires and buses as KiCad does after drawing: doubles and lines without length go, pieces in one " +
    "direction become one line, dots that join nothing go and missing ones come. What is connected stays connected.",
  scope: "schematic",
  args: {},
  examples: [{ about: "The sheet.", fixture: "blinky/blinky.kicad_sch", args: {} }],
  run(cx) {
    const { removed, stretched } = tidyLines(cx.doc);
    for (const id of removed) cx.edit.remove(id);
    for (const [id, ends] of stretched) cx.edit.set(id, { pts: ends });
    const places = [...contactsOf(cx.doc).byPlace.values()].map((contacts) => contacts[0]!.at);
    const dots = joinAt(cx.edit, places);
    const done = [
      ...(removed.length > 0 ? [`${removed.length} removed`] : []),
      ...(stretched.size > 0 ? [`${stretched.size} lines made longer`] : []),
      ...(dots.length > 0 ? [`${dots.length} dots added`] : []),
    ];
    return [done.length === 0 ? "Nothing to tidy." : `${done.join(", ")}.`];
  },
});
