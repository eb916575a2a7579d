import assert from "node:assert/strict";
import { contactsOf, isInside } from "../../core/engines/sheet/contacts.ts";
import { needsJunction } from "../../core/engines/sheet/junctions.ts";
import { sheetFilePath } from "../../core/engines/sheet/sheet-paths.ts";
import { librarySymbolsOf, pinsOf, symbolTransform } from "../../core/engines/sheet/symbol-pins.ts";
import { encodeText } from "../../core/format/text.ts";
import type { PlacedSymbol } from "../../core/model/schematic/symbol.ts";
import { readSound } from "../laws/check-file.ts";

const mm = (x: number, y: number) => ({ x: Math.round(x * 1e6), y: Math.round(y * 1e6) });

const wire = (id: string, ...n: number[]) =>
  `(wire (pts (xy ${n[0]} ${n[1]}) (xy ${n[2]} ${n[3]})) (stroke (width 0) (type default)) (uuid "${id}"))`;

function sheet(...items: string[]) {
  return readSound(
    encodeText(`(kicad_sch (version 20250114) (generator "eeschema") (uuid "root") ${items.join(" ")})`),
  );
}

const part = `(lib_symbols (symbol "L:Gate" (exclude_from_sim no) (in_bom yes) (on_board yes)
  (symbol "Gate_0_1" (pin power_in line (at 0 5.08 270) (length 2.54) (hide yes) (name "VCC") (number "14")))
  (symbol "Gate_1_1" (pin input line (at -5.08 2.54 0) (length 2.54) (name "A") (number "1")))
  (symbol "Gate_1_2" (pin input line (at -7.62 2.54 0) (length 2.54) (name "A") (number "1")))
  (symbol "Gate_2_1" (pin input line (at -5.08 -2.54 0) (length 2.54) (name "~") (number "4"))))
  (symbol "L:Child" (extends "Gate")))`;

const placed = (at: string, rest = "", lib = "L:Gate") =>
  `(symbol (lib_id "${lib}") (at ${at}) ${rest} (uuid "s") (property "Reference" "U1" (at 0 0 0)))`;

function pinPlaces(...symbol: Parameters<typeof placed>) {
  const doc = sheet(part, placed(...symbol));
  const item = doc.items.get("s") as unknown as PlacedSymbol;
  return pinsOf(item, librarySymbolsOf(doc)).map((pin) => `${pin.number}@${pin.at.x / 1e6},${pin.at.y / 1e6}`);
}

describe("pins of a placed symbol", () => {
  it("turn first and mirror then", () => {
    assert.deepEqual(pinPlaces("100 50 0", "(unit 1)"), ["14@100,44.92", "1@94.92,47.46"]);
    assert.deepEqual(pinPlaces("100 50 90", "(unit 1)"), ["14@94.92,50", "1@97.46,55.08"]);
    assert.deepEqual(pinPlaces("100 50 180", "(unit 1)"), ["14@100,55.08", "1@105.08,52.54"]);
    assert.deepEqual(pinPlaces("100 50 270", "(unit 1)"), ["14@105.08,50", "1@102.54,44.92"]);
    assert.deepEqual(pinPlaces("100 50 0", "(mirror x) (unit 1)"), ["14@100,55.08", "1@94.92,52.54"]);
    assert.deepEqual(pinPlaces("100 50 90", "(mirror y) (unit 1)"), ["14@105.08,50", "1@102.54,55.08"]);
  });

  it("belong to the unit and the body style, those of all units included", () => {
    assert.deepEqual(pinPlaces("0 0 0", "(unit 2)"), ["14@0,-5.08", "4@-5.08,2.54"]);
    assert.deepEqual(pinPlaces("0 0 0", "(unit 1) (convert 2)"), ["1@-7.62,-2.54"]);
    assert.deepEqual(pinPlaces("0 0 0", "(unit 1) (body_style 2)"), ["1@-7.62,-2.54"]);
  });

  it("come from the parent of a derived symbol, and none from a missing one", () => {
    assert.deepEqual(pinPlaces("0 0 0", "(unit 2)", "L:Child"), ["14@0,-5.08", "4@-5.08,2.54"]);
    assert.deepEqual(pinPlaces("0 0 0", "(unit 1)", "L:Nothing"), []);
  });

  it("know which way the body is", () => {
    const doc = sheet(part, placed("0 0 90", "(unit 1)"));
    const pins = pinsOf(doc.items.get("s") as unknown as PlacedSymbol, librarySymbolsOf(doc));
    assert.deepEqual(
      pins.map((pin) => pin.inward),
      [
        { x: 1, y: 0 },
        { x: 0, y: -1 },
      ],
    );
    assert.deepEqual(symbolTransform({ at: { x: 0, y: 0, angle: 0 }, mirror: null })(mm(1, 2)), mm(1, -2));
  });
});

