import type { DocKind } from "../../model/document.ts";
import type { PaintContext } from "./context.ts";
import type { Color, Theme } from "./sink.ts";

// Colour values as KiCad ships them (its default theme), by layer name.
const boardColors: Readonly<Record<string, string>> = {
  "F.Cu": "c83434",
  "B.Cu": "4d7fc4",
  "F.Adhes": "840084",
  "B.Adhes": "000084",
  "F.Paste": "b4a09ae6",
  "B.Paste": "00c2c2e6",
  "F.SilkS": "f2eda1",
  "B.SilkS": "e8b2a7",
  "F.Mask": "d864ff66",
  "B.Mask": "02ffee66",
  "F.CrtYd": "ff26e2",
  "B.CrtYd": "26e9ff",
  "F.Fab": "afafaf",
  "B.Fab": "585d84",
  "Edge.Cuts": "d0d2cd",
  Margin: "ff26e2",
  "Dwgs.User": "c2c2c2",
  "Cmts.User": "5994dc",
  "Eco1.User": "b4dbd2",
  "Eco2.User": "d8c852",
  via: "ececec",
  "hole.via": "e3b72e",
  "pad.through": "e3b72e",
  // Seen through to the ground.
  "hole.plated": "001023",
  "hole.npth": "1ac4d2",
};

const innerColors = [
  "7fc87f",
  "ce7d2c",
  "4fcbcb",
  "db628b",
  "a7a5c6",
  "28ccd9",
  "e8b2a7",
  "f2eda1",
  "8dcb81",
  "ed7c33",
  "5bc3eb",
  "f76f8e",
];
const userColors = ["c2c2c2", "5994dc", "b4dbd2", "d8c852", "c2c2c2", "5994dc", "b4dbd2", "d8c852", "e8b2a7"];

const sheetColors: Readonly<Record<string, string>> = {
  "sch.wire": "009600",
  "sch.bus": "000084",
  "sch.junction": "009600",
  "sch.noConnect": "000084",
  "sch.label.local": "0f0f0f",
  "sch.label.global": "840000",
  "sch.label.hierarchical": "725600",
  "sch.directive": "484848",
  "sch.symbol.background": "ffffc2",
  "sch.symbol": "840000",
  "sch.symbol.text": "840000",
  "sch.pin": "840000",
  "sch.pin.name": "006464",
  "sch.pin.number": "a90000",
  "sch.reference": "006464",
  "sch.value": "006464",
  "sch.field": "840084",
  "sch.sheet.background": "ffffff00",
  "sch.sheet": "840000",
  "sch.sheet.name": "006464",
  "sch.sheet.file": "725600",
  "sch.sheet.field": "840084",
  "sch.sheet.pin": "006464",
  "sch.graphic.background": "ffffc2",
  "sch.graphic": "0000c2",
  "sch.ruleArea": "ff0000",
  "sch.text": "0000c2",
  "sch.dnp": "dc090db3",
  "sch.worksheet": "840000",
  "sch.image": "0000c2",
};

/** How bright VS Code's dark surface makes the lines of a schematic. */
const darkSheetColors: Readonly<Record<string, string>> = {
  "sch.wire": "4ec94e",
  "sch.bus": "6f9dff",
  "sch.junction": "4ec94e",
  "sch.noConnect": "6f9dff",
  "sch.label.local": "dcdcdc",
  "sch.label.global": "f0867c",
  "sch.label.hierarchical": "d9b45c",
  "sch.directive": "a8a8a8",
  "sch.symbol.background": "33312a",
  "sch.symbol": "e0776c",
  "sch.symbol.text": "e0776c",
  "sch.pin": "e0776c",
  "sch.pin.name": "5fc4c4",
  "sch.pin.number": "f08a8a",
  "sch.reference": "5fc4c4",
  "sch.value": "5fc4c4",
  "sch.field": "cf8ad6",
  "sch.sheet.background": "00000000",
  "sch.sheet": "e0776c",
  "sch.sheet.name": "5fc4c4",
  "sch.sheet.file": "d9b45c",
  "sch.sheet.field": "cf8ad6",
  "sch.sheet.pin": "5fc4c4",
  "sch.graphic.background": "33312a",
  "sch.graphic": "8aa4f0",
  "sch.ruleArea": "ff6b6b",
  "sch.text": "8aa4f0",
  "sch.dnp": "ff4d4db3",
  "sch.worksheet": "a35d57",
  "sch.image": "8aa4f0",
};

function colorOf(hex: string): Color {
  const alpha = hex.length > 6 ? Number.parseInt(hex.slice(6), 16) / 255 : 1;
  return { rgb: Number.parseInt(hex.slice(0, 6), 16), alpha };
}

function colorsOf(table: Readonly<Record<string, string>>): Record<string, Color> {
  return Object.fromEntries(Object.entries(table).map(([layer, hex]) => [layer, colorOf(hex)]));
}

function allBoardColors(): Record<string, Color> {
  const colors = colorsOf(boardColors);
  for (let i = 1; i <= 30; i++) colors[`In${i}.Cu`] = colorOf(innerColors[(i - 1) % innerColors.length]!);
  for (let i = 1; i <= 45; i++) colors[`User.${i}`] = colorOf(userColors[(i - 1) % userColors.length]!);
  return colors;
}

