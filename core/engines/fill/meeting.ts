import type { Ring } from "../../geometry/ring.ts";
import { ringBox } from "../../geometry/ring.ts";

/** Corners that were worked out twice come out this near each other, in nanometres. */
const SAME = 2;

/**
 * A ring whose corners are those of others where they come within rounding: where a zone meets one of its own net, a
 * nanometre between their corners is a notch in the copper of both, which KiCad's check calls a sliver.
 */
export function meeting(ring: Ring, others: readonly Ring[]): Ring {
  const { minX, minY, maxX, maxY } = ringBox(ring);
  const cells = new Map<number, number[]>();
  for (const other of others)
    for (let i = 0; i < other.length; i += 2) {
      const [x, y] = [other[i]!, other[i + 1]!];
      if (x < minX - SAME || x > maxX + SAME || y < minY - SAME || y > maxY + SAME) continue;
      for (const key of new Set([-SAME, SAME].flatMap((dx) => [-SAME, SAME].map((dy) => cellOf(x + dx, y + dy))))) {
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [x, y]);
        else list.push(x, y);
      }
    }
  if (cells.size === 0) return ring;
  const own = Int32Array.from(ring);
  for (let i = 0; i < own.length; i += 2) {
    const near = cells.get(cellOf(own[i]!, own[i + 1]!)) ?? [];
    for (let k = 0; k < near.length; k += 2) {
      const [x, y] = [near[k]!, near[k + 1]!];
      if (Math.abs(x - own[i]!) > SAME || Math.abs(y - own[i + 1]!) > SAME) continue;
      own[i] = x;
      own[i + 1] = y;
      break;
    }
  }
  return own;
}

/** The square of 8 nm that a place is in, as one number. */
function cellOf(x: number, y: number): number {
  return (x >> 3) * 0x20000000 + (y >> 3);
}
