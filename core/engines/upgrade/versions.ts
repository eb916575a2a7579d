import type { DocKind } from "../../model/document.ts";

/** A KiCad release that files can be raised to. */
export type Release = 8 | 9 | 10;

/** The version that each release writes in each kind of file. */
const versions: Readonly<Partial<Record<DocKind, Readonly<Record<Release, number>>>>> = {
  board: { 8: 20240108, 9: 20241229, 10: 20260206 },
  footprint: { 8: 20240108, 9: 20241229, 10: 20260206 },
  schematic: { 8: 20231120, 9: 20250114, 10: 20260306 },
  symbolLibrary: { 8: 20231120, 9: 20241209, 10: 20251024 },
};

/** The version that a release gives such a file; undefined for kinds of files whose version says nothing. */
export function versionOf(kind: DocKind, release: Release): number | undefined {
  return versions[kind]?.[release];
}
