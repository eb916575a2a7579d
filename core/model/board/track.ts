import { flag, layer, length, net, optionalLength, point, texts, uuid } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { layerNames, positiveLength } from "../surface.ts";

/** First version whose tracks may be free of mask. */
const TRACK_MASK = 20241007;

const common = {
  width: { ...length("width", "Track width."), surface: positiveLength },
  // Before KiCad 8 the bare word came before the places.
  locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "" },
  layer: layer("The copper layer; empty when `layers` says it with the mask's."),
  layers: between(
    {
      ...texts("layers", "The copper layer and its mask layer, where the track is free of mask."),
      surface: layerNames,
    },
    TRACK_MASK,
  ),
  maskMargin: between(
    optionalLength("solder_mask_margin", "How far the mask opening goes beyond the copper."),
    TRACK_MASK,
  ),
  net: net("code"),
  uuid: uuid(),
};

/** `(segment (start 1 2) (end 3 4) (width 0.2) (layer "F.Cu") (net 1) (uuid "…"))`. */
export const track = defineKind({
  kind: "track",
  tokens: ["segment"],
  about: "A straight piece of copper track.",
  shape: {
    start: point("start", "Start of the centre line."),
    end: point("end", "End of the centre line."),
    ...common,
  },
});

/** `(arc (start …) (mid …) (end …) (width …) (layer …) (net …) (uuid …))`. */
export const arcTrack = defineKind({
  kind: "arcTrack",
  tokens: ["arc"],
  about: "A piece of copper track along an arc.",
  shape: {
    start: point("start", "Start of the centre line."),
    mid: point("mid", "A point on the arc between start and end."),
    end: point("end", "End of the centre line."),
    ...common,
  },
});

export type Track = ItemOf<typeof track>;
export type ArcTrack = ItemOf<typeof arcTrack>;
