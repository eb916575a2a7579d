import { decodeText, encodeText } from "../../format/text.ts";
import type { LibraryPort } from "../../library/port.ts";

/** Raise it when copies of symbols are compared in another way. */
const FORM = 1;

/** The text of a schematic's copy, and what differs in it from the library's symbol. */
type KeptCopy = readonly [text: string, differs: string | null];

/** A library's file as it stood, and its symbols by name; null for one that it has not got. */
interface KeptLibrary {
  readonly stamp: string;
  readonly symbols: Map<string, KeptCopy[] | null>;
}

/** As it is written. */
interface Kept {
  readonly form: number;
  readonly libraries: readonly (readonly [
    path: string,
    stamp: string,
    symbols: readonly (readonly [name: string, copies: KeptCopy[] | null])[],
  ])[];
}

/**
 * What the libraries said of a design's symbols the last time, kept between processes: libraries seldom change, and
 * reading them takes longer than the rest of a check. Good only for the very same library file and the very same text.
 */
export class SymbolVerdicts {
  private readonly port: LibraryPort;
  private readonly name: string;
  private readonly before: ReadonlyMap<string, KeptLibrary>;
  private readonly now = new Map<string, KeptLibrary>();
  private isNew = false;

  private constructor(port: LibraryPort, name: string, before: ReadonlyMap<string, KeptLibrary>) {
    this.port = port;
    this.name = name;
    this.before = before;
  }

  /** Those of the design with this root schematic. */
  static async of(port: LibraryPort, file: string): Promise<SymbolVerdicts> {
    const name = `symbol verdicts ${file}`;
    return new SymbolVerdicts(port, name, readKept(await port.cache.read(name)));
  }

  /** A library file as it stands; null where it has no stamp of its own (a folder), and so nothing is kept. */
  async library(path: string): Promise<LibraryVerdicts | null> {
    const stats = await this.port.stat(path);
    if (stats === null || stats.folder) return null;
    const stamp = `${stats.size} ${stats.mtimeMs} ${stats.inode}`;
    const old = this.before.get(path);
    const symbols = old?.stamp === stamp ? old.symbols : new Map<string, KeptCopy[] | null>();
    const kept = new Map<string, KeptCopy[] | null>();
    this.now.set(path, { stamp, symbols: kept });
    return {
      has(name) {
        const copies = symbols.get(name);
        if (copies === undefined) return undefined;
        if (!kept.has(name)) kept.set(name, copies === null ? null : []);
        return copies !== null;
      },
      difference(name, text) {
        const copy = symbols.get(name)?.find(([own]) => own === text);
        if (copy === undefined) return undefined;
        keep(kept, name, copy);
        return copy[1];
      },
      missing: (name) => {
        this.isNew = true;
        kept.set(name, null);
      },
      differs: (name, text, what) => {
        this.isNew = true;
        keep(kept, name, [text, what]);
      },
    };
  }

  /** Keeps what was said this time, where something of it is new. */
  async save(): Promise<void> {
    if (!this.isNew) return;
    const libraries = [...this.now].map(([path, { stamp, symbols }]) => [path, stamp, [...symbols]] as const);
    const kept: Kept = { form: FORM, libraries };
    await this.port.cache.write(this.name, encodeText(JSON.stringify(kept)));
  }
}

/** What is known of one library file; undefined where nothing is. */
export interface LibraryVerdicts {
  has(name: string): boolean | undefined;
  difference(name: string, text: string): string | null | undefined;
  missing(name: string): void;
  differs(name: string, text: string, what: string | null): void;
}

function keep(kept: Map<string, KeptCopy[] | null>, name: string, copy: KeptCopy): void {
  const there = kept.get(name);
  if (there == null) kept.set(name, [copy]);
  else if (!there.some(([text]) => text === copy[0])) there.push(copy);
}

function readKept(bytes: Uint8Array | null): ReadonlyMap<string, KeptLibrary> {
  const found = new Map<string, KeptLibrary>();
  if (bytes === null) return found;
  try {
    const kept = JSON.parse(decodeText(bytes)) as Kept;
    if (kept.form !== FORM) return found;
    for (const [path, stamp, symbols] of kept.libraries) found.set(path, { stamp, symbols: new Map(symbols) });
    return found;
  } catch {
    // Half a file, or somebody else's: it is made anew.
    return new Map();
  }
}
