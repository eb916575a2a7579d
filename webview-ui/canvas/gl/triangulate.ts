/**
 * Triangles of an even-odd polygon, as corners x, y appended by `emit`. Rings are one after the other; `ends` tells
 * where each ends (index of a number in `points`). Small convex rings become fans; everything else is swept into
 * trapezoids, which takes n log n even for the fills of big zones, whose outline is one ring with hundreds of bridges.
 * Trapezoids meet along level lines only, so no pixel is left out between them.
 */
export function triangulate(
  points: ArrayLike<number>,
  ends: ArrayLike<number> | undefined,
  emit: (x: number, y: number) => void,
): void {
  const rings = ends === undefined || ends.length === 0 ? [points.length] : ends;
  if (rings.length === 1 && isConvex(points, rings[0]!)) fan(points, rings[0]!, emit);
  else sweep(points, rings, emit);
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

/** Edges nearer than this (nm) at one height are told apart by where they go, since bridges are rounded. */
const NEAR = 3;

function sweep(p: ArrayLike<number>, ends: ArrayLike<number>, emit: (x: number, y: number) => void): void {
  // Edges from top to bottom; level ones bound nothing.
  const topX: number[] = [];
  const topY: number[] = [];
  const lowX: number[] = [];
  const lowY: number[] = [];
  for (let r = 0, from = 0; r < ends.length; from = ends[r++]!) {
    const to = ends[r]!;
    for (let i = from, j = to - 2; i + 1 < to; j = i, i += 2) {
      const isDown = p[j + 1]! < p[i + 1]!;
      if (p[j + 1] === p[i + 1]) continue;
      const a = isDown ? j : i;
      const b = isDown ? i : j;
      topX.push(p[a]!);
      topY.push(p[a + 1]!);
      lowX.push(p[b]!);
      lowY.push(p[b + 1]!);
    }
  }
  const count = topX.length;
  const xAt = (e: number, y: number): number =>
    y <= topY[e]!
      ? topX[e]!
      : y >= lowY[e]!
        ? lowX[e]!
        : topX[e]! + ((lowX[e]! - topX[e]!) * (y - topY[e]!)) / (lowY[e]! - topY[e]!);
  const isLeft = (a: number, b: number, y: number): boolean => {
    const d = xAt(a, y) - xAt(b, y);
    if (d < -NEAR || d > NEAR) return d < 0;
    const further = Math.min(lowY[a]!, lowY[b]!);
    return xAt(a, further) < xAt(b, further);
  };
  const starts = Uint32Array.from({ length: count }, (_, e) => e).sort((a, b) => topY[a]! - topY[b]!);
  const stops = Uint32Array.from(starts).sort((a, b) => lowY[a]! - lowY[b]!);
  const heights = Float64Array.from(topY.concat(lowY)).sort();
  // Active edges from left to right; an even one and the next bound a span, which began at `since` of the even one.
  const active: number[] = [];
  const partner = new Int32Array(count).fill(-1);
  /** The left edge of the span that an edge bounds on the right. */
  const owner = new Int32Array(count).fill(-1);
  const since = new Float64Array(count);
  const close = (left: number, y: number): void => {
    const right = partner[left]!;
    partner[left] = -1;
    owner[right] = -1;
    const top = since[left]!;
    if (top >= y) return;
    const x0 = xAt(left, top);
    const x1 = xAt(right, top);
    const x2 = xAt(left, y);
    const x3 = xAt(right, y);
    if (x0 !== x1) {
      emit(x0, top);
      emit(x1, top);
      emit(x2, y);
    }
    if (x2 !== x3) {
      emit(x1, top);
      emit(x3, y);
      emit(x2, y);
    }
  };
  /** Ends the span that an edge bounds on either side. */
  const release = (e: number, y: number): void => {
    if (partner[e]! >= 0) close(e, y);
    if (owner[e]! >= 0) close(owner[e]!, y);
  };
  let nextStart = 0;
  let nextStop = 0;
  let lastY = Number.NaN;
  for (const y of heights) {
    if (y === lastY) continue;
    lastY = y;
    let first = Number.POSITIVE_INFINITY;
    let last = 0;
    while (nextStop < count && lowY[stops[nextStop]!]! <= y) {
      const e = stops[nextStop++]!;
      const i = active.indexOf(e);
      release(e, y);
      active.splice(i, 1);
      first = Math.min(first, i);
      last = Math.max(last, i);
    }
    while (nextStart < count && topY[starts[nextStart]!]! <= y) {
      const e = starts[nextStart++]!;
      let low = 0;
      let high = active.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isLeft(active[middle]!, e, y)) low = middle + 1;
        else high = middle;
      }
      active.splice(low, 0, e);
      first = Math.min(first, low);
      last = Math.max(last + 1, low);
    }
    // Pair anew from the first change on; what kept its partner goes on as it is.
    if (first === Number.POSITIVE_INFINITY) continue;
    for (let i = first - (first % 2); i + 1 < active.length; i += 2) {
      const left = active[i]!;
      const right = active[i + 1]!;
      if (partner[left] === right) {
        if (i > last) break;
        continue;
      }
      release(left, y);
      release(right, y);
      partner[left] = right;
      owner[right] = left;
      since[left] = y;
    }
  }
}
