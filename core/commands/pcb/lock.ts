import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { setLocks } from "./set-locks.ts";

export const lock = defineEdit({
  id: "pcb.lock",
  title: "Lock",
  about:
    "Locks items against edits; a group with all its members. Commands refuse locked items unless told to with force.",
  scope: "board",
  args: { items: itemRefs("What to lock") },
  examples: [{ about: "The connector stays where it is.", fixture: "blinky/blinky.kicad_pcb", args: { items: "J1" } }],
  run: (cx, args) => setLocks(cx.edit, args.items, true),
});
