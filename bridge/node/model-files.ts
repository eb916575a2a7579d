import { promises as fs } from "node:fs";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { expandPath, isRemote, plainPath } from "../../core/library/path-variables.ts";
import type { LibraryPort } from "../../core/library/port.ts";

/** Larger models are left out: they would hold the view up for long. */
const MOST_BYTES = 40_000_000;

/** Models that come with KiCad lie beside its footprints, for variables that nobody set. */
const ownModels = /\$[{(](KICAD\d*_3DMODEL_DIR|KISYS3DMOD)[)}]/;

/**
 * The text of a part's VRML model, as a footprint of the board at `board` names it; null where there is none. For a STEP
 * model the VRML file of the same name is taken, as KiCad's libraries have them in pairs. Nothing but models is read.
 */
export async function modelText(file: string, board: string, libraries: LibraryPort): Promise<string | null> {
  if (isRemote(file)) return null;
  const project = await libraries.projectFolder(board);
  const known = await libraries.variables();
  const shared = await libraries.installed("footprints");
  const folders = shared.map((folder) => plainPath("../3dmodels", folder));
  const names = [file, ...folders.map((folder) => file.replace(ownModels, folder))];
  for (const name of names) {
    const { text, unknown } = expandPath(name, { known, project, installed: { symbols: [], footprints: shared } });
    if (unknown.length > 0) continue;
    const path = plainPath(text, project);
    const stem = path.replace(/\.(wrl|wrz|step|stp|stpz|igs|iges)$/i, "");
    if (stem === path) return null;
    for (const ending of new Set([path.slice(stem.length), ".wrl", ".wrz", ".WRL"])) {
      const found = /^\.wr[lz]$/i.test(ending) ? await read(stem + ending) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

async function read(path: string): Promise<string | null> {
  try {
    const { size } = await fs.stat(path);
    if (size > MOST_BYTES) return null;
    const bytes = await fs.readFile(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return new TextDecoder().decode(
      isPacked ? await promisify(gunzip)(bytes, { maxOutputLength: 4 * MOST_BYTES }) : bytes,
    );
  } catch {
    return null;
  }
}
