import type { SpiceLibraryFile } from "../../engines/netlist/spice.ts";
import { decodeText } from "../../format/text.ts";
import { expandPath, folderOf } from "../../library/path-variables.ts";
import { pathVariables } from "../../library/tables.ts";
import type { DocumentContext } from "../define.ts";

/**
 * The model libraries of a design, by the name that parts call them: beside the project, absolute, or below a path
 * variable. Null for one that is not there or that this program may not read.
 */
export async function readSpiceLibraries(
  cx: DocumentContext,
  names: readonly string[],
): Promise<Map<string, SpiceLibraryFile | null>> {
  const found = new Map<string, SpiceLibraryFile | null>();
  for (const name of names) {
    const path = await pathOf(cx, name);
    const bytes = await read(cx, path);
    found.set(name, bytes === null ? null : { path, text: decodeText(bytes) });
  }
  return found;
}

async function pathOf(cx: DocumentContext, name: string): Promise<string> {
  const folder = folderOf(cx.open.path);
  const port = cx.services.libraries;
  const text = port === undefined ? name : expandPath(name, await pathVariables(port, folder)).text;
  return /^([\\/]|[A-Za-z]:)/.test(text) ? text : `${folder}/${text}`;
}

async function read(cx: DocumentContext, path: string): Promise<Uint8Array | null> {
  const own = await cx.services.readFile?.(path).catch(() => null);
  return own ?? (await cx.services.libraries?.read(path).catch(() => null)) ?? null;
}
