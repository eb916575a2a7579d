/** A length in integer nanometres. Inside the program every length is one of these. */
export type Nm = number;

/** An angle in degrees, KiCad's sense (counter-clockwise on screen, y down). */
export type Degrees = number;

/** A place in nanometres, KiCad's axes: x right, y down. */
export interface Point {
  readonly x: Nm;
  readonly y: Nm;
}

/** An axis-parallel box in nanometres; empty while `minX > maxX`. */
export interface Box {
  readonly minX: Nm;
  readonly minY: Nm;
  readonly maxX: Nm;
  readonly maxY: Nm;
}

export const NM_PER_MM = 1_000_000;

/** Millimetres (surface) to nanometres, rounded to the nearest. */
export function fromMm(mm: number): Nm {
  return Math.round(mm * NM_PER_MM);
}

/** Nanometres to millimetres (surface). */
export function toMm(nm: Nm): number {
  return nm / NM_PER_MM;
}

/** An angle brought into (-180, 180]. */
export function normalizeDegrees(angle: Degrees): Degrees {
  let a = angle % 360;
  if (a > 180) a -= 360;
  if (a <= -180) a += 360;
  return a === 0 ? 0 : a;
}

/**
 * `p` turned by `angle` about `center`, counter-clockwise on screen (KiCad's sense, y down).
 * Multiples of 90 degrees are exact; other angles round to whole nanometres.
 */
export function rotatePoint(p: Point, angle: Degrees, center: Point = { x: 0, y: 0 }): Point {
  const dx = p.x - center.x;
  const dy = p.y - center.y;
  const a = ((angle % 360) + 360) % 360;
  if (a === 0) return p;
  if (a === 90) return { x: center.x + dy, y: center.y - dx };
  if (a === 180) return { x: center.x - dx, y: center.y - dy };
  if (a === 270) return { x: center.x - dy, y: center.y + dx };
  const rad = (a * Math.PI) / 180;
  const s = Math.sin(rad);
  const c = Math.cos(rad);
  return { x: Math.round(center.x + dy * s + dx * c), y: Math.round(center.y + dy * c - dx * s) };
}
