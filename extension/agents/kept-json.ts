import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Changes that follow each other at once are written once, after so many milliseconds. */
const WRITE_AFTER_MS = 300;

/**
 * A value that outlives the window, in a file that only its owner reads. VS Code's own state may be written too late
 * when a window is loaded anew; this is on disk when `dispose` returns.
 */
export class KeptJson<T> {
  private readonly file: string | undefined;
  private readonly make: () => T | undefined;
  private readonly report: (line: string) => void;
  private timer: NodeJS.Timeout | undefined;
  private isStale = false;

  /** `folder` undefined: nothing is kept. `make` answers what to keep; undefined: nothing. */
  constructor(
    folder: string | undefined,
    name: string,
    make: () => T | undefined,
    report: (line: string) => void = () => undefined,
  ) {
    this.file = folder === undefined ? undefined : join(folder, name);
    this.make = make;
    this.report = report;
  }

  /** It is not any more what was kept. */
  touch(): void {
    this.isStale = true;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.isStale) this.write();
    }, WRITE_AFTER_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isStale) this.write();
  }

  private write(): void {
    const { file } = this;
    this.isStale = false;
    if (file === undefined) return;
    try {
      const value = this.make();
      if (value === undefined) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(dirname(file), { recursive: true });
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(value), { mode: 0o600 });
      renameSync(part, file);
    } catch (thrown) {
      this.report(`Cannot keep ${file}: ${String(thrown)}`);
    }
  }
}

/** What an earlier window kept. */
export function readKept<T>(folder: string | undefined, name: string): T | undefined {
  if (folder === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
  } catch {
    // Never written, or by a version that crashed in between: nothing is kept.
    return undefined;
  }
}
