import type { Nm } from "../../base/nm.ts";
import { nmOf, textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { argOf, flag, hasWord, length, listOf, optionalText, optionalYesNo, placement, positional } from "../field.ts";
import type { ItemOf } from "../item.ts";
import type { Kind } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { schematicGraphic } from "./graphic.ts";
import { property } from "./property.ts";
import { schematicText, schematicTextBox } from "./text.ts";

/** A pin's name or number with its text size. */
export interface PinText {
  readonly text: string;
  readonly height: Nm;
  readonly width: Nm;
}

function pinText(token: string, about: string): Field<PinText> {
  return {
    about,
    tokens: [token],
    absent: { text: "", height: 1_270_000, width: 1_270_000 },
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      const look = listOf(tree, node!, "effects");
      const font = look < 0 ? -1 : listOf(tree, look, "font");
      const size = font < 0 ? -1 : listOf(tree, font, "size");
      return {
        text: arg < 0 ? "" : textOf(tree, arg),
        height: size < 0 ? 1_270_000 : nmOf(tree, argOf(tree, size, 1)) || 0,
        width: size < 0 ? 1_270_000 : nmOf(tree, argOf(tree, size, 2)) || 0,
      };
    },
    // Library symbols are carried, not rewritten: their text stays.
    write: () => null,
  };
}

/** Another function that a pin may be given. */
export interface AlternatePin {
  readonly name: string;
  readonly type: string;
  readonly style: string;
}

const alternates: Field<readonly AlternatePin[]> = {
  about: "Other functions that the pin may be given: name, electrical type, graphic style.",
  tokens: ["alternate"],
  absent: [],
  many: true,
  read: (tree, nodes) =>
    nodes.map((node) => {
      const word = (n: number) => (argOf(tree, node, n) < 0 ? "" : textOf(tree, argOf(tree, node, n)));
      return { name: word(1), type: word(2), style: word(3) };
    }),
  write: () => null,
};

/** `(pin passive line (at 0 3.81 270) (length 1.27) (name "~" …) (number "1" …))` of a library symbol; y points up. */
export const libraryPin = defineKind({
  kind: "libraryPin",
  tokens: ["pin"],
  about: "A pin of a library symbol.",
  shape: {
    type: positional(0, "Electrical type.", false),
    style: positional(1, "Graphic style: line, inverted, clock, …", false),
    hide: flag("hide", "Whether the pin is hidden."),
    at: placement("Its connection point, relative to the symbol, y up; the angle points to the body.", {
      zero: "written",
    }),
    length: length("length", "Length."),
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

function pinShow(token: string): Field<PinNames> {
  return {
    about: "Whether they are hidden, and their distance from the body.",
    tokens: [token],
    absent: { hide: false, offset: 508_000 },
    read(tree, [node]) {
      const offset = listOf(tree, node!, "offset");
      const hide = listOf(tree, node!, "hide");
      const arg = hide < 0 ? -1 : argOf(tree, hide, 1);
      return {
        hide: hide < 0 ? hasWord(tree, node!, "hide") : arg < 0 || textOf(tree, arg) !== "no",
        offset: offset < 0 ? 508_000 : nmOf(tree, argOf(tree, offset, 1)) || 0,
      };
    },
    write: () => null,
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

/** `(symbol "Device:R" …)` in lib_symbols or a library. */
export const librarySymbol = defineKind({
  kind: "librarySymbol",
  tokens: ["symbol"],
  about: "A symbol's definition.",
  shape: {
    name: positional(0, "Library and name."),
    extends: optionalText("extends", "The symbol that it derives from."),
    power: {
      about: "Whether it is a power symbol: global or local; null for none.",
      tokens: ["power"],
      absent: null,
      read(tree, [node]) {
        const arg = argOf(tree, node!, 1);
        return arg < 0 ? "global" : textOf(tree, arg);
      },
      write: () => null,
    } as Field<string | null>,
    pinNumbers: pinShow("pin_numbers"),
    pinNames: pinShow("pin_names"),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
    inBom: optionalYesNo("in_bom", "Whether it is in the bill of materials."),
    onBoard: optionalYesNo("on_board", "Whether it goes to the board."),
  },
  children: { property, symbol: symbolUnit, ...drawn } as Readonly<Record<string, Kind>>,
});

/** `(lib_symbols (symbol …) …)`: the schematic's own copies of its symbols. */
export const librarySymbols = defineKind({
  kind: "librarySymbols",
  tokens: ["lib_symbols"],
  about: "The schematic's own copies of its symbols.",
  shape: {},
  children: { symbol: librarySymbol } as Readonly<Record<string, Kind>>,
});

export type LibraryPin = ItemOf<typeof libraryPin>;
export type SymbolUnit = ItemOf<typeof symbolUnit>;
export type LibrarySymbol = ItemOf<typeof librarySymbol>;
