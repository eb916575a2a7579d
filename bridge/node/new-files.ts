import { randomBytes } from "node:crypto";
import { promises as fs } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import type { NewFile } from "../../core/session/ports.ts";
import { taken } from "../../core/session/refusals.ts";
import { ioError } from "./io-error.ts";

/** What was written aside, and how it comes to where it is to be. */
interface Piece {
  readonly aside: string;
  readonly path: string;
  /** Of a folder: the files in it. */
  readonly files: readonly string[] | null;
}

/** Throws `conflict` when anything is where files are to be; a folder that is to be new may be there if it is empty. */
export async function refuseTaken(files: readonly NewFile[]): Promise<void> {
  for (const path of new Set(files.map(({ path, folder }) => folder ?? path))) {
    const stats = await fs.lstat(path).catch(() => null);
    if (stats === null) continue;
    const isFree = stats.isDirectory() && files.some(({ folder }) => folder === path);
    if (!isFree || (await fs.readdir(path)).length > 0) throw taken(path);
  }
}

/**
 * Makes files, all or none: each is written and synced out of sight, then all get their names; where one cannot, those
 * that had theirs go again. A folder that is to be new comes with its files by one rename. Folders above are made as
 * needed. Throws `conflict` when anything is there already.
 */
export async function makeFiles(files: readonly NewFile[]): Promise<void> {
  const pieces: Piece[] = [];
  const placed: Piece[] = [];
  const folders: string[] = [];
  let current = files[0]?.path ?? "";
  try {
    await refuseTaken(files);
    for (const [path, inside] of piecesOf(files)) {
      current = path;
      const made = await fs.mkdir(dirname(path), { recursive: true });
      if (made !== undefined) for (let at = dirname(path); at.length >= made.length; at = dirname(at)) folders.push(at);
      const aside = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
      const isFolder = inside.some((file) => file.path !== path);
      pieces.push({ aside, path, files: isFolder ? inside.map((file) => file.path) : null });
      if (isFolder) await fs.mkdir(aside);
      for (const file of inside) await writeNew(isFolder ? join(aside, relative(path, file.path)) : aside, file.bytes);
    }
    for (const piece of pieces) {
      current = piece.path;
      await place(piece);
      placed.push(piece);
    }
  } catch (error) {
    for (const { path, files: inside } of placed) await takeAway(path, inside);
    for (const { aside } of pieces) await fs.rm(aside, { recursive: true, force: true }).catch(() => undefined);
    for (const folder of folders.sort((a, b) => b.length - a.length)) await fs.rmdir(folder).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST") throw taken(current);
    throw error instanceof CommandError ? error : ioError("make", current, error);
  }
}

/** Files by what they come as: a folder that is to be new with all below it, or one file. */
function piecesOf(files: readonly NewFile[]): ReadonlyMap<string, readonly NewFile[]> {
  const folders = new Set(files.flatMap(({ folder }) => (folder === undefined ? [] : [folder])));
  const pieces = new Map<string, NewFile[]>();
  for (const file of files) {
    const above = [...folders].filter(
      (folder) => file.path.startsWith(folder) && /[\\/]/.test(file.path.charAt(folder.length)),
    );
    const path = above.sort((a, b) => a.length - b.length)[0] ?? file.path;
    pieces.set(path, [...(pieces.get(path) ?? []), file]);
  }
  return pieces;
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  const handle = await fs.open(path, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a piece its name. A file's is refused when somebody took it meanwhile, and so is that of a folder with files. */
async function place({ aside, path, files }: Piece): Promise<void> {
  if (files !== null) return fs.rename(aside, path);
  try {
    await fs.link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links.
    await fs.rename(aside, path);
    return;
  }
  await fs.rm(aside, { force: true });
}

/** Takes exactly what was made away: what somebody has put into a folder meanwhile stays. */
async function takeAway(path: string, files: readonly string[] | null): Promise<void> {
  for (const file of files ?? [path]) await fs.rm(file, { force: true }).catch(() => undefined);
  if (files === null) return;
  const folders = new Set(files.map((file) => dirname(file)));
  for (const folder of [...folders, path].sort((a, b) => b.length - a.length))
    await fs.rmdir(folder).catch(() => undefined);
}
