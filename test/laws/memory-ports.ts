import { CommandError } from "../../core/base/error.ts";
import { encodeText } from "../../core/format/text.ts";
import type { JournalRecord, NewFile, SessionPorts, Stamp } from "../../core/session/ports.ts";

/** A session's world in memory: files by absolute path, a journal, a clock that counts, uuids that count. */
export interface MemoryPorts extends SessionPorts {
  readonly disk: Map<string, Uint8Array>;
  readonly journals: Map<string, { base: string; records: JournalRecord[] }>;
  /** Writes a file as somebody else would. */
  put(path: string, content: string | Uint8Array): void;
}

export function memoryPorts(files: Readonly<Record<string, string | Uint8Array>> = {}): MemoryPorts {
  const disk = new Map<string, Uint8Array>();
  const stamps = new Map<string, Stamp>();
  const journals = new Map<string, { base: string; records: JournalRecord[] }>();
  let ticks = 0;
  let uuids = 0;
  const put = (path: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? encodeText(content) : content;
    disk.set(path, bytes);
    stamps.set(path, { size: bytes.length, mtimeMs: ++ticks, inode: 1 });
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const refuseTaken = async (made: readonly NewFile[]) => {
    for (const { path, folder } of made)
      if (disk.has(path) || (folder !== undefined && [...disk.keys()].some((each) => each.startsWith(`${folder}/`))))
        throw new CommandError({ code: "conflict", message: `Cannot make ${path}: something is there already.` });
  };
  return {
    disk,
    journals,
    put,
    now: () => ++ticks,
    uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, "0")}`,
    files: {
      async resolve(path) {
        if (path.includes("\0") || path.split("/").includes("..")) {
          throw new CommandError({
            code: "denied",
            message: `Cannot use ${path}: it is outside the working directory.`,
          });
        }
        return path.startsWith("/") ? path : `/${path}`;
      },
      async read(path) {
        const bytes = disk.get(path);
        if (bytes === undefined)
          throw new CommandError({ code: "not-found", message: `Cannot read ${path}: no such file.` });
        return { bytes, stamp: stamps.get(path)! };
      },
      stat: async (path) => stamps.get(path) ?? null,
      async write(path, bytes, expected) {
        const now = stamps.get(path) ?? null;
        if (expected !== undefined && JSON.stringify(now) !== JSON.stringify(expected)) {
          throw new CommandError({ code: "conflict", message: `Cannot save ${path}: it changed on disk.` });
        }
        put(path, bytes);
        return stamps.get(path)!;
      },
      refuseTaken,
      async make(made) {
        await refuseTaken(made);
        for (const { path, bytes } of made) put(path, bytes);
      },
    },
    journal: {
      async recover(path, base) {
        const journal = journals.get(path);
        return journal?.base === base ? [...journal.records] : [];
      },
      async append(path, base, record) {
        const journal = journals.get(path) ?? { base, records: [] };
        journal.records.push(JSON.parse(JSON.stringify(record)) as JournalRecord);
        journals.set(path, journal);
      },
      async setAside(path) {
        const journal = journals.get(path);
        if (journal !== undefined) journals.set(`${path}.orphan`, journal);
        journals.delete(path);
      },
      clear: async (path) => void journals.delete(path),
    },
  };
}
