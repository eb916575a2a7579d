import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Schematic text of small faults, one or more for every check that KiCad 9 runs by itself. */

let nextId = 0;
const id = () => `c0de0000-0000-4000-8000-${String(++nextId).padStart(12, "0")}`;
const font = "(effects (font (size 1.27 1.27)))";
const rootId = "10000000-0000-4000-8000-000000000000";
const childId = "20000000-0000-4000-8000-000000000000";
const twinId = "30000000-0000-4000-8000-000000000000";
const busId = "80000000-0000-4000-8000-000000000000";
const otherId = "40000000-0000-4000-8000-000000000000";

/** A symbol whose pins stand in a column: unit by unit, name of type and place. */
function symbol(name: string, units: readonly (readonly string[])[], options = ""): string {
  let number = 0;
  const drawn = units.map((types, unit) => {
    const pins = types.map((type, i) => {
      const given = type.split(":");
      return `(pin ${given[0]} line (at 0 ${(-2.54 * i).toFixed(2)} 180) (length 2.54) (name "${given[0]}" ${font}) (number "${given[1] ?? ++number}" ${font}))`;
    });
    return `(symbol "${name}_${unit + 1}_1" ${pins.join(" ")})`;
  });
  const text = (key: string, value: string) => `(property "${key}" "${value}" (at 0 0 0) ${font})`;
  return `(symbol "T:${name}" ${options} (exclude_from_sim no) (in_bom yes) (on_board yes)
    ${text("Reference", name.startsWith("PWR") ? "#PWR" : "U")} ${text("Value", name)} ${text("Footprint", "")} ${text("Datasheet", "")} ${text("Description", "")}
    ${name === "FILTER" ? text("ki_fp_filters", "DIP* Lib:SO*") : ""} ${drawn.join(" ")})`;
}

const symbols = [
  symbol("PASSIVE", [["passive"]]),
  symbol("TWO", [["passive", "passive"]]),
  symbol("IN", [["input"]]),
  symbol("OUT", [["output"]]),
  symbol("TRI", [["tri_state"]]),
  symbol("PIN", [["power_in"]]),
  symbol("POUT", [["power_out"]]),
  symbol("NC", [["no_connect"]]),
  symbol("DOUBLE", [["passive:1", "passive:1"]]),
  symbol("FILTER", [["passive"]]),
  symbol("UNITS", [["passive"], ["input"], ["bidirectional"], ["power_in"]]),
  symbol("SHARED", [
    ["passive:1", "passive:9"],
    ["passive:2", "passive:9"],
  ]),
  symbol("TEXT", [["passive"]]).replace("(pin passive", `(text "\${DRAWN}" (at 0 0 0) ${font}) (pin passive`),
  symbol("PWRA", [["power_in"]], "(power)"),
];

