import { footprint } from "./board/footprint.ts";
import { boardKinds, byToken } from "./board/kinds.ts";
import type { Kind } from "./kind.ts";
import { defineKind } from "./kind.ts";
import { drawingSheetKinds } from "./library/drawing-sheet.ts";
import { tableRow } from "./library/table-row.ts";
import { fileVersion, generator, generatorVersion } from "./page.ts";
import { setting } from "./project/setting.ts";
import { rule } from "./rules/rule.ts";
import { schematicKinds } from "./schematic/kinds.ts";
import { librarySymbol } from "./schematic/library-symbol.ts";

/** What a document is. All are s-expressions, but for the project and job sets: JSON. */
export type DocKind =
  | "board"
  | "schematic"
  | "project"
  | "jobSet"
  | "rules"
  | "symbolLibrary"
  | "footprint"
  | "drawingSheet"
  | "symbolTable"
  | "footprintTable";

/** One kind of file: how it is known, and what stands in it. */
export interface FileKind {
  readonly kind: DocKind;
  /** What people call it. */
  readonly says: string;
  /** The words that such a file starts with. */
  readonly roots: readonly string[];
  /** How the name of such a file ends, or its whole name. */
  readonly ending: string;
  /** What stands at its top level, by the word that makes it. */
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The file is one item itself, and its parts are inside that: a footprint's file. */
  readonly whole?: Kind;
  /** Oldest version that is read; files without a version have `unversioned`. */
  readonly oldest: number;
  readonly unversioned: number;
  /** The newest version that we know, KiCad 10's; a file of a later one opens, and is edited only on request. */
  readonly newest?: number;
  /** How a row is laid out: as KiCad lays out library tables. */
  readonly layout?: "rows";
}

/** What we do not model yet: kept word for word. */
export const other = defineKind({
  kind: "other",
  tokens: [],
  about: "A part of the file that is kept as it is.",
  part: true,
  shape: {},
});

/** Oldest version of boards, schematics and symbol libraries that is read: KiCad 6. */
export const OLDEST_VERSION = 20200000;

const rows = byToken([tableRow]);

export const fileKinds: Readonly<Record<DocKind, FileKind>> = {
  board: {
    kind: "board",
    says: "board",
    roots: ["kicad_pcb"],
    ending: ".kicad_pcb",
    kinds: boardKinds,
    oldest: OLDEST_VERSION,
    unversioned: 0,
    newest: 20260206,
  },
  schematic: {
    kind: "schematic",
    says: "schematic",
    roots: ["kicad_sch"],
    ending: ".kicad_sch",
    kinds: schematicKinds,
    oldest: OLDEST_VERSION,
    unversioned: 0,
    newest: 20260306,
  },
  project: {
    kind: "project",
    says: "project file",
    roots: [],
    ending: ".kicad_pro",
    kinds: new Map([["setting", setting]]),
    oldest: 0,
    unversioned: 0,
  },
  jobSet: {
    kind: "jobSet",
    says: "job set",
    roots: [],
    ending: ".kicad_jobset",
    kinds: new Map([["setting", setting]]),
    oldest: 0,
    unversioned: 0,
  },
  rules: {
    kind: "rules",
    says: "file of design rules",
    // No bracket is around them: see `isRules`.
    roots: [],
    ending: ".kicad_dru",
    kinds: byToken([rule]),
    oldest: 0,
    unversioned: 1,
  },
  symbolLibrary: {
    kind: "symbolLibrary",
    says: "symbol library",
    roots: ["kicad_symbol_lib"],
    ending: ".kicad_sym",
    kinds: byToken([fileVersion, generator, generatorVersion, librarySymbol]),
    oldest: OLDEST_VERSION,
    unversioned: 0,
  },
  footprint: {
    kind: "footprint",
    says: "footprint",
    roots: ["footprint", "module"],
    ending: ".kicad_mod",
    kinds: byToken([footprint]),
    whole: footprint,
    // KiCad reads the footprints of KiCad 5, which say no version, as they are.
    oldest: 0,
    unversioned: 20171130,
  },
  drawingSheet: {
    kind: "drawingSheet",
    says: "drawing sheet",
    roots: ["kicad_wks", "drawing_sheet", "page_layout"],
    ending: ".kicad_wks",
    kinds: byToken(drawingSheetKinds),
    oldest: 0,
    unversioned: 0,
  },
  symbolTable: {
    kind: "symbolTable",
    says: "symbol library table",
    roots: ["sym_lib_table"],
    ending: "sym-lib-table",
    kinds: rows,
    oldest: 0,
    unversioned: 0,
    layout: "rows",
  },
  footprintTable: {
    kind: "footprintTable",
    says: "footprint library table",
    roots: ["fp_lib_table"],
    ending: "fp-lib-table",
    kinds: rows,
    oldest: 0,
    unversioned: 0,
    layout: "rows",
  },
};

const byRoot = new Map(Object.values(fileKinds).flatMap((each) => each.roots.map((root) => [root, each] as const)));

/** The kind of file that starts with this word. */
export function fileKindOf(root: string): FileKind | undefined {
  return byRoot.get(root);
}

/** Whether such a file is JSON, and its items are settings. */
export function isJson(kind: DocKind): boolean {
  return kind === "project" || kind === "jobSet";
}

/** Whether a file is of a KiCad newer than all that we know. */
export function isNewer(kind: DocKind, version: number): boolean {
  const { newest } = fileKinds[kind];
  return newest !== undefined && version > newest;
}
