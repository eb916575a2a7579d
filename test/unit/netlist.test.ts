import assert from "node:assert/strict";
import { join } from "node:path";
import { orderSheets } from "../../core/engines/netlist/design.ts";
import { compareNumbered, escapeNetName, unescapeText } from "../../core/engines/netlist/names.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { readBusLabel } from "../../core/model/bus-label.ts";
import { readText } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { designOf } from "../laws/sheets.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky/blinky.kicad_sch");

/** Nets of a sheet drawn in text, with two resistors `R1` at (50, 50) and `R2` at (100, 50): pins 1 above, 2 below. */
function netsOf(drawing: string, settings = "{}"): Record<string, string> {
  const part = (ref: string, x: number) =>
    `(symbol (lib_id "Device:R") (at ${x} 50 0) (unit 1) (in_bom yes) (on_board yes) (uuid "${ref}") ` +
    `(property "Reference" "${ref}" (at 0 0 0)) (property "Value" "1k" (at 0 0 0)) ` +
    `(instances (project "t" (path "/root" (reference "${ref}") (unit 1)))))`;
  const text =
    '(kicad_sch (version 20250114) (generator "eeschema") (uuid "root") (lib_symbols (symbol "Device:R" ' +
    '(property "Reference" "R" (at 0 0 0)) (symbol "R_1_1" (pin passive line (at 0 2.54 270) (length 1.27) (name "~") ' +
    '(number "1")) (pin passive line (at 0 -2.54 90) (length 1.27) (name "~") (number "2"))))) ' +
    `${part("R1", 50)} ${part("R2", 100)} ${drawing})`;
  const { doc, problems } = readText(text);
  assert.deepEqual(problems, []);
  const sheet = { path: "/root", name: "Root", page: "1", file: "/t.kicad_sch", doc: doc! };
  const { nets } = buildNetlist({ project: "t", sheets: [sheet], settings: readProjectSettings(settings) });
  const rows = nets.map(({ name, pins }) => [name, pins.map((pin) => `${pin.part.reference}.${pin.number}`).join(" ")]);
  return Object.fromEntries(rows.filter(([, pins]) => pins !== "")) as Record<string, string>;
}

const wire = (...p: number[]) => `(wire (pts (xy ${p[0]} ${p[1]}) (xy ${p[2]} ${p[3]})) (uuid "w${p.join("-")}"))`;
const label = (name: string, x: number, y: number, kind = "label") =>
  `(${kind} "${name}" (at ${x} ${y} 0) (uuid "${name}${x}${y}"))`;
const alone = { "unconnected-(R1-Pad2)": "R1.2", "unconnected-(R2-Pad2)": "R2.2" };

