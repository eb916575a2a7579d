import { CommandError } from "../../base/error.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import type { Json } from "../../format/json-tree.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import { resolveItems } from "../item-refs.ts";
import { nearest } from "../registry.ts";

/** Where a project file keeps the exclusions of its board. */
export const EXCLUSIONS = ["board", "design_settings", "drc_exclusions"];

/** File version of boards of KiCad 8, whose project files keep a comment with each exclusion. */
const WITH_COMMENTS = 20231007;

/** Whether an exclusion is written as text and comment: as those that are there, else as the board's version has it. */
export function keepsComments(board: Doc, rows: readonly Json[]): boolean {
  return rows.length > 0 ? rows.some(Array.isArray) : board.file.version >= WITH_COMMENTS;
}

export function violationType(verb: string, name: string): FindingName {
  if (Object.hasOwn(findingTypes, name)) return name as FindingName;
  const near = nearest(name, Object.keys(findingTypes));
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} ${JSON.stringify(name)}: there is no such kind of violation.`,
    hint: near === undefined ? "check.drc tells the kinds that it finds." : `Did you mean ${JSON.stringify(near)}?`,
    data: { type: name },
  });
}

/** The ids that references stand for; an id that is on the board no more is taken as it is. */
export function namedItems(board: Doc, refs: readonly string[], verb: string): ItemId[] {
  return refs.map((ref) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref) ? ref : resolveItems(board, ref, verb)[0]!.item.id,
  );
}
