import type { Nm } from "../../base/nm.ts";
import { formatNm, nmOf, quote, textOf } from "../../format/text.ts";
import { plainEffects, readEffects, writeEffects } from "../effects.ts";
import type { Absent, Field } from "../field.ts";
import { argOf, flag, hasWord, length, listOf, optionalText, optionalYesNo, placement, positional } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import type { Kind } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { embeddedFileShape } from "../page.ts";
import { rows, rowsIn } from "../struct.ts";
import { anyText, eachOf, mmLength, oneOf, orNull, positiveLength, record, yesNo } from "../surface.ts";
import { schematicGraphic } from "./graphic.ts";
import { libraryProperty } from "./property.ts";
import { schematicText, schematicTextBox } from "./text.ts";

/** First versions of the format with these tokens. */
const HIDE_AS_LIST = 20241004;
const EXCLUDE_FROM_SIM = 20230409;
const KICAD_10_SYMBOLS = 20250227;

const pinTypes = [
  ...["input", "output", "bidirectional", "tri_state", "passive", "free", "unspecified", "power_in", "power_out"],
  ...["open_collector", "open_emitter", "no_connect"],
];
const pinStyles = [
  ...["line", "inverted", "clock", "inverted_clock", "input_low", "clock_low", "output_low", "edge_clock_high"],
  "non_logic",
];

/** A pin's name or number with its text size. */
export interface PinText {
  readonly text: string;
  readonly height: Nm;
  readonly width: Nm;
}

/** Half an inch of a tenth: the size of a pin's texts in files that leave it out. */
const PIN_TEXT: Nm = 1_270_000;

function pinText(token: string, about: string): Field<PinText> {
  return {
    about,
    tokens: [token],
    absent: { text: "", height: PIN_TEXT, width: PIN_TEXT },
    shared: true,
    surface: record<PinText>({ text: anyText, height: positiveLength, width: positiveLength }),
    read(tree, [node]) {
      const look = listOf(tree, node!, "effects");
      const { height, width } = look < 0 ? { height: PIN_TEXT, width: PIN_TEXT } : readEffects(tree, look);
      return { text: textOf(tree, argOf(tree, node!, 1)), height, width };
    },
    write: ({ text: value, height, width }, file) =>
      `(${token} ${quote(value)} ${writeEffects({ ...plainEffects, height, width }, file.version)})`,
  };
}

/** Another function that a pin may be given. */
export interface AlternatePin {
  readonly name: string;
  readonly type: string;
  readonly style: string;
}

const alternates: Field<readonly AlternatePin[]> = {
  ...rows("alternate", "Other functions that the pin may be given: name, electrical type, graphic style.", {
    name: positional(0, "The function's name."),
    type: { ...positional(1, "Its electrical type.", false), surface: oneOf(pinTypes) },
    style: { ...positional(2, "Its graphic style.", false), surface: oneOf(pinStyles) },
  }),
};

/** `(pin passive line (at 0 3.81 270) (length 1.27) (name "~" …) (number "1" …))` of a library symbol; y points up. */
export const libraryPin = defineKind({
  kind: "libraryPin",
  tokens: ["pin"],
  about: "A pin of a library symbol.",
  shape: {
    type: { ...positional(0, `Electrical type: ${pinTypes.join(", ")}.`, false), surface: oneOf(pinTypes) },
    style: { ...positional(1, `Graphic style: ${pinStyles.join(", ")}.`, false), surface: oneOf(pinStyles) },
    at: placement("Its connection point, relative to the symbol, y up; the angle points to the body.", {
      zero: "written",
    }),
    length: length("length", "Length."),
    hide: {
      ...flag("hide", "Whether the pin is hidden."),
      write: (value, file) => (value ? (file.version >= HIDE_AS_LIST ? "(hide yes)" : "hide") : null),
    },
    name: pinText("name", "The pin's name."),
    number: pinText("number", "The pin's number."),
    alternates,
  },
});

/** `(pin_names (offset 0.254) (hide yes))`: whether names are shown, and how far from the body. */
export interface PinNames {
  readonly hide: boolean;
  readonly offset: Nm;
}

/** KiCad's own distance of pin names from the body: 20 mil. */
const NAME_OFFSET: Nm = 508_000;

function pinShow(token: string): Field<PinNames> {
  return {
    about: "Whether they are hidden, and their distance from the body (mm).",
    tokens: [token],
    absent: { hide: false, offset: NAME_OFFSET },
    surface: record<PinNames>({ hide: yesNo, offset: mmLength }),
    read(tree, [node]) {
      const offset = listOf(tree, node!, "offset");
      const hide = listOf(tree, node!, "hide");
      const arg = hide < 0 ? -1 : argOf(tree, hide, 1);
      return {
        hide: hide < 0 ? hasWord(tree, node!, "hide") : arg < 0 || textOf(tree, arg) !== "no",
        offset: offset < 0 ? NAME_OFFSET : nmOf(tree, argOf(tree, offset, 1)) || 0,
      };
    },
    write({ hide, offset }, file) {
      const distance = token !== "pin_names" || offset === NAME_OFFSET ? "" : ` (offset ${formatNm(offset)})`;
      const hidden = !hide ? "" : file.version >= HIDE_AS_LIST ? " (hide yes)" : " hide";
      return distance === "" && hidden === "" ? null : `(${token}${distance}${hidden})`;
    },
  };
}

