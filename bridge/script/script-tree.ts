import { promises as fs, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Import } from "es-module-lexer";
import { init, parse } from "es-module-lexer";
import { transform } from "sucrase";
import { CommandError } from "../../core/base/error.ts";

/** The package that scripts import the commands from. */
export const API_PACKAGE = "@softforge/edsnx-api";

/** A tree of more modules is refused: somebody imported the world. */
const MAX_MODULES = 2000;

export interface ScriptTree {
  /** The script itself, ready for `import()`. */
  readonly entry: string;
  /** The modules of the tree, as the person wrote them. */
  readonly sources: readonly string[];
  /** A path or a stack that names compiled files, in the words of the sources. */
  inSourceWords(text: string): string;
  dispose(): Promise<void>;
  /** The same where the process ends and waits for nothing. */
  disposeNow(): void;
}

interface Module {
  readonly source: string;
  readonly code: string;
}

/**
 * Makes a script and all that it imports by relative paths runnable: types are stripped line by line (so that lines
 * stay), specifiers are found as bundlers find them (`./x`, `./x.js` for x.ts, a folder's index), and the tree is
 * mirrored in a folder next to the script, so that packages resolve from there. Each module stays a module of its own.
 * Throws `not-found` and `invalid-args`, naming file and line.
 */
