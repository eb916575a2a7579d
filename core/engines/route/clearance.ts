import type { Nm } from "../../base/nm.ts";
import { nearest } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { grownBox } from "../../geometry/shape.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Obstacle, Obstacles } from "./obstacles.ts";

/** New copper that is to be checked. */
export interface Piece {
  readonly net: string;
  /** Copper layers, one bit each. */
  readonly layers: number;
  readonly shape: Shape;
  /** A via's hole. */
  readonly hole?: Shape;
}

/** Where new copper comes too near to what is there. */
export interface Conflict {
  readonly obstacle: Obstacle;
  /** How near it comes, and how near it may. */
  readonly distance: Nm;
  readonly needed: Nm;
  readonly at: { readonly x: number; readonly y: number };
}

/** The distance that net classes, pads and the board's constraints ask for between new copper and an obstacle. */
export function clearanceTo(settings: ProjectSettings, net: string, obstacle: Obstacle): Nm {
  const { constraints } = settings;
  switch (obstacle.kind) {
    case "edge":
      return constraints.minCopperEdgeClearance;
    case "hole":
      return obstacle.net === net && net !== "" ? 0 : constraints.minHoleClearance;
    case "keepout":
      return 0;
    default:
      return Math.max(
        effectiveNetClass(settings, net).clearance,
        obstacle.net === "" && obstacle.kind !== "pad" ? 0 : effectiveNetClass(settings, obstacle.net).clearance,
        obstacle.clearance,
        constraints.minClearance,
      );
  }
}

/** The widest distance that anything on the board may ask for. */
export function widestClearance(settings: ProjectSettings, obstacles: Obstacles): Nm {
  let widest = Math.max(
    settings.constraints.minCopperEdgeClearance,
    settings.constraints.minHoleClearance,
    settings.constraints.minClearance,
    settings.constraints.minHoleToHole,
  );
  for (const each of settings.netClasses) widest = Math.max(widest, each.clearance ?? 0);
  for (const each of obstacles.all) if (each.clearance > widest) widest = each.clearance;
  return widest;
}

/** The first conflict of new copper with what is there; null when it keeps all distances. */
export function conflictOf(
  settings: ProjectSettings,
  obstacles: Obstacles,
  piece: Piece,
  widest: Nm,
  ignored?: (obstacle: Obstacle) => boolean,
): Conflict | null {
  for (const obstacle of obstacles.near(grownBox(piece.shape.box, widest))) {
    if ((obstacle.layers & piece.layers) === 0 || ignored?.(obstacle) === true) continue;
    if (obstacle.kind === "keepout" && !(piece.hole === undefined ? obstacle.noTracks : obstacle.noVias)) continue;
    const same = obstacle.net === piece.net && piece.net !== "";
    if (!same || obstacle.kind === "edge" || obstacle.kind === "keepout") {
      const needed = clearanceTo(settings, piece.net, obstacle);
      const found = nearest(piece.shape, obstacle.shape, needed);
      if (found !== null && (needed === 0 ? found.distance === 0 : found.distance < needed - 1))
        return { obstacle, distance: Math.round(found.distance), needed, at: found.b };
    }
    if (piece.hole === undefined) continue;
    const conflict = holeConflict(settings, piece.hole, obstacle, same);
    if (conflict !== null) return conflict;
  }
  return null;
}

function holeConflict(settings: ProjectSettings, hole: Shape, obstacle: Obstacle, same: boolean): Conflict | null {
  const { minHoleToHole, minHoleClearance } = settings.constraints;
  const needed =
    obstacle.kind === "hole"
      ? minHoleToHole
      : !same && obstacle.kind !== "keepout" && obstacle.kind !== "edge"
        ? minHoleClearance
        : 0;
  if (needed === 0) return null;
  const found = nearest(hole, obstacle.shape, needed);
  if (found === null || found.distance >= needed - 1) return null;
  return { obstacle, distance: Math.round(found.distance), needed, at: found.b };
}
