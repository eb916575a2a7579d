import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { ercLibraries } from "../../core/commands/check/erc-libraries.ts";
import { runErc } from "../../core/engines/erc/check.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { shakenReports } from "../laws/erc-shaken.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadErcWithLibraries, kicadHome } from "../laws/kicad-cache.ts";
import { designOf } from "../laws/sheets.ts";

/** A symbol with a bit of everything, as a library keeps it. */
const base = (name: string) => `(symbol "${name}"
  (pin_names (offset 0.254)) (exclude_from_sim no) (in_bom yes) (on_board yes)
  (property "Reference" "U" (at 0 7.62 0) (effects (font (size 1.27 1.27))))
  (property "Value" "PART" (at 0 5.08 0) (effects (font (size 1.27 1.27))))
  (property "Footprint" "Lib:Foot" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Datasheet" "https://example.org" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Description" "A part" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Maker" "ACME" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "ki_keywords" "part thing" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "ki_fp_filters" "Foot* Other*" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (symbol "${name.replace(/^.*:/, "")}_0_1"
    (rectangle (start -5.08 3.81) (end 5.08 -3.81) (stroke (width 0.254) (type default)) (fill (type background)))
    (arc (start -1.27 0) (mid 0 1.27) (end 1.27 0) (stroke (width 0) (type default)) (fill (type none)))
    (circle (center 0 -1.27) (radius 0.635) (stroke (width 0) (type default)) (fill (type none)))
    (polyline (pts (xy -2.54 -2.54) (xy 0 -2.54) (xy 2.54 -1.27)) (stroke (width 0) (type default)) (fill (type none)))
    (text "note" (at 0 0 0) (effects (font (size 1.27 1.27)))))
  (symbol "${name.replace(/^.*:/, "")}_1_1"
    (pin input line (at -7.62 0 0) (length 2.54) (name "IN" (effects (font (size 1.27 1.27)))) (number "1" (effects (font (size 1.27 1.27))))
      (alternate "ALT" output line))
    (pin output line (at 7.62 0 180) (length 2.54) (name "OUT" (effects (font (size 1.27 1.27)))) (number "2" (effects (font (size 1.27 1.27)))))
    (pin power_in line (at 0 -7.62 90) (length 2.54) (hide yes) (name "GND" (effects (font (size 1.27 1.27)))) (number "3" (effects (font (size 1.27 1.27)))))))`;

