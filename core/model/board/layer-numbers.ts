import type { LayerTableRow } from "./setup.ts";

/** First version that numbers layers anew: copper even, the others odd (KiCad 9). */
export const NEW_NUMBERS = 20241030;

/** Layers that are not copper in the order of a file's table, with their numbers before and since KiCad 9. */
const others: readonly (readonly [name: string, old: number, now: number, shown?: string])[] = [
  ["F.Adhes", 33, 9, "F.Adhesive"],
  ["B.Adhes", 32, 11, "B.Adhesive"],
  ["F.Paste", 35, 13],
  ["B.Paste", 34, 15],
  ["F.SilkS", 37, 5, "F.Silkscreen"],
  ["B.SilkS", 36, 7, "B.Silkscreen"],
  ["F.Mask", 39, 1],
  ["B.Mask", 38, 3],
  ["Dwgs.User", 40, 17, "User.Drawings"],
  ["Cmts.User", 41, 19, "User.Comments"],
  ["Eco1.User", 42, 21, "User.Eco1"],
  ["Eco2.User", 43, 23, "User.Eco2"],
  ["Edge.Cuts", 44, 25],
  ["Margin", 45, 27],
  ["F.CrtYd", 47, 31, "F.Courtyard"],
  ["B.CrtYd", 46, 29, "B.Courtyard"],
  ["F.Fab", 49, 35],
  ["B.Fab", 48, 33],
];
const places = new Map(others.map(([name], i) => [name, i]));

/** A row for a layer in files of this version, as KiCad writes it; null when they have no such layer. */
export function layerRow(version: number, name: string): LayerTableRow | null {
  const modern = version >= NEW_NUMBERS;
  const row = (ordinal: number, type: string, userName = "") => ({ ordinal, name, type, userName });
  if (name === "F.Cu") return row(0, "signal");
  if (name === "B.Cu") return row(modern ? 2 : 31, "signal");
  const inner = Number(/^In([1-9]\d?)\.Cu$/.exec(name)?.[1] ?? 0);
  if (inner > 0) return inner > 30 ? null : row(modern ? 2 * inner + 2 : inner, "signal");
  const user = Number(/^User\.([1-9]\d?)$/.exec(name)?.[1] ?? 0);
  if (user > 0) return user > (modern ? 45 : 9) ? null : row(modern ? 2 * user + 37 : user + 49, "user");
  const known = others[places.get(name) ?? -1];
  return known === undefined ? null : row(modern ? known[2] : known[1], "user", known[3] ?? "");
}

/** The layer that a file of this version numbers so; null when none is. */
export function layerNumbered(version: number, ordinal: number): string | null {
  const names = ["F.Cu", "B.Cu", ...others.map(([name]) => name)];
  for (let n = 1; n <= 45; n++) names.push(`User.${n}`, `In${n}.Cu`);
  return names.find((name) => layerRow(version, name)?.ordinal === ordinal) ?? null;
}

/** Rows in the order in which a file of this version has them. */
export function layerRows(version: number, rows: readonly LayerTableRow[]): LayerTableRow[] {
  const rank = ({ name, ordinal }: LayerTableRow) => {
    if (name === "F.Cu") return -100;
    if (name === "B.Cu") return -1;
    if (name.endsWith(".Cu")) return -99 + Number(/\d+/.exec(name)?.[0] ?? 0);
    const place = version >= NEW_NUMBERS ? places.get(name) : undefined;
    return place ?? ordinal + 100;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
