import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder } from "../laws/kicad-cache.ts";
import { demoRoot } from "../laws/schematic-roots.ts";
import { compareSpice } from "../laws/spice-agreement.ts";

const { title, skip } = needs("SPICE netlists against KiCad", hasKicad && hasDemos, "kicad-cli or its demos");

const sample = [
  "class-d/Class-D",
  "power_supplies/boost/smps-com",
  "rectifier/rectifier",
  "subsheets/mainsheet",
  "v_i_sources/v_i_sources",
];

type Part = readonly [reference: string, value: string, pins: number, fields: Readonly<Record<string, string>>];

const sim = (device: string, type: string, params: string, pins = "1=+ 2=-"): Record<string, string> => ({
  "Sim.Device": device,
  ...(type === "" ? {} : { "Sim.Type": type }),
  ...(params === "" ? {} : { "Sim.Params": params }),
  ...(pins === "" ? {} : { "Sim.Pins": pins }),
});
const lib = (name: string, pins = "", params = ""): Record<string, string> => ({
  "Sim.Library": "models.lib",
  "Sim.Name": name,
  ...(pins === "" ? {} : { "Sim.Pins": pins }),
  ...(params === "" ? {} : { "Sim.Params": params }),
});

const library = `* models
.model DX D(is=1n rs=2
+ n=1.5)
.model qx npn (bf=100)
.subckt sub1 a b c params: p1=1 p2=2k
r1 a b {p1}
.ends
.SUBCKT SUB2 IN OUT
.model inner D
.ENDS
.model vx VDMOS NCHAN (vto=1)
.model sx sw(vt=1)
.model mx nmos level=8
`;

const values = ["10R", "2k7", "47pF", "1uF", "10Meg", "10M", "1g", "1U", "5k6;1W", "10K", "4,7k", "1,000", "1.000,5"];
const more = ["2.2m", "3 k", "R=5", "10 ohm", "1µ", "{x}", "1e3", "4R7", "10%", "1G", "100f", "22 u", "1 000"];

const parts: readonly Part[] = [
  ...[...values, ...more].map((value, i): Part => [`R${i + 1}`, value, 2, {}]),
  ["C1", "100nF", 2, {}],
  ["C2", "4.7u", 2, sim("C", "", "c=100u", "")],
  ["L1", "10uH", 2, {}],
  ["V1", "5V", 2, {}],
  ["V2", "DC 5", 2, {}],
  ["V3", "AC 1", 2, {}],
  ["V4", "PULSE(0 1)", 2, {}],
  ["I1", "10mA", 2, {}],
  ["V10", "x", 2, sim("V", "SIN", "dc=1 ampl=2 f=3M td=4 theta=5 phase=6 ac=7 ph=8")],
  ["V11", "x", 2, sim("V", "SIN", "dc=0 ampl=2 f=1k")],
  ["V12", "x", 2, sim("V", "PULSE", "y2=5 tr=20n tf=20n tw=90n per=180n")],
  ["V13", "x", 2, sim("V", "EXP", "y1=1 y2=2 td1=3 tau1=4 td2=5 tau2=6 ac=1")],
  ["V14", "x", 2, sim("V", "PWL", 'pwl="0 0 1u 1 2M 3"')],
  ["V15", "x", 2, sim("V", "WHITENOISE", "rms=1 dt=2 ac=3 ph=4")],
  ["V16", "x", 2, sim("V", "PINKNOISE", "rms=1 slope=2 dt=3")],
  ["V17", "x", 2, sim("V", "RANDNORMAL", "ts=1 td=2 stddev=3 mean=4")],
  ["I18", "x", 2, sim("I", "RANDEXP", "")],
  ["V19", "x", 2, sim("V", "=", 'v="V(a)*2"')],
  ["R50", "x", 2, sim("R", "=", 'r="a + b"')],
  ["R51", "x", 2, sim("R", "", "r=1M tc1=2")],
  ["R52", "9k", 2, { "Sim.Enable": "0" }],
  ["D1", "x", 2, sim("D", "", "", "1=K 2=A")],
  ["D2", "x", 2, sim("D", "", "is=1e-14 rs=3M n=2", "1=K 2=A")],
  ["Q1", "x", 3, sim("NPN", "GUMMELPOON", "is=1f bf=100 area=2", "1=C 2=B 3=E")],
  ["Q2", "x", 3, sim("NMOS", "MOS1", "vto=1", "1=D 2=G 3=S")],
  ["Q3", "x", 3, sim("PMOS", "VDMOS", "vto=1", "1=D 2=G 3=S")],
  ["Q4", "x", 4, sim("NMOS", "BSIM3", "", "1=D 2=G 3=S 4=B")],
  ["J1", "x", 3, sim("PJFET", "PARKERSKELLERN", "", "1=D 2=G 3=S")],
  ["E1", "x", 4, sim("E", "", "gain=10M", "1=+ 2=- 3=C+ 4=C-")],
  ["H1", "x", 2, sim("H", "", "control=V1 gain=2")],
  ["U1", "x", 2, sim("SPICE", "", 'type="A" model="[%v(1)] foo" lib=""', "1=1 2=2")],
  ["U2", "nothing", 3, {}],
  ["D10", "x", 2, lib("DX", "1=K 2=A")],
  ["D11", "x", 2, lib("DX", "1=K 2=A", "is=5n area=2")],
  ["Q10", "x", 3, lib("qx", "1=C 2=B 3=E")],
  ["Q11", "x", 3, lib("vx")],
  ["U10", "x", 3, lib("sub1")],
  ["U11", "x", 3, lib("sub1", "3=a 2=b 1=c", "p2=3M p1=2")],
  ["U12", "x", 3, lib("SUB2", "1=IN 3=OUT")],
  ["S1", "x", 4, lib("sx")],
  ["M1", "x", 4, lib("mx")],
];