/** One change of the schematic's copy each: what it was, what it is. */
const changes: Readonly<Record<string, readonly [from: string, to: string]>> = {
  same: ["", ""],
  value: ['"Value" "PART"', '"Value" "OTHER"'],
  reference: ['"Reference" "U"', '"Reference" "IC"'],
  footprint: ['"Lib:Foot"', '"Lib:Other"'],
  footprintCase: ['"Lib:Foot"', '"LIB:FOOT"'],
  datasheet: ['"https://example.org"', '""'],
  datasheetTilde: ['"https://example.org"', '"~"'],
  description: ['"A part"', '"B part"'],
  field: ['"ACME"', '"EMCA"'],
  fieldName: ['"Maker" "ACME"', '"Vendor" "ACME"'],
  fieldPlace: ['(property "Maker" "ACME" (at 0 0 0)', '(property "Maker" "ACME" (at 1.27 0 0)'],
  fieldSize: [
    '(property "Maker" "ACME" (at 0 0 0) (effects (font (size 1.27 1.27))',
    '(property "Maker" "ACME" (at 0 0 0) (effects (font (size 2 2))',
  ],
  fieldShown: [
    '(property "Maker" "ACME" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes))',
    '(property "Maker" "ACME" (at 0 0 0) (effects (font (size 1.27 1.27)))',
  ],
  fieldAngle: ['(property "Maker" "ACME" (at 0 0 0)', '(property "Maker" "ACME" (at 0 0 90)'],
  referencePlace: ["(at 0 7.62 0)", "(at 0 8.89 0)"],
  referenceIC: ['"Reference" "U"', '"Reference" "IC"'],
  referenceA: ['"Reference" "U"', '"Reference" "A"'],
  referenceU1: ['"Reference" "U"', '"Reference" "U1"'],
  referenceHash: ['"Reference" "U"', '"Reference" "#U"'],
  referenceGone: ['(property "Reference" "U" (at 0 7.62 0) (effects (font (size 1.27 1.27))))', ""],
  valueEmpty: ['"Value" "PART"', '"Value" ""'],
  alternateStyle: ['(alternate "ALT" output line)', '(alternate "ALT" output inverted)'],
  alternateMore: ['(alternate "ALT" output line)', '(alternate "ALT" output line) (alternate "BLT" output line)'],
  pinAngleUp: ["(at -7.62 0 0)", "(at -7.62 0 90)"],
  pinAngleBack: ["(at -7.62 0 0)", "(at -7.62 0 180)"],
  referenceZ: ['"Reference" "U"', '"Reference" "Z"'],
  referenceEmpty: ['"Reference" "U"', '"Reference" ""'],
  pinNameA: ['(name "IN"', '(name "AA"'],
  pinNameZ: ['(name "IN"', '(name "ZZ"'],
  pinNameTilde: ['(name "IN"', '(name "~"'],
  datasheetZ: ['"https://example.org"', '"zzz"'],
  datasheetA: ['"https://example.org"', '"aaa"'],
  alternateZ: ['(alternate "ALT"', '(alternate "ZZZ"'],
  alternateA: ['(alternate "ALT"', '(alternate "AAA"'],
  datasheetGone: [
    '(property "Datasheet" "https://example.org" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))',
    "",
  ],
  fieldEmpty: ['"ACME"', '""'],
  footprintEmpty: ['"Lib:Foot"', '""'],
  descriptionEmpty: ['"A part"', '""'],
  keywordsEmpty: ['"part thing"', '""'],
  descriptionCase: ['"A part"', '"a part"'],
  fieldCase: ['"ACME"', '"acme"'],
  datasheetOther: ['"https://example.org"', '"https://example.com"'],
  datasheetPlace: ['"https://example.org" (at 0 0 0)', '"https://example.org" (at 1.27 0 0)'],
  valuePlace: ["(at 0 5.08 0)", "(at 0 6.35 0)"],
  fieldMore: [
    '(property "ki_keywords"',
    '(property "More" "x" (at 0 0 0) (effects (font (size 1.27 1.27)))) (property "ki_keywords"',
  ],
  fieldGone: ['(property "Maker" "ACME" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))', ""],
  fieldPrivate: ['(property "Maker"', '(property private "Maker"'],
  pinStyleClock: ["(pin input line", "(pin input clock"],
  pinNameEmpty: ['(name "IN"', '(name ""'],
  keywords: ['"part thing"', '"thing part"'],
  filters: ['"Foot* Other*"', '"Foot*"'],
  filterOrder: ['"Foot* Other*"', '"Other* Foot*"'],
  nameOffset: ["(offset 0.254)", "(offset 0.508)"],
  namesHidden: ["(pin_names (offset 0.254))", "(pin_names (offset 0.254) (hide yes))"],
  numbersHidden: ["(pin_names", "(pin_numbers (hide yes)) (pin_names"],
  inBom: ["(in_bom yes)", "(in_bom no)"],
  onBoard: ["(on_board yes)", "(on_board no)"],
  simulation: ["(exclude_from_sim no)", "(exclude_from_sim yes)"],
  rectangle: ["(start -5.08 3.81)", "(start -5.08 5.08)"],
  rectangleLittle: ["(start -5.08 3.81)", "(start -5.0801 3.81)"],
  rectangleWidth: ["(width 0.254)", "(width 0.3)"],
  rectangleStyle: ["(width 0.254) (type default)", "(width 0.254) (type dash)"],
  rectangleFill: ["(type background)", "(type outline)"],
  rectangleColour: ["(stroke (width 0.254) (type default))", "(stroke (width 0.254) (type default) (color 255 0 0 1))"],
  arc: ["(mid 0 1.27)", "(mid 0 -1.27)"],
  circle: ["(radius 0.635)", "(radius 1.27)"],
  polyline: ["(xy 2.54 -1.27)", "(xy 2.54 -2.54)"],
  polylineLonger: ["(xy 2.54 -1.27))", "(xy 2.54 -1.27) (xy 3.81 -1.27))"],
  text: ['(text "note"', '(text "other"'],
  textGone: ['(text "note" (at 0 0 0) (effects (font (size 1.27 1.27))))', ""],
  shapeTwice: [
    "(circle (center 0 -1.27) (radius 0.635) (stroke (width 0) (type default)) (fill (type none)))",
    "(circle (center 0 -1.27) (radius 0.635) (stroke (width 0) (type default)) (fill (type none))) (circle (center 0 -1.27) (radius 0.635) (stroke (width 0) (type default)) (fill (type none)))",
  ],
  shapeMore: [
    "(text ",
    "(circle (center 1.27 -1.27) (radius 0.635) (stroke (width 0) (type default)) (fill (type none))) (text ",
  ],
  textHidden: [
    '(text "note" (at 0 0 0) (effects (font (size 1.27 1.27))))',
    '(text "note" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))',
  ],
  shapePrivate: ["(circle (center", "(circle private (center"],
  pinType: ["(pin input line", "(pin output line"],
  pinStyle: ["(pin input line", "(pin input inverted"],
  pinName: ['(name "IN"', '(name "INPUT"'],
  pinNumber: ['(number "1"', '(number "7"'],
  pinPlace: ["(at -7.62 0 0)", "(at -7.62 1.27 0)"],
  pinAngle: ["(at 7.62 0 180)", "(at 7.62 0 90)"],
  pinLength: ["(at -7.62 0 0) (length 2.54)", "(at -7.62 0 0) (length 1.27)"],
  pinShown: ["(length 2.54) (hide yes)", "(length 2.54)"],
  pinNameSize: ['(name "IN" (effects (font (size 1.27 1.27))))', '(name "IN" (effects (font (size 1 1))))'],
  pinNumberSize: ['(number "1" (effects (font (size 1.27 1.27))))', '(number "1" (effects (font (size 1 1))))'],
  alternate: ['(alternate "ALT" output line)', '(alternate "ALT" input line)'],
  alternateGone: ['(alternate "ALT" output line)', ""],
  pinUnit: ['_1_1"', '_0_1"'],
  duplicatePin: ['(number "2"', '(number "1"'],
  power: ["(pin_names", "(power) (pin_names"],
  locked: [
    '(property "ki_keywords"',
    '(property "ki_locked" "" (at 0 0 0) (effects (font (size 1.27 1.27)))) (property "ki_keywords"',
  ],
};

