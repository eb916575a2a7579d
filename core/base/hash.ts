/**
 * A quick 64-bit content hash in two 32-bit lanes, for telling states apart (not against forgery).
 * Sums of hashes are hashes of collections, so a document's hash follows an edit in the time of the edit.
 */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}

export const zeroHash: Hash64 = { high: 0, low: 0 };

/** Hash of `bytes[start, end)`. */
export function hashBytes(bytes: Uint8Array, start = 0, end = bytes.length): Hash64 {
  let high = 0x9e3779b9 ^ (end - start);
  let low = 0x85ebca6b;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let i = start;
  for (; i + 8 <= end; i += 8) {
    low = Math.imul(low ^ view.getUint32(i, true), 0xcc9e2d51);
    low = ((low << 15) | (low >>> 17)) + high;
    high = Math.imul(high ^ view.getUint32(i + 4, true), 0x1b873593);
    high = ((high << 13) | (high >>> 19)) + low;
  }
  for (; i < end; i++) {
    low = Math.imul(low ^ bytes[i]!, 0xcc9e2d51);
    high = ((high << 13) | (high >>> 19)) + low;
  }
  return { high: finish(high, low), low: finish(low, high) };
}

function finish(a: number, b: number): number {
  let h = a ^ (b >>> 16);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function addHash(a: Hash64, b: Hash64): Hash64 {
  return { high: (a.high + b.high) >>> 0, low: (a.low + b.low) >>> 0 };
}

export function subtractHash(a: Hash64, b: Hash64): Hash64 {
  return { high: (a.high - b.high) >>> 0, low: (a.low - b.low) >>> 0 };
}

/** Sixteen hexadecimal digits. */
export function hashText(hash: Hash64): string {
  return hash.high.toString(16).padStart(8, "0") + hash.low.toString(16).padStart(8, "0");
}
