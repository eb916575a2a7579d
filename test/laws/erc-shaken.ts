import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { kicadErcWithLibraries } from "./kicad-cache.ts";

/**
 * KiCad's reports of copies of a project whose drawings stand elsewhere on their sheets, by whole steps of the grid.
 * KiCad keeps what it finds in a tree by place, and loses a few of many findings when it reads them out again; which ones
 * goes by the places. So what one report lacks and another of the same drawing has, KiCad does find.
 */
export async function* shakenReports(root: string): AsyncIterable<unknown> {
  for (const by of [
    [25.4, 12.7],
    [127, 0],
    [0, 254],
  ] as const)
    yield await kicadErcWithLibraries(movedCopy(root, by));
}

/** A copy of the project's folder with everything moved on every sheet (mm); answers its root. Made once. */
function movedCopy(root: string, by: readonly [number, number]): string {
  const from = dirname(root);
  const hash = createHash("sha256").update(`${root} ${by.join(" ")}`);
  const sheets = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".kicad_sch"));
  for (const name of sheets.sort()) hash.update(readFileSync(join(from, name)));
  const to = join(tmpdir(), `edsnx-shaken-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(to)) {
    const part = mkdtempSync(`${to}-`);
    cpSync(from, part, { recursive: true });
    for (const name of sheets) writeFileSync(join(part, name), moved(readFileSync(join(from, name), "utf8"), by));
    if (existsSync(to)) rmSync(part, { recursive: true });
    else renameSync(part, to);
  }
  return join(to, basename(root));
}

/** The text of a sheet with all places moved but those inside its library symbols. */
function moved(text: string, [dx, dy]: readonly [number, number]): string {
  const end = endOfLibrary(text);
  const places = /\((at|xy|start|mid|end|center) (-?[\d.]+) (-?[\d.]+)/g;
  const add = (number: string, by: number) => String(Math.round((Number(number) + by) * 1e4) / 1e4);
  return (
    text.slice(0, end) +
    text.slice(end).replace(places, (_, word, x, y) => `(${word} ${add(x as string, dx)} ${add(y as string, dy)}`)
  );
}

/** Where the list of library symbols ends. */
function endOfLibrary(text: string): number {
  let depth = 0;
  let at = text.indexOf("(lib_symbols");
  for (let quoted = false; at >= 0 && at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "(") depth++;
    else if (!quoted && sign === ")" && --depth === 0) break;
  }
  return Math.max(at, 0);
}
