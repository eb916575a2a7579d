import { encodeBase64 } from "../base/base64.ts";
import { CommandError } from "../base/error.ts";
import { pictureSize } from "../engines/render/paint/image.ts";
import type { Context } from "./define.ts";

/** Larger pictures make files that nobody wants in git. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A picture as KiCad stores it, and its size on paper at scale 1 (mm). */
export interface PictureFile {
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

/** Reads a PNG or JPEG beside the document. Throws `not-found`, `invalid-args` or `service-unavailable`. */
export async function readPicture(cx: Context, file: string): Promise<PictureFile> {
  if (cx.services.readFile === undefined)
    throw refused(
      file,
      "service-unavailable",
      "this host reads no files",
      "Run it in the editor or from the command line.",
    );
  const bytes = await cx.services.readFile(file);
  if (bytes === null) throw refused(file, "not-found", "it is not there", "Give its path from the working directory.");
  return pictureOf(bytes, file);
}

/** A PNG or JPEG; `name` is what errors call it. Throws `invalid-args`. */
export function pictureOf(bytes: Uint8Array, name: string): PictureFile {
  const isPng = bytes.length > 24 && bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  const isJpeg = bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8;
  if (!isPng && !isJpeg) throw refused(name, "invalid-args", "it is neither PNG nor JPEG", "Convert it to PNG.");
  if (bytes.length > MAX_BYTES)
    throw refused(name, "invalid-args", `it has ${bytes.length} bytes, more than 16 MB`, "Make it smaller.");
  const data = encodeBase64(bytes);
  const size = pictureSize(data);
  const mm = (pixels: number) => Math.round((pixels / size.ppi) * 25.4 * 1e6) / 1e6;
  return { data, width: mm(size.width), height: mm(size.height) };
}

function refused(
  name: string,
  code: "invalid-args" | "not-found" | "service-unavailable",
  reason: string,
  hint: string,
): CommandError {
  return new CommandError({
    code,
    message: `Cannot add the picture ${name}: ${reason}.`,
    hint,
    data: { file: name },
  });
}
