import type { Nm } from "../../base/nm.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneLayers } from "../../model/board/zone.ts";
import { nmAt, numberAt, rawText, sub, textAt, words } from "../../model/raw-list.ts";

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
  readonly hatch: {
    readonly thickness: Nm;
    readonly gap: Nm;
    readonly orientation: number;
    readonly smoothingLevel: number;
    readonly smoothingValue: number;
    readonly minHoleArea: number;
  } | null;
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
  const connect = zone.connectPads === null ? null : rawText(zone.connectPads);
  const fill = zone.fill === null ? null : rawText(zone.fill);
  const attr = zone.attr === null ? null : rawText(zone.attr);
  const nm = (name: string, absent: Nm) => nmAt(sub(fill, name), 1, absent);
  const number = (name: string, absent: number) => numberAt(sub(fill, name), 1, absent);
  const smoothing = textAt(sub(fill, "smoothing"), 1, "none");
  const mode = textAt(sub(fill, "mode"), 1, "polygon");
  const teardrop = textAt(sub(sub(attr, "teardrop"), "type"), 1, "");
  return {
    padConnection: connectionOf(connect === null ? [] : words(connect)),
    clearance: nmAt(sub(connect, "clearance"), 1, 0),
    minThickness: zone.minThickness ?? 254_000,
    priority: zone.priority ?? 0,
    thermalGap: nm("thermal_gap", 508_000),
    spokeWidth: nm("thermal_bridge_width", 508_000),
    smoothing: smoothing === "chamfer" || smoothing === "fillet" ? smoothing : "none",
    smoothingRadius: nm("radius", 0),
    islands: (["always", "never", "belowArea"] as const)[number("island_removal_mode", 0)] ?? "always",
    islandArea: number("island_area_min", 10) * 1e12,
    hatch:
      mode === "hatch"
        ? {
            thickness: nm("hatch_thickness", 1_000_000),
            gap: nm("hatch_gap", 1_500_000),
            orientation: number("hatch_orientation", 0),
            smoothingLevel: number("hatch_smoothing_level", 0),
            smoothingValue: number("hatch_smoothing_value", 0.1),
            minHoleArea: number("hatch_min_hole_area", 0.3),
          }
        : null,
    teardrop: sub(attr, "teardrop") === null ? 0 : teardrop === "padvia" ? 2 : teardrop === "track_end" ? 3 : 1,
    layers: zoneLayers(zone),
    forbidsCopper: zone.keepout !== null && zone.keepout["copperpour"] === "not_allowed",
    isRuleArea: zone.keepout !== null,
  };
}

function connectionOf(said: readonly string[]): PadConnection {
  if (said.includes("no")) return "none";
  if (said.includes("yes")) return "solid";
  if (said.includes("thru_hole_only")) return "thermalForHoles";
  return "thermal";
}

/** Whether a zone's text asks for a fill at all: `(fill yes …)`. */
export function isFilledZone(zone: Zone): boolean {
  return zone.fill !== null && words(rawText(zone.fill)).includes("yes");
}

/** What a pad or footprint says in numbers about joining zones: 0 none, 1 thermal, 2 solid, 3 thermal for holes. */
export function connectionNumber(value: number | null): PadConnection | null {
  return value === null ? null : ((["none", "thermal", "solid", "thermalForHoles"] as const)[value] ?? null);
}

/** Whether a pad has a plated hole. */
export function isPlated(pad: Pad): boolean {
  return pad.type === "thru_hole";
}
