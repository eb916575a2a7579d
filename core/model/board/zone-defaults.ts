import type { Nm } from "../../base/nm.ts";
import type { Zone } from "./zone.ts";

/** A zone's own numbers, with KiCad's defaults where the file is silent. */
export interface ZoneSettings {
  readonly clearance: Nm;
  readonly connection: "none" | "thermal" | "solid" | "tht_thermal";
  readonly minThickness: Nm;
  readonly thermalGap: Nm;
  readonly thermalWidth: Nm;
  readonly teardrop: boolean;
}

const connections = { "": "thermal", yes: "solid", no: "none", thru_hole_only: "tht_thermal" } as const;

/** What a zone says of clearance, thermal relief and thickness. */
export function zoneSettings({ connectPads, fill, minThickness, attr }: Zone): ZoneSettings {
  const mode = (connectPads?.mode ?? "") as keyof typeof connections;
  return {
    clearance: connectPads?.clearance ?? 0,
    connection: connections[mode] ?? "thermal",
    minThickness: minThickness ?? 250_000,
    thermalGap: fill?.thermalGap ?? 500_000,
    thermalWidth: fill?.thermalBridgeWidth ?? 500_000,
    teardrop: attr?.teardrop != null,
  };
}