const drawn = {
  polyline: schematicGraphic,
  arc: schematicGraphic,
  circle: schematicGraphic,
  rectangle: schematicGraphic,
  bezier: schematicGraphic,
  text: schematicText,
  text_box: schematicTextBox,
  pin: libraryPin,
};

/** `(symbol "R_0_1" …)`: the drawing of one unit and body style. Its name ends in _unit_style; 0 means all. */
export const symbolUnit = defineKind({
  kind: "symbolUnit",
  tokens: ["symbol"],
  about: "The drawing of one unit and body style.",
  shape: {
    name: positional(0, "Name, unit and body style: NAME_unit_style."),
    unitName: optionalText("unit_name", "The unit's shown name."),
  },
  children: drawn as Readonly<Record<string, Kind>>,
});

/** `(power global)`, `(power)` before KiCad 10. */
const power: Field<string | Absent> = {
  about: "Whether it is a power symbol: global or local; null for none.",
  tokens: ["power"],
  absent: null,
  surface: orNull(oneOf<string>(["global", "local"])),
  read(tree, [node]) {
    const arg = argOf(tree, node!, 1);
    return arg < 0 ? "global" : textOf(tree, arg);
  },
  write: (value, file) =>
    value === null
      ? null
      : file.version >= KICAD_10_SYMBOLS
        ? `(power ${value})`
        : value === "global"
          ? "(power)"
          : null,
};

/** `(jumper_pin_groups ("1" "2") …)`. */
const jumperPinGroups: Field<readonly (readonly string[])[]> = {
  about: "Groups of pins that are joined inside the part.",
  tokens: ["jumper_pin_groups"],
  absent: [],
  since: 20250324,
  surface: eachOf(eachOf(anyText)),
  read(tree, [node]) {
    const found: string[][] = [];
    for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) {
      const pins: string[] = [];
      for (let d = c + 1; d < tree.next[c]!; d = tree.next[d]!) pins.push(textOf(tree, d));
      found.push(pins);
    }
    return found;
  },
  write: (groups) =>
    groups.length === 0 ? null : `(jumper_pin_groups ${groups.map((g) => `(${g.map(quote).join(" ")})`).join(" ")})`,
};

/** `(body_styles demorgan)`, `(body_styles "Name" …)` (KiCad 10). */
const bodyStyles: Field<readonly string[]> = {
  about: "Names of its body styles; demorgan for the two of De Morgan (KiCad 10).",
  tokens: ["body_styles"],
  absent: [],
  since: 20250827,
  surface: eachOf(anyText),
  read(tree, [node]) {
    const found: string[] = [];
    for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) found.push(textOf(tree, c));
    return found;
  },
  write: (names) =>
    names.length === 0
      ? null
      : `(body_styles ${names.length === 1 && names[0] === "demorgan" ? "demorgan" : names.map(quote).join(" ")})`,
};

/** `(symbol "Device:R" …)` in lib_symbols or a library. */
export const librarySymbol = defineKind({
  kind: "librarySymbol",
  tokens: ["symbol"],
  about: "A symbol's definition.",
  shape: {
    name: positional(0, "Library and name."),
    extends: optionalText("extends", "The symbol that it derives from."),
    power,
    bodyStyles,
    pinNumbers: pinShow("pin_numbers"),
    pinNames: pinShow("pin_names"),
    excludeFromSim: between(optionalYesNo("exclude_from_sim", "Whether simulation ignores it."), EXCLUDE_FROM_SIM),
    inBom: optionalYesNo("in_bom", "Whether it is in the bill of materials."),
    onBoard: optionalYesNo("on_board", "Whether it goes to the board."),
    inPosFiles: between(optionalYesNo("in_pos_files", "Whether it is in position files (KiCad 10)."), KICAD_10_SYMBOLS),
    jumperDuplicates: between(
      optionalYesNo("duplicate_pin_numbers_are_jumpers", "Whether pins of one number are joined inside the part."),
      KICAD_10_SYMBOLS,
    ),
    jumperPinGroups,
    embeddedFonts: between(optionalYesNo("embedded_fonts", "Whether it keeps its fonts."), 20240620),
    embeddedFiles: rowsIn("embedded_files", "file", "Files that it keeps.", embeddedFileShape, { since: 20240620 }),
  },
  children: { property: libraryProperty, symbol: symbolUnit, ...drawn } as Readonly<Record<string, Kind>>,
});

/** `(lib_symbols (symbol …) …)`: the schematic's own copies of its symbols. */
export const librarySymbols = defineKind({
  kind: "librarySymbols",
  tokens: ["lib_symbols"],
  about: "The schematic's own copies of its symbols.",
  part: true,
  shape: {},
  children: { symbol: librarySymbol } as Readonly<Record<string, Kind>>,
});

export type LibraryPin = ItemOf<typeof libraryPin>;
export type SymbolUnit = ItemOf<typeof symbolUnit>;
export type LibrarySymbol = ItemOf<typeof librarySymbol>;