(skip ? describe.skip : describe)(title, function () {
  this.timeout(240_000);

  for (const name of sample) {
    it(`say the same of ${name}`, async () => {
      const { differences, all } = await compareSpice(demoRoot(`simulation/${name}`).file);
      assert.deepEqual(differences, []);
      assert.ok(all > 5);
    });
  }

  it("say the same of values, sources, devices and library models of every kind", async () => {
    for (const format of ["spice", "spicemodel"] as const) {
      const { differences, all } = await compareSpice(drawn(), format);
      assert.deepEqual(differences, [], format);
      assert.ok(all > parts.length);
    }
  });
});

/** A sheet with the parts above, with directives and labels of odd names. */
function drawn(): string {
  const counts = [...new Set(parts.map(([, , pins]) => pins))];
  const symbols = counts.map((count) => {
    const pins = Array.from(
      { length: count },
      (_, i) => `(pin passive line (at 0 ${-2.54 * i} 0) (length 1.27) (name "p${i + 1}") (number "${i + 1}"))`,
    );
    return `(symbol "t:P${count}" (property "Reference" "U" (at 0 0 0)) (symbol "P${count}_1_1" ${pins.join(" ")}))`;
  });
  const uuid = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, "0")}`;
  const placed = parts.map(([reference, value, pins, fields], i) => {
    const own = Object.entries({ Reference: reference, Value: value, ...fields });
    const properties = own.map(([name, text]) => `(property "${name}" ${JSON.stringify(text)} (at 0 0 0))`);
    return (
      `(symbol (lib_id "t:P${pins}") (at ${50.8 + (i % 8) * 25.4} ${50.8 + Math.floor(i / 8) * 25.4} 0) (unit 1) ` +
      `(exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (uuid "${uuid(i + 1)}") ${properties.join(" ")} ` +
      `(instances (project "probe" (path "/${uuid(0)}" (reference "${reference}") (unit 1)))))`
    );
  });
  const texts = ["* comment\\n.tran 1u 1m\\n.include foo.lib", "K1 L1 L2 0.9", "just a note .tran"].map(
    (text, i) => `(text "${text}" (exclude_from_sim no) (at 20.32 ${20.32 + i * 10.16} 0) (uuid "${uuid(900 + i)}"))`,
  );
  const names = [
    ["label", "~{X}(1)"],
    ["label", "/foo"],
    ["global_label", "V_{sub} a<1>"],
    ["hierarchical_label", "A/B"],
  ].map(
    ([kind, name], i) =>
      `(${kind} "${name}" ${kind === "label" ? "" : "(shape input) "}(at ${50.8 + i * 25.4} 53.34 0) (uuid "${uuid(950 + i)}"))`,
  );
  const sheet =
    `(kicad_sch (version 20250114) (generator "eeschema") (uuid "${uuid(0)}") (paper "A4") (lib_symbols ` +
    `${symbols.join(" ")}) ${texts.join(" ")} ${names.join(" ")} ${placed.join(" ")} (sheet_instances (path "/" (page "1"))))`;
  const folder = caseFolder([sheet, library]);
  writeFileSync(join(folder, "probe.kicad_sch"), sheet);
  writeFileSync(join(folder, "probe.kicad_pro"), "{}");
  writeFileSync(join(folder, "models.lib"), library);
  return join(folder, "probe.kicad_sch");
}
