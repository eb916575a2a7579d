import type { Nm, Point } from "../../base/nm.ts";
import { formatNm, nmOf, textOf } from "../../format/text.ts";
import { LIST } from "../../format/tree.ts";
import type { Absent, Field } from "../field.ts";
import {
  argOf,
  flag,
  hasWord,
  listOf,
  net,
  optionalInteger,
  optionalLength,
  optionalNumber,
  optionalText,
  optionalYesNo,
  placement,
  pointOf,
  positional,
  texts,
  uuid,
} from "../field.ts";
import { between, optionalWord, sides } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { layerNames, mmPoint, oneOf, orNull, positiveLength, record, yesNo } from "../surface.ts";
import { chamfer, padShapes, padSizeField, primitives } from "./pad-shape.ts";
import {
  backdrill,
  backMachining,
  frontMachining,
  padstack,
  teardrops,
  tertiaryDrill,
  zoneLayerConnections,
} from "./padstack.ts";

export type { Primitive } from "./pad-shape.ts";

/** A pad's hole: round or oval, in nanometres; `offset` moves the copper, not the hole. */
export interface Drill {
  readonly oval: boolean;
  readonly x: Nm;
  readonly y: Nm;
  readonly offset: Point;
}

const drill: Field<Drill | Absent> = {
  about: "The hole: oval or round, size (mm), offset of the copper (mm); null for none.",
  tokens: ["drill"],
  absent: null,
  surface: orNull(record<Drill>({ oval: yesNo, x: positiveLength, y: positiveLength, offset: mmPoint })),
  read(tree, [node]) {
    const oval = hasWord(tree, node!, "oval");
    const sizes: Nm[] = [];
    for (let c = node! + 1; c < tree.next[node!]!; c = tree.next[c]!) {
      if (tree.kind[c] === LIST) continue;
      const size = nmOf(tree, c);
      if (!Number.isNaN(size)) sizes.push(size);
    }
    const offset = listOf(tree, node!, "offset");
    const x = sizes[0] ?? 0;
    return { oval, x, y: sizes[1] ?? x, offset: offset < 0 ? { x: 0, y: 0 } : pointOf(tree, offset) };
  },
  write(d) {
    if (d === null) return null;
    const size = d.x === d.y ? formatNm(d.x) : `${formatNm(d.x)} ${formatNm(d.y)}`;
    const offset =
      d.offset.x === 0 && d.offset.y === 0 ? "" : ` (offset ${formatNm(d.offset.x)} ${formatNm(d.offset.y)})`;
    return `(drill${d.oval ? " oval" : ""}${d.x === 0 ? "" : ` ${size}`}${offset})`;
  },
};

/** `(token x y)` whose two numbers are a width and a height, or a pair of shifts. */
function pair(token: string, about: string): Field<Point | Absent> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: null,
    surface: orNull(mmPoint),
    read: (tree, [node]) => pointOf(tree, node!),
    write: (p) => (p === null ? null : `(${token} ${formatNm(p.x)} ${formatNm(p.y)})`),
  };
}

const options: Field<{ readonly clearance: string; readonly anchor: string } | Absent> = {
  about: "A custom pad's anchor shape (rect or circle) and what zones keep away from (outline or convexhull).",
  tokens: ["options"],
  absent: null,
  surface: orNull(
    record({ clearance: oneOf<string>(["outline", "convexhull"]), anchor: oneOf<string>(["rect", "circle"]) }),
  ),
  read(tree, [node]) {
    const word = (name: string, absent: string) => {
      const list = listOf(tree, node!, name);
      return list < 0 ? absent : textOf(tree, argOf(tree, list, 1));
    };
    return { clearance: word("clearance", "outline"), anchor: word("anchor", "rect") };
  },
  write: (o) => (o === null ? null : `(options (clearance ${o.clearance}) (anchor ${o.anchor}))`),
};

/** Whether inner layers that nothing connects to lose the ring; KiCad 6 spells it without the last s in pads. */
export function unusedLayers(): Field<boolean | Absent> {
  return {
    ...optionalYesNo("remove_unused_layers", "Whether layers that nothing connects to have no copper."),
    tokens: ["remove_unused_layers", "remove_unused_layer"],
  };
}