interface Given {
  readonly unit?: number;
  readonly ref?: string;
  readonly value?: string;
  readonly footprint?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** The numbers of a symbol's pins, all units. */
const pinsOf = (name: string) =>
  [...symbols.find((each) => each.startsWith(`(symbol "T:${name}"`))!.matchAll(/\(number "(\d+)"/g)].map(([, n]) => n!);

let nextRef = 0;
function part(name: string, x: number, y: number, given: Given = {}): string {
  const ref = given.ref ?? (name.startsWith("PWR") ? `#PWR0${++nextRef}` : `U${100 + ++nextRef}`);
  const text = (key: string, value: string) => `(property "${key}" "${value}" (at ${x} ${y} 0) ${font})`;
  const fields = Object.entries(given.fields ?? {}).map(([key, value]) => text(key, value));
  return `(symbol (lib_id "T:${name}") (at ${x} ${y} 0) (unit ${given.unit ?? 1}) (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (uuid "${id()}")
    ${pinsOf(name)
      .map((number) => `(pin "${number}" (uuid "${id()}"))`)
      .join(" ")}
    ${text("Reference", ref)} ${text("Value", given.value ?? name)} ${text("Footprint", given.footprint ?? "")} ${text("Datasheet", "")} ${text("Description", "")} ${fields.join(" ")}
    (instances (project "cases" (path "/${given.path ?? rootId}" (reference "${ref}") (unit ${given.unit ?? 1})))))`;
}

const line = (kind: string, ...p: readonly number[]) =>
  `(${kind} (pts (xy ${p[0]} ${p[1]}) (xy ${p[2]} ${p[3]})) (stroke (width 0) (type default)) (uuid "${id()}"))`;
const wire = (...p: readonly number[]) => line("wire", ...p);
const bus = (...p: readonly number[]) => line("bus", ...p);
const label = (text: string, x: number, y: number, kind = "label") => {
  const shape = kind === "label" ? "" : "(shape input)";
  return `(${kind} "${text}" ${shape} (at ${x} ${y} 0) ${font} (uuid "${id()}"))`;
};
const flag = (x: number, y: number) => `(no_connect (at ${x} ${y}) (uuid "${id()}"))`;
const junction = (x: number, y: number) => `(junction (at ${x} ${y}) (diameter 0) (color 0 0 0 0) (uuid "${id()}"))`;
const entry = (x: number, y: number) =>
  `(bus_entry (at ${x} ${y}) (size 2.54 2.54) (stroke (width 0) (type default)) (uuid "${id()}"))`;
const note = (text: string, x: number, y: number) =>
  `(text "${text}" (exclude_from_sim no) (at ${x} ${y} 0) ${font} (uuid "${id()}"))`;
const directive = (name: string, x: number, y: number) =>
  `(netclass_flag "" (length 2.54) (shape round) (at ${x} ${y} 0) ${font} (uuid "${id()}") (property "Netclass" "${name}" (at ${x} ${y} 0) ${font}))`;
const sheet = (uuid: string, name: string, file: string, x: number, y: number, pins = "", page = "2") =>
  `(sheet (at ${x} ${y}) (size 12.7 7.62) (stroke (width 0.15) (type solid)) (fill (color 0 0 0 0)) (uuid "${uuid}")
    (property "Sheetname" "${name}" (at ${x} ${y} 0) ${font}) (property "Sheetfile" "${file}" (at ${x} ${y} 0) ${font})
    ${pins} (instances (project "cases" (path "/${rootId}" (page "${page}")))))`;
const sheetPin = (name: string, x: number, y: number) =>
  `(pin "${name}" input (at ${x} ${y} 180) ${font} (uuid "${id()}"))`;

/** Each draws around (x, y), on a grid of 1.27 mm; 50 mm of room. */
const drawings: Readonly<Record<string, (x: number, y: number) => string>> = {
  pinNotConnected: (x, y) => part("PASSIVE", x, y) + part("IN", x, y + 5.08) + part("NC", x, y + 10.16),
  pinNotDriven: (x, y) => part("IN", x, y) + part("IN", x + 10.16, y) + wire(x, y, x + 10.16, y),
  powerNotDriven: (x, y) => part("PIN", x, y) + part("PASSIVE", x + 10.16, y) + wire(x, y, x + 10.16, y),
  duplicatePins: (x, y) =>
    part("DOUBLE", x, y) + part("PASSIVE", x + 10.16, y) + wire(x, y, x + 10.16, y) + flag(x, y + 2.54),
  pinToPin: (x, y) =>
    part("OUT", x, y) +
    part("OUT", x + 10.16, y) +
    wire(x, y, x + 10.16, y) +
    part("OUT", x, y + 5.08) +
    part("TRI", x + 10.16, y + 5.08) +
    wire(x, y + 5.08, x + 10.16, y + 5.08) +
    part("POUT", x, y + 10.16) +
    part("POUT", x + 10.16, y + 10.16) +
    part("OUT", x + 20.32, y + 10.16) +
    wire(x, y + 10.16, x + 10.16, y + 10.16) +
    wire(x + 10.16, y + 10.16, x + 20.32, y + 10.16),
  // Pins of several types in turn: which of a type is blamed first goes by how KiCad fills its list.
  manyPins: (x, y) =>
    ["TRI", "POUT", "TRI", "POUT", "POUT", "OUT", "POUT", "TRI", "OUT"]
      .map((name, i) => part(name, x + 5.08 * i, y) + (i > 0 ? wire(x + 5.08 * (i - 1), y, x + 5.08 * i, y) : ""))
      .join(""),
  flagOnPassive: (x, y) =>
    part("PASSIVE", x, y) + part("PASSIVE", x + 10.16, y) + wire(x, y, x + 10.16, y) + flag(x, y),
  flagsOnPins: (x, y) =>
    part("NC", x, y) +
    part("PASSIVE", x + 10.16, y) +
    wire(x, y, x + 10.16, y) +
    part("IN", x, y + 7.62) +
    flag(x, y + 7.62),
  flagAlone: (x, y) => flag(x, y),
  fourWays: (x, y) =>
    ["a", "b", "c", "d"]
      .map((_, i) => {
        const [dx, dy] = [
          [10.16, 0],
          [0, 10.16],
          [-10.16, 0],
          [0, -10.16],
        ][i]!;
        return wire(x, y, x + dx!, y + dy!) + part("PASSIVE", x + dx!, y + dy!);
      })
      .join("") + junction(x, y),
  labelTwoWires: (x, y) =>
    part("PASSIVE", x, y) +
    wire(x, y, x + 5.08, y) +
    wire(x + 5.08, y, x + 10.16, y) +
    part("PASSIVE", x + 10.16, y) +
    label("TWOWIRES", x + 5.08, y),
  labelCrossing: (x, y) =>
    part("PASSIVE", x, y) +
    wire(x, y, x + 10.16, y) +
    part("PASSIVE", x + 10.16, y) +
    wire(x + 5.08, y - 5.08, x + 5.08, y + 5.08) +
    part("PASSIVE", x + 5.08, y - 5.08) +
    part("PASSIVE", x + 5.08, y + 5.08) +
    label("CROSSING", x + 5.08, y),
  labelAlone: (x, y) => label("ALONE", x, y) + label("ALONEG", x, y + 5.08, "global_label"),
  labelOnWireAlone: (x, y) => label("ONWIRE", x, y) + wire(x, y, x + 10.16, y),
  labelOnPin: (x, y) => label("ONEPIN", x, y) + part("PASSIVE", x, y),
  globalOnPin: (x, y) => label("ONEPING", x, y, "global_label") + part("PASSIVE", x, y),
  globalOnce: (x, y) =>
    label("ONCE", x, y, "global_label") +
    part("PASSIVE", x, y) +
    part("PASSIVE", x + 10.16, y) +
    wire(x, y, x + 10.16, y),
  similarLabels: (x, y) =>
    part("PASSIVE", x, y) + label("Alike", x, y) + part("PASSIVE", x, y + 5.08) + label("ALIKE", x, y + 5.08),
  similarPower: (x, y) =>
    part("PWRA", x, y, { value: "VSIM" }) +
    part("PASSIVE", x, y) +
    part("PWRA", x, y + 5.08, { value: "Vsim" }) +
    part("PASSIVE", x, y + 5.08),
  similarLabelAndPower: (x, y) =>
    part("PWRA", x, y, { value: "VMIX" }) +
    part("PASSIVE", x, y) +
    label("Vmix", x, y + 5.08) +
    part("PASSIVE", x, y + 5.08),
  localAndGlobal: (x, y) =>
    part("PASSIVE", x, y) +
    label("BOTHKINDS", x, y) +
    part("PASSIVE", x, y + 5.08) +
    label("BOTHKINDS", x, y + 5.08, "global_label"),
  twoNames: (x, y) =>
    part("PASSIVE", x, y) +
    wire(x, y, x + 10.16, y) +
    part("PASSIVE", x + 10.16, y) +
    label("NAMEA", x, y) +
    label("NAMEB", x + 10.16, y),
  twoPowers: (x, y) =>
    part("PWRA", x, y, { value: "+1V" }) +
    wire(x, y, x + 10.16, y) +
    part("PWRA", x + 10.16, y, { value: "+2V" }) +
    part("PASSIVE", x, y),
  unitsMissing: (x, y) => part("UNITS", x, y, { ref: "U900" }),
  unitFootprints: (x, y) =>
    part("UNITS", x, y, { ref: "U901", footprint: "Lib:A" }) +
    part("UNITS", x, y + 5.08, { ref: "U901", unit: 2, footprint: "Lib:B" }) +
    part("UNITS", x, y + 10.16, { ref: "U901", unit: 3, footprint: "Lib:A" }) +
    part("UNITS", x, y + 15.24, { ref: "U901", unit: 4, footprint: "Lib:A" }),
  unitNets: (x, y) =>
    part("SHARED", x, y, { ref: "U902" }) +
    label("SHAREDA", x, y + 2.54) +
    part("SHARED", x, y + 10.16, { ref: "U902", unit: 2 }) +
    label("SHAREDB", x, y + 12.7),
  busMember: (x, y) =>
    bus(x, y, x, y + 20.32) +
    label("D[0..3]", x, y) +
    entry(x, y + 5.08) +
    wire(x + 2.54, y + 7.62, x + 10.16, y + 7.62) +
    label("E0", x + 5.08, y + 7.62) +
    part("PASSIVE", x + 10.16, y + 7.62),
  busToBus: (x, y) =>
    bus(x, y, x + 10.16, y) +
    label("P[0..1]", x, y, "global_label") +
    sheet(busId, "Bus", "bus.kicad_sch", x + 10.16, y - 2.54, sheetPin("Q[0..1]", x + 10.16, y), "5"),
  netOnBus: (x, y) => bus(x, y, x + 10.16, y) + label("S[0..1]", x, y) + label("SINGLE", x + 5.08, y),
  busToNet: (x, y) =>
    bus(x, y, x + 10.16, y) + label("R[0..1]", x, y) + wire(x + 10.16, y, x + 20.32, y) + part("PASSIVE", x + 20.32, y),
  variables: (x, y) =>
    note(`is \${NOSUCHTHING}`, x, y) +
    part("PASSIVE", x, y + 5.08, { fields: { Note: `\${NOPE}`, More: `\${NEITHER}` } }) +
    label(`\${NOTHERE}`, x, y + 5.08),
  drawnVariable: (x, y) => part("TEXT", x, y) + flag(x, y),
  assertions: (x, y) => note(`\${ERC_ERROR no fuse}`, x, y) + note(`\${ERC_WARNING look}`, x, y + 5.08),
  classes: (x, y) =>
    part("PASSIVE", x, y) +
    wire(x, y, x + 10.16, y) +
    part("PASSIVE", x + 10.16, y) +
    directive("NOCLASS", x + 5.08, y),
  wires: (x, y) => wire(x, y, x + 10.16, y) + part("PASSIVE", x, y + 5.08) + wire(x, y + 5.08, x + 10.16, y + 5.08),
  offGrid: (x, y) => part("PASSIVE", x + 0.1, y) + part("PASSIVE", x + 10.16, y) + wire(x + 0.1, y, x + 10.16, y),
  links: (x, y) =>
    part("PASSIVE", x, y, { footprint: "NoSuch:Thing" }) +
    part("PASSIVE", x, y + 5.08, { footprint: "nolibrary" }) +
    part("PASSIVE", x, y + 10.16, { footprint: "Resistor_SMD:NoSuch" }),
  filters: (x, y) =>
    part("FILTER", x, y, { footprint: "Resistor_SMD:R_0603_1608Metric" }) +
    part("FILTER", x, y + 5.08, { footprint: "Package_DIP:DIP-8_W7.62mm" }) +
    part("FILTER", x, y + 10.16) +
    part("FILTER", x, y + 15.24, { footprint: "Lib:SO8" }),
  sheetPins: (x, y) =>
    sheet(
      childId,
      "Child",
      "child.kicad_sch",
      x,
      y,
      sheetPin("NOLABEL", x, y + 2.54) + sheetPin(`\${NOPIN}`, x, y + 7.62) + sheetPin("GOOD", x, y + 5.08),
    ),
  sheetTwins: (x, y) =>
    sheet(twinId, "Twin", "twin.kicad_sch", x, y, "", "3") +
    sheet(otherId, "twin", "other.kicad_sch", x + 20.32, y, "", "4"),
};

const file = (uuid: string, body: string) =>
  `(kicad_sch (version 20250114) (generator "eeschema") (generator_version "9.0") (uuid "${uuid}") (paper "A0")
  (lib_symbols ${symbols.join("\n")})\n${body}\n(sheet_instances (path "/" (page "1"))))\n`;

/** The checks of KiCad 9, as its project files name them. */
export const ercTypes: readonly string[] = [
  ...["bus_definition_conflict", "bus_entry_needed", "bus_to_bus_conflict", "bus_to_net_conflict"],
  ...["different_unit_footprint", "different_unit_net", "duplicate_pins", "duplicate_reference"],
  ...["duplicate_sheet_names", "endpoint_off_grid", "extra_units", "footprint_filter", "footprint_link_issues"],
  ...["four_way_junction", "generic-error", "generic-warning", "global_label_dangling", "hier_label_mismatch"],
  ...["label_dangling", "label_multiple_wires", "lib_symbol_issues", "lib_symbol_mismatch", "missing_bidi_pin"],
  ...["missing_input_pin", "missing_power_pin", "missing_unit", "multiple_net_names", "net_not_bus_member"],
  ...["no_connect_connected", "no_connect_dangling", "pin_not_connected", "pin_not_driven", "pin_to_pin"],
  ...["power_pin_not_driven", "same_local_global_label", "similar_label_and_power", "similar_labels"],
  ...["similar_power", "simulation_model_issue", "single_global_label", "unannotated", "unconnected_wire_endpoint"],
  ...["undefined_netclass", "unit_value_mismatch", "unresolved_variable", "wire_dangling"],
];

/** Writes the project of faults into a folder and answers its root schematic. Every check is on. */
export function writeErcCases(folder: string): string {
  mkdirSync(folder, { recursive: true });
  nextId = 0;
  nextRef = 0;
  const names = Object.keys(drawings);
  const place = (i: number) => [50.8 + 63.5 * (i % 12), 50.8 + 63.5 * Math.floor(i / 12)] as const;
  const body = names.map((name, i) => drawings[name]!(...place(i)));
  const root = join(folder, "cases.kicad_sch");
  writeFileSync(root, file(rootId, body.join("\n")));
  const child = { path: `${rootId}/${childId}` };
  writeFileSync(
    join(folder, "child.kicad_sch"),
    file(
      "50000000-0000-4000-8000-000000000000",
      part("PASSIVE", 50.8, 50.8, child) +
        label("GOOD", 50.8, 50.8, "hierarchical_label") +
        part("PASSIVE", 50.8, 60.96, child) +
        label("NOPIN", 50.8, 60.96, "hierarchical_label") +
        label("LOOSE", 50.8, 71.12, "hierarchical_label"),
    ).replace("(lib_symbols", '(bus_alias "SAME" (members "A" "B")) (lib_symbols'),
  );
  writeFileSync(
    join(folder, "bus.kicad_sch"),
    file(
      "90000000-0000-4000-8000-000000000000",
      label("Q[0..1]", 50.8, 50.8, "hierarchical_label") + bus(50.8, 50.8, 63.5, 50.8) + label("W[0..1]", 63.5, 50.8),
    ),
  );
  for (const [name, uuid, members] of [
    ["twin", "60000000-0000-4000-8000-000000000000", '"A" "C"'],
    ["other", "70000000-0000-4000-8000-000000000000", '"A" "B"'],
  ] as const)
    writeFileSync(
      join(folder, `${name}.kicad_sch`),
      file(uuid, "").replace("(lib_symbols", `(bus_alias "SAME" (members ${members})) (lib_symbols`),
    );
  const fixed = new Set(["generic-error", "generic-warning", "lib_symbol_issues", "pin_to_pin"]);
  const severities = Object.fromEntries(ercTypes.filter((type) => !fixed.has(type)).map((type) => [type, "warning"]));
  const project = { erc: { rule_severities: { ...severities, lib_symbol_issues: "ignore" } } };
  writeFileSync(join(folder, "cases.kicad_pro"), JSON.stringify(project));
  return root;
}
