import type { Point } from "../../base/nm.ts";
import { formatNm, numberOf } from "../../format/text.ts";
import type { Absent, Field, PathNode } from "../field.ts";
import {
  argOf,
  flag,
  layer,
  listOf,
  listsOf,
  optionalNumber,
  optionalText,
  optionalYesNo,
  pathOf,
  pointOf,
  writePath,
} from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { eachOf, integer, mmPath, mmPoint, orNull } from "../surface.ts";
import { groupUuid, memberUuids } from "./group.ts";

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

const yes = (token: string, about: string) => optionalYesNo(token, about);

/** `(cells (ij 1 2) …)` inside a list of its own: pairs of whole numbers. */
function cells(token: string, about: string): Field<readonly (readonly number[])[]> {
  return {
    about,
    tokens: [token],
    absent: [],
    surface: eachOf(eachOf(integer)),
    read(tree, [node]) {
      const list = listOf(tree, node!, "cells");
      if (list < 0) return [];
      return listsOf(tree, list, "ij").map((ij) => [1, 2].map((n) => numberOf(tree, argOf(tree, ij, n)) || 0));
    },
    write: (pairs) =>
      pairs.length === 0 ? null : `(${token} (cells ${pairs.map(([i, j]) => `(ij ${i} ${j})`).join(" ")}))`,
  };
}

/**
 * `(generated (uuid "…") (type tuning_pattern) … (base_line …) (end …) (origin …) … (members "…" …))`. Lengths of its
 * settings are plain millimetres, as KiCad keeps them; KiCad writes the settings in the order of their names.
 */
export const generated = defineKind({
  kind: "generated",
  tokens: ["generated"],
  about: "Items that KiCad made from a description, such as a length tuning pattern; it moves with its members.",
  since: 20231007,
  shape: {
    uuid: groupUuid("The uuid."),
    type: optionalText("type", "What made it: tuning_pattern.", false),
    name: optionalText("name", "Its name."),
    layer: layer(),
    locked: flag("locked", "Whether it is locked."),
    baseLine: line("base_line", "The line that the pattern follows."),
    baseLineCoupled: line("base_line_coupled", "The same for the other track of a pair."),
    cells: cells("grid_cells", "Cells that the pattern takes."),
    cornerRadiusPercent: optionalNumber("corner_radius_percent", "Corner radius as a part of the spacing, in percent."),
    end: xyOf("end", "End of the pattern."),
    initialSide: optionalText("initial_side", "Where it starts: left, right or default."),
    isTimeDomain: yes("is_time_domain", "Whether the targets are delays."),
    lastPairGap: optionalNumber("last_diff_pair_gap", "Gap of the pair when it was tuned last (mm)."),
    lastNet: optionalText("last_netname", "Its net then."),
    lastStatus: optionalText("last_status", "How it came out: tuned, too_short or too_long."),
    lastTrackWidth: optionalNumber("last_track_width", "Width of the track then (mm)."),
    lastTuning: optionalText("last_tuning", "What KiCad said then."),
    maxAmplitude: optionalNumber("max_amplitude", "Greatest amplitude (mm)."),
    minAmplitude: optionalNumber("min_amplitude", "Smallest amplitude (mm)."),
    minSpacing: optionalNumber("min_spacing", "Smallest spacing (mm)."),
    origin: xyOf("origin", "Start of the pattern."),
    overrideCustomRules: yes("override_custom_rules", "Whether its own target goes before the rules."),
    rounded: yes("rounded", "Whether corners are round."),
    singleSided: yes("single_sided", "Whether it stays on one side."),
    targetDelay: optionalNumber("target_delay", "Wanted delay (ps)."),
    targetDelayMax: optionalNumber("target_delay_max", "Greatest delay (ps)."),
    targetDelayMin: optionalNumber("target_delay_min", "Smallest delay (ps)."),
    targetLength: optionalNumber("target_length", "Wanted length (mm)."),
    targetLengthMax: optionalNumber("target_length_max", "Greatest length (mm)."),
    targetLengthMin: optionalNumber("target_length_min", "Smallest length (mm)."),
    targetSkew: optionalNumber("target_skew", "Wanted skew (mm)."),
    targetSkewMax: optionalNumber("target_skew_max", "Greatest skew (mm)."),
    targetSkewMin: optionalNumber("target_skew_min", "Smallest skew (mm)."),
    targetSkewDelay: optionalNumber("target_skew_delay", "Wanted skew (ps)."),
    targetSkewDelayMax: optionalNumber("target_skew_delay_max", "Greatest skew (ps)."),
    targetSkewDelayMin: optionalNumber("target_skew_delay_min", "Smallest skew (ps)."),
    tuningMode: optionalText("tuning_mode", "single, diff_pair or diff_pair_skew."),
    members: memberUuids("The uuids of its tracks."),
  },
});

export type Generated = ItemOf<typeof generated>;
