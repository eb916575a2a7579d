import { CommandError, toCommandError } from "../base/error.ts";
import type { Doc } from "../model/document.ts";
import { readDoc } from "../model/document.ts";
import type { Context } from "./define.ts";

/** A file of a design as it stands: in the session when it is open there, else on disk. */
export interface DesignFile {
  /** Its real path. */
  readonly real: string;
  /** Null when it could not be read; `problem` says why. */
  readonly doc: Doc | null;
  readonly problem: string | null;
}

/** Reads a board or a schematic without opening it. Only a host that reads no files makes it throw. */
export async function readDesignFile(cx: Context, file: string, kind: "board" | "schematic"): Promise<DesignFile> {
  let real = file;
  try {
    real = await cx.session.resolve(file);
    const open = cx.session.find(real);
    if (open !== undefined) return { real, doc: open.doc, problem: null };
    const { readFile } = cx.services;
    if (readFile === undefined) {
      throw new CommandError({
        code: "service-unavailable",
        message: `Cannot read ${real}: this program reads no files beside the open ones.`,
        hint: `Open it with session.open { "path": ${JSON.stringify(real)} }.`,
      });
    }
    const bytes = await readFile(real);
    if (bytes === null) return { real, doc: null, problem: "the file is missing" };
    const { doc, problems } = readDoc(bytes);
    if (doc?.kind === kind) return { real, doc, problem: null };
    return { real, doc: null, problem: problems[0]?.message ?? `the file is no ${kind}` };
  } catch (thrown) {
    const error = toCommandError(thrown);
    if (error.code === "service-unavailable" || error.code === "internal") throw error;
    const missing = error.code === "not-found";
    return { real, doc: null, problem: missing ? "the file is missing" : error.message };
  }
}