const colors = { ...allBoardColors(), ...colorsOf(sheetColors) };

/** KiCad's own boards: coloured layers on a dark blue ground. */
export const kicadBoard: Theme = { name: "kicad", background: colorOf("001023"), colors };

/** KiCad's own schematics: on cream paper. */
export const kicadSheet: Theme = { name: "kicad", background: colorOf("f5f4ef"), colors };

/** Schematics on the editor's light ground. */
export const lightSheet: Theme = { name: "light", background: colorOf("ffffff"), colors };

/** Schematics on the editor's dark ground. */
export const darkSheet: Theme = {
  name: "dark",
  background: colorOf("1e1e1e"),
  colors: { ...colors, ...colorsOf(darkSheetColors) },
};

const clear: Color = { rgb: 0xffffff, alpha: 0 };
const white: Color = { rgb: 0xffffff, alpha: 1 };

/** Black on white, for paper: no grounds under symbols, holes stay white. */
export const print: Theme = {
  name: "print",
  background: white,
  colors: {
    "*": { rgb: 0, alpha: 1 },
    "sch.symbol.background": clear,
    "sch.graphic.background": clear,
    "sch.sheet.background": clear,
    "hole.via": white,
    "hole.plated": white,
    "hole.npth": white,
  },
};

export const themeNames = ["kicad", "light", "dark", "print"] as const;
export type ThemeName = (typeof themeNames)[number];

/** The theme of this name for a kind of document; boards look the same on any ground. */
export function themeFor(kind: DocKind, name: ThemeName = "kicad"): Theme {
  if (name === "print") return print;
  if (kind === "board" || kind === "footprint") return kicadBoard;
  return name === "dark" ? darkSheet : name === "light" ? lightSheet : kicadSheet;
}

const unknownLayer: Color = { rgb: 0x808080, alpha: 1 };

/** What stands behind a layer's name where a part is not to be populated: it is drawn grey, as in KiCad. */
export const FADED = ":dnp";

/** The colour of a sink's layer; an outline of a zone has that of its layer. */
export function layerColor(theme: Theme, layer: string): Color {
  if (layer.endsWith(FADED)) return faded(layerColor(theme, layer.slice(0, -FADED.length)), theme.background);
  return theme.colors[layer] ?? theme.colors[layer.replace(/\.zone-outline$/, "")] ?? theme.colors["*"] ?? unknownLayer;
}

/** A colour without its hue, half way to the ground. */
function faded({ rgb, alpha }: Color, ground: Color): Color {
  const channels = [16, 8, 0].map((shift) => (rgb >> shift) & 255);
  const grey = (Math.max(...channels) + Math.min(...channels)) / 2;
  const mixed = (shift: number) => Math.floor((grey + ((ground.rgb >> shift) & 255)) / 2) << shift;
  return { rgb: mixed(16) | mixed(8) | mixed(0), alpha };
}

const sheetOrder = [
  "sch.worksheet",
  "sch.image",
  "sch.sheet.background",
  "sch.graphic.background",
  "sch.symbol.background",
  "sch.graphic",
  "sch.ruleArea",
  "sch.sheet",
  "sch.symbol",
  "sch.symbol.text",
  "sch.bus",
  "sch.wire",
  "sch.pin",
  "sch.junction",
  "sch.noConnect",
  "sch.text",
  "sch.pin.name",
  "sch.pin.number",
  "sch.directive",
  "sch.label.local",
  "sch.label.global",
  "sch.label.hierarchical",
  "sch.sheet.pin",
  "sch.sheet.field",
  "sch.sheet.file",
  "sch.sheet.name",
  "sch.field",
  "sch.value",
  "sch.reference",
  "sch.dnp",
];

/**
 * Layer names that painters use, from the bottom of the picture to the top; from the back for a view of the board from
 * behind.
 */
export function drawingOrder(cx: PaintContext, side: "front" | "back" = "front"): readonly string[] {
  if (cx.kind === "schematic") return sheetOrder;
  const outer = (s: "F" | "B") => ["Mask", "Paste", "Adhes", "SilkS", "Fab", "CrtYd"].map((name) => `${s}.${name}`);
  const [near, far] = side === "front" ? (["F", "B"] as const) : (["B", "F"] as const);
  const known = new Set([...cx.copper, ...outer("F"), ...outer("B"), "Edge.Cuts"]);
  const others = cx.layerNames.filter((name) => !known.has(name));
  const copper = side === "front" ? [...cx.copper].reverse() : cx.copper;
  const withOutline = (names: readonly string[]) => names.flatMap((name) => [name, `${name}.zone-outline`]);
  return [
    ...withOutline(outer(far).reverse()),
    ...withOutline(copper.slice(0, -1)),
    // Mask and paste lie under the copper that they open, as in KiCad: a pad shows in the copper's colour.
    ...withOutline(outer(near).slice(0, 3)),
    ...withOutline(copper.slice(-1)),
    "pad.through",
    "via",
    "hole.via",
    "hole.plated",
    "hole.npth",
    ...withOutline(outer(near).slice(3)),
    ...withOutline(others),
    "Edge.Cuts",
    "Edge.Cuts.zone-outline",
  ];
}