describe("nets of a schematic", () => {
  it("joins by wires and names by the lower pin", () => {
    assert.deepEqual(netsOf(wire(50, 47.46, 100, 47.46)), { "Net-(R1-Pad1)": "R1.1 R2.1", ...alone });
  });

  it("does not join a wire that ends on another's middle, unless there is a dot or a label", () => {
    const tee =
      wire(40, 47.46, 60, 47.46) + wire(100, 47.46, 100, 40) + wire(100, 40, 45, 40) + wire(45, 40, 45, 47.46);
    const pin = '(junction (at 50 47.46) (uuid "p"))';
    assert.equal(netsOf(tee + pin)["unconnected-(R1-Pad1)"], "R1.1");
    assert.equal(netsOf(`${tee + pin}(junction (at 45 47.46) (uuid "j"))`)["Net-(R1-Pad1)"], "R1.1 R2.1");
    assert.equal(netsOf(tee + pin + label("A", 45, 47.46))["/A"], "R1.1 R2.1");
  });

  it("joins a sheet's pin to a wire that runs along the sheet's edge, as it does a label", () => {
    const sheet =
      '(sheet (at 60 40) (size 10 20) (uuid "s") (property "Sheetname" "S" (at 0 0 0)) ' +
      '(property "Sheetfile" "s.kicad_sch" (at 0 0 0)) (pin "IN" input (at 60 45 180) (uuid "in")))';
    const edge = wire(50, 47.46, 60, 47.46) + wire(60, 47.46, 60, 42);
    const other = wire(60, 45, 100, 45) + wire(100, 45, 100, 47.46);
    assert.equal(netsOf(edge + other)["unconnected-(R2-Pad1)"], "R2.1");
    assert.deepEqual(netsOf(edge + other + sheet), { "/IN": "R1.1 R2.1", ...alone });
  });

  it("takes the stronger label, and the first by the alphabet of equals", () => {
    const both = wire(50, 47.46, 100, 47.46);
    assert.ok("/A" in netsOf(both + label("B", 50, 47.46) + label("A", 100, 47.46)));
    assert.ok("B" in netsOf(both + label("B", 50, 47.46, "global_label") + label("A", 100, 47.46)));
    assert.ok("/A" in netsOf(both + label("B", 50, 47.46, "hierarchical_label") + label("A", 70, 47.46)));
  });

  it("joins labels of one name on a sheet, also by a third that has both names", () => {
    const ends = label("A", 50, 47.46) + label("B", 100, 47.46);
    const third = wire(10, 10, 20, 10) + label("A", 10, 10) + label("B", 20, 10);
    assert.equal(netsOf(ends)["/A"], "R1.1");
    assert.equal(netsOf(ends + third)["/A"], "R1.1 R2.1");
  });

  it("spells a slash in a name", () => {
    assert.ok("/A{slash}B" in netsOf(label("A/B", 50, 47.46)));
    assert.equal(unescapeText("A{slash}B ~{C}"), "A/B ~{C}");
    assert.equal(escapeNetName("A/B\n"), "A{slash}B");
  });

  it("replaces the project's variables in labels", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's variables look like that.
    const nets = netsOf(label("${NAME}", 50, 47.46), '{"text_variables": {"NAME": "CLK"}}');
    assert.equal(nets["/CLK"], "R1.1");
  });

  it("calls a pin with a cross unconnected", () => {
    assert.equal(netsOf('(no_connect (at 50 47.46) (uuid "n"))')["unconnected-(R1-Pad1)"], "R1.1");
  });

  it("ties nets to the members of buses that share them", () => {
    const bus = (name: string, y: number) =>
      `(bus (pts (xy 10 ${y}) (xy 20 ${y})) (uuid "b${y}"))${label(name, 10, y)}`;
    const ends = label("D0", 50, 47.46) + label("D0", 100, 47.46);
    assert.equal(netsOf(ends + bus("D[0..3]", 10))["/D0"], "R1.1 R2.1");
  });

  it("gives net classes by pattern and by directive", () => {
    const text = '{"net_settings": {"classes": [{"name": "Default"}, {"name": "P", "priority": 0}]}}';
    const flag =
      '(netclass_flag "" (length 2.54) (shape round) (at 50 47.46 0) (uuid "f") (property "Netclass" "P" (at 0 0 0)))';
    const { doc } = readText(
      `(kicad_sch (version 20250114) (uuid "root") ${wire(50, 47.46, 60, 47.46)} ${label("A", 60, 47.46)} ${flag})`,
    );
    const sheet = { path: "/root", name: "Root", page: "1", file: "/t.kicad_sch", doc: doc! };
    const netlist = buildNetlist({ project: "t", sheets: [sheet], settings: readProjectSettings(text) });
    assert.deepEqual(netlist.netCalled("/A")!.netClass.name, "P,Default");
  });

  it("knows each pin's net", () => {
    const netlist = buildNetlist(designOf(blinky));
    const u1 = netlist.parts.find((part) => part.reference === "U1")!;
    for (const pin of u1.pins) assert.ok(netlist.netOf(pin)!.pins.includes(pin));
    assert.deepEqual(
      netlist.netCalled("Net-(D1-A)")!.pins.map((pin) => pin.part.reference),
      ["D1", "R3"],
    );
  });

  it("reads bus labels", () => {
    assert.deepEqual(readBusLabel("D[2..0]"), { kind: "vector", prefix: "D", members: ["D0", "D1", "D2"] });
    assert.deepEqual(readBusLabel("U{A B[0..1] ~{C}}"), { kind: "group", prefix: "U", members: ["A", "B[0..1]", "C"] });
    assert.deepEqual(readBusLabel("P[0..1]_X"), null);
    assert.deepEqual(readBusLabel("~{RD}"), null);
  });

  it("sorts numbers by value", () => {
    assert.deepEqual(["R10", "R2", "R1"].sort(compareNumbered), ["R1", "R2", "R10"]);
  });

  it("puts sheets in the order of their pages", () => {
    const { doc } = readText('(kicad_sch (version 20250114) (uuid "r"))');
    const input = (path: string, page: string) => ({ path, page, name: path.at(-1)!, file: "/f", doc: doc! });
    const sheets = orderSheets([input("/r", "1"), input("/r/a", "10"), input("/r/a/b", "2")]);
    assert.deepEqual(
      sheets.map((sheet) => sheet.names),
      ["/", "/a/b/", "/a/"],
    );
  });
});
