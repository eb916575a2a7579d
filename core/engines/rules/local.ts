import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneSettings } from "../../model/board/zone-defaults.ts";
import type { ConstraintType, ZoneConnection } from "./constraint.ts";

/** A number that an item says itself, and who says it, in KiCad's words. */
export interface Local {
  readonly min: Nm;
  readonly name: string;
}

/** A pad's clearance, its own or its footprint's: it goes before all rules. */
export function overriddenClearance({ type, item, footprint }: BoardItem): Local | null {
  if (type !== "pad") return null;
  const own = (item as unknown as Pad).clearance;
  if (own !== null) return { min: own, name: "pad" };
  const shared = (footprint?.item["clearance"] ?? null) as Nm | null;
  return shared === null ? null : { min: shared, name: "footprint" };
}

/** A zone's own clearance, which counts when it is larger than what rules say; for a pad the same as above. */
export function localClearance(item: BoardItem): Local | null {
  if (item.type === "zone")
    return item.isRuleArea ? null : { min: zoneSettings(item.item as unknown as Zone).clearance, name: "zone" };
  return overriddenClearance(item);
}

const connections: Readonly<Record<number, ZoneConnection>> = { 0: "none", 1: "thermal", 2: "solid", 3: "tht_thermal" };

/** How pads connect, as a pad, a footprint or a zone says itself. */
export function localConnection(
  from: BoardItem | null,
): { readonly zoneConnection: ZoneConnection; readonly name: string } | null {
  if (from === null) return null;
  if (from.type === "zone")
    return { zoneConnection: zoneSettings(from.item as unknown as Zone).connection, name: "zone" };
  const own = from.item["zoneConnect"] as number | null;
  const known = own === null ? undefined : connections[own];
  return known === undefined ? null : { zoneConnection: known, name: from.type };
}

/** A pad's or a zone's thermal relief. */
export function localThermal(type: ConstraintType, from: BoardItem | null, zone: BoardItem | null): Local | null {
  if (from === null || (type !== "thermal_relief_gap" && type !== "thermal_spoke_width")) return null;
  const settings = zone?.type === "zone" ? zoneSettings(zone.item as unknown as Zone) : null;
  if (from.type === "zone") {
    if (settings === null) return null;
    return { min: type === "thermal_relief_gap" ? settings.thermalGap : settings.thermalWidth, name: "zone" };
  }
  const own = from.item[type === "thermal_relief_gap" ? "thermalGap" : "thermalWidth"] as Nm | null;
  if (own === null || own <= 0) return null;
  return { min: type === "thermal_spoke_width" ? Math.max(own, settings?.minThickness ?? 0) : own, name: "pad" };
}