describe("a sheet's dots", () => {
  const needed = (...items: string[]) => needsJunction(mm(10, 10), contactsOf(sheet(...items)));

  it("come where three ways meet", () => {
    assert.equal(needed(wire("a", 0, 10, 10, 10), wire("b", 10, 10, 20, 10), wire("c", 10, 10, 10, 20)), true);
    assert.equal(needed(wire("a", 0, 10, 20, 10), wire("b", 10, 10, 10, 20)), true, "on the middle of a wire");
  });

  it("do not come at corners, crossings and doubled wires", () => {
    assert.equal(needed(wire("a", 0, 10, 10, 10), wire("b", 10, 10, 10, 20)), false);
    assert.equal(needed(wire("a", 0, 10, 20, 10), wire("b", 10, 0, 10, 20)), false, "neither ends");
    assert.equal(needed(wire("a", 0, 10, 10, 10), wire("b", 2, 10, 10, 10), wire("c", 10, 10, 10, 20)), false);
    assert.equal(needed(wire("a", 0, 0, 0, 10)), false);
  });

  it("count pins as ways", () => {
    const pin = `(lib_symbols (symbol "L:P" (symbol "P_1_1" (pin passive line (at 0 0 0) (length 0) (name "") (number "1")))))
      (symbol (lib_id "L:P") (at 10 10 0) (unit 1) (uuid "p"))`;
    assert.equal(needed(pin, wire("a", 0, 10, 10, 10)), false);
    assert.equal(needed(pin, wire("a", 0, 10, 10, 10), wire("b", 10, 10, 10, 20)), true);
    assert.equal(needed(pin, wire("a", 0, 10, 20, 10)), true, "a pin on the middle of a wire");
  });
});

describe("lines", () => {
  it("hold a point exactly, slanted ones too", () => {
    assert.equal(isInside(mm(1, 1), mm(0, 0), mm(3, 3)), true);
    assert.equal(isInside({ x: 1_000_001, y: 1_000_000 }, mm(0, 0), mm(3, 3)), false);
    assert.equal(isInside(mm(0, 0), mm(0, 0), mm(3, 3)), false, "an end is not inside");
    assert.equal(isInside({ x: 1_999_999_999, y: 1_999_999_999 }, mm(0, 0), mm(2000, 2000)), true);
    assert.equal(isInside({ x: 1_999_999_999, y: 1_999_999_998 }, mm(0, 0), mm(2000, 2000)), false);
  });
});

describe("sheet files", () => {
  it("are found from the folder of their holder", () => {
    assert.equal(sheetFilePath("/p/a.kicad_sch", "b.kicad_sch"), "/p/b.kicad_sch");
    assert.equal(sheetFilePath("/p/sub/a.kicad_sch", "../b.kicad_sch"), "/p/b.kicad_sch");
    assert.equal(sheetFilePath("/p/a.kicad_sch", "x\\./b.kicad_sch"), "/p/x/b.kicad_sch");
    assert.equal(sheetFilePath("/p/a.kicad_sch", "/q/b.kicad_sch"), "/q/b.kicad_sch");
    assert.equal(sheetFilePath("a.kicad_sch", "../../b.kicad_sch"), "../../b.kicad_sch");
    assert.equal(sheetFilePath("/a.kicad_sch", "../../b.kicad_sch"), "/b.kicad_sch", "above the root is the root");
  });
});
