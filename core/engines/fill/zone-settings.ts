import type { Nm } from "../../base/nm.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneLayers } from "../../model/board/zone.ts";
import type { HatchGrid } from "./hatch.ts";

/** How pads of a zone's own net are joined to it. */
export type PadConnection = "none" | "thermal" | "solid" | "thermalForHoles";

/** What a zone says of its filling; KiCad's default where it is silent. */
export interface ZoneSettings {
  readonly padConnection: PadConnection;
  readonly clearance: Nm;
  readonly minThickness: Nm;
  readonly priority: number;
  readonly thermalGap: Nm;
  readonly spokeWidth: Nm;
  readonly smoothing: "none" | "chamfer" | "fillet";
  readonly smoothingRadius: Nm;
  readonly islands: "always" | "never" | "belowArea";
  /** In square nanometres. */
  readonly islandArea: number;
  readonly hatch: HatchGrid | null;
  /** The kind of teardrop, 0 for a zone: 1 unspecified, 2 of a pad or via, 3 of a track's end. */
  readonly teardrop: number;
  readonly layers: readonly string[];
  /** For rule areas: whether copper may not be poured. */
  readonly forbidsCopper: boolean;
  readonly isRuleArea: boolean;
}

const known = new WeakMap<Zone, ZoneSettings>();

export function zoneSettingsOf(zone: Zone): ZoneSettings {
  let settings = known.get(zone);
  if (settings === undefined) {
    settings = read(zone);
    known.set(zone, settings);
  }
  return settings;
}

function read(zone: Zone): ZoneSettings {
  const { fill } = zone;
  return {
    padConnection: connections[zone.connectPads.mode] ?? "thermal",
    clearance: zone.connectPads.clearance ?? 0,
    minThickness: zone.minThickness ?? 254_000,
    priority: zone.priority ?? 0,
    thermalGap: fill.thermalGap ?? 508_000,
    spokeWidth: fill.thermalBridgeWidth ?? 508_000,
    smoothing: fill.smoothing === "chamfer" || fill.smoothing === "fillet" ? fill.smoothing : "none",
    smoothingRadius: fill.radius ?? 0,
    islands: (["always", "never", "belowArea"] as const)[fill.islandRemoval ?? 0] ?? "always",
    islandArea: (fill.islandAreaMin ?? 10) * 1e12,
    hatch:
      fill.mode === "hatch"
        ? {
            thickness: fill.hatchThickness ?? 1_000_000,
            gap: fill.hatchGap ?? 1_500_000,
            orientation: fill.hatchOrientation ?? 0,
            smoothingLevel: fill.hatchSmoothingLevel ?? 0,
            smoothingValue: fill.hatchSmoothingValue ?? 0.1,
            minHoleArea: fill.hatchMinHoleArea ?? 0.3,
            thickBorder: fill.hatchBorder !== "min_thickness",
          }
        : null,
    teardrop: teardropOf(zone),
    layers: zoneLayers(zone),
    forbidsCopper: zone.keepout !== null && zone.keepout["copperpour"] === "not_allowed",
    isRuleArea: zone.keepout !== null,
  };
}

const connections: Readonly<Record<string, PadConnection>> = {
  no: "none",
  yes: "solid",
  thru_hole_only: "thermalForHoles",
};

function teardropOf({ attr }: Zone): number {
  const teardrop = attr?.teardrop ?? null;
  if (teardrop === null) return 0;
  return teardrop.type === "padvia" ? 2 : teardrop.type === "track_end" ? 3 : 1;
}

/** What a pad or footprint says in numbers about joining zones: 0 none, 1 thermal, 2 solid, 3 thermal for holes. */
export function connectionNumber(value: number | null): PadConnection | null {
  return value === null ? null : ((["none", "thermal", "solid", "thermalForHoles"] as const)[value] ?? null);
}

/** Whether a pad has a plated hole. */
export function isPlated(pad: Pad): boolean {
  return pad.type === "thru_hole";
}
