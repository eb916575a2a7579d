import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import type { DocumentContext } from "../define.ts";
import { readDesignFile } from "../design-file.ts";
import type { WholeDesign } from "../sch/design.ts";
import { designFrom } from "../sch/design.ts";

/** A project's two halves as they stand. */
export interface DesignPair {
  readonly board: { readonly path: string; readonly doc: Doc };
  readonly schematic: { readonly path: string; readonly doc: Doc };
  readonly design: WholeDesign;
}

/**
 * The board and the root schematic of a project, of which `cx` has either; the other is read from the file of its name.
 * Throws `not-found` for one that is not there, in the words of `verb`.
 */
export async function designPair(cx: DocumentContext, verb: string): Promise<DesignPair> {
  const own = { path: cx.open.path, doc: cx.doc };
  const board = own.doc.kind === "board" ? own : await otherHalf(cx, "board", verb);
  const schematic = own.doc.kind === "schematic" ? own : await otherHalf(cx, "schematic", verb);
  return { board, schematic, design: await designFrom(cx, schematic) };
}

async function otherHalf(cx: DocumentContext, kind: "board" | "schematic", verb: string) {
  const path = cx.open.path.replace(/\.[^./\\]*$/, kind === "board" ? ".kicad_pcb" : ".kicad_sch");
  const { real, doc, problem } = await readDesignFile(cx, path, kind);
  if (doc !== null) return { path: real, doc };
  throw new CommandError({
    code: "not-found",
    message: `Cannot ${verb}: ${path}: ${problem}.`,
    hint: "Board and root schematic have the project's name: path is either of them.",
    data: { path },
  });
}
