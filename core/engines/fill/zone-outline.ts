import type { Clipper } from "../../geometry/clip.ts";
import { nearest } from "../../geometry/distance.ts";
import { areasOf } from "../../geometry/fracture.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Rings } from "../../geometry/ring.ts";
import { boxesMeet, polygon } from "../../geometry/shape.ts";
import { chamfered, filleted } from "../../geometry/smooth.ts";
import type { ZoneItem } from "./board-items.ts";
import { near } from "./board-items.ts";
import { zoneRings } from "./outline-rings.ts";
import { precedes } from "./priority.ts";

/** The area that a zone may fill. */
export interface ZoneArea {
  /** With corners smoothed, and going on into same-net zones that touch, so that no notch comes out at their border. */
  readonly outline: Rings;
  /** The part of it that is the zone's own. */
  readonly extents: Rings;
}

/** Rings of zones' outlines, each made once. */
export class ZoneOutlines {
  private readonly rings = new Map<ZoneItem, Rings>();
  private readonly error: number;

  constructor(error: number) {
    this.error = error;
  }

  of(zone: ZoneItem): Rings {
    let rings = this.rings.get(zone);
    if (rings === undefined) {
      rings = zoneRings(zone.zone, this.error);
      this.rings.set(zone, rings);
    }
    return rings;
  }
}

export interface AreaSettings {
  readonly maxError: number;
  /** Whether rounding a concave corner may add copper outside the outline. */
  readonly externalFillets: boolean;
  /** The board's edge, or null when its lines do not close. */
  readonly board: Rings | null;
}

/** The area of a zone on a layer. */
export function zoneArea(
  clipper: Clipper,
  zone: ZoneItem,
  layer: string,
  zones: readonly ZoneItem[],
  outlines: ZoneOutlines,
  { maxError, externalFillets, board }: AreaSettings,
): ZoneArea {
  const own = outlines.of(zone);
  const { smoothing, smoothingRadius, minThickness, teardrop } = zone.settings;
  const smooths = smoothing !== "none" && smoothingRadius > 0 && teardrop === 0;
  const smooth = (rings: Rings): Rings => {
    if (!smooths) return rings;
    return rings.map((ring) =>
      smoothing === "chamfer" ? chamfered(ring, smoothingRadius) : filleted(ring, smoothingRadius, maxError),
    );
  };
  const limit = externalFillets && smooths ? clipper.union([...smooth(own), ...own]) : own;
  let outline: Rings = own;
  for (const other of touching(clipper, zone, layer, zones, outlines))
    outline = clipper.union([...outline, ...outlines.of(other)]);
  if (board !== null) outline = clipper.intersection(outline, board);
  const whole = outline;
  const smoothed = smooth(outline);
  // The shrinking and growing that takes thin copper away would notch the border to a same-net zone too.
  let apron = clipper.offset(clipper.union(limit), minThickness, "round", chordsOfTurn(minThickness, maxError));
  if (!externalFillets) apron = clipper.intersection(apron, whole);
  return { outline: clipper.intersection(smoothed, apron), extents: clipper.intersection(smoothed, limit) };
}

/** Zones of the same net that touch, unless zones of other nets lie all between. */
function touching(
  clipper: Clipper,
  zone: ZoneItem,
  layer: string,
  zones: readonly ZoneItem[],
  outlines: ZoneOutlines,
): ZoneItem[] {
  const around = zones.filter(
    (other) =>
      other !== zone &&
      other.footprint === null &&
      !other.settings.isRuleArea &&
      other.settings.teardrop === 0 &&
      other.layers.includes(layer) &&
      near(zone.box, other.box, 1_000),
  );
  const shape = polygon(outlines.of(zone).map((ring) => Array.from(ring)));
  const same = around.filter(
    (other) =>
      other.zone.net === zone.zone.net &&
      nearest(shape, polygon(outlines.of(other).map((ring) => Array.from(ring))), 0) !== null,
  );
  return same.filter((other) => {
    const between = around.filter(
      (each) => each.zone.net !== zone.zone.net && precedes(each, other) && boxesMeet(each.box, other.box),
    );
    if (between.length === 0) return true;
    const left = clipper.difference(outlines.of(zone), clipper.union(between.flatMap((each) => outlines.of(each))));
    return areasOf(left).length > 0;
  });
}
