// Makes examples/hierarchy: a root sheet with a two-unit part and one sheet that is used twice.
// Run: npx tsx scripts/make-hierarchy.ts
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layOut } from "../core/format/layout.ts";

const folder = join(import.meta.dirname, "../examples/hierarchy");
const project = "hierarchy";

function uid(name: string): string {
  const hex = createHash("sha256").update(`hierarchy/${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const font = "(effects (font (size 1.27 1.27)))";
const hidden = "(effects (font (size 1.27 1.27)) (hide yes))";
const field = (name: string, value: string, x: number, y: number, look = font) =>
  `(property "${name}" "${value}" (at ${x} ${y} 0) ${look})`;
const pin = (type: string, x: number, y: number, angle: number, name: string, number: string) =>
  `(pin ${type} line (at ${x} ${y} ${angle}) (length 2.54) (name "${name}" ${font}) (number "${number}" ${font}))`;
const box = (x: number, y: number) =>
  `(rectangle (start ${-x} ${y}) (end ${x} ${-y}) (stroke (width 0.254) (type default)) (fill (type background)))`;
const fields = (reference: string, value: string) =>
  field("Reference", reference, 0, 6.35) +
  field("Value", value, 0, -6.35) +
  field("Footprint", "", 0, 0, hidden) +
  field("Datasheet", "", 0, 0, hidden) +
  field("Description", "", 0, 0, hidden);
const flags = "(exclude_from_sim no) (in_bom yes) (on_board yes)";

const gateUnit = (unit: number, [a, y]: [string, string]) =>
  `(symbol "Buffer2_${unit}_1" ${box(5.08, 2.54)} ${pin("input", -7.62, 0, 0, "A", a)} ${pin("output", 7.62, 0, 180, "Y", y)})`;
const buffer =
  `(symbol "hierarchy:Buffer2" (pin_names (offset 1.016)) ${flags} ${fields("U", "Buffer2")}` +
  gateUnit(1, ["1", "2"]) +
  gateUnit(2, ["3", "4"]) +
  `(symbol "Buffer2_3_1" ${box(2.54, 5.08)} ${pin("power_in", 0, 7.62, 270, "V+", "5")} ${pin("power_in", 0, -7.62, 90, "V-", "6")})` +
  "(embedded_fonts no))";
const lamp =
  `(symbol "hierarchy:Lamp" (pin_names (offset 1.016)) ${flags} ${fields("LA", "Lamp")}` +
  `(symbol "Lamp_1_1" ${box(2.54, 2.54)} ${pin("passive", -5.08, 0, 0, "1", "1")} ${pin("passive", 5.08, 0, 180, "2", "2")})` +
  "(embedded_fonts no))";

interface Use {
  readonly path: string;
  readonly reference: string;
}

function symbol(
  id: string,
  lib: string,
  unit: number,
  x: number,
  y: number,
  numbers: readonly string[],
  uses: readonly Use[],
) {
  const name = lib.replace("hierarchy:", "");
  const paths = uses
    .map(({ path, reference }) => `(path "${path}" (reference "${reference}") (unit ${unit}))`)
    .join(" ");
  return (
    `(symbol (lib_id "${lib}") (at ${x} ${y} 0) (unit ${unit}) ${flags} (dnp no) (uuid "${uid(id)}")` +
    field("Reference", uses[0]!.reference, x, y - 6.35) +
    field("Value", name, x, y + 6.35) +
    field("Footprint", "", x, y, hidden) +
    field("Datasheet", "", x, y, hidden) +
    field("Description", "", x, y, hidden) +
    numbers.map((number) => `(pin "${number}" (uuid "${uid(`${id}.${number}`)}"))`).join(" ") +
    `(instances (project "${project}" ${paths})))`
  );
}

const wire = (id: string, x1: number, y1: number, x2: number, y2: number) =>
  `(wire (pts (xy ${x1} ${y1}) (xy ${x2} ${y2})) (stroke (width 0) (type default)) (uuid "${uid(id)}"))`;
const label = (token: string, text: string, x: number, y: number, angle: number) =>
  `(${token} "${text}" ${token === "label" ? "" : "(shape input) "}(at ${x} ${y} ${angle}) ` +
  `(effects (font (size 1.27 1.27)) (justify ${angle === 180 ? "right" : "left"}${token === "label" ? " bottom" : ""})) (uuid "${uid(`${token} ${text}`)}"))`;

function sheet(name: string, y: number, page: string) {
  return (
    `(sheet (at 127 ${y}) (size 25.4 12.7) ${flags} (dnp no) (stroke (width 0.1524) (type solid)) (fill (color 0 0 0 0.0000)) (uuid "${uid(name)}")` +
    `(property "Sheetname" "${name}" (at 127 ${y - 0.7116} 0) (effects (font (size 1.27 1.27)) (justify left bottom)))` +
    `(property "Sheetfile" "lamp.kicad_sch" (at 127 ${y + 13.2846} 0) (effects (font (size 1.27 1.27)) (justify left top)))` +
    `(pin "IN" input (at 127 ${y + 5.08} 180) (uuid "${uid(`${name} IN`)}") (effects (font (size 1.27 1.27)) (justify left)))` +
    `(instances (project "${project}" (path "/${uid("root")}" (page "${page}")))))`
  );
}

function file(name: string, root: string, library: string, body: string, tail: string) {
  const text =
    `(kicad_sch (version 20250114) (generator "eeschema") (generator_version "9.0") (uuid "${uid(root)}") (paper "A4")` +
    `(lib_symbols ${library}) ${body} ${tail} (embedded_fonts no))`;
  writeFileSync(join(folder, name), `${layOut(text, 0, "modern")}\n`);
}

const top = `/${uid("root")}`;
const lamps = ["Lamp", "Second lamp"];
mkdirSync(folder, { recursive: true });
file(
  "hierarchy.kicad_sch",
  "root",
  buffer,
  [
    symbol("U1A", "hierarchy:Buffer2", 1, 88.9, 63.5, ["1", "2"], [{ path: top, reference: "U1" }]),
    symbol("U1B", "hierarchy:Buffer2", 2, 88.9, 88.9, ["3", "4"], [{ path: top, reference: "U1" }]),
    symbol("U1C", "hierarchy:Buffer2", 3, 55.88, 76.2, ["5", "6"], [{ path: top, reference: "U1" }]),
    wire("w1", 96.52, 63.5, 127, 63.5),
    wire("w2", 96.52, 88.9, 127, 88.9),
    label("label", "LEFT", 101.6, 63.5, 0),
    label("global_label", "BUTTON", 81.28, 63.5, 180),
    sheet("Lamp", 58.42, "2"),
    sheet("Second lamp", 83.82, "3"),
  ].join(" "),
  '(sheet_instances (path "/" (page "1")))',
);
file(
  "lamp.kicad_sch",
  "lamp",
  lamp,
  [
    symbol(
      "LA",
      "hierarchy:Lamp",
      1,
      101.6,
      76.2,
      ["1", "2"],
      lamps.map((name, i) => ({ path: `${top}/${uid(name)}`, reference: `LA${i + 1}` })),
    ),
    wire("w3", 88.9, 76.2, 96.52, 76.2),
    wire("w4", 106.68, 76.2, 114.3, 76.2),
    label("hierarchical_label", "IN", 88.9, 76.2, 180),
    label("hierarchical_label", "DIM", 114.3, 76.2, 0),
  ].join(" "),
  "",
);
writeFileSync(
  join(folder, "hierarchy.kicad_pro"),
  `${JSON.stringify({ meta: { filename: "hierarchy.kicad_pro", version: 3 }, sheets: [[uid("root"), "Root"]] }, null, 2)}\n`,
);
