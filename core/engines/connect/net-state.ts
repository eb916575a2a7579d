import type { Nm, Point } from "../../base/nm.ts";
import type { Copper } from "./copper.ts";
import { missingLinks } from "./links.ts";

/** A net as its copper has it. */
export interface NetState {
  readonly net: string;
  /** Copper that hangs together, one list each. */
  readonly clusters: readonly (readonly Copper[])[];
  /** Pieces of fill that hang together and meet nothing else of the net. */
  readonly floating: readonly (readonly Copper[])[];
  /** The shortest set of connections that would join the clusters: one fewer than clusters. */
  readonly missing: readonly Link[];
}

/** A missing connection between two places. */
export interface Link {
  readonly from: Copper;
  readonly to: Copper;
  readonly fromPlace: Point;
  readonly toPlace: Point;
  readonly length: Nm;
}

/** A net's state when its copper hangs together like this. */
export function netStateOf(net: string, all: readonly (readonly Copper[])[]): NetState {
  // Fill that touches no pad, track or via was kept on purpose: it asks for no connection (as KiCad counts).
  const clusters = all.filter((cluster) => cluster.some((each) => each.fill === null));
  const floating = all.filter((cluster) => cluster.every((each) => each.fill !== null));
  return { net, clusters, floating, missing: missingLinks(clusters) };
}
