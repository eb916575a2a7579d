import type { Stamp } from "../session/ports.ts";

/** Symbols or footprints: KiCad keeps a table for each. */
export type LibraryKind = "symbols" | "footprints";

/** A file in a folder, or a folder in it. */
export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
}

/**
 * What reading libraries needs of the host. Libraries lie anywhere on the machine, so this reads outside the allowed
 * folders, but nothing except libraries and their tables, and never over a network path.
 */
export interface LibraryPort {
  /** Path variables: those of the environment and KiCad's configured ones, e.g. `KICAD9_SYMBOL_DIR`. */
  variables(): Promise<ReadonlyMap<string, string>>;
  /** Global tables to look at, the first that exists counts: KiCad's own, then the one that came with it. Absolute paths. */
  globalTables(kind: LibraryKind): Promise<readonly string[]>;
  /** Folders with the libraries that came with KiCad; for variables that nobody set, and where there is no table. */
  installed(kind: LibraryKind): Promise<readonly string[]>;
  /** The folder of the project that a file belongs to. */
  projectFolder(file: string): Promise<string>;
  /** A library file's bytes; null when it is not there. Throws `denied` for what is no library file. */
  read(path: string): Promise<Uint8Array | null>;
  /** Size, time and inode; null when nothing is there. */
  stat(path: string): Promise<(Stamp & { readonly folder: boolean }) | null>;
  /** What is in a folder, sorted by name; null when there is no such folder. */
  list(folder: string): Promise<readonly FolderEntry[] | null>;
  /** The stamps of all files of a folder whose names end so; empty when there is no such folder. */
  stamps(folder: string, ending: string): Promise<ReadonlyMap<string, Stamp>>;
  /** Remembers what was worked out about libraries, between processes. May forget at any time. */
  readonly cache: {
    read(name: string): Promise<Uint8Array | null>;
    write(name: string, bytes: Uint8Array): Promise<void>;
  };
}
