import type { Nm } from "../../base/nm.ts";

/** A ring without its cuts: wherever it comes back to a corner, what lies between is a ring of its own. */
export function uncut(points: readonly Nm[]): Nm[][] {
  const rings: Nm[][] = [];
  const path: Nm[] = [];
  const at = new Map<string, number>();
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    const key = `${x},${y}`;
    const known = at.get(key);
    if (known !== undefined) {
      const loop = path.splice(known);
      for (let k = 0; k < loop.length; k += 2) at.delete(`${loop[k]},${loop[k + 1]}`);
      if (loop.length >= 6) rings.push(loop);
    }
    at.set(key, path.length);
    path.push(x, y);
  }
  if (path.length >= 6) rings.push(path);
  return rings;
}
