import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import * as module from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import * as vm from "node:vm";
import * as zlib from "node:zlib";

/**
 * How many bytes of code V8 runs before it thinks of optimizing a function; Node 20 has a quarter of this. A call of a
 * second or two spends a third of its time on optimizing otherwise (measured with check.drc).
 */
const PATIENCE = 500_000;

/**
 * Loads a bundle, with its compiled code kept between starts: reading a megabyte of JavaScript anew is a third of a cold
 * start. Node does it itself from 22.8 on; before, the big bundle's cache is kept in a folder that only this user can
 * write, one for each `use` (what the program was asked to do): it holds what the first such run compiled. `growth` is
 * how many times bigger the room for new objects gets at once where it is full: a short call collects garbage once then,
 * and not seven times.
 */
export function loadBundle(
  file: string,
  load: (file: string) => unknown,
  isBig: boolean,
  use = "",
  growth = 0,
): unknown {
  const { enableCompileCache: enable } = module as { enableCompileCache?: () => unknown };
  try {
    if (enable !== undefined) enable();
    else if (isBig) {
      setFlagsFromString(`--interrupt-budget=${PATIENCE}`);
      if (growth > 0) setFlagsFromString(`--semi-space-growth-factor=${growth}`);
      return loadCached(file, use);
    }
  } catch {
    // Only slower.
  }
  return load(file);
}

function loadCached(file: string, use: string): unknown {
  const { size, mtimeMs } = statSync(file);
  const folder = privateFolder();
  // V8 itself looks at no more than the source's length.
  const kept = join(folder, `${sumOf(`${file} ${use}`)}-${size}-${Math.round(mtimeMs)}-${process.version}`);
  const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, "utf8")}\n})`;
  const cachedData = readIfThere(kept);
  const script = new vm.Script(source, {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const bundle = { exports: {} as unknown };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run.call(bundle.exports, bundle.exports, module.createRequire(file), bundle, file, dirname(file));
  if (cachedData === undefined || script.cachedDataRejected === true) {
    keep(folder, kept, script.createCachedData());
    // At the end it holds all that ran, which is compiled bit by bit.
    process.once("exit", () => keep(folder, kept, script.createCachedData()));
  }
  return bundle.exports;
}

/** Code that somebody else could write there would be ours to run. */
function privateFolder(): string {
  const base = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(base, "edsnx-code");
  // Not `recursive`: where nothing can be made although the parent is there, as in /proc, Node would try for ever.
  for (const each of [base, folder]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  const stats = lstatSync(folder);
  const uid = process.getuid?.();
  if (!stats.isDirectory() || (uid !== undefined && (stats.uid !== uid || (stats.mode & 0o077) !== 0)))
    throw new Error(`${folder} is not this user's alone`);
  return folder;
}

/** V8 does not survive damaged code, and does not look whether it is: a sum goes before it. */
function readIfThere(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(SUM);
    return sumOf(code) === bytes.toString("latin1", 0, SUM) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes of a sum. */
const SUM = 8;

/**
 * Against accidents only: nobody else can write here. Node's hashes would take ten milliseconds to load.
 * @throws where Node has no such sum (before 20.15): then nothing is kept
 */
function sumOf(data: string | Buffer): string {
  return zlib.crc32(data).toString(16).padStart(SUM, "0");
}

/** How many are kept: those of builds that are gone are in nobody's way. */
const KEPT = 16;

function keep(folder: string, file: string, data: Buffer): void {
  try {
    const old = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
    for (const { name } of old.sort((a, b) => b.at - a.at).slice(KEPT - 1)) rmSync(join(folder, name), { force: true });
    const temporary = join(folder, `.${process.pid}-${Date.now()}`);
    writeFileSync(temporary, Buffer.concat([Buffer.from(sumOf(data), "latin1"), data]), { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // The next start tries again.
  }
}
