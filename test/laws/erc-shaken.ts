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

/**
 * KiCad's reports of copies of a project with the same drawing, of which each file tells its items in another order. Which
 * of several equal pins, labels or wires stands for a net KiCad decides by where they came to lie in memory as it read
 * them, so what one report lacks and another has is a choice and no fault.
 */
export async function* reorderedReports(root: string): AsyncIterable<unknown> {
  for (const [how, order] of Object.entries(ORDERS))
    yield await kicadErcWithLibraries(copyOf(root, how, (text) => reordered(text, order)));
}

const ORDERS: Readonly<Record<string, <T>(items: readonly T[]) => T[]>> = {
  backwards: (items) => [...items].reverse(),
  "second half first": (items) => [...items.slice(items.length / 2), ...items.slice(0, items.length / 2)],
  "odd ones first": (items) => [...items.filter((_, i) => i % 2 === 1), ...items.filter((_, i) => i % 2 === 0)],
};

function movedCopy(root: string, by: readonly [number, number]): string {
  return copyOf(root, by.join(" "), (text) => moved(text, by));
}

/** A copy of the project's folder with every sheet changed; answers its root. Made once. */
function copyOf(root: string, how: string, change: (text: string) => string): string {
  const from = dirname(root);
  const hash = createHash("sha256").update(`${root} ${how}`);
  const sheets = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".kicad_sch"));
  for (const name of sheets.sort()) hash.update(readFileSync(join(from, name)));
  const to = join(tmpdir(), `edsnx-shaken-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(to)) {
    const part = mkdtempSync(`${to}-`);
    cpSync(from, part, { recursive: true });
    for (const name of sheets) writeFileSync(join(part, name), change(readFileSync(join(from, name), "utf8")));
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

/** The text of a sheet with what connects told in another order. */
function reordered(text: string, order: <T>(items: readonly T[]) => T[]): string {
  const spans: { readonly from: number; readonly to: number }[] = [];
  const item = /\((symbol|wire|bus|bus_entry|junction|no_connect|label|global_label|hierarchical_label)\s/y;
  for (let at = endOfLibrary(text) + 1; at < text.length; at++) {
    if (text[at] !== "(") continue;
    const to = endOf(text, at) + 1;
    item.lastIndex = at;
    if (item.test(text)) spans.push({ from: at, to });
    at = to - 1;
  }
  const pieces: string[] = [];
  let end = 0;
  for (const [i, { from, to }] of order(spans).entries()) {
    const place = spans[i]!;
    pieces.push(text.slice(end, place.from), text.slice(from, to));
    end = place.to;
  }
  return pieces.join("") + text.slice(end);
}

/** Where the list of library symbols ends. */
function endOfLibrary(text: string): number {
  return endOf(text, text.indexOf("(lib_symbols"));
}

/** Where the list that begins at a place ends. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (let quoted = false; at >= 0 && at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "(") depth++;
    else if (!quoted && sign === ")" && --depth === 0) break;
  }
  return Math.max(at, 0);
}
