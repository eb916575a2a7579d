import { CommandError } from "../../base/error.ts";
import type { Context } from "../define.ts";

/** A file to be written into a folder of artefacts. */
export interface Artefact {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes artefacts into a folder, each whole or not at all. A file of the same name is overwritten only when it is an
 * artefact of that kind itself; all names are looked at before the first is written. Throws `conflict` with the others.
 */
export async function writeArtefacts(cx: Context, folder: string, files: readonly Artefact[]): Promise<string[]> {
  const { writeFile, readFile } = cx.services;
  if (writeFile === undefined || readFile === undefined) {
    throw new CommandError({
      code: "service-unavailable",
      message: `Cannot write into ${folder}: this program writes no files.`,
      hint: "Run it in the editor or with edsnx.",
    });
  }
  const strangers: string[] = [];
  for (const { name } of files) {
    const there = await readFile(`${folder}/${name}`);
    if (there !== null && !isOfKind(name, there)) strangers.push(name);
  }
  if (strangers.length > 0) {
    throw new CommandError({
      code: "conflict",
      message: `Cannot write into ${folder}: ${strangers.join(", ")} ${strangers.length === 1 ? "is" : "are"} there already, and no file that this would replace.`,
      hint: "Move them away, or give another folder with out.",
      data: { folder, files: strangers },
    });
  }
  const written: string[] = [];
  for (const { name, bytes } of files) {
    cx.signal.throwIfAborted();
    written.push(await writeFile(`${folder}/${name}`, bytes));
  }
  return written;
}

/** How artefacts begin, by the end of their names. */
const beginnings: readonly (readonly [RegExp, RegExp])[] = [
  [/\.drl$/, /^M48/],
  [/\.gbrjob$/, /^\s*\{\s*"Header"/],
  [/-positions\.csv$/, /^Ref,Val,Package,/],
  [/-bom\.csv$/, /^"?Refs?"?,/],
  [/\.zip$/, /^PK/],
  [/\.pdf$/, /^%PDF-/],
  [/\.svg$/, /^\s*(<\?xml[^>]*>\s*)?<svg/],
  [/\.g\w+$/, /^(%|G04)/],
];

function isOfKind(name: string, bytes: Uint8Array): boolean {
  const [, start] = beginnings.find(([pattern]) => pattern.test(name)) ?? [];
  let head = "";
  for (const byte of bytes.subarray(0, 200)) head += String.fromCharCode(byte);
  return bytes.length === 0 || start?.test(head) === true;
}
