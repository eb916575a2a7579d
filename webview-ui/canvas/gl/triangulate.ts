import earcut from "earcut";

/**
 * Triangles of an even-odd polygon, as corners x, y appended by `emit`. Rings are one after the other; `ends` tells
 * where each ends (index of a number in `points`).
 */
export function triangulate(
  points: ArrayLike<number>,
  ends: ArrayLike<number> | undefined,
  emit: (x: number, y: number) => void,
): void {
  if (ends === undefined || ends.length <= 1) {
    const length = ends?.[0] ?? points.length;
    if (isConvex(points, length)) fan(points, length, emit);
    else ears(slice(points, 0, length), [], emit);
    return;
  }
  for (const { outer, holes } of grouped(points, ends)) {
    const flat = outer;
    const starts: number[] = [];
    for (const hole of holes) {
      starts.push(flat.length / 2);
      for (const v of hole) flat.push(v);
    }
    ears(flat, starts, emit);
  }
}

function ears(flat: number[], holes: number[], emit: (x: number, y: number) => void): void {
  for (const i of earcut(flat, holes)) emit(flat[2 * i]!, flat[2 * i + 1]!);
}

function fan(points: ArrayLike<number>, length: number, emit: (x: number, y: number) => void): void {
  for (let i = 2; i + 3 < length; i += 2) {
    emit(points[0]!, points[1]!);
    emit(points[i]!, points[i + 1]!);
    emit(points[i + 2]!, points[i + 3]!);
  }
}

/** Whether a short ring turns one way only, once around. */
function isConvex(p: ArrayLike<number>, length: number): boolean {
  if (length < 6 || length > 200) return false;
  let sign = 0;
  let flips = 0;
  let lastX = 0;
  for (let i = 0; i < length; i += 2) {
    const j = (i + 2) % length;
    const k = (i + 4) % length;
    const dx = p[j]! - p[i]!;
    const cross = dx * (p[k + 1]! - p[j + 1]!) - (p[j + 1]! - p[i + 1]!) * (p[k]! - p[j]!);
    if (cross !== 0) {
      if (sign !== 0 && Math.sign(cross) !== sign) return false;
      sign = Math.sign(cross);
    }
    if (dx !== 0) {
      if (lastX !== 0 && Math.sign(dx) !== lastX) flips++;
      lastX = Math.sign(dx);
    }
  }
  // A star that winds twice also turns one way only; its x direction changes more often.
  return flips <= 2;
}

/** Even-odd rings as outlines with the holes directly inside them. */
function grouped(points: ArrayLike<number>, ends: ArrayLike<number>): { outer: number[]; holes: number[][] }[] {
  const rings: number[][] = [];
  let from = 0;
  for (let i = 0; i < ends.length; i++) {
    rings.push(slice(points, from, ends[i]!));
    from = ends[i]!;
  }
  const around = rings.map((ring) =>
    rings.flatMap((other, i) => (other !== ring && isInside(other, ring[0]!, ring[1]!) ? [i] : [])),
  );
  const groups = new Map<number, { outer: number[]; holes: number[][] }>();
  rings.forEach((ring, i) => {
    if (around[i]!.length % 2 === 0) groups.set(i, { outer: ring, holes: [] });
  });
  rings.forEach((ring, i) => {
    if (around[i]!.length % 2 === 0) return;
    const parent = around[i]!.find((other) => around[other]!.length === around[i]!.length - 1);
    if (parent !== undefined) groups.get(parent)?.holes.push(ring);
  });
  return [...groups.values()];
}

function isInside(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = ring[i + 1]!;
    const yj = ring[j + 1]!;
    if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) inside = !inside;
  }
  return inside;
}

function slice(points: ArrayLike<number>, from: number, to: number): number[] {
  const flat: number[] = [];
  for (let i = from; i < to; i++) flat.push(points[i]!);
  return flat;
}
