import { flag, length, net, oneWord, optionalYesNo, point, texts, uuid } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { layerNames, positiveLength } from "../surface.ts";
import { unusedLayers } from "./pad.ts";

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
    layers: { ...texts("layers", "First and last copper layer."), surface: layerNames },
    removeUnusedLayers: unusedLayers(),
    keepEndLayers: optionalYesNo("keep_end_layers", "Whether the outer layers keep their rings."),
    locked: flag("locked", "Whether the item is locked."),
    free: flag("free", "Whether the via keeps its net when tracks move."),
    net: net("code"),
    uuid: uuid(),
  },
});

export type Via = ItemOf<typeof via>;
