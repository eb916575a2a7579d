import type { Nm } from "../../base/nm.ts";
import { decodeText, formatNm, formatNumber, headOf, nmOf, numberOf, quote, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Absent, Field } from "../field.ts";
import { argOf, hasWord, optionalText, optionalYesNo } from "../field.ts";
import { optionalWord } from "../field-forms.ts";
import { struct } from "../struct.ts";
import type { Surface } from "../surface.ts";
import { anyNumber, anyText, eachOf, mmLength, orNull, record, yesNo } from "../surface.ts";
import { layerRow, NEW_NUMBERS } from "./layer-numbers.ts";

/** One sheet of a layer: a dielectric may be of several. */
export interface StackSheet {
  readonly thickness: Nm | Absent;
  /** Whether KiCad keeps the thickness when the board's is shared out. */
  readonly locked: boolean;
  readonly material: string | Absent;
  readonly epsilonR: number | Absent;
  readonly lossTangent: number | Absent;
  readonly color: string | Absent;
}

/** One layer of the board as it is built, from the top: silkscreen, paste, mask, copper, dielectric. */
export interface StackLayer {
  /** A layer's name, or `dielectric 1`. */
  readonly name: string;
  /** copper, core, prepreg, Top Solder Mask, … */
  readonly type: string;
  /** At least one. */
  readonly sheets: readonly StackSheet[];
  /** Lists in here that we do not know, as compact text. */
  readonly extra: string;
}

const emptySheet: StackSheet = {
  thickness: null,
  locked: false,
  material: null,
  epsilonR: null,
  lossTangent: null,
  color: null,
};

const sheetSurface = filled(
  record<StackSheet>({
    thickness: orNull(mmLength),
    locked: yesNo,
    material: orNull(anyText),
    epsilonR: orNull(anyNumber),
    lossTangent: orNull(anyNumber),
    color: orNull(anyText),
  }),
  emptySheet,
);

const layerSurface = filled(record<StackLayer>({ name: anyText, type: anyText, sheets: eachOf(sheetSurface) }), {
  name: "",
  type: "",
  sheets: [emptySheet],
  extra: "",
});

/** A surface that takes what is left out from `absent` where there is nothing yet. */
function filled<T extends object>(surface: Surface<T>, absent: T): Surface<T> {
  return { ...surface, from: (json, current) => surface.from?.(json, { ...absent, ...current }) };
}

const layers: Field<readonly StackLayer[]> = {
  about:
    "The layers from the top: name, type, and its sheets with thickness (mm), material, epsilonR, lossTangent, color.",
  tokens: ["layer"],
  many: true,
  absent: [],
  surface: eachOf(layerSurface),
  read: (tree, nodes) => nodes.map((node) => layerOf(tree, node)),
  write: (list) => (list.length === 0 ? null : list.map(writeLayer).join(" ")),
};

function layerOf(tree: Tree, list: number): StackLayer {
  let name = "";
  let type = "";
  let extra = "";
  const sheets: StackSheet[] = [emptySheet];
  const add = (part: Partial<StackSheet>) => sheets.push({ ...sheets.pop()!, ...part });
  for (let c = tree.next[list + 1]!; c < tree.next[list]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) {
      const word = textOf(tree, c);
      if (word === "addsublayer") sheets.push(emptySheet);
      else if (name === "") name = word;
      continue;
    }
    const value = argOf(tree, c, 1);
    switch (headOf(tree, c)) {
      case "type":
        type = textOf(tree, value);
        break;
      case "color":
        add({ color: textOf(tree, value) });
        break;
      case "thickness":
        add({ thickness: nmOf(tree, value) || 0, locked: hasWord(tree, c, "locked") });
        break;
      case "material":
        add({ material: textOf(tree, value) });
        break;
      case "epsilon_r":
        add({ epsilonR: numberOf(tree, value) || 0 });
        break;
      case "loss_tangent":
        add({ lossTangent: numberOf(tree, value) || 0 });
        break;
      default:
        extra += ` ${decodeText(tree.bytes, tree.start[c]!, tree.end[c]!)}`;
    }
  }
  return { name, type, sheets, extra };
}

function writeLayer(layer: StackLayer): string {
  const sheets = layer.sheets.map((sheet, i) => `${i === 0 ? "" : " addsublayer"}${writeSheet(sheet)}`);
  return `(layer ${quote(layer.name)} (type ${quote(layer.type)})${sheets.join("")}${layer.extra})`;
}

function writeSheet(sheet: StackSheet): string {
  let text = sheet.color === null ? "" : ` (color ${quote(sheet.color)})`;
  if (sheet.thickness !== null) text += ` (thickness ${formatNm(sheet.thickness)}${sheet.locked ? " locked" : ""})`;
  if (sheet.material !== null) text += ` (material ${quote(sheet.material)})`;
  if (sheet.epsilonR !== null) text += ` (epsilon_r ${formatNumber(sheet.epsilonR)})`;
  if (sheet.lossTangent !== null) text += ` (loss_tangent ${formatNumber(sheet.lossTangent)})`;
  return text;
}

/** Layers that have a place in a stackup beside copper and dielectrics. */
const coating = /^[FB]\.(SilkS|Paste|Mask)$/;

/** The first layer in a stackup that KiCad refuses to find there, with the board that has it; null when all are well. */
export function strangeLayer(list: readonly StackLayer[]): string | null {
  for (const { name } of list) {
    // Any name that is no layer's is a dielectric's.
    const isLayer = layerRow(NEW_NUMBERS, name) !== null;
    if (isLayer && !name.endsWith(".Cu") && !coating.test(name)) return name;
  }
  return null;
}

/** `(stackup (layer …) … (copper_finish "ENIG") (dielectric_constraints no))`. */
export const stackup = struct("stackup", "How the board is built, from the top.", {
  layers,
  copperFinish: optionalText("copper_finish", "Finish of the copper: None, ENIG, HAL lead-free, …"),
  dielectricConstraints: optionalYesNo("dielectric_constraints", "Whether the impedance is to be controlled."),
  edgeConnector: optionalWord("edge_connector", ["yes", "bevelled"], "Edge connector: yes or bevelled."),
  castellatedPads: optionalYesNo("castellated_pads", "Whether there are castellated pads."),
  edgePlating: optionalYesNo("edge_plating", "Whether edges are plated."),
});