/** Width of thermal spokes; KiCad 6 calls it thermal_width. */
function thermalWidth(): Field<Nm | Absent> {
  const width = optionalLength("thermal_bridge_width", "Width of thermal spokes.");
  return {
    ...width,
    tokens: ["thermal_bridge_width", "thermal_width"],
    write: (value, file) =>
      value === null || file.version >= 20211227 ? width.write(value, file, {}) : `(thermal_width ${formatNm(value)})`,
  };
}

function wordAt(position: number, words: readonly string[]): Field<string> {
  return {
    ...positional(position, `${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`, false),
    surface: oneOf(words),
  };
}

/** `(pad "1" smd roundrect (at 0 0 90) (size 1 2) (layers "F.Cu" …) (net 1 "GND") (uuid "…"))`. */
export const pad = defineKind({
  kind: "pad",
  tokens: ["pad"],
  about: "A pad of a footprint; its place is relative to the footprint, its angle is the board's.",
  shape: {
    number: positional(0, "The pad's number."),
    type: wordAt(1, ["thru_hole", "smd", "connect", "np_thru_hole"]),
    shape: wordAt(2, padShapes),
    locked: flag("locked", "Whether the pad is locked."),
    at: placement("Centre, relative to the footprint; the angle is the board's.", { zero: "left-out" }),
    size: padSizeField,
    rectDelta: pair("rect_delta", "How much a trapezoid's sides differ."),
    drill,
    backdrill,
    tertiaryDrill,
    frontMachining,
    backMachining,
    property: optionalText("property", "The pad's use: pad_prop_bga, pad_prop_testpoint, …", false),
    simElectricalType: between(
      optionalWord("sim_electrical_type", ["source", "sink"], "Drives or takes current: source or sink."),
      20260101,
    ),
    layers: {
      ...texts("layers", "The pad's layers; may use the wildcards *.Cu, F&B.Cu, *.Mask."),
      surface: layerNames,
    },
    removeUnusedLayers: unusedLayers(),
    keepEndLayers: optionalYesNo("keep_end_layers", "Whether the outer layers keep their copper."),
    zoneLayerConnections,
    roundrectRatio: optionalNumber("roundrect_rratio", "Corner radius as a part of the smaller side, 0 to 0.5."),
    chamferRatio: optionalNumber("chamfer_ratio", "Chamfer as a part of the smaller side, 0 to 0.5."),
    chamfer,
    net: net("code-and-name"),
    pinFunction: optionalText("pinfunction", "The name of the symbol's pin."),
    pinType: optionalText("pintype", "The electrical type of the symbol's pin."),
    dieLength: optionalLength("die_length", "Length from the pad to the die."),
    dieDelay: between(optionalNumber("die_delay", "Delay from the pad to the die, in picoseconds."), 20250401),
    solderMaskMargin: optionalLength("solder_mask_margin", "How far the mask opening goes beyond the copper."),
    solderPasteMargin: optionalLength("solder_paste_margin", "How far the paste goes beyond the copper."),
    solderPasteRatio: optionalNumber("solder_paste_margin_ratio", "The same as a part of the pad's size."),
    clearance: optionalLength("clearance", "The pad's own clearance."),
    zoneConnect: optionalInteger("zone_connect", "0 none, 1 thermal relief, 2 solid, 3 thermal for plated holes only."),
    thermalWidth: thermalWidth(),
    thermalAngle: between(
      optionalNumber("thermal_bridge_angle", "Angle of the first thermal spoke in degrees."),
      20211227,
    ),
    thermalGap: optionalLength("thermal_gap", "Gap of the thermal relief."),
    options,
    primitives,
    teardrops,
    tenting: sides("tenting", "The pad is covered by mask", 20250228),
    uuid: uuid(),
    padstack,
  },
});

export type Pad = ItemOf<typeof pad>;

/** A pad's layer list spelled out against the board's layers. */
export function expandLayers(layers: readonly string[], all: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of layers) {
    if (name === "*.Cu") for (const layer of all) addIf(found, layer, layer.endsWith(".Cu"));
    else if (name === "F&B.Cu") for (const layer of all) addIf(found, layer, layer === "F.Cu" || layer === "B.Cu");
    else if (name.startsWith("*.")) for (const layer of all) addIf(found, layer, layer.endsWith(name.slice(1)));
    else found.add(name);
  }
  return [...found];
}

function addIf(found: Set<string>, layer: string, when: boolean): void {
  if (when) found.add(layer);
}