export async function compileScriptTree(script: string, apiModule: string): Promise<ScriptTree> {
  const entry = resolve(script);
  await init;
  const modules = await collect(entry);
  const folder = await makeFolder(dirname(entry));
  const top = commonFolder([...modules.keys()]);
  const placeOf = (source: string) => `${join(folder, relative(top, source))}.mjs`;
  try {
    await fs.writeFile(join(folder, "edsnx-api.mjs"), apiModule);
    for (const { source, code } of modules.values()) {
      const place = placeOf(source);
      await fs.mkdir(dirname(place), { recursive: true });
      await fs.writeFile(
        place,
        await rewritten(source, code, (target) => relativeTo(place, placeOf(target)), folder, place),
      );
    }
  } catch (error) {
    await fs.rm(folder, { recursive: true, force: true });
    throw error;
  }
  const names = [...modules.keys()].map((source) => ({ source, place: placeOf(source) }));
  return {
    entry: placeOf(entry),
    sources: [...modules.keys()],
    inSourceWords: (text) =>
      names.reduce((all, { source, place }) => {
        const { href } = pathToFileURL(place);
        return all.replaceAll(href, source).replaceAll(place, source);
      }, text),
    dispose: () => fs.rm(folder, { recursive: true, force: true }),
    disposeNow: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function collect(entry: string): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>();
  const queue: { source: string; from: string }[] = [{ source: entry, from: "" }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { source } = next;
    if (modules.has(source)) continue;
    if (modules.size >= MAX_MODULES) throw refused(entry, `it imports more than ${MAX_MODULES} modules`);
    const code = await stripped(source);
    modules.set(source, { source, code });
    for (const name of specifiers(lexed(source, code))) {
      if (!isRelative(name)) continue;
      const target = await find(source, name);
      if (target === null) throw missing(source, name);
      if (/\.(json|node|wasm)$/.test(target)) continue;
      queue.push({ source: target, from: source });
    }
  }
  return modules;
}

async function stripped(source: string): Promise<string> {
  const text = await fs.readFile(source, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError({
      code: error.code === "ENOENT" ? "not-found" : "io",
      message: `Cannot read ${source}: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
      hint: "Name a script: edsnx run build.ts",
      cause: error,
    });
  });
  const isTyped = /\.[cm]?tsx?$/.test(source);
  try {
    // Also for JavaScript: its parser says where something is wrong, Node's does not always.
    const { code } = transform(text, {
      transforms: isTyped ? ["typescript"] : [],
      disableESTransforms: true,
      preserveDynamicImport: true,
      filePath: source,
      keepUnusedImports: !isTyped,
    });
    return isTyped ? code : text;
  } catch (error) {
    const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
    const at = loc === undefined ? "" : `:${loc.line}:${loc.column}`;
    const reason = message.replace(`Error transforming ${source}: `, "").replace(/ \(\d+:\d+\)$/, "");
    throw refused(`${source}${at}`, reason);
  }
}

function lexed(source: string, code: string) {
  try {
    return parse(code, source)[0];
  } catch (error) {
    const at = (error as { idx?: number }).idx ?? 0;
    const line = code.slice(0, at).split("\n").length;
    throw refused(`${source}:${line}`, "it cannot be read as a module");
  }
}

/** What is imported by a name that is known before the script runs. */
function specifiers(imports: readonly Import[]): string[] {
  return imports.flatMap((each) => {
    if (each.type === "import-meta" || each.specifier === undefined) return [];
    return each.type === "dynamic" && each.glob ? [] : [each.specifier];
  });
}

/** The code with each specifier naming the compiled file, and `import.meta` telling of the source. */
async function rewritten(
  source: string,
  code: string,
  specifierOf: (target: string) => string,
  folder: string,
  place: string,
): Promise<string> {
  let out = "";
  let at = 0;
  for (const found of lexed(source, code)) {
    const { type, start, end } = found;
    if (type === "import-meta") {
      const own = { url: pathToFileURL(source).href, filename: source, dirname: dirname(source) };
      out += `${code.slice(at, start)}({...import.meta,...${JSON.stringify(own)}})`;
      at = end;
      continue;
    }
    const [name] = specifiers([found]);
    const specifier = name === undefined ? null : await newName(source, name, specifierOf, folder, place);
    if (specifier === null) continue;
    // A dynamic import's range takes its quotes in.
    out += code.slice(at, start) + (type === "dynamic" ? JSON.stringify(specifier) : specifier);
    at = end;
  }
  return out + code.slice(at);
}

async function newName(
  source: string,
  name: string,
  specifierOf: (target: string) => string,
  folder: string,
  place: string,
): Promise<string | null> {
  if (name === API_PACKAGE) return relativeTo(place, join(folder, "edsnx-api.mjs"));
  if (!isRelative(name)) return null;
  const target = await find(source, name);
  if (target === null) throw missing(source, name);
  return /\.(json|node|wasm)$/.test(target) ? pathToFileURL(target).href : specifierOf(target);
}

const endings = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json"];

/** The file that a relative specifier means: itself, with an ending, its TypeScript, or a folder's index. */
async function find(from: string, name: string): Promise<string | null> {
  const wanted = name.startsWith("file:") ? new URL(name).pathname : resolve(dirname(from), name);
  const typed: Readonly<Record<string, string>> = { ".js": ".ts", ".mjs": ".mts", ".cjs": ".cts", ".jsx": ".tsx" };
  const other = typed[extname(wanted)];
  const candidates = [
    wanted,
    ...(other === undefined ? [] : [wanted.slice(0, -extname(wanted).length) + other]),
    ...endings.map((ending) => wanted + ending),
    ...endings.map((ending) => join(wanted, `index${ending}`)),
  ];
  for (const candidate of candidates) {
    const stats = await fs.stat(candidate).catch(() => null);
    if (stats?.isFile() === true) return candidate;
  }
  return null;
}

function isRelative(name: string): boolean {
  return name.startsWith("./") || name.startsWith("../") || name === "." || name === ".." || name.startsWith("/");
}

function relativeTo(from: string, to: string): string {
  const way = relative(dirname(from), to).split(sep).join("/");
  return way.startsWith(".") ? way : `./${way}`;
}

function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths.map((path) => dirname(path));
  let common = first;
  for (const folder of others)
    while (folder !== common && !folder.startsWith(`${common}${sep}`)) {
      const up = dirname(common);
      if (up === common) break;
      common = up;
    }
  return common;
}

/** Beside the script, so that its packages are found; where nothing may be written there, among temporary files. */
async function makeFolder(beside: string): Promise<string> {
  try {
    return await fs.mkdtemp(join(beside, ".edsnx-run-"));
  } catch {
    return fs.mkdtemp(join(tmpdir(), "edsnx-run-"));
  }
}

function refused(where: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${where}: ${reason.replace(/\.$/, "")}.`,
    hint: "Mend the script and run it again; nothing was changed.",
  });
}

function missing(source: string, name: string): CommandError {
  return new CommandError({
    code: "not-found",
    message: `Cannot run ${source}: it imports ${name}, which is not there.`,
    hint: "Relative imports name files beside the script: ./x, ./x.ts, ./x.js, ./folder.",
  });
}
