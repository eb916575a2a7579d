import { layOutJson, Real } from "../../format/json-text.ts";
import { encodeText } from "../../format/text.ts";

const unset = "rgba(0, 0, 0, 0.000)";

/** The least project file, in the form of KiCad 9: everything that it does not say is as in a new project. */
export function newProject(fileName: string): Uint8Array {
  const fallback = {
    bus_width: 12,
    clearance: new Real(0.2),
    diff_pair_gap: new Real(0.25),
    diff_pair_via_gap: new Real(0.25),
    diff_pair_width: new Real(0.2),
    line_style: 0,
    microvia_diameter: new Real(0.3),
    microvia_drill: new Real(0.1),
    name: "Default",
    pcb_color: unset,
    priority: 2 ** 31 - 1,
    schematic_color: unset,
    track_width: new Real(0.2),
    via_diameter: new Real(0.6),
    via_drill: new Real(0.3),
    wire_width: 6,
  };
  const settings = {
    board: { design_settings: { meta: { version: 2 }, rule_severities: {}, rules: {} } },
    boards: [],
    erc: { erc_exclusions: [], meta: { version: 0 }, rule_severities: {} },
    meta: { filename: fileName, version: 3 },
    net_settings: {
      classes: [fallback],
      meta: { version: 4 },
      net_colors: null,
      netclass_assignments: null,
      netclass_patterns: [],
    },
    sheets: [],
    text_variables: {},
  };
  return encodeText(`${layOutJson(settings)}\n`);
}

/** The least file of design rules. */
export function newRules(): Uint8Array {
  return encodeText("(version 1)\n");
}
