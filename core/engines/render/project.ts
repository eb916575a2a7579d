import type { Nm } from "../../base/nm.ts";
import { type ContextOptions, defaultSheetSettings } from "./context.ts";

const NM_PER_MIL = 25_400;
/** Junction sizes in wire widths, by the project's choice. */
const JUNCTIONS: readonly number[] = [0, 1.7, 4, 6, 9, 12];

/** What a project file (`.kicad_pro`, JSON) says about drawing; nothing when the text is no such file. */
export function projectOptions(json: string): ContextOptions {
  let project: unknown;
  try {
    project = JSON.parse(json);
  } catch {
    return {};
  }
  const drawing = record(record(record(project)["schematic"])["drawing"]);
  const number = (name: string): number | null =>
    typeof drawing[name] === "number" ? (drawing[name] as number) : null;
  const mils = (name: string, absent: Nm): Nm => {
    const value = number(name);
    return value === null ? absent : Math.round(value * NM_PER_MIL);
  };
  const d = defaultSheetSettings;
  const wire = mils("default_wire_thickness", d.lineWidth);
  const choice = JUNCTIONS[number("junction_size_choice") ?? 3] ?? 6;
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(record(record(project)["text_variables"])))
    if (typeof value === "string") variables[name] = value;
  return {
    variables,
    sheetSettings: {
      lineWidth: mils("default_line_thickness", d.lineWidth),
      wireWidth: wire,
      busWidth: mils("default_bus_thickness", d.busWidth),
      junctionSize: Math.round(choice * wire),
      pinSymbolSize: mils("pin_symbol_size", d.pinSymbolSize),
      textOffsetRatio: number("text_offset_ratio") ?? d.textOffsetRatio,
      labelSizeRatio: number("label_size_ratio") ?? d.labelSizeRatio,
      dashRatio: number("dashed_lines_dash_length_ratio") ?? d.dashRatio,
      gapRatio: number("dashed_lines_gap_length_ratio") ?? d.gapRatio,
    },
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
