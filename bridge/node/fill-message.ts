import type { FillTask } from "../../core/engines/fill/task.ts";
import type { Ring, Rings } from "../../core/geometry/ring.ts";

/** Many rings as two arrays, since each array costs its own message: corners one after the other, and where each ring ends. */
export interface PackedRings {
  readonly data: Int32Array;
  readonly ends: Int32Array;
}

/** A task as it goes to a worker. */
export interface FillRequest {
  readonly task: Readonly<Record<string, unknown>>;
  readonly rings: Readonly<Record<string, PackedRings>>;
  readonly others: readonly PackedRings[];
}

export type FillReply = { readonly rings: PackedRings } | { readonly error: string };

const fields = ["outline", "extents", "reliefs", "clearances", "spokes", "reliefHoles", "ceded"] as const;

export function packRings(rings: Rings): PackedRings {
  const ends = new Int32Array(rings.length);
  let size = 0;
  for (const [i, ring] of rings.entries()) {
    size += ring.length;
    ends[i] = size;
  }
  const data = new Int32Array(size);
  for (const [i, ring] of rings.entries()) data.set(ring, i === 0 ? 0 : ends[i - 1]);
  return { data, ends };
}

export function unpackRings({ data, ends }: PackedRings): Ring[] {
  return Array.from(ends, (end, i) => data.subarray(i === 0 ? 0 : ends[i - 1], end));
}

export function packTask(task: FillTask, others: readonly Rings[]): FillRequest {
  const plain: Record<string, unknown> = { ...task };
  const rings: Record<string, PackedRings> = {};
  for (const field of fields) {
    rings[field] = packRings(task[field]);
    delete plain[field];
  }
  return { task: plain, rings, others: others.map(packRings) };
}

export function unpackTask(request: FillRequest): { task: FillTask; others: Rings[] } {
  const rings = Object.fromEntries(
    Object.entries(request.rings).map(([field, packed]) => [field, unpackRings(packed)]),
  );
  return { task: { ...request.task, ...rings } as unknown as FillTask, others: request.others.map(unpackRings) };
}
