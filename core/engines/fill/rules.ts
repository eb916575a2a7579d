import type { Box, Nm } from "../../base/nm.ts";
import type { Rings } from "../../geometry/ring.ts";
import type { Footprint } from "../../model/board/footprint.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Item } from "../../model/item.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { PadConnection } from "./zone-settings.ts";
import { connectionNumber, isPlated, zoneSettingsOf } from "./zone-settings.ts";

/** An item with its footprint, if it belongs to one: what rules are asked about. */
export interface RuleItem {
  readonly item: Item;
  readonly footprint: Footprint | null;
}

/** A footprint's courtyard; rings of no side are empty. */
export interface Courtyard {
  readonly owner: RuleItem;
  readonly front: Rings;
  readonly back: Rings;
  readonly box: Box;
}

/**
 * What has to be kept between a zone and other items. Lengths in nanometres; -1 where no rule says anything, so that
 * nothing is kept. A board's custom rules come in by another implementation of this; {@link boardRules} knows net
 * classes, what items say themselves, and the board's minima.
 */
export interface FillRules {
  clearance(zone: Zone, other: RuleItem, layer: string): Nm;
  holeClearance(zone: Zone, other: RuleItem, layer: string): Nm;
  edgeClearance(zone: Zone, other: RuleItem, layer: string): Nm;
  physicalClearance(zone: Zone, other: RuleItem, layer: string): Nm;
  physicalHoleClearance(zone: Zone, other: RuleItem, layer: string): Nm;
  connection(zone: Zone, pad: Pad, footprint: Footprint, layer: string): Exclude<PadConnection, "thermalForHoles">;
  thermalGap(zone: Zone, pad: Pad, footprint: Footprint, layer: string): Nm;
  spokeWidth(zone: Zone, pad: Pad, footprint: Footprint, layer: string): Nm;
  /** The courtyards that a physical clearance may keep copper out of; none where no rule speaks of one. */
  readonly courtyards: readonly Courtyard[];
  /** No clearance of the board is more than this. */
  readonly largest: Nm;
}

/** KiCad's rules where the board has no custom ones. */
export function boardRules(settings: ProjectSettings, zones: readonly Zone[], others: readonly RuleItem[]): FillRules {
  const { constraints } = settings;
  const classClearance = (net: string) => effectiveNetClass(settings, net).clearance;
  let largest = Math.max(constraints.minClearance, constraints.minHoleClearance, constraints.minCopperEdgeClearance);
  for (const netClass of settings.netClasses) largest = Math.max(largest, netClass.clearance ?? 0);
  for (const zone of zones)
    largest = Math.max(largest, zoneSettingsOf(zone).clearance, zoneSettingsOf(zone).thermalGap);
  for (const other of others) {
    const thermalGap = other.item.kind === "pad" ? ((other.item as unknown as Pad).thermalGap ?? 0) : 0;
    largest = Math.max(largest, overrideOf(other) ?? 0, thermalGap);
  }
  return {
    largest,
    courtyards: [],
    clearance(zone, other) {
      if (isNetTie(zone, other)) return 0;
      const own = overrideOf(other);
      if (own !== null && own !== 0) return Math.max(own, constraints.minClearance);
      let clearance = classClearance(zone.net);
      if (isConnected(other)) clearance = Math.max(clearance, classClearance(netOf(other.item)));
      clearance = Math.max(clearance, zoneSettingsOf(zone).clearance, constraints.minClearance);
      return other.item.kind === "zone"
        ? Math.max(clearance, zoneSettingsOf(other.item as unknown as Zone).clearance)
        : clearance;
    },
    holeClearance(_zone, other) {
      const own = overrideOf(other);
      return Math.max(own ?? 0, constraints.minHoleClearance);
    },
    edgeClearance: () => constraints.minCopperEdgeClearance,
    physicalClearance: () => -1,
    physicalHoleClearance: () => -1,
    connection(zone, pad, footprint) {
      const said =
        connectionNumber(pad.zoneConnect) ??
        connectionNumber(footprint.zoneConnect) ??
        zoneSettingsOf(zone).padConnection;
      if (said !== "thermalForHoles") return said;
      return isPlated(pad) ? "thermal" : "solid";
    },
    thermalGap: (zone, pad) => positive(pad.thermalGap) ?? zoneSettingsOf(zone).thermalGap,
    spokeWidth(zone, pad) {
      const own = positive(pad.thermalWidth);
      const settings = zoneSettingsOf(zone);
      return own === null ? settings.spokeWidth : Math.max(own, settings.minThickness);
    },
  };
}

function positive(value: Nm | null): Nm | null {
  return value !== null && value > 0 ? value : null;
}

/** A pad's own clearance, else its footprint's: it stands above everything but the board's minimum. */
function overrideOf({ item, footprint }: RuleItem): Nm | null {
  if (item.kind !== "pad") return null;
  return (item as unknown as Pad).clearance ?? footprint?.clearance ?? null;
}

/** Whether an item can carry a net: pads, tracks, vias, zones, and a board's own graphics. */
function isConnected({ item, footprint }: RuleItem): boolean {
  return item.kind === "graphic" ? footprint === null : ["pad", "track", "arcTrack", "via", "zone"].includes(item.kind);
}

function netOf(item: Item): string {
  return typeof item["net"] === "string" ? item["net"] : "";
}

/** Whether a graphic of a net-tie footprint joins the zone's net there. */
function isNetTie(zone: Zone, { item, footprint }: RuleItem): boolean {
  if (footprint === null || footprint.netTiePadGroups.length === 0 || item.kind !== "graphic") return false;
  return footprint.children.some((child) => child.kind === "pad" && child["net"] === zone.net);
}
