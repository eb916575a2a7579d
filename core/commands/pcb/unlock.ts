import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { setLocks } from "./set-locks.ts";

export const unlock = defineEdit({
  id: "pcb.unlock",
  title: "Unlock",
  about: "Unlocks items; a group with all its members.",
  scope: "board",
  args: { items: itemRefs("What to unlock") },
  examples: [{ about: "R4 may be moved.", fixture: "board-tools/board-tools.kicad_pcb", args: { items: "R4" } }],
  run: (cx, args) => setLocks(cx.edit, args.items, false),
});
