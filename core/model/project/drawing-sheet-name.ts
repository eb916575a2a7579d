/** The drawing sheet (`.kicad_wks`) that a project file (JSON) names, relative to its folder; "" for KiCad's default one. */
export function drawingSheetName(json: string): string {
  try {
    const { schematic } = JSON.parse(json) as { schematic?: { page_layout_descr_file?: unknown } };
    const name = schematic?.page_layout_descr_file;
    return typeof name === "string" ? name.replace(/^\$\{KIPRJMOD\}[\\/]/, "") : "";
  } catch {
    return "";
  }
}
