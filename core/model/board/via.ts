import { flag, KICAD_10, length, net, oneWord, optionalYesNo, point, texts, uuid } from "../field.ts";
import { between, listFlag, sides } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { layerNames, positiveLength } from "../surface.ts";
import { unusedLayers } from "./pad.ts";
import {
  backdrill,
  backMachining,
  frontMachining,
  teardrops,
  tertiaryDrill,
  viaStack,
  zoneLayerConnections,
} from "./padstack.ts";

/** Versions of the board format that brought these tokens. */
const TENTING = 20240609;
const VIA_PROTECTION = 20250228;

/** `(via blind (at 1 2) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 1) (uuid "…"))`. */
export const via = defineKind({
  kind: "via",
  tokens: ["via"],
  about: "A plated hole that joins copper layers.",
  shape: {
    type: oneWord(["blind", "buried", "micro", "through"], "blind, buried or micro; empty for a through via."),
    at: point("at", "Centre."),
    size: { ...length("size", "Outer diameter."), surface: positiveLength },
    drill: { ...length("drill", "Hole diameter."), surface: positiveLength },
    backdrill,
    tertiaryDrill,
    frontMachining,
    backMachining,
    layers: { ...texts("layers", "First and last copper layer."), surface: layerNames },
    removeUnusedLayers: unusedLayers(),
    keepEndLayers: optionalYesNo("keep_end_layers", "Whether the outer layers keep their rings."),
    // KiCad 9 writes it but refuses to read it.
    startEndOnly: between(
      optionalYesNo("start_end_only", "Whether only the first and the last layer have a ring."),
      KICAD_10,
    ),
    // Before KiCad 8 the bare word came before the places.
    locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "" },
    free: listFlag("free", "Whether the via keeps its net when tracks move."),
    zoneLayerConnections,
    tenting: sides("tenting", "The via is covered by mask", TENTING),
    capping: between(optionalYesNo("capping", "Whether the via is capped (IPC-4761)."), VIA_PROTECTION),
    covering: sides("covering", "The via is covered (IPC-4761)", VIA_PROTECTION),
    plugging: sides("plugging", "The via is plugged (IPC-4761)", VIA_PROTECTION),
    filling: between(optionalYesNo("filling", "Whether the via is filled (IPC-4761)."), VIA_PROTECTION),
    padstack: viaStack,
    teardrops,
    net: net("code"),
    uuid: uuid(),
  },
});

export type Via = ItemOf<typeof via>;
