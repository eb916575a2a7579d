import { randomBytes } from "node:crypto";
import { promises as fs } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import { ioError } from "./node-files.ts";

/** A file to be: its path inside the folder, and its content. */
export interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Makes a folder with files in it, out of sight first and then by one rename: it is whole or not there. Folders above
 * are made as needed. Throws `conflict` when anything but an empty folder is there.
 */
export async function newFolder(path: string, files: readonly NewFile[]): Promise<void> {
  const aside = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    await fs.mkdir(dirname(path), { recursive: true });
    await refuseTaken(path);
    await fs.mkdir(aside);
    for (const { name, bytes } of files) {
      const target = join(aside, name);
      await fs.mkdir(dirname(target), { recursive: true });
      const handle = await fs.open(target, "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
    // Takes the place of an empty folder; one that has files meanwhile makes it fail.
    await fs.rename(aside, path);
  } catch (error) {
    await fs.rm(aside, { recursive: true, force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST") throw taken(path);
    throw ioError("make", path, error);
  }
}

async function refuseTaken(path: string): Promise<void> {
  const stats = await fs.lstat(path).catch(() => null);
  if (stats === null) return;
  if (!stats.isDirectory() || (await fs.readdir(path)).length > 0) throw taken(path);
}

function taken(path: string): CommandError {
  return new CommandError({
    code: "conflict",
    message: `Cannot make ${path}: something is there already.`,
    hint: "Choose another folder; nothing was written.",
    data: { path },
  });
}
