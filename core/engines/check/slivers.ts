import type { Nm, Point } from "../../base/nm.ts";
import { ringArea } from "../../geometry/ring.ts";
import { uncut } from "./uncut.ts";

/** A sharp corner of copper, with the corners on either side of it. */
export interface Sliver {
  readonly tip: Point;
  readonly before: Point;
  readonly after: Point;
  /** How many corners its border has. */
  readonly corners: number;
}

/** Corners nearer than this in x and in y are one: rounding has no direction. */
const NEAR: Nm = 800;
/** An angle of 20 degrees. */
const SHARP = Math.cos((20 * Math.PI) / 180);
/** A spike without an area is no copper: KiCad's least, of the doubled cosine. */
const NOTHING = 1.1920929e-7;

/** Corners of less than 20 degrees on the borders of a polygon, whose holes may be joined to the border by cuts. */
export function sliversOf(rings: readonly (readonly Nm[])[]): Sliver[] {
  // Nearly no copper has any, and taking cuts apart costs more than looking.
  const found: Sliver[] = [];
  for (const ring of rings) {
    if (sharpCorners(ring).length === 0) continue;
    const turned = Math.sign(ringArea(ring));
    for (const part of uncut(ring)) {
      // What turns the other way is a hole: KiCad looks at borders only.
      if (Math.sign(ringArea(part)) !== turned) continue;
      for (const sliver of sharpCorners(part)) if (isCopper(sliver, turned)) found.push(sliver);
    }
  }
  return found;
}

function sharpCorners(ring: readonly Nm[]): Sliver[] {
  const n = ring.length / 2;
  const found: Sliver[] = [];
  let step = 1;
  for (let k = 0; k < n; k += step) {
    const p = 2 * ((n + k - 1) % n);
    let t = 2 * k;
    step = 1;
    let [ax, ay] = [ring[p]! - ring[t]!, ring[p + 1]! - ring[t + 1]!];
    while (Math.abs(ax) < NEAR && Math.abs(ay) < NEAR && step < n) {
      t = 2 * ((k + step++) % n);
      ax = ring[p]! - ring[t]!;
      ay = ring[p + 1]! - ring[t + 1]!;
    }
    if (step >= n) break;
    let q = 2 * ((k + 1) % n);
    let [bx, by] = [ring[q]! - ring[t]!, ring[q + 1]! - ring[t + 1]!];
    for (let ahead = 1; Math.abs(bx) < NEAR && Math.abs(by) < NEAR && ahead < n; ) {
      q = 2 * ((k + ahead++) % n);
      bx = ring[q]! - ring[t]!;
      by = ring[q + 1]! - ring[t + 1]!;
    }
    const dot = ax * bx + ay * by;
    if (dot <= 0) continue;
    const cos = dot / Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
    if (cos <= SHARP || 2 - 2 * cos <= NOTHING) continue;
    found.push({
      tip: { x: ring[t]!, y: ring[t + 1]! },
      before: { x: ring[p]!, y: ring[p + 1]! },
      after: { x: ring[q]!, y: ring[q + 1]! },
      corners: n,
    });
  }
  return found;
}

/** Whether the copper, not the gap, is what is sharp. */
function isCopper({ tip, before, after }: Sliver, turned: number): boolean {
  const turn = (tip.x - before.x) * (after.y - tip.y) - (tip.y - before.y) * (after.x - tip.x);
  return Math.sign(turn) === turned;
}
