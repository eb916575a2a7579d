import { promises as fs } from "node:fs";
import { join, relative, sep } from "node:path";

const MAX_DEPTH = 4;

/** So many folders' entries are looked at; a home folder is no project. */
const MAX_ENTRIES = 5000;

const design = /\.kicad_(pcb|sch|pro|dru|sym|mod|wks)$/;

/** Folders that hold nobody's designs. */
const skipped = /^(\.|node_modules$)/;

/** The designs below a folder, relative to it, with `/` as the separator; the nearest first. Never throws. */
export async function designFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  let left = MAX_ENTRIES;
  let level = [folder];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && left > 0; depth++) {
    const deeper: string[] = [];
    for (const each of level) {
      const entries = await fs.readdir(each, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.slice(0, Math.max(0, left))) {
        const path = join(each, entry.name);
        // Links are not followed: they may lead out, or in circles.
        if (entry.isFile() && design.test(entry.name)) found.push(relative(folder, path).split(sep).join("/"));
        else if (entry.isDirectory() && !skipped.test(entry.name)) deeper.push(path);
      }
      left -= entries.length;
    }
    level = deeper;
  }
  return found;
}
