import { Type } from "typebox";
import type { ToWrite } from "../../format/json-text.ts";
import { Real } from "../../format/json-text.ts";
import { defineEdit } from "../define.ts";
import { editProject } from "../project/project-file.ts";

const length = (description: string) =>
  Type.Optional(Type.Number({ description: `${description} (mm).`, minimum: 0, maximum: 100 }));

const yesNo = (description: string) => Type.Optional(Type.Boolean({ description }));

const constraintArgs = {
  minClearance: length("Least clearance of copper"),
  minConnection: length("Least width of a connection within a zone"),
  minTrackWidth: length("Least width of a track"),
  minViaAnnularWidth: length("Least annular ring of a via"),
  minViaDiameter: length("Least diameter of a via"),
  minThroughHole: length("Least through hole"),
  minMicroviaDiameter: length("Least diameter of a microvia"),
  minMicroviaDrill: length("Least hole of a microvia"),
  minHoleToHole: length("Least distance of two holes"),
  minHoleClearance: length("Least clearance of a hole to copper"),
  minCopperEdgeClearance: length("Least clearance of copper to the board's edge"),
  minSilkClearance: length("Least clearance of silkscreen to mask openings"),
  minGroove: length("Least width of a groove, for creepage"),
  minTextHeight: length("Least height of silkscreen text"),
  minTextThickness: length("Least line width of silkscreen text"),
  minSpokes: Type.Optional(
    Type.Integer({ description: "Least number of spokes of a thermal relief.", minimum: 0, maximum: 99 }),
  ),
  solderMaskToCopper: length("Least clearance of mask openings to other nets' copper"),
  maxError: length("How far a polygon may be from the arc that it stands for"),
  useHeightForLength: yesNo("Whether a via's height counts in track lengths."),
  allowMicrovias: yesNo("Whether microvias are allowed (KiCad 8 and older)."),
  allowBlindVias: yesNo("Whether blind and buried vias are allowed (KiCad 8 and older)."),
};

const keys: Readonly<Record<keyof typeof constraintArgs, string>> = {
  minClearance: "min_clearance",
  minConnection: "min_connection",
  minTrackWidth: "min_track_width",
  minViaAnnularWidth: "min_via_annular_width",
  minViaDiameter: "min_via_diameter",
  minThroughHole: "min_through_hole_diameter",
  minMicroviaDiameter: "min_microvia_diameter",
  minMicroviaDrill: "min_microvia_drill",
  minHoleToHole: "min_hole_to_hole",
  minHoleClearance: "min_hole_clearance",
  minCopperEdgeClearance: "min_copper_edge_clearance",
  minSilkClearance: "min_silk_clearance",
  minGroove: "min_groove_width",
  minTextHeight: "min_text_height",
  minTextThickness: "min_text_thickness",
  minSpokes: "min_resolved_spokes",
  solderMaskToCopper: "solder_mask_to_copper_clearance",
  maxError: "max_error",
  useHeightForLength: "use_height_for_length_calcs",
  allowMicrovias: "allow_microvias",
  allowBlindVias: "allow_blind_buried_vias",
};

export const setConstraints = defineEdit({
  id: "pcb.setConstraints",
  title: "Set constraints",
  about:
    "Sets what the board has to keep everywhere (least clearance, widths, holes …) in the project file, as one undoable " +
    "change. `path` is the board or the .kicad_pro file; project.describe shows what holds.",
  scope: "project",
  args: constraintArgs,
  examples: [
    {
      about: "What a cheap fab can make.",
      fixture: "blinky/blinky.kicad_pro",
      args: { minClearance: 0.15, minTrackWidth: 0.15, minThroughHole: 0.3 },
    },
  ],
  async run(cx, args) {
    const project = await editProject(cx);
    for (const [name, key] of Object.entries(keys) as [keyof typeof constraintArgs, string][]) {
      const value = args[name];
      if (value === undefined) continue;
      const written: ToWrite = typeof value === "number" && name !== "minSpokes" ? new Real(value) : value;
      project.set(["board", "design_settings", "rules", key], written);
    }
  },
});
