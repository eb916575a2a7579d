import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = resolve(import.meta.dirname, "../../out/kicad-cache");
let version: Promise<string> | undefined;

/**
 * What a run of KiCad writes for a file, kept by the content of the file's whole project folder: KiCad takes up to a
 * minute for a board. `{out}` in `command` is where it is to write; e.g.
 * `kicadOutput(path, ["kicad-cli", "pcb", "drc", "--format", "json", "--severity-all", "-o", "{out}", path])`.
 * Throws with KiCad's own words when it fails.
 */
export async function kicadOutput(
  path: string,
  command: readonly string[],
  scripts: readonly string[] = [],
): Promise<Buffer> {
  version ??= run("kicad-cli", ["version"]).then(({ stdout }) => stdout.trim());
  const hash = createHash("sha256").update(await version);
  for (const word of command) hash.update(`\0${word}`);
  for (const file of [...withOuterSheets(projectFiles(dirname(path))), ...scripts])
    hash.update(`\0${file}\0`).update(readFileSync(file));
  const out = join(folder, hash.digest("hex").slice(0, 32));
  if (!existsSync(out)) {
    mkdirSync(folder, { recursive: true });
    const part = `${out}.${process.pid}.part`;
    const [program, ...args] = command.map((word) => (word === "{out}" ? part : word));
    await run(program!, args, { maxBuffer: 1 << 28 });
    renameSync(part, out);
  }
  return readFileSync(out);
}

/**
 * A folder for files that are made up anew with every run: the same for the same content, since KiCad's answers are kept
 * by place and content.
 */
export function caseFolder(content: readonly string[]): string {
  const hash = createHash("sha256");
  for (const each of content) hash.update(each).update("\0");
  const found = join(tmpdir(), "edsnx-cases", hash.digest("hex").slice(0, 16));
  mkdirSync(found, { recursive: true });
  return found;
}

/** KiCad's files in a folder and below, without what KiCad writes by the way. */
function projectFiles(from: string): string[] {
  return readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((name) => /(\.kicad_(pcb|sch|pro|dru|sym|mod|wks)|lib-table)$/.test(name))
    .map((name) => join(from, name))
    .filter((name) => statSync(name).isFile())
    .sort();
}

/** The files, and the sheets that they name in other folders, with those that these name. */
function withOuterSheets(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    if (!file.endsWith(".kicad_sch")) continue;
    for (const [, name] of readFileSync(file, "utf8").matchAll(/"Sheet ?file"\s+"([^"]+)"/g)) {
      const sheet = resolve(dirname(file), name!);
      if (existsSync(sheet)) found.add(sheet);
    }
  }
  return [...found];
}

/**
 * KiCad's DRC report (JSON) of a board, every severity; with parity when asked. EDSNX_FONTS names a fontconfig file: the
 * fonts that it leads to are there for boards with texts in outline fonts, which KiCad otherwise draws in another font.
 */
export async function kicadDrc(board: string, options: { readonly parity?: boolean } = {}): Promise<unknown> {
  const flags = ["--all-track-errors", ...(options.parity ? ["--schematic-parity"] : [])];
  const args = ["pcb", "drc", ...flags, "--format", "json", "--severity-all", "-o", "{out}", board];
  const fonts = process.env["EDSNX_FONTS"];
  const program =
    fonts !== undefined && readFileSync(board, "latin1").includes("(face ")
      ? ["env", `FONTCONFIG_FILE=${fonts}`, "kicad-cli"]
      : ["kicad-cli"];
  return JSON.parse((await kicadOutput(board, [...program, ...args])).toString());
}

/** KiCad's ERC report (JSON) of a root schematic, every severity. */
export async function kicadErc(root: string): Promise<unknown> {
  const args = ["sch", "erc", "--format", "json", "--severity-all", "-o", "{out}", root];
  return JSON.parse((await kicadOutput(root, ["kicad-cli", ...args])).toString());
}

/**
 * The same with KiCad's own libraries set up as on a machine where KiCad has been started once: the tables that come with
 * it. A machine that only runs `kicad-cli` has none, and every symbol is of an unknown library there.
 */
export async function kicadErcWithLibraries(root: string): Promise<unknown> {
  const home = kicadHome();
  const args = ["sch", "erc", "--format", "json", "--severity-all", "-o", "{out}", root];
  return JSON.parse((await kicadOutput(root, ["env", `KICAD_CONFIG_HOME=${home}`, "kicad-cli", ...args])).toString());
}

/** A folder of settings with KiCad's own library tables. */
export function kicadHome(): string {
  const home = join(tmpdir(), "edsnx-kicad-home");
  const settings = join(home, "9.0");
  mkdirSync(settings, { recursive: true });
  for (const name of ["sym-lib-table", "fp-lib-table"])
    if (!existsSync(join(settings, name))) copyFileSync(join("/usr/share/kicad/template", name), join(settings, name));
  return home;
}

/** KiCad's netlist of a root schematic; `format` as `kicad-cli sch export netlist --format` names it. */
export async function kicadNetlist(root: string, format = "kicadsexpr"): Promise<string> {
  const args = ["sch", "export", "netlist", "--format", format, "-o", "{out}", root];
  return (await kicadOutput(root, ["kicad-cli", ...args])).toString();
}
