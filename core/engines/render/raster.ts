/**
 * Exact-area scan conversion. Edges leave signed areas in one float per pixel; a running sum over a row gives the
 * winding-weighted coverage of each pixel (the technique of font rasterisers). One shape at a time: `addEdge …`, then
 * `fill` puts its coverage into a mask and leaves the floats clean. Coordinates are pixels.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly area: Float32Array;
  /** First and last touched column of each row, empty while first > last. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  top: number;
  bottom: number;
}

export function makeRaster(width: number, height: number): Raster {
  // Two columns more: what lies right of the picture falls into them.
  const stride = width + 2;
  return {
    width,
    height,
    stride,
    area: new Float32Array(stride * height),
    first: new Int32Array(height).fill(stride),
    last: new Int32Array(height).fill(-1),
    top: height,
    bottom: -1,
  };
}

/** One edge of a closed outline. Clipped to the picture; what is left of it counts for whole rows. */
export function addEdge(r: Raster, ax: number, ay: number, bx: number, by: number): void {
  if (ay === by) return;
  let dir = 1;
  if (ay > by) {
    dir = -1;
    let swap = ax;
    ax = bx;
    bx = swap;
    swap = ay;
    ay = by;
    by = swap;
  }
  const { height, width } = r;
  if (by <= 0 || ay >= height) return;
  const slope = (bx - ax) / (by - ay);
  if (ay < 0) {
    ax -= ay * slope;
    ay = 0;
  }
  if (by > height) {
    bx -= (by - height) * slope;
    by = height;
  }
  // Parts beyond the left and right borders become upright lines on them.
  if (ax < 0 || bx < 0) {
    if (ax <= 0 && bx <= 0) {
      addInside(r, 0, ay, 0, by, 0, dir);
      return;
    }
    const y = ay - ax / slope;
    if (ax < 0) {
      addInside(r, 0, ay, 0, y, 0, dir);
      ax = 0;
      ay = y;
    } else {
      addInside(r, 0, y, 0, by, 0, dir);
      bx = 0;
      by = y;
    }
  }
  if (ax > width || bx > width) {
    if (ax >= width && bx >= width) {
      addInside(r, width, ay, width, by, 0, dir);
      return;
    }
    const y = ay + (width - ax) / slope;
    if (ax > width) {
      addInside(r, width, ay, width, y, 0, dir);
      ax = width;
      ay = y;
    } else {
      addInside(r, width, y, width, by, 0, dir);
      bx = width;
      by = y;
    }
  }
  addInside(r, ax, ay, bx, by, slope, dir);
}

function addInside(r: Raster, ax: number, ay: number, bx: number, by: number, slope: number, dir: number): void {
  if (by <= ay) return;
  const { area, stride, first, last, height } = r;
  const low = Math.min(ax, bx);
  const high = Math.max(ax, bx);
  let row = Math.floor(ay);
  const end = Math.min(height, Math.ceil(by));
  if (row < r.top) r.top = row;
  if (end - 1 > r.bottom) r.bottom = end - 1;
  let y = ay;
  let x = ax;
  for (; row < end; row++) {
    const y2 = Math.min(row + 1, by);
    const dy = y2 - y;
    let x2 = x + slope * dy;
    if (x2 < low) x2 = low;
    else if (x2 > high) x2 = high;
    const d = dy * dir;
    const x0 = Math.min(x, x2);
    const x1 = Math.max(x, x2);
    const c0 = Math.floor(x0);
    const c1 = Math.ceil(x1);
    const base = row * stride;
    if (c0 < first[row]!) first[row] = c0;
    if (c1 <= c0 + 1) {
      const middle = 0.5 * (x0 + x1) - c0;
      area[base + c0]! += d * (1 - middle);
      area[base + c0 + 1]! += d * middle;
      if (c0 + 1 > last[row]!) last[row] = c0 + 1;
    } else {
      const s = 1 / (x1 - x0);
      const f0 = 1 - (x0 - c0);
      const a0 = 0.5 * s * f0 * f0;
      const f1 = x1 - c1 + 1;
      const am = 0.5 * s * f1 * f1;
      area[base + c0]! += d * a0;
      if (c1 === c0 + 2) area[base + c0 + 1]! += d * (1 - a0 - am);
      else {
        const a1 = s * (1.5 - (x0 - c0));
        area[base + c0 + 1]! += d * (a1 - a0);
        for (let c = c0 + 2; c < c1 - 1; c++) area[base + c]! += d * s;
        const a2 = a1 + (c1 - c0 - 3) * s;
        area[base + c1 - 1]! += d * (1 - a2 - am);
      }
      area[base + c1]! += d * am;
      if (c1 > last[row]!) last[row] = c1;
    }
    x = x2;
    y = y2;
  }
}

