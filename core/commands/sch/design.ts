import type { SheetInput } from "../../engines/netlist/design.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { buildNetlist } from "../../engines/netlist/netlist.ts";
import { settingsFor } from "../board-settings.ts";
import type { DocumentContext } from "../define.ts";
import { walkSheets } from "./sheet-walk.ts";

/** A schematic with its nets, and what could not be read of it. */
export interface WholeDesign {
  readonly netlist: Netlist;
  /** One line for each sheet that is missing. */
  readonly notes: readonly string[];
}

/** The nets of the schematic that the call names, from that file down, with the settings of its project. */
export async function wholeDesign(cx: DocumentContext): Promise<WholeDesign> {
  const notes: string[] = [];
  const sheets: SheetInput[] = [];
  for (const { doc, problem, name, page, path, file } of await walkSheets(cx, { path: cx.open.path, doc: cx.doc })) {
    if (doc === null) notes.push(`Sheet ${name} (${file}) is left out: ${problem}.`);
    else sheets.push({ doc, name, page, path, file });
  }
  const project = fileStem(cx.open.path);
  const netlist = buildNetlist({ project, sheets, settings: await settingsFor(cx) }, cx.signal);
  return { netlist, notes };
}

function fileStem(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}
