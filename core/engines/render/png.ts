import { decode, encode } from "fast-png";
import { decodeBase64 } from "../../base/base64.ts";
import type { Decode, Pixels } from "./picture.ts";

/** A PNG file of the pixels. */
export function encodePng(pixels: Pixels): Uint8Array {
  return encode({ width: pixels.width, height: pixels.height, data: pixels.data, channels: 3, depth: 8 });
}

/** The pixels of a PNG (base64), red, green, blue, opacity; null when it is none or damaged. */
export const decodePng: Decode = (base64) => {
  try {
    const image = decode(decodeBase64(base64));
    const n = image.width * image.height;
    const { channels, palette } = image;
    const deep = image.depth === 16 ? 256 : 1;
    const data = new Uint8Array(n * 4);
    for (let i = 0; i < n; i++) {
      const at = i * channels;
      const sample = (c: number) => image.data[at + c]! / deep;
      const color =
        palette !== undefined
          ? palette[image.data[at]!]
          : channels >= 3
            ? [sample(0), sample(1), sample(2), channels === 4 ? sample(3) : 255]
            : [sample(0), sample(0), sample(0), channels === 2 ? sample(1) : 255];
      for (let c = 0; c < 4; c++) data[4 * i + c] = color?.[c] ?? 255;
    }
    return { width: image.width, height: image.height, data };
  } catch {
    return null;
  }
};
