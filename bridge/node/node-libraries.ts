import { randomBytes } from "node:crypto";
import { promises as fs, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import { hashBytes, hashText } from "../../core/base/hash.ts";
import { encodeText } from "../../core/format/text.ts";
import type { FolderEntry, LibraryKind, LibraryPort } from "../../core/library/port.ts";
import type { Stamp } from "../../core/session/ports.ts";
import { ioError } from "./io-error.ts";
import { refuseLong } from "./node-files.ts";
import { projectFolder } from "./project-folder.ts";

export interface NodeLibrariesOptions {
  /** The process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where KiCad keeps a folder of settings for each of its versions; the system's own place when left out. */
  readonly settings?: string;
  /** Where KiCad's shared files (`symbols`, `footprints`, `template`) may be. */
  readonly shared?: readonly string[];
  /** Where what was worked out about libraries is kept. */
  readonly cache?: string;
}

/** Nothing else is read for a library: what a design names must not lead anywhere else. */
const libraryFile = /(\.kicad_sym|\.kicad_mod|[\\/]Simulation_SPICE\.sp|[\\/](sym|fp)-lib-table|\.lib-table)$/i;

const tables: Readonly<Record<LibraryKind, string>> = { symbols: "sym-lib-table", footprints: "fp-lib-table" };

/** The libraries of this machine, where KiCad looks for them. */
export function nodeLibraries(options: NodeLibrariesOptions = {}): LibraryPort {
  const env = options.env ?? process.env;
  const settings = options.settings ?? settingsFolder(env);
  const shared = options.shared ?? sharedFolders(env);
  const cache = options.cache ?? cacheFolder(env);
  return {
    variables: () => pathVariables(env, settings),
    async globalTables(kind) {
      const own = (await versions(settings)).map((version) => join(settings, version, tables[kind]));
      return [...own, ...shared.map((folder) => join(folder, "template", tables[kind]))];
    },
    async installed(kind) {
      const folders = shared.map((folder) => join(folder, kind));
      return folders.filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true);
    },
    projectFolder,
    read,
    async stat(path) {
      const stats = await fs.stat(path).catch(() => null);
      if (stats === null) return null;
      return { size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino, folder: stats.isDirectory() };
    },
    list: async (folder) => listOf(folder),
    stamps: async (folder, ending) => stampsOf(folder, ending),
    cache: {
      read: (name) => fs.readFile(join(cache, fileName(name))).catch(() => null),
      write: (name, bytes) => writeCache(cache, fileName(name), bytes),
    },
  };
}

async function read(path: string): Promise<Uint8Array | null> {
  if (!libraryFile.test(path) || /^(\\\\|\/\/)/.test(path)) {
    throw new CommandError({
      code: "denied",
      message: `Cannot read ${path} as a library: it is no .kicad_sym, no .kicad_mod and no library table.`,
      hint: "List the libraries with lib.tables.",
      data: { path },
    });
  }
  try {
    refuseLong(path, (await fs.stat(path)).size);
    return await fs.readFile(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw ioError("read", path, error);
  }
}

function listOf(folder: string): readonly FolderEntry[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null;
  }
}

/** At once, not file by file through the pool of threads: there are fifteen thousand footprints. */
function stampsOf(folder: string, ending: string): Map<string, Stamp> {
  const stamps = new Map<string, Stamp>();
  for (const { name } of listOf(folder) ?? []) {
    if (!name.endsWith(ending)) continue;
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats?.isFile() === true) stamps.set(name, { size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino });
  }
  return stamps;
}

/** KiCad's path variables: what the environment says, then what KiCad is set to. */
async function pathVariables(
  env: Readonly<Record<string, string | undefined>>,
  settings: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const version of (await versions(settings)).reverse()) {
    const bytes = await fs.readFile(join(settings, version, "kicad_common.json"), "utf8").catch(() => "{}");
    for (const [name, value] of Object.entries(configured(bytes)))
      if (typeof value === "string") found.set(name, value);
  }
  for (const [name, value] of Object.entries(env)) if (value !== undefined) found.set(name, value);
  return found;
}

function configured(text: string): Record<string, unknown> {
  try {
    const json = JSON.parse(text) as { environment?: { vars?: Record<string, unknown> | null } };
    return json.environment?.vars ?? {};
  } catch {
    return {};
  }
}

/** KiCad's versions with settings on this machine, the newest first. */
async function versions(settings: string): Promise<string[]> {
  const names = await fs.readdir(settings).catch(() => [] as string[]);
  return names.filter((name) => /^\d+\.\d+$/.test(name)).sort((a, b) => Number(b) - Number(a));
}

function settingsFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env["KICAD_CONFIG_HOME"]) return env["KICAD_CONFIG_HOME"];
  if (process.platform === "win32") return join(env["APPDATA"] ?? homedir(), "kicad");
  if (process.platform === "darwin") return join(homedir(), "Library/Preferences/kicad");
  return join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "kicad");
}

function sharedFolders(env: Readonly<Record<string, string | undefined>>): string[] {
  if (process.platform === "darwin") return ["/Applications/KiCad/KiCad.app/Contents/SharedSupport"];
  if (process.platform === "win32") {
    const programs = env["ProgramFiles"] ?? "C:\\Program Files";
    return ["10.0", "9.0", "8.0", "7.0"].map((version) => join(programs, "KiCad", version, "share/kicad"));
  }
  return ["/usr/share/kicad", "/usr/local/share/kicad", "/app/share/kicad"];
}

function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env["EDSNX_CACHE"]) return env["EDSNX_CACHE"];
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? homedir(), "edsnx/cache");
  if (process.platform === "darwin") return join(homedir(), "Library/Caches/edsnx");
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "edsnx");
}

/** Node's own hashes take milliseconds to load. */
function fileName(name: string): string {
  return `${hashText(hashBytes(encodeText(name)))}${hashText(hashBytes(encodeText(`edsnx ${name}`)))}.json`;
}

/** A cache that cannot be written costs time, never an answer. */
async function writeCache(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const part = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString("hex")}`);
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(part, bytes, { mode: 0o600 });
    await fs.rename(part, join(folder, name));
  } catch {
    await fs.rm(part, { force: true }).catch(() => undefined);
  }
}
