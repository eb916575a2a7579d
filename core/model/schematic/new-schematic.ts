import { layOut } from "../../format/layout.ts";
import { quote } from "../../format/text.ts";

/** An empty schematic as KiCad 9 writes it. A root lists its own page; a sheet's page is kept by the sheet symbol. */
export function newSchematic(options: {
  readonly uuid: string;
  readonly root: boolean;
  readonly paper?: string;
}): string {
  const page = options.root ? ' (sheet_instances (path "/" (page "1")))' : "";
  const text =
    `(kicad_sch (version 20250114) (generator "edsnx") (uuid ${quote(options.uuid)}) ` +
    `(paper ${quote(options.paper ?? "A4")}) (lib_symbols)${page} (embedded_fonts no))`;
  return `${layOut(text, 0, "modern")}\n`;
}
