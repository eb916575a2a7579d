import type { Point } from "../../base/nm.ts";
import { formatNm } from "../../format/text.ts";
import type { Absent, Field, PathNode } from "../field.ts";
import { flag, layer, listOf, optionalText, pathOf, pointOf, texts, uuid, writePath } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { mmPath, mmPoint, orNull } from "../surface.ts";

/** `(token (xy 1 2))`. */
function xyOf(token: string, about: string): Field<Point | Absent> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: null,
    surface: orNull(mmPoint),
    read(tree, [node]) {
      const xy = listOf(tree, node!, "xy");
      return xy < 0 ? null : pointOf(tree, xy);
    },
    write: (p) => (p === null ? null : `(${token} (xy ${formatNm(p.x)} ${formatNm(p.y)}))`),
  };
}

/** `(token (pts (xy 1 2) …))`. */
function line(token: string, about: string): Field<readonly PathNode[]> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: [],
    surface: mmPath,
    read(tree, [node]) {
      const pts = listOf(tree, node!, "pts");
      return pts < 0 ? [] : pathOf(tree, pts);
    },
    write: (value) => (value.length === 0 ? null : `(${token} ${writePath(value)})`),
  };
}

/** `(generated (uuid "…") (type tuning_pattern) … (base_line …) (end …) (origin …) … (members "…" …))`. */
export const generated = defineKind({
  kind: "generated",
  tokens: ["generated"],
  about: "Items that KiCad made from a description, such as a length tuning pattern; it moves with its members.",
  shape: {
    uuid: uuid(),
    type: optionalText("type", "What made it: tuning_pattern.", false),
    name: optionalText("name", "Its name."),
    layer: layer(),
    locked: flag("locked", "Whether it is locked."),
    baseLine: line("base_line", "The line that the pattern follows."),
    baseLineCoupled: line("base_line_coupled", "The same for the other track of a pair."),
    end: xyOf("end", "End of the pattern."),
    origin: xyOf("origin", "Start of the pattern."),
    members: texts("members", "The uuids of its tracks."),
  },
});

export type Generated = ItemOf<typeof generated>;
