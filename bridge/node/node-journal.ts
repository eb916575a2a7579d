import { promises as fs } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { JournalPort, JournalRecord } from "../../core/session/ports.ts";
import { isAlive, startTicks } from "./process-mark.ts";
import { dotFolder, openOwn, ownFolder } from "./project-folder.ts";

/** First line of a journal: whose it is, and the state of the file that its records start from. */
interface Header {
  readonly base: string;
  readonly pid: number;
  /** Tells this process from a later one with the same pid; null where the system does not say. */
  readonly ticks: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly path: string;
}

interface Open {
  readonly file: string;
  readonly base: string;
  readonly handle: fs.FileHandle;
}

export interface NodeJournal extends JournalPort {
  /** Ends in order: forgets the unsaved edits and answers the paths that had some. */
  discard(): Promise<readonly string[]>;
  /** Ends for a successor: it finds the unsaved edits even while this process is still on its way out. */
  leave(): Promise<void>;
}

/** Journals that this process writes, whichever session owns them. */
const ours = new Set<string>();

/** Keeps unsaved edits in `.edsnx/journal/<file>.<pid>.jsonl` beside the document. `report` gets lines for the person. */
export function nodeJournal(report: (line: string) => void = (line) => console.error(line)): NodeJournal {
  const journals = new Map<string, Promise<Open | null>>();

  const openFor = (path: string, base: string): Promise<Open | null> => {
    const before = journals.get(path);
    const opening = (async () => {
      const known = await before;
      // Null: it could not be made and the person was told; the next save tries again.
      if (known === null || known?.base === base) return known;
      if (known !== undefined) await drop(known);
      return start(path, base, [], report);
    })();
    journals.set(path, opening);
    return opening;
  };

  return {
    async append(path, base, record) {
      const open = await openFor(path, base);
      if (open === null) return;
      try {
        await open.handle.appendFile(`${JSON.stringify(record)}\n`);
        await open.handle.datasync();
      } catch (error) {
        // The edit itself is good; only its safety net is torn, and the person must know.
        report(`Cannot keep unsaved edits of ${path} safe: ${(error as Error).message}. Save soon.`);
      }
    },
    async recover(path, base) {
      const found = await adopt(path, base, report);
      if (found === null) return [];
      journals.set(path, start(path, base, found, report));
      await journals.get(path);
      return found;
    },
    async setAside(path, reason) {
      const open = await journals.get(path);
      journals.delete(path);
      if (open == null) return;
      await open.handle.close().catch(() => undefined);
      ours.delete(open.file);
      const kept = `${open.file}.orphan`;
      await fs.rename(open.file, kept).catch(() => undefined);
      report(`Unsaved edits of ${path} could not be done again: ${reason} They are kept in ${kept}.`);
    },
    async clear(path) {
      const open = await journals.get(path);
      journals.delete(path);
      if (open != null) await drop(open);
    },
    async discard() {
      const paths: string[] = [];
      for (const [path, opening] of journals) {
        const open = await opening;
        if (open === null) continue;
        paths.push(path);
        await drop(open);
      }
      journals.clear();
      return paths;
    },
    async leave() {
      for (const [index, opening] of [...journals.values()].entries()) {
        const open = await opening;
        if (open === null) continue;
        await open.handle.close().catch(() => undefined);
        // Nobody is process 0, so whoever opens the document next takes the journal over.
        const left = open.file.replace(/\.\d+(-\d+)?\.jsonl$/, `.0-${process.pid}${index}.jsonl`);
        await fs.rename(open.file, left).catch(() => undefined);
        ours.delete(open.file);
      }
      journals.clear();
    },
  };
}

