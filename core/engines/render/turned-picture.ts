import { decode, encode } from "fast-png";
import { decodeBase64, encodeBase64 } from "../../base/base64.ts";
import { decodePng } from "./png.ts";

/** Quarter turns counter-clockwise, then a mirror: what changes places is named. */
export interface PictureTurn {
  readonly quarters: number;
  readonly mirror: "left-right" | "top-bottom" | null;
}

/** Whether a picture (base64) is a PNG. */
export function isPng(base64: string): boolean {
  return base64.startsWith("iVBORw0KGgo");
}

interface Raw {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly depth: 8 | 16;
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array;
}

/**
 * The nearest quarter turns that an angle makes of a picture, as KiCad counts: pixels turn by 90 degrees, from beyond half
 * of that on; the rest is for its place only.
 */
export function quartersOf(angle: number): number {
  const whole = ((angle % 360) + 360) % 360;
  return Math.ceil((whole - 45) / 90) % 4;
}

/** A PNG (base64) with its pixels turned, its resolution kept; null when it is no PNG that can be read. */
export function turnedPicture(base64: string, turn: PictureTurn): string | null {
  const raw = rawOf(base64);
  if (raw === null) return null;
  const { data, channels, depth } = raw;
  const quarters = ((turn.quarters % 4) + 4) % 4;
  const [width, height] = quarters % 2 === 0 ? [raw.width, raw.height] : [raw.height, raw.width];
  const out = depth === 8 ? new Uint8Array(data.length) : new Uint16Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Where the pixel stood: the mirror is taken back first.
      const mx = turn.mirror === "left-right" ? width - 1 - x : x;
      const my = turn.mirror === "top-bottom" ? height - 1 - y : y;
      const [fromX, fromY] = before(mx, my, quarters, raw);
      const from = (fromY * raw.width + fromX) * channels;
      const to = (y * width + x) * channels;
      for (let c = 0; c < channels; c++) out[to + c] = data[from + c]!;
    }
  }
  return encodeBase64(withResolution(encode({ width, height, data: out, channels, depth }), decodeBase64(base64)));
}

/** The place of a pixel before quarter turns counter-clockwise. */
function before(x: number, y: number, quarters: number, { width, height }: Raw): [number, number] {
  switch (quarters) {
    case 1:
      return [width - 1 - y, x];
    case 2:
      return [width - 1 - x, height - 1 - y];
    case 3:
      return [y, height - 1 - x];
    default:
      return [x, y];
  }
}

/** Samples as they are where each has 8 or 16 bits; what has a palette or fewer bits becomes 8 bits of each colour. */
function rawOf(base64: string): Raw | null {
  try {
    const { width, height, channels, depth, data, palette, transparency } = decode(decodeBase64(base64));
    if ((depth === 8 || depth === 16) && palette === undefined && transparency === undefined)
      return { width, height, channels, depth, data };
    const pixels = depth === 16 ? null : decodePng(base64);
    return pixels === null ? null : { ...pixels, channels: 4, depth: 8 };
  } catch {
    return null;
  }
}

/** Where chunks begin, and how long the first (IHDR) is. */
const CHUNKS = 8;
const HEADER = 25;
const PHYS = 0x70485973;

/** A PNG with the pHYs chunk of another: it says how large the picture is at scale 1. */
function withResolution(png: Uint8Array, other: Uint8Array): Uint8Array {
  const view = new DataView(other.buffer, other.byteOffset, other.length);
  for (let at = CHUNKS; at + 12 <= other.length; ) {
    const size = view.getUint32(at) + 12;
    if (view.getUint32(at + 4) === PHYS) {
      const out = new Uint8Array(png.length + size);
      out.set(png.subarray(0, CHUNKS + HEADER));
      out.set(other.subarray(at, at + size), CHUNKS + HEADER);
      out.set(png.subarray(CHUNKS + HEADER), CHUNKS + HEADER + size);
      return out;
    }
    at += size;
  }
  return png;
}
