import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { pointsMm, toPoint } from "../schemas.ts";

/** KiCad 9 is the first that knows rule areas in schematics. */
const SINCE = 20240417;

export const addRuleArea = defineEdit({
  id: "sch.addRuleArea",
  title: "Add rule area",
  about:
    "Adds an area: directives on its border (sch.addDirective) hold for the nets and parts inside. Parts inside can also " +
    "be left out of simulation, bill of materials or board.",
  scope: "schematic",
  args: {
    pts: pointsMm("Its corners", 3),
    excludeFromSim: Type.Optional(Type.Boolean({ description: "Simulation ignores what is inside (KiCad 10)." })),
    excludeFromBom: Type.Optional(
      Type.Boolean({ description: "What is inside is not in the bill of materials (KiCad 10)." }),
    ),
    excludeFromBoard: Type.Optional(
      Type.Boolean({ description: "What is inside does not go to the board (KiCad 10)." }),
    ),
    dnp: Type.Optional(Type.Boolean({ description: "What is inside is not populated (KiCad 10)." })),
  },
  examples: [
    {
      about: "Around the LED.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        pts: [
          [170.18, 71.12],
          [187.96, 71.12],
          [187.96, 104.14],
          [170.18, 104.14],
        ],
      },
    },
  ],
  run(cx, args) {
    const flags = ["excludeFromSim", "excludeFromBom", "excludeFromBoard", "dnp"] as const;
    const asked = flags.filter((name) => args[name] === true);
    const old = cx.doc.version < SINCE ? "rule areas" : asked.length > 0 && cx.doc.version < 20250610 ? asked[0] : null;
    if (old !== null) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot add the rule area: a file of version ${cx.doc.version} knows no ${old}.`,
        hint: "Raise the file's version with project.upgrade.",
      });
    }
    const outline = {
      pts: args.pts.map(toPoint),
      stroke: { width: 0, type: "dash", color: null },
      fill: { type: "none", color: null },
      uuid: cx.session.newUuid(),
    };
    cx.edit.add("ruleArea", {
      excludeFromSim: args.excludeFromSim ?? false,
      inBom: args.excludeFromBom !== true,
      onBoard: args.excludeFromBoard !== true,
      dnp: args.dnp ?? false,
      outline,
    });
  },
});
