import type { Nm } from "../../../core/base/nm.ts";
import { toMm } from "../../../core/base/nm.ts";
import type { BoardConstraints } from "../../../core/model/project/settings.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { fieldRows, numberField, yesNoField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";
import { said } from "./settings-page.ts";

const groups: readonly (readonly [string, Partial<Record<keyof BoardConstraints, string>>])[] = [
  [
    "Copper",
    {
      minClearance: "Least clearance",
      minTrackWidth: "Least track width",
      minConnection: "Least width of a connection in a zone",
      minViaAnnularWidth: "Least annular ring",
      minViaDiameter: "Least via diameter",
      minHoleClearance: "Least clearance of a hole to copper",
      minCopperEdgeClearance: "Least clearance of copper to the edge",
      minGroove: "Least groove, for creepage",
      minSpokes: "Least number of thermal spokes",
    },
  ],
  ["Holes", { minThroughHole: "Least through hole", minHoleToHole: "Least distance of two holes" }],
  ["Microvias", { minMicroviaDiameter: "Least microvia diameter", minMicroviaDrill: "Least microvia hole" }],
  [
    "Silkscreen and mask",
    {
      minSilkClearance: "Least clearance of silkscreen",
      minTextHeight: "Least text height",
      minTextThickness: "Least text line width",
      solderMaskToCopper: "Least clearance of mask openings to copper",
    },
  ],
  [
    "Arcs and lengths",
    { maxError: "Greatest error of arcs as polygons", useHeightForLength: "Heights of vias count in track lengths" },
  ],
];

/** What the board has to keep everywhere. */
export function constraintsPage(constraints: BoardConstraints): SettingsPage {
  const fields: (readonly [keyof BoardConstraints, SettingField])[] = [];
  const sections = groups.map(([title, labels]) => {
    const own = (Object.entries(labels) as [keyof BoardConstraints, string][]).map(([name, label]) => {
      const field = fieldOf(name, label, constraints[name]);
      fields.push([name, field]);
      return field;
    });
    return element("section", {}, element("h4", {}, title), fieldRows(own));
  });
  return {
    id: "constraints",
    title: "Constraints",
    root: element("div", {}, ...sections),
    calls() {
      const edited = fields.filter(([, field]) => field.isEdited());
      if (edited.length === 0) return [];
      const args = Object.fromEntries(
        edited.map(([name, field]) => {
          const value = said(field);
          if (value === null) throw new Error(`Cannot leave ${field.label} empty: 0 stands for none.`);
          return [name, value];
        }),
      );
      return [{ id: "pcb.setConstraints", args }];
    },
  };
}

function fieldOf(name: keyof BoardConstraints, label: string, value: Nm | boolean): SettingField {
  if (typeof value === "boolean") return yesNoField(label, value);
  return name === "minSpokes" ? numberField(label, value, false) : numberField(label, toMm(value), true);
}