/** Lays the shape's coverage over `mask` (0..255 a pixel) and starts the next shape. */
export function fill(r: Raster, mask: Uint8Array, evenOdd: boolean): void {
  const { area, stride, first, last, width } = r;
  for (let row = r.top; row <= r.bottom; row++) {
    const to = last[row]!;
    if (to < 0) continue;
    const base = row * stride;
    const out = row * width;
    let sum = 0;
    for (let c = first[row]!; c <= to; c++) {
      sum += area[base + c]!;
      area[base + c] = 0;
      if (c >= width) continue;
      let cover = sum < 0 ? -sum : sum;
      if (evenOdd) {
        cover %= 2;
        if (cover > 1) cover = 2 - cover;
      } else if (cover > 1) cover = 1;
      if (cover < 1e-3) continue;
      const had = mask[out + c]!;
      mask[out + c] = had + cover * (255 - had) + 0.5;
    }
    first[row] = stride;
    last[row] = -1;
  }
  r.top = r.height;
  r.bottom = -1;
}

/** Chords of a half circle so that none strays more than a tenth of a pixel. */
function halfTurns(radius: number): number {
  if (radius < 0.6) return 3;
  return Math.max(4, Math.ceil(Math.PI / (2 * Math.acos(1 - 0.1 / radius))));
}

/** Outline of a line with round ends; every one turns the same way, so that overlapping ones add up. */
export function addCapsule(r: Raster, ax: number, ay: number, bx: number, by: number, radius: number): void {
  const pad = radius + 1;
  if (Math.max(ay, by) < -pad || Math.min(ay, by) > r.height + pad) return;
  if (Math.max(ax, bx) < -pad || Math.min(ax, bx) > r.width + pad) return;
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1e-9) {
    addDisc(r, ax, ay, radius);
    return;
  }
  const n = halfTurns(radius);
  const ux = ((bx - ax) / length) * radius;
  const uy = ((by - ay) / length) * radius;
  const c = Math.cos(Math.PI / n);
  const s = Math.sin(Math.PI / n);
  // From the left side of the start, round the end, back on the right side, round the start.
  let vx = uy;
  let vy = -ux;
  let px = ax + vx;
  let py = ay + vy;
  const firstX = px;
  const firstY = py;
  for (let end = 0; end < 2; end++) {
    const cx = end === 0 ? bx : ax;
    const cy = end === 0 ? by : ay;
    for (let i = 0; i <= n; i++) {
      const qx = cx + vx;
      const qy = cy + vy;
      addEdge(r, px, py, qx, qy);
      px = qx;
      py = qy;
      if (i < n) {
        const t = vx * c - vy * s;
        vy = vx * s + vy * c;
        vx = t;
      }
    }
  }
  addEdge(r, px, py, firstX, firstY);
}

export function addDisc(r: Raster, cx: number, cy: number, radius: number): void {
  if (cy + radius < 0 || cy - radius > r.height || cx + radius < 0 || cx - radius > r.width) return;
  const n = 2 * halfTurns(radius);
  let px = cx + radius;
  let py = cy;
  for (let i = 1; i <= n; i++) {
    const a = (2 * Math.PI * i) / n;
    const qx = i === n ? cx + radius : cx + radius * Math.cos(a);
    const qy = i === n ? cy : cy + radius * Math.sin(a);
    addEdge(r, px, py, qx, qy);
    px = qx;
    py = qy;
  }
}

/** Outline of a band along a circle, from angle `a0` by `sweep` (radians, y down), with round ends unless it closes. */
export function addBand(
  r: Raster,
  cx: number,
  cy: number,
  radius: number,
  a0: number,
  sweep: number,
  half: number,
): void {
  const outer = radius + half;
  if (cy + outer < 0 || cy - outer > r.height || cx + outer < 0 || cx - outer > r.width) return;
  const inner = Math.max(0, radius - half);
  // Always the way of the other shapes: with growing angle on the outside.
  const from = sweep < 0 ? a0 + sweep : a0;
  const turn = Math.abs(sweep);
  const closed = turn >= 2 * Math.PI - 1e-6;
  const n = Math.max(2, Math.ceil((halfTurns(outer) * turn) / Math.PI));
  const x = (rad: number, i: number) => cx + rad * Math.cos(from + (turn * i) / n);
  const y = (rad: number, i: number) => cy + rad * Math.sin(from + (turn * i) / n);
  for (let i = 0; i < n; i++) {
    addEdge(r, x(outer, i), y(outer, i), x(outer, i + 1), y(outer, i + 1));
    addEdge(r, x(inner, i + 1), y(inner, i + 1), x(inner, i), y(inner, i));
  }
  addEdge(r, x(outer, n), y(outer, n), x(inner, n), y(inner, n));
  addEdge(r, x(inner, 0), y(inner, 0), x(outer, 0), y(outer, 0));
  if (closed) return;
  addDisc(r, x(radius, 0), y(radius, 0), half);
  addDisc(r, x(radius, n), y(radius, n), half);
}
