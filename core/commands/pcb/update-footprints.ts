import { Type } from "typebox";
import { toCommandError } from "../../base/error.ts";
import type { LibraryPart } from "../../library/load.ts";
import { loadFootprint } from "../../library/load.ts";
import { defineEdit } from "../define.ts";
import { librariesFor, libraryPort } from "../lib/libraries.ts";
import { itemRefs } from "../schemas.ts";
import { exchangeFootprint } from "./exchange.ts";
import { exchangeArgs, footprintsNamed } from "./exchange-footprint.ts";

export const updateFootprints = defineEdit({
  id: "pcb.updateFootprints",
  title: "Update footprints from library",
  about:
    "Takes footprints anew from their libraries, keeping what pcb.exchangeFootprint keeps; the notes report every change.",
  scope: "board",
  args: { items: Type.Optional(itemRefs("Footprints; all when left out")), ...exchangeArgs(false) },
  examples: [{ about: "One part.", fixture: "blinky/blinky.kicad_pcb", args: { items: "R1", resetFields: true } }],
  async run(cx, args) {
    const port = libraryPort(cx, "update footprints");
    const libraries = await librariesFor(cx, "footprints", cx.open.path, "update footprints");
    const items =
      args.items === undefined ? [...cx.doc.items.ofKind("footprint")] : footprintsNamed(cx.doc, args.items, "update");
    const how = {
      resetFields: args.resetFields === true,
      resetAttributes: args.resetAttributes === true,
      removeExtra: args.removeExtra === true,
    };
    const loaded = new Map<string, LibraryPart | string>();
    const notes = new Set<string>();
    for (const item of items) {
      cx.signal.throwIfAborted();
      const id = String(item["libId"]);
      let part = loaded.get(id);
      if (part === undefined) {
        part = await loadFootprint(port, libraries, id, "update").catch((thrown: unknown) => {
          const error = toCommandError(thrown);
          if (error.code !== "not-found") throw thrown;
          return error.message;
        });
        loaded.set(id, part);
      }
      if (typeof part === "string") notes.add(part);
      else for (const note of exchangeFootprint(cx.edit, item, part, how)) notes.add(note);
    }
    return notes.size === 0 ? ["All agree with the libraries."] : [...notes];
  },
});
