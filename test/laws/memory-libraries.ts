import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LibraryPort } from "../../core/library/port.ts";
import type { MemoryPorts } from "./memory-ports.ts";

export interface MemoryLibrariesOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** Paths of the global tables. */
  readonly tables?: readonly string[];
  readonly installed?: { readonly symbols?: readonly string[]; readonly footprints?: readonly string[] };
}

/** Libraries in a world in memory: what lies on its disk. A project is a file's own folder. */
export function memoryLibraries(ports: MemoryPorts, options: MemoryLibrariesOptions = {}): LibraryPort {
  const cache = new Map<string, Uint8Array>();
  const { disk } = ports;
  const below = (folder: string) => [...disk.keys()].filter((path) => path.startsWith(`${folder.replace(/\/$/, "")}/`));
  const inside = (folder: string, path: string) => path.slice(folder.replace(/\/$/, "").length + 1).split("/");
  return {
    variables: async () => new Map(Object.entries(options.variables ?? {})),
    globalTables: async (kind) =>
      (options.tables ?? []).filter((path) => path.includes(kind === "symbols" ? "sym-" : "fp-")),
    installed: async (kind) => options.installed?.[kind] ?? [],
    projectFolder: async (file) => file.slice(0, Math.max(1, file.lastIndexOf("/"))),
    read: async (path) => disk.get(path) ?? null,
    async stat(path) {
      const stamp = await ports.files.stat(path);
      if (stamp !== null) return { ...stamp, folder: false };
      return below(path).length === 0 ? null : { size: 0, mtimeMs: 0, inode: 0, folder: true };
    },
    async list(folder) {
      const paths = below(folder);
      const names = new Map(paths.map((path) => [inside(folder, path)[0]!, inside(folder, path).length > 1]));
      if (paths.length === 0) return null;
      return [...names]
        .map(([name, isFolder]) => ({ name, folder: isFolder }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stamps(folder, ending) {
      const own = below(folder).filter((path) => path.endsWith(ending) && inside(folder, path).length === 1);
      const stamps = await Promise.all(
        own.map(async (path) => [inside(folder, path)[0]!, (await ports.files.stat(path))!] as const),
      );
      return new Map(stamps);
    },
    cache: {
      read: async (name) => cache.get(name) ?? null,
      write: async (name, bytes) => void cache.set(name, bytes),
    },
  };
}

/** All files of `examples/`, as a world in memory has them: `/blinky/blinky.kicad_sym`. */
export function exampleFiles(examples: string): Record<string, Uint8Array> {
  const names = readdirSync(examples, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(examples, name)).isFile());
  return Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(join(examples, name))]));
}
