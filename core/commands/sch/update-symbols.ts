import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import { loadSymbol } from "../../library/symbols.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { librariesFor, libraryPort } from "../lib/libraries.ts";
import { itemRefs } from "../schemas.ts";
import { exchangeSymbols } from "./exchange.ts";
import { resolveWhole } from "./symbol-refs.ts";

export const updateSymbols = defineEdit({
  id: "sch.updateSymbols",
  title: "Update symbols from library",
  about:
    "Takes symbols anew from their libraries: references, fields, places, units stay; the notes name pins that moved.",
  scope: "schematic",
  args: { items: Type.Optional(itemRefs("Symbols; all of the sheet when left out")) },
  examples: [{ about: "One part.", fixture: "blinky/blinky.kicad_sch", args: { items: "R1" } }],
  async run(cx, args) {
    const port = libraryPort(cx, "update symbols");
    const libraries = await librariesFor(cx, "symbols", cx.open.path, "update symbols");
    const symbols =
      args.items === undefined ? [...cx.doc.items.ofKind("symbol")] : symbolsNamed(cx.doc, args.items, "update");
    const notes: string[] = [];
    for (const id of new Set(symbols.map((item) => String(item["libId"])))) {
      cx.signal.throwIfAborted();
      const steps = cx.edit.steps.length;
      try {
        const part = await loadSymbol(port, libraries, id, "update");
        const own = symbols.filter((item) => item["libId"] === id);
        const said = exchangeSymbols(cx.edit, own, part);
        if (cx.edit.steps.length > steps) notes.push(`Updates ${id}.`);
        notes.push(...said);
      } catch (thrown) {
        const error = toCommandError(thrown);
        if (error.code !== "not-found" || cx.edit.steps.length > steps) throw thrown;
        notes.push(error.message);
      }
    }
    return notes.length === 0 ? ["All agree with the libraries."] : notes;
  },
});

/** The symbols that texts mean; other items are refused. */
export function symbolsNamed(doc: Doc, refs: string | readonly string[], verb: string): Item[] {
  return resolveWhole(doc, refs, verb).map((item) => {
    if (item.kind === "symbol") return item;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot ${verb} ${item.id}: it is a ${item.kind}.`,
      hint: "Name symbols.",
      data: { id: item.id },
    });
  });
}
