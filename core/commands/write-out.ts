import { CommandError } from "../base/error.ts";
import type { DocumentContext } from "./define.ts";

/** Writes an artefact, or says that this host cannot. */
export async function writeOut(cx: DocumentContext, out: string, bytes: Uint8Array): Promise<string> {
  if (cx.services.writeFile === undefined) {
    throw new CommandError({
      code: "service-unavailable",
      message: `Cannot write ${out}: this program writes no files.`,
      hint: "Leave out away and take the picture from the answer.",
    });
  }
  return await cx.services.writeFile(out, bytes);
}
