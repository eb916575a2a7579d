import type { Doc } from "../../model/document.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** One use of a sheet, as the caller has walked the hierarchy: parents before children. */
export interface SheetInput {
  /** Uuids from the root's down: `/top/sheet/…`. */
  readonly path: string;
  readonly name: string;
  readonly page: string;
  /** Its file, to tell which uses share one. */
  readonly file: string;
  readonly doc: Doc;
}

/** What a netlist is made from. */
export interface Design {
  /** The project's name: instance data of other projects in shared files are told apart by the root's uuid. */
  readonly project: string;
  readonly sheets: readonly SheetInput[];
  readonly settings: ProjectSettings;
}

/** A use of a sheet in the hierarchy. */
export interface Sheet extends SheetInput {
  /** Place in the order of pages. */
  readonly index: number;
  /** Names from the root down with a slash at both ends: `/`, `/Power/`, … */
  readonly names: string;
  /** 1 for the root. */
  readonly depth: number;
  readonly parent: Sheet | null;
  /** The sheet symbol's uuid in the parent; the root file's own for the root. */
  readonly uuid: string;
}

/** The sheets in the order of their page numbers, as KiCad works through them. */
export function orderSheets(inputs: readonly SheetInput[]): Sheet[] {
  const byPath = new Map<string, Sheet>();
  const made: { -readonly [K in keyof Sheet]: Sheet[K] }[] = [];
  for (const input of inputs) {
    const cut = input.path.lastIndexOf("/");
    const parent = byPath.get(input.path.slice(0, cut)) ?? null;
    const names = parent === null ? "/" : `${parent.names}${input.name}/`;
    const sheet = {
      ...input,
      index: made.length,
      names,
      depth: (parent?.depth ?? 0) + 1,
      parent,
      uuid: input.path.slice(cut + 1),
    };
    byPath.set(input.path, sheet);
    made.push(sheet);
  }
  made.sort((a, b) => comparePages(a.page, b.page));
  for (const [index, sheet] of made.entries()) sheet.index = index;
  return made;
}

/** Whole numbers by value, before other texts. */
export function comparePages(a: string, b: string): number {
  const [m, n] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (m && n) return Number(a) - Number(b);
  if (m !== n) return m ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
