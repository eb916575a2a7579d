import type { LibraryAnswer } from "../../engines/check/library/port.ts";
import { decodeText, encodeText } from "../../format/text.ts";
import type { LibraryPort } from "../../library/port.ts";
import type { Stamp } from "../../session/ports.ts";

/** Changes when forms are worked out in another way. */
const FORMAT = 1;

type Files = Map<string, { readonly stamp: string; readonly answer: LibraryAnswer }>;

/** As it is written; any of it may be missing in what is read. */
interface Kept {
  readonly format?: number;
  readonly path?: string;
  readonly files?: readonly (readonly [name: string, stamp: string, answer: LibraryAnswer])[];
}

/**
 * What was read of one library's footprints, kept in the host's cache between processes with each file's size and time: a
 * board names the same few again and again, and reading them is a large part of a small board's check.
 */
export class FormShelf {
  private readonly port: LibraryPort;
  private readonly name: string;
  private readonly path: string;
  private readonly files: Files;
  private isNew = false;

  private constructor(port: LibraryPort, path: string, files: Files) {
    this.port = port;
    this.path = path;
    this.name = nameOf(path);
    this.files = files;
  }

  static async of(port: LibraryPort, path: string): Promise<FormShelf> {
    const bytes = await port.cache.read(nameOf(path));
    return new FormShelf(port, path, bytes === null ? new Map() : filesIn(bytes, path));
  }

  get(file: string, stamp: Stamp): LibraryAnswer | undefined {
    const known = this.files.get(file);
    return known?.stamp === textOf(stamp) ? known.answer : undefined;
  }

  set(file: string, stamp: Stamp, answer: LibraryAnswer): void {
    this.files.set(file, { stamp: textOf(stamp), answer });
    this.isNew = true;
  }

  async save(): Promise<void> {
    if (!this.isNew) return;
    this.isNew = false;
    const files = [...this.files].map(([name, { stamp, answer }]) => [name, stamp, answer] as const);
    const kept: Kept = { format: FORMAT, path: this.path, files };
    await this.port.cache.write(this.name, encodeText(JSON.stringify(kept)));
  }
}

function nameOf(path: string): string {
  return `forms of ${path}`;
}

function filesIn(bytes: Uint8Array, path: string): Files {
  try {
    const kept = JSON.parse(decodeText(bytes)) as Kept;
    if (kept.format !== FORMAT || kept.path !== path) return new Map();
    return new Map((kept.files ?? []).map(([name, stamp, answer]) => [name, { stamp, answer }]));
  } catch {
    // Half a file, or somebody else's: it is made anew.
    return new Map();
  }
}

function textOf({ size, mtimeMs, inode }: Stamp): string {
  return `${size} ${mtimeMs} ${inode}`;
}
