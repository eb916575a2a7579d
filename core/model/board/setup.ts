import { quote, textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import {
  argOf,
  optionalLength,
  optionalNumber,
  optionalPoint,
  optionalText,
  optionalYesNo,
  positional,
  text,
} from "../field.ts";
import { between, sides } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { rows, rowsIn } from "../struct.ts";
import type { Surface } from "../surface.ts";
import { anyText, eachOf, integer, oneOf, record } from "../surface.ts";
import { plotSettings } from "./plot-settings.ts";
import { stackup, strangeLayer } from "./stackup.ts";
import { zoneLayerSettings } from "./zone-settings.ts";

/** Versions of the board format that brought these tokens. */
const VIA_PROTECTION = 20250228;
const ZONE_LAYERS = 20250302;
const TENTING = 20240609;

/** `(general (thickness 1.6) (legacy_teardrops no))`. */
export const general = defineKind({
  kind: "general",
  tokens: ["general"],
  about: "What holds for the whole board.",
  part: true,
  shape: {
    thickness: optionalLength("thickness", "Thickness of the board."),
    legacyTeardrops: optionalYesNo("legacy_teardrops", "Whether teardrops are those of KiCad 7."),
  },
});

/** A row of the layer table. */
export interface LayerTableRow {
  readonly ordinal: number;
  readonly name: string;
  readonly type: string;
  /** "" when the layer has KiCad's name only. */
  readonly userName: string;
}

const rowKeys = {
  ordinal: integer,
  name: anyText,
  type: oneOf<string>(["signal", "power", "mixed", "jumper", "user", "auxiliary", "front", "back"]),
  userName: anyText,
};
const plainRow = record<LayerTableRow>(rowKeys);
const rowSurface: Surface<LayerTableRow> = {
  ...plainRow,
  from: (json, current) =>
    plainRow.from?.(json, {
      ordinal: 0,
      name: "",
      type: "user",
      userName: "",
      ...(current as LayerTableRow | undefined),
    }),
};

/** Rows are headed by the layer's number. */
const layerRows: Field<readonly LayerTableRow[]> = {
  about: "The layers: ordinal (its number in the file), name, type (signal, power, mixed, jumper, user, …), userName.",
  tokens: Array.from({ length: 256 }, (_, n) => String(n)),
  many: true,
  absent: [],
  surface: eachOf(rowSurface),
  read: (tree, nodes) =>
    nodes.map((node) => {
      const word = (n: number) => textOf(tree, argOf(tree, node, n));
      return { ordinal: Number(word(0)), name: word(1), type: word(2), userName: word(3) };
    }),
  write: (list) =>
    list.length === 0
      ? null
      : list
          .map((row) => {
            const shown = row.userName === "" || row.userName === row.name ? "" : ` ${quote(row.userName)}`;
            return `(${row.ordinal} ${quote(row.name)} ${row.type}${shown})`;
          })
          .join(" "),
};

/** `(layers (0 "F.Cu" signal) (2 "B.Cu" signal) …)`. */
export const layers = defineKind({
  kind: "layers",
  tokens: ["layers"],
  about: "The board's layers.",
  part: true,
  shape: { rows: layerRows },
});

/** `(setup (stackup …) (pad_to_mask_clearance 0) … (pcbplotparams …))`. */
export const setup = defineKind({
  kind: "setup",
  tokens: ["setup"],
  about: "The board's set-up: stackup, mask and paste, vias, origins, last plot.",
  part: true,
  shape: {
    stackup,
    maskMargin: optionalLength("pad_to_mask_clearance", "How far mask openings go beyond the pads."),
    maskMinWidth: optionalLength("solder_mask_min_width", "Thinnest mask that is kept between openings."),
    pasteMargin: optionalLength("pad_to_paste_clearance", "How far paste goes beyond the pads (negative: less)."),
    pasteRatio: {
      ...optionalNumber("pad_to_paste_clearance_ratio", "The same as a part of the pad's size."),
      tokens: ["pad_to_paste_clearance_ratio", "pad_to_paste_ratio"],
    },
    allowMaskBridges: optionalYesNo(
      "allow_soldermask_bridges_in_footprints",
      "Whether mask openings of one footprint may touch.",
    ),
    tenting: sides("tenting", "Vias are covered by mask", TENTING),
    covering: sides("covering", "Vias are covered (IPC-4761)", VIA_PROTECTION),
    plugging: sides("plugging", "Vias are plugged (IPC-4761)", VIA_PROTECTION),
    capping: between(optionalYesNo("capping", "Vias are capped (IPC-4761)."), VIA_PROTECTION),
    filling: between(optionalYesNo("filling", "Vias are filled (IPC-4761)."), VIA_PROTECTION),
    zoneDefaults: rowsIn("zone_defaults", "property", "Settings of new zones by layer.", zoneLayerSettings, {
      since: ZONE_LAYERS,
    }),
    auxOrigin: optionalPoint("aux_axis_origin", "Origin of drill and placement files; null at the page's corner."),
    gridOrigin: optionalPoint("grid_origin", "Origin of the grid; null at the page's corner."),
    plot: plotSettings,
  },
  misfit(values) {
    const strange = strangeLayer(values.stackup?.layers ?? []);
    return strange === null ? null : `KiCad has no place for ${strange} in a stackup`;
  },
});

/** `(property "NAME" "value")` at the board's top: a text variable, taken from the project. */
export const textVariable = defineKind({
  kind: "textVariable",
  tokens: ["property"],
  about: "A text variable that the board took from its project.",
  part: true,
  shape: { name: positional(0, "Its name."), value: positional(1, "Its value.") },
});

/** `(variants (variant (name "…") (description "…")) …)` (KiCad 10). */
export const variants = defineKind({
  kind: "variants",
  tokens: ["variants"],
  about: "The board's variants.",
  part: true,
  since: 20260101,
  shape: {
    variants: rows("variant", "The variants.", {
      name: text("name", "Its name."),
      description: optionalText("description", "What it is."),
    }),
  },
});

/** `(net_chains (net_chain (name "…") (members (net "…") …) (terminal_pad "…") …) …)`. */
export const netChains = defineKind({
  kind: "netChains",
  tokens: ["net_chains"],
  about: "Nets that series parts join to one signal.",
  part: true,
  since: 20260101,
  shape: {
    chains: rows("net_chain", "The chains.", {
      name: text("name", "Its name."),
      members: rowsIn("members", "net", "Its nets.", { net: positional(0, "A net's name.") }),
      terminalPads: rows("terminal_pad", "Uuids of the pads at its ends.", { pad: positional(0, "A pad's uuid.") }),
    }),
  },
});

export type Setup = ItemOf<typeof setup>;