async function start(
  path: string,
  base: string,
  records: readonly JournalRecord[],
  report: (line: string) => void,
): Promise<Open | null> {
  const header: Header = { base, pid: process.pid, ticks: startTicks(process.pid), startedAt: Date.now(), path };
  try {
    const { beside, name } = placeOf(path);
    const folder = await ownFolder(join(await dotFolder(beside), "journal"));
    const file = await freeName(join(folder, `${name}.${process.pid}`));
    ours.add(file);
    const handle = await openOwn(file, "anew");
    await handle.appendFile([header, ...records].map((line) => `${JSON.stringify(line)}\n`).join(""));
    await handle.sync();
    return { file, base, handle };
  } catch (error) {
    report(`Cannot keep unsaved edits of ${path} safe: ${(error as Error).message}. Save soon.`);
    return null;
  }
}

/** Beside the document; of a footprint beside its library, whose folder is for footprints alone. */
function placeOf(path: string): { readonly beside: string; readonly name: string } {
  const folder = dirname(path);
  if (!folder.endsWith(".pretty")) return { beside: folder, name: basename(path) };
  return { beside: dirname(folder), name: `${basename(folder)}.${basename(path)}` };
}

/** Two sessions of one process may have the same file open. */
async function freeName(stem: string): Promise<string> {
  let file = `${stem}.jsonl`;
  for (let n = 2; ours.has(file); n++) file = `${stem}-${n}.jsonl`;
  return file;
}

async function drop(open: Open): Promise<void> {
  await open.handle.close().catch(() => undefined);
  await fs.rm(open.file, { force: true }).catch(() => undefined);
  ours.delete(open.file);
}

/** Takes over what a dead process left for this file in this state; null when there is nothing. */
async function adopt(path: string, base: string, report: (line: string) => void): Promise<JournalRecord[] | null> {
  const { beside, name: own } = placeOf(path);
  const folder = join(beside, ".edsnx", "journal");
  const stem = `${own}.`;
  const names = await fs.readdir(folder).catch(() => [] as string[]);
  const left: { file: string; mtimeMs: number; header: Header | null; records: JournalRecord[]; torn: boolean }[] = [];
  for (const name of names) {
    const pid = name.startsWith(stem) ? /^(\d+)(-\d+)?\.jsonl$/.exec(name.slice(stem.length)) : null;
    const file = join(folder, name);
    if (pid === null || ours.has(file)) continue;
    const parsed = await parse(file);
    if (parsed === null) continue;
    // A file that bears our own pid but is not ours is from an earlier process of the same number.
    if (Number(pid[1]) !== process.pid && isAlive(Number(pid[1]), parsed.header?.ticks)) continue;
    left.push({ file, ...parsed });
  }
  left.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let adopted: JournalRecord[] | null = null;
  for (const { file, header, records, torn } of left) {
    const fits = header !== null && header.base === base && adopted === null && records.length > 0;
    if (header !== null && records.length === 0) {
      await fs.rm(file, { force: true });
      continue;
    }
    // The rename decides when two processes find the same journal.
    const claimed = `${file}.${fits ? `taken-${process.pid}` : "orphan"}`;
    const won = await fs.rename(file, claimed).then(
      () => true,
      () => false,
    );
    if (!won) continue;
    if (fits) {
      adopted = records;
      report(`Recovered ${records.length} unsaved edit(s) of ${path}.`);
      if (torn) await fs.rename(claimed, `${file}.orphan`);
      else await fs.rm(claimed, { force: true });
    } else {
      report(
        `Unsaved edits of ${path} do not fit the file on disk any more (or it has newer ones); kept in ${claimed}.`,
      );
    }
  }
  return adopted;
}

/** `torn`: a line in the middle is broken, so what follows it cannot be trusted. A torn last line is only a crash. */
async function parse(file: string) {
  try {
    const [text, { mtimeMs }] = [await fs.readFile(file, "utf8"), await fs.stat(file)];
    const lines = text.split("\n");
    const last = lines.pop();
    const records: JournalRecord[] = [];
    let header: Header | null = null;
    let torn = false;
    for (const [index, line] of lines.entries()) {
      const value = parseLine(line);
      if (value === null) {
        torn = index < lines.length - 1 || last !== "";
        break;
      }
      if (index === 0) header = value as Header;
      else records.push(value as JournalRecord);
    }
    return { mtimeMs, header, records, torn };
  } catch {
    return null;
  }
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
