import { contactsOf } from "../../engines/sheet/contacts.ts";
import { tidyLines } from "../../engines/sheet/tidy-lines.ts";
import { defineEdit } from "../define.ts";
import { joinAt } from "./draw-lines.ts";

/** More rounds than any sheet needs. */
const ROUNDS = 10;

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
    let [removed, stretched, dots] = [0, 0, 0];
    // A line that goes may leave a dot without work, and a dot breaks lines: a few rounds settle it.
    for (let round = 0; round < ROUNDS; round++) {
      const plan = tidyLines(cx.doc);
      for (const id of plan.removed) cx.edit.remove(id);
      for (const [id, ends] of plan.stretched) cx.edit.set(id, { pts: ends });
      const places = [...contactsOf(cx.doc).byPlace.values()].map((contacts) => contacts[0]!.at);
      const added = joinAt(cx.edit, places).length;
      removed += plan.removed.length;
      stretched += plan.stretched.size;
      dots += added;
      if (plan.removed.length + plan.stretched.size + added === 0) break;
    }
    const done = [
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(stretched > 0 ? [`${stretched} lines made longer`] : []),
      ...(dots > 0 ? [`${dots} dots added`] : []),
    ];
    return [done.length === 0 ? "Nothing to tidy." : `${done.join(", ")}.`];
  },
});
