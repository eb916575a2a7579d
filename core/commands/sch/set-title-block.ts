import { defineEdit } from "../define.ts";
import { setTitleBlock as set, titleBlockArgs } from "../file-part.ts";

export const setTitleBlock = defineEdit({
  id: "sch.setTitleBlock",
  title: "Set title block",
  about: "Sets what is given of the sheet's title block and leaves the rest; an empty text takes it away.",
  scope: "schematic",
  args: titleBlockArgs,
  examples: [
    {
      about: "A new revision.",
      fixture: "blinky/blinky.kicad_sch",
      args: { rev: "B", date: "2026-11-30", comments: { "1": "Second run" } },
    },
  ],
  run: (cx, args) => set(cx.edit, args),
});
