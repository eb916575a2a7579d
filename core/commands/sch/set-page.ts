import { defineEdit } from "../define.ts";
import { pageArgs, setPage as set } from "../file-part.ts";

export const setPage = defineEdit({
  id: "sch.setPage",
  title: "Set page",
  about: "Sets the sheet of paper: a size by its name, or User with width and height (mm); upright or not.",
  scope: "schematic",
  args: pageArgs,
  examples: [{ about: "A bigger sheet.", fixture: "blinky/blinky.kicad_sch", args: { size: "A3" } }],
  run: (cx, args) => set(cx.edit, args),
});
