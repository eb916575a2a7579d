import type { Nm } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** What a teardrop's shape goes by; lengths of 0 mean no limit. */
export interface Parameters {
  /** Length and width as parts of the pad's or via's smaller size. */
  readonly lengthRatio: number;
  readonly maxLength: Nm;
  readonly widthRatio: number;
  readonly maxWidth: Nm;
  readonly curved: boolean;
  /** Tracks as wide as this part of the pad get none. */
  readonly filterRatio: number;
  /** A track too short may be followed into the next one. */
  readonly twoTracks: boolean;
  /** Pads that a zone of their net covers get teardrops all the same. */
  readonly inZones: boolean;
}

/** KiCad's own parameters, where neither the item nor the project says others. */
export const OWN: Parameters = {
  lengthRatio: 0.5,
  maxLength: 1_000_000,
  widthRatio: 1,
  maxWidth: 2_000_000,
  curved: false,
  filterRatio: 0.9,
  twoTracks: true,
  inZones: false,
};

/** What a pad or a via says of its teardrops; null when it has none. */
export function parametersOf(item: Pick<Pad, "teardrops">): Parameters | null {
  const { teardrops: own } = item;
  if (own === null || own.enabled !== true) return null;
  return {
    lengthRatio: own.bestLengthRatio ?? OWN.lengthRatio,
    maxLength: own.maxLength ?? OWN.maxLength,
    widthRatio: own.bestWidthRatio ?? OWN.widthRatio,
    maxWidth: own.maxWidth ?? OWN.maxWidth,
    curved: own.curvedEdges ?? (own.curvePoints ?? 0) > 0,
    filterRatio: own.filterRatio ?? OWN.filterRatio,
    twoTracks: own.allowTwoSegments ?? OWN.twoTracks,
    inZones: own.preferZoneConnections === null ? OWN.inZones : !own.preferZoneConnections,
  };
}

/** What the project says: of round things, of others, and of ends of tracks that meet wider ones. */
export type Target = "td_round_shape" | "td_rect_shape" | "td_track_end";

/** The project's parameters for a kind of target (`board.design_settings.teardrop_parameters`). */
export function projectParameters(settings: ProjectSettings, target: Target): Parameters {
  const rows = designSettings(settings)["teardrop_parameters"];
  const row = (Array.isArray(rows) ? rows : []).find((each) => each?.td_target_name === target) ?? {};
  const number = (key: string, absent: number) => (typeof row[key] === "number" ? (row[key] as number) : absent);
  const yes = (key: string, absent: boolean) => (typeof row[key] === "boolean" ? (row[key] as boolean) : absent);
  return {
    lengthRatio: number("td_length_ratio", OWN.lengthRatio),
    maxLength: fromMm(number("td_maxlen", 1)),
    widthRatio: number("td_height_ratio", OWN.widthRatio),
    maxWidth: fromMm(number("td_maxheight", 2)),
    curved: number("td_curve_segcount", 0) > 0,
    filterRatio: number("td_width_to_size_filter_ratio", OWN.filterRatio),
    twoTracks: yes("td_allow_use_two_tracks", OWN.twoTracks),
    inZones: yes("td_on_pad_in_zone", OWN.inZones),
  };
}

/** Which targets the project gives teardrops (`board.design_settings.teardrop_options`). */
export interface ProjectTargets {
  readonly vias: boolean;
  readonly holes: boolean;
  readonly smd: boolean;
  readonly trackEnds: boolean;
  readonly roundOnly: boolean;
}

export function projectTargets(settings: ProjectSettings): ProjectTargets {
  const rows = designSettings(settings)["teardrop_options"];
  const row = ((Array.isArray(rows) ? rows : [])[0] ?? {}) as Record<string, unknown>;
  return {
    vias: row["td_onvia"] !== false,
    holes: row["td_onpthpad"] !== false,
    smd: row["td_onsmdpad"] !== false,
    trackEnds: row["td_ontrackend"] === true,
    roundOnly: row["td_onroundshapesonly"] === true,
  };
}

function designSettings(settings: ProjectSettings): Readonly<Record<string, unknown>> {
  const board = settings.json["board"] as Record<string, unknown> | undefined;
  return (board?.["design_settings"] ?? {}) as Record<string, unknown>;
}
