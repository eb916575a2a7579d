import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** KiCad's demo projects; EDSNX_DEMOS names another folder. */
export const demosFolder = process.env["EDSNX_DEMOS"] ?? "/usr/share/kicad/demos";

/** Real projects beside the repository; may be missing. */
export const corpusFolder = resolve(import.meta.dirname, "../../../shared/corpus");

export const hasDemos = existsSync(demosFolder);
export const hasCorpus = existsSync(corpusFolder);
export const hasKicad = await run("kicad-cli", ["version"]).then(
  () => true,
  () => false,
);

/** A suite's title that says aloud why it does not run. In CI everything must be there, so there nothing is skipped. */
export function needs(title: string, what: boolean, name: string): { title: string; skip: boolean } {
  if (what) return { title, skip: false };
  if (process.env["CI"] !== undefined) throw new Error(`${name} is missing, and CI may skip nothing`);
  return { title: `${title} (SKIPPED: ${name} is missing)`, skip: true };
}

/** All files of these extensions below a folder, sorted. */
export function filesBelow(folder: string, ...extensions: string[]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .filter((name) => !basename(name).startsWith("."))
    .map((name) => join(folder, name))
    .sort();
}

/** What KiCad finds in a board or schematic: each violation as one line, sorted; with `parity` also
 * where a board differs from its schematic. Throws when KiCad refuses the file. */
export async function kicadFindings(path: string, parity = false): Promise<string[]> {
  const board = path.endsWith(".kicad_pcb");
  const report = `${path}.report.json`;
  const args = board ? ["pcb", "drc", "--all-track-errors", ...(parity ? ["--schematic-parity"] : [])] : ["sch", "erc"];
  await run("kicad-cli", [...args, "--format", "json", "--severity-all", "-o", report, path], { maxBuffer: 1 << 26 });
  return findingLines(JSON.parse(await readFile(report, "utf8")));
}

/** The violations of a report that KiCad wrote as JSON, each as one line, sorted. */
export function findingLines(report: unknown): string[] {
  const parsed = report as Readonly<Record<string, unknown>>;
  const lists = Array.isArray(parsed["sheets"])
    ? (parsed["sheets"] as { violations: unknown }[]).map((sheet) => sheet.violations)
    : [parsed["violations"], parsed["unconnected_items"], parsed["schematic_parity"]];
  return lists
    .flatMap((list) => (list ?? []) as { type: string; severity: string; items: { uuid: string }[] }[])
    .map(({ severity, type, items }) => {
      // Of equally short missing connections KiCad names another pair from run to run, of the very same bytes.
      const named = type === "unconnected_items" ? [] : items.map((item) => item.uuid).sort();
      return [severity, type, ...named].join(" ");
    })
    .sort();
}
