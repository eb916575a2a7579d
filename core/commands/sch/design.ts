import type { SheetInput } from "../../engines/netlist/design.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { buildNetlist } from "../../engines/netlist/netlist.ts";
import type { Doc } from "../../model/document.ts";
import { settingsBeside } from "../board-settings.ts";
import type { Context, DocumentContext } from "../define.ts";
import { walkSheets } from "./sheet-walk.ts";
import { inVariant } from "./variant.ts";

/** A schematic with its nets, and what could not be read of it. */
export interface WholeDesign {
  readonly netlist: Netlist;
  /** One line for each sheet that is missing. */
  readonly notes: readonly string[];
}

/** The nets of the schematic that the call names, from that file down, with the settings of its project. */
export function wholeDesign(cx: DocumentContext, variant?: string): Promise<WholeDesign> {
  return designFrom(cx, { path: cx.open.path, doc: cx.doc }, variant);
}

/** The nets of a root schematic and all sheets below it; as one of its variants is built where that is named. */
export async function designFrom(
  cx: Context,
  root: { path: string; doc: Doc },
  variant?: string,
): Promise<WholeDesign> {
  const notes: string[] = [];
  const sheets: SheetInput[] = [];
  for (const { doc, problem, name, page, path, file } of await walkSheets(cx, root)) {
    if (doc === null) notes.push(`Sheet ${name} (${file}) is left out: ${problem}.`);
    else sheets.push({ doc, name, page, path, file });
  }
  const settings = await settingsBeside(cx, root.path);
  const design = { project: fileStem(root.path), sheets, settings };
  return { netlist: buildNetlist(variant === undefined ? design : inVariant(design, variant), cx.signal), notes };
}

function fileStem(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}
