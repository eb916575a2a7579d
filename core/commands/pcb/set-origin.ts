import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { setPart } from "../file-part.ts";
import { pointMm, toPoint } from "../schemas.ts";

const place = (what: string) =>
  Type.Optional(Type.Union([pointMm(what), Type.Null()], { description: `${what}; null: the page's corner` }));

export const setOrigin = defineEdit({
  id: "pcb.setOrigin",
  title: "Set origin",
  about: "Sets the origin of drill and placement files, of the grid, or both.",
  scope: "board",
  args: { aux: place("Origin of drill and placement files"), grid: place("Origin of the grid") },
  examples: [{ about: "Drill from the corner.", fixture: "blinky/blinky.kicad_pcb", args: { aux: [90, 110] } }],
  run(cx, args) {
    if (args.aux === undefined && args.grid === undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot set the origin: neither aux nor grid is given.",
        hint: 'Give { "aux": [x, y] } in mm.',
      });
    }
    const origin = (p: readonly number[] | null) => {
      const at = p === null ? null : toPoint(p);
      // KiCad writes none at the page's corner.
      return at === null || (at.x === 0 && at.y === 0) ? null : at;
    };
    setPart(cx.edit, "setup", {
      ...(args.aux === undefined ? {} : { auxOrigin: origin(args.aux) }),
      ...(args.grid === undefined ? {} : { gridOrigin: origin(args.grid) }),
    });
  },
});
