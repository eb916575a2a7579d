import { decodeBase64 } from "../../../base/base64.ts";
import type { Nm } from "../../../base/nm.ts";
import type { Image } from "../../../model/board/image.ts";
import type { Item } from "../../../model/item.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";

const DEFAULT_PPI = 300;
/** The last version of files whose pictures all count 300 pixels an inch. */
const OWN_RESOLUTION = 20230121;
const NM_PER_INCH = 25_400_000;

/** A picture; sinks that show none get its frame. */
export function paintImage(cx: PaintContext, item: Item, sink: Sink): void {
  const image = item as unknown as Image;
  sink.layer(cx.kind === "board" ? image.layer : "sch.image");
  const size = pictureSize(image.data);
  // Up to KiCad 7 a picture's own resolution did not count.
  const ppi = cx.version <= OWN_RESOLUTION ? DEFAULT_PPI : size.ppi;
  const scale = image.scale ?? 1;
  const width: Nm = (size.width / ppi) * NM_PER_INCH * scale;
  const height: Nm = (size.height / ppi) * NM_PER_INCH * scale;
  const { x, y } = image.at;
  if (sink.image !== undefined) sink.image(x, y, width, height, image.data);
  else {
    // Its frame, for sinks that show no pictures.
    const l = x - width / 2;
    const t = y - height / 2;
    sink.polyline([l, t, l + width, t, l + width, t + height, l, t + height, l, t], 0);
  }
}

/** Size in pixels of a PNG or JPEG, and pixels per inch. */
export function pictureSize(data: string): { width: number; height: number; ppi: number } {
  const bytes = decodeBase64(data, 1 << 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const unknown = { width: 300, height: 300, ppi: DEFAULT_PPI };
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47) {
    let ppi = DEFAULT_PPI;
    for (let at = 8; at + 20 < bytes.length; at += view.getUint32(at) + 12) {
      if (view.getUint32(at + 4) === 0x49444154) break;
      // pHYs in pixels per metre.
      if (view.getUint32(at + 4) === 0x70485973 && bytes[at + 16] === 1)
        ppi = Math.round(view.getUint32(at + 8) * 0.0254);
    }
    return { width: view.getUint32(16), height: view.getUint32(20), ppi: ppi || DEFAULT_PPI };
  }
  if (bytes.length > 4 && view.getUint16(0) === 0xffd8) {
    for (let at = 2; at + 9 < bytes.length; at += view.getUint16(at + 2) + 2) {
      const marker = bytes[at + 1]!;
      if (bytes[at] !== 0xff) break;
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
        return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), ppi: DEFAULT_PPI };
    }
  }
  return unknown;
}
