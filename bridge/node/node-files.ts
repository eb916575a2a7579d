import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, promises as fs } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import { SHORTEN, tooLong } from "../../core/format/tree.ts";
import type { FilePort, Stamp } from "../../core/session/ports.ts";
import { ioError } from "./io-error.ts";
import { makeFiles, refuseTaken } from "./new-files.ts";

export interface NodeFilesOptions {
  /** Folders that documents may lie in, links followed; a person's choice, never an agent's. */
  readonly roots: readonly string[];
  /** What relative paths start from; default: the process's. */
  readonly cwd?: string;
}

export interface NodeFiles extends FilePort {
  /** Allows one more folder: that of a file which a person named. */
  addRoot(folder: string): void;
  readonly roots: () => readonly string[];
}

/** The files of this machine, confined to `roots`. */
export function nodeFiles(options: NodeFilesOptions): NodeFiles {
  const cwd = resolve(options.cwd ?? process.cwd());
  const roots = new Set(options.roots.map((root) => resolve(cwd, root)));
  return {
    addRoot: (folder) => void roots.add(resolve(cwd, folder)),
    roots: () => [...roots],
    resolve: (path) => resolveInside(path, cwd, [...roots]),
    read,
    stat,
    write,
    refuseTaken,
    make: makeFiles,
  };
}

async function resolveInside(path: string, cwd: string, roots: readonly string[]): Promise<string> {
  if (path.includes("\0")) {
    throw new CommandError({ code: "denied", message: "Cannot use the path: it has a NUL byte in it." });
  }
  const real = await realPath(resolve(cwd, path));
  for (const root of roots) if (isInside(real, await realPath(root))) return real;
  throw new CommandError({
    code: "denied",
    message: `Cannot use ${path}: it is outside ${roots.join(", ")}.`,
    hint: "Start edsnx in the folder of the project, or give the file itself on the command line.",
    data: { path: real, roots: [...roots] },
  });
}

/** The real path of what is there; what is not there yet hangs on its nearest real folder. */
async function realPath(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(await fs.realpath(at), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(at) === at) throw ioError("find", path, error);
      // A link to nowhere must not become a way out: what it points at counts, not where it lies.
      const target = await fs.readlink(at).catch(() => null);
      if (target !== null && missing.length < 64) return realPath(join(resolve(dirname(at), target), ...missing));
      missing.unshift(basename(at));
    }
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}

async function read(path: string): Promise<{ bytes: Uint8Array; stamp: Stamp }> {
  try {
    // Without waiting: a pipe with nobody at its other end would hold up every call behind this one.
    const handle = await fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw Object.assign(new Error("it is not a file"), { code: "EISDIR" });
      refuseLong(path, stats.size);
      const bytes = await handle.readFile();
      return { bytes, stamp: stampOf(stats) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw ioError("read", path, error);
  }
}

/** Before a byte of it is in memory. */
export function refuseLong(path: string, size: number): void {
  const long = tooLong(size);
  if (long === null) return;
  throw new CommandError({
    code: "io",
    message: `Cannot read ${path}: it is ${long}.`,
    hint: SHORTEN,
    data: { path, size },
  });
}

async function stat(path: string): Promise<Stamp | null> {
  try {
    return stampOf(await fs.stat(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw ioError("look at", path, error);
  }
}

async function write(path: string, bytes: Uint8Array, expected?: Stamp | null): Promise<Stamp> {
  const target = await fs.realpath(path).catch(() => path);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    const before = await fs.stat(target).catch(() => null);
    refuseChanged(path, before, expected);
    if (before !== null) await refuseReadOnly(target, before);
    await writeSynced(temporary, bytes, before);
    // Again, for a writer that came while ours was on its way to disk.
    const now = await fs.stat(target).catch(() => null);
    refuseChanged(path, now, expected);
    if (expected === null) await linkNew(temporary, target);
    else await fs.rename(temporary, target);
    await syncFolder(dirname(target));
    return stampOf(await fs.stat(target));
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw changedOnDisk(path, null);
    throw error instanceof CommandError ? error : ioError("write", path, error);
  }
}

async function writeSynced(path: string, bytes: Uint8Array, like: Stats | null): Promise<void> {
  const handle = await fs.open(path, "wx", like === null ? 0o666 : like.mode & 0o777);
  try {
    if (like !== null) {
      await handle.chmod(like.mode & 0o7777);
      // Only root may give a file away; everybody else keeps it.
      if (like.uid !== process.getuid?.() || like.gid !== process.getgid?.()) {
        await handle.chown(like.uid, like.gid).catch(() => undefined);
      }
    }
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename needs no leave of the file itself, but who made it read only meant it. */
async function refuseReadOnly(path: string, stats: Stats): Promise<void> {
  if (!stats.isFile()) throw Object.assign(new Error("it is not a file"), { code: "EISDIR" });
  if ((stats.mode & 0o222) === 0) throw Object.assign(new Error("it is read-only"), { code: "READONLY" });
  await fs.access(path, constants.W_OK);
}

/** Gives a new file its name unless somebody took it meanwhile (EEXIST). */
async function linkNew(temporary: string, target: string): Promise<void> {
  try {
    await fs.link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links.
    await fs.rename(temporary, target);
    return;
  }
  await fs.rm(temporary, { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  // Windows and some network file systems cannot; the rename itself is still atomic there.
  const handle = await fs.open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function refuseChanged(path: string, now: Stats | null, expected: Stamp | null | undefined): void {
  if (expected === undefined) return;
  const same =
    expected === null || now === null
      ? expected === null && now === null
      : now.size === expected.size && now.mtimeMs === expected.mtimeMs && now.ino === expected.inode;
  if (!same) throw changedOnDisk(path, expected, now);
}

function changedOnDisk(path: string, expected: Stamp | null, now?: Stats | null): CommandError {
  const reason =
    expected === null
      ? "a file of that name is there"
      : now === null
        ? "it was removed since it was read"
        : "it changed on disk since it was read";
  return new CommandError({
    code: "conflict",
    message: `Cannot write ${path}: ${reason}.`,
    hint: "Look at the file; then session.revert takes it, session.saveAs keeps yours beside it, force: true overwrites it.",
    data: { path },
  });
}

function stampOf(stats: Stats): Stamp {
  return { size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
}