const { title, skip } = needs("symbols against their libraries, as KiCad compares them", hasKicad, "kicad-cli");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-erc-library-"));
  after(() => process.env["KEEP"] === undefined && rmSync(folder, { recursive: true }));

  it("agrees with KiCad on every kind of change of a copy", async () => {
    const root = join(folder, "probe.kicad_sch");
    const names = Object.keys(changes);
    writeFileSync(
      join(folder, "probe.kicad_sym"),
      `(kicad_symbol_lib (version 20241209) (generator "test") ${names.map(base).join(" ")})`,
    );
    writeFileSync(
      join(folder, "sym-lib-table"),
      `(sym_lib_table (lib (name "probe") (type "KiCad") (uri "\${KIPRJMOD}/probe.kicad_sym") (options "") (descr "")))`,
    );
    writeFileSync(join(folder, "probe.kicad_pro"), "{}");
    const copies = names.map((name) => {
      const [from, to] = changes[name]!;
      const text = base(`probe:${name}`);
      assert.ok(text.includes(from), name);
      return text.replace(from, to);
    });
    const placed = names.map((name, i) => placedSymbol(name, i));
    writeFileSync(
      root,
      `(kicad_sch (version 20250114) (generator "eeschema") (uuid "00000000-0000-4000-8000-000000000000") (paper "A0") (lib_symbols ${copies.join(" ")}) ${placed.join(" ")} (sheet_instances (path "/" (page "1"))))`,
    );
    const wanted = new Set(["lib_symbol_mismatch", "lib_symbol_issues"]);
    const theirs: Record<string, string> = {};
    for (const report of [await kicadErcWithLibraries(root), ...(await collected(shakenReports(root)))]) {
      const { sheets } = report as { sheets: { violations: { type: string; items: { uuid: string }[] }[] }[] };
      for (const { type, items } of sheets.flatMap((sheet) => sheet.violations))
        if (wanted.has(type)) theirs[names[Number(items[0]!.uuid.slice(-4)) % names.length]!] = type;
    }
    const netlist = buildNetlist(designOf(root));
    const library = await ercLibraries(nodeLibraries({ settings: kicadHome() }), netlist, root);
    const ours: Record<string, string> = {};
    const said: Record<string, string> = {};
    for (const { type, items, description } of runErc(netlist, { library, types: wanted })) {
      const name = names[Number(items[0]!.id.slice(-4)) % names.length]!;
      ours[name] = type;
      said[name] = description;
    }
    const differing = names.filter((name) => ours[name] !== theirs[name]);
    assert.deepEqual(
      differing.map((name) => [name, ours[name] ?? "nothing", theirs[name] ?? "nothing", said[name]]),
      [],
      "name, ours, KiCad's",
    );
    assert.equal(theirs["same"], undefined);
    assert.ok(Object.keys(theirs).length > 20);
  });
});

async function collected(reports: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const report of reports) found.push(report);
  return found;
}

function placedSymbol(name: string, i: number): string {
  const id = `a1b2c3d4-0000-4000-8000-00000000${String(i).padStart(4, "0")}`;
  const at = `${50.8 + 25.4 * (i % 20)} ${50.8 + 25.4 * Math.floor(i / 20)}`;
  return `(symbol (lib_id "probe:${name}") (at ${at} 0) (unit 1) (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (uuid "${id}")
    (property "Reference" "U${i + 1}" (at ${at} 0) (effects (font (size 1.27 1.27))))
    (property "Value" "${name}" (at ${at} 0) (effects (font (size 1.27 1.27))))
    (instances (project "probe" (path "/00000000-0000-4000-8000-000000000000" (reference "U${i + 1}") (unit 1)))))`;
}
