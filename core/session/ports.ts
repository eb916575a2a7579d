/** What a session needs of its host. Hosts are in `bridge/node`; tests bring their own in memory. */
export interface SessionPorts {
  readonly files: FilePort;
  readonly journal: JournalPort;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A fresh random uuid, version 4. */
  readonly uuid: () => string;
  /** Hears what went wrong where no caller can be told: a listener that threw. */
  readonly report?: (error: unknown) => void;
}

/** A file's state on disk, to notice that somebody else wrote it. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** A file that is to be made. */
export interface NewFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** A folder above it that is to be new with it: nothing, or an empty folder, is there yet. */
  readonly folder?: string;
}

export interface FilePort {
  /** The absolute real path of `path` (relative to the working directory), inside the allowed folders. Throws `denied` when outside. */
  resolve(path: string): Promise<string>;
  /** Throws `not-found` or `io`. */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly stamp: Stamp }>;
  /** Null when nothing is there. */
  stat(path: string): Promise<Stamp | null>;
  /**
   * Writes beside the file, syncs and renames over it; mode and symlink are kept. With `expected`, refuses with
   * `conflict` when the file is not in that state any more (null: when anything is there).
   */
  write(path: string, bytes: Uint8Array, expected?: Stamp | null): Promise<Stamp>;
  /** Throws `conflict` when anything is where new files or folders are to be. */
  refuseTaken(files: readonly NewFile[]): Promise<void>;
  /** Makes new files, all or none, with the folders that they need. Throws as `refuseTaken`. */
  make(files: readonly NewFile[]): Promise<void>;
}

/** One line of a journal. */
export type JournalRecord = {
  readonly entry: string;
  readonly group: string;
  readonly label: string;
  readonly actor: string;
  readonly at: number;
  readonly steps: readonly unknown[];
  /** Names the entry that this one takes back or does again; `steps` are those applied. */
  readonly undo?: string;
  readonly redo?: string;
};

/** Keeps the edits since the last save on disk, so that a crash loses none. */
export interface JournalPort {
  /** The records of a process that died with this file in this state (`base` is the content hash), oldest first. */
  recover(path: string, base: string): Promise<readonly JournalRecord[]>;
  /** Is on disk when the promise settles. */
  append(path: string, base: string, record: JournalRecord): Promise<void>;
  /** Puts the records of `recover` aside where the person finds them: they do not fit the file. */
  setAside(path: string, reason: string): Promise<void>;
  /** Forgets the file's records: it was saved, reverted or closed. */
  clear(path: string): Promise<void>;
}
