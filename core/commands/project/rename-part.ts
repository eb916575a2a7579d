import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import { fieldChild } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { renameSymbol } from "../sch/rename-symbol.ts";
import { walkSheets } from "../sch/sheet-walk.ts";
import { symbolsCalled } from "../sch/symbol-refs.ts";

export const renamePart = defineEdit({
  id: "project.renamePart",
  title: "Rename part",
  about:
    "Gives a part another reference in the schematic, on all its sheets, and on the board, as one change: one undo takes " +
    "back all of it. `path` is the board or the root schematic; the other one has the same name beside it.",
  scope: "project",
  args: {
    from: Type.String({ description: "The part's reference now, e.g. R1.", minLength: 1 }),
    to: Type.String({ description: "Its new reference, e.g. R7; no other part may have it.", minLength: 1 }),
  },
  label: (args) => `Rename ${args.from} to ${args.to}`,
  examples: [
    { about: "R1 becomes R7 everywhere.", fixture: "blinky/blinky.kicad_sch", args: { from: "R1", to: "R7" } },
  ],
  async run(cx, args) {
    const { from, to } = args;
    if (from === to) return [`${from} has that name already.`];
    const notes: string[] = [];
    const board = await documentOf(cx, "kicad_pcb");
    const root = await documentOf(cx, "kicad_sch");
    const sheets = root === null ? [] : await sheetFiles(cx, root, [from, to], notes);
    const taken = [...sheets, ...(board === null ? [] : [board])].find((path) => has(cx.session.get(path).doc, to));
    if (taken !== undefined) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot rename ${from} to ${to}: ${to} is there already, in ${taken}.`,
        hint: "Choose a reference that is free, or rename that part first.",
        data: { path: taken, reference: to },
      });
    }
    let symbols = 0;
    for (const path of sheets) {
      for (const symbol of symbolsCalled(cx.session.get(path).doc, from)) {
        notes.push(...renameSymbol(cx.editOf(path), symbol, to, [from]));
        symbols++;
      }
    }
    const footprints = board === null ? 0 : renameFootprints(cx, board, from, to);
    if (symbols + footprints === 0) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot rename ${from}: neither the schematic nor the board has it.`,
        hint: "List the parts with query.items.",
        data: { reference: from },
      });
    }
    if (symbols === 0) notes.push(`The schematic has no ${from}: only the board was changed.`);
    if (footprints === 0) notes.push(`The board has no ${from}: only the schematic was changed.`);
    return notes;
  },
});

/** The project's board or root schematic, opened; null when there is none. */
async function documentOf(cx: EditContext, extension: string): Promise<string | null> {
  const path = cx.open.path.replace(/\.[^./\\]*$/, `.${extension}`);
  if (path === cx.open.path) return path;
  try {
    return (await cx.session.open(path, cx.caller.name)).path;
  } catch (thrown) {
    if (toCommandError(thrown).code === "not-found") return null;
    throw thrown;
  }
}

/** The root and the files of the sheets below it that have one of these references, opened. */
async function sheetFiles(
  cx: EditContext,
  root: string,
  references: readonly string[],
  notes: string[],
): Promise<string[]> {
  const { doc } = cx.session.get(root);
  const files = new Set([root]);
  if ([...doc.items.ofKind("sheet")].length === 0) return [...files];
  for (const use of await walkSheets(cx, { path: root, doc })) {
    if (use.problem !== null) notes.push(`Sheet ${use.name} (${use.file}) was left out: ${use.problem}.`);
    else if (!files.has(use.file) && references.some((reference) => use.doc !== null && has(use.doc, reference)))
      files.add((await cx.session.open(use.file, cx.caller.name)).path);
  }
  return [...files];
}

function has(doc: Doc, reference: string): boolean {
  if (doc.kind === "schematic") return symbolsCalled(doc, reference).length > 0;
  return [...doc.items.ofKind("footprint")].some((item) => referenceOf(item) === reference);
}

function renameFootprints(cx: EditContext, board: string, from: string, to: string): number {
  let renamed = 0;
  for (const footprint of [...cx.session.get(board).doc.items.ofKind("footprint")]) {
    if (referenceOf(footprint) !== from) continue;
    const field = fieldChild(footprint, "Reference")!;
    cx.editOf(board).set(field.id, field.kind === "property" ? { value: to } : { text: to }, footprint.id);
    renamed++;
  }
  return renamed;
}
