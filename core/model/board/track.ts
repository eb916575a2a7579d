import { flag, layer, length, net, point, uuid } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { positiveLength } from "../surface.ts";

/** `(segment (start 1 2) (end 3 4) (width 0.2) (layer "F.Cu") (net 1) (uuid "…"))`. */
export const track = defineKind({
  kind: "track",
  tokens: ["segment"],
  about: "A straight piece of copper track.",
  shape: {
    start: point("start", "Start of the centre line."),
    end: point("end", "End of the centre line."),
    width: { ...length("width", "Track width."), surface: positiveLength },
    locked: flag("locked", "Whether the item is locked."),
    layer: layer("The copper layer."),
    net: net("code"),
    uuid: uuid(),
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
    width: { ...length("width", "Track width."), surface: positiveLength },
    locked: flag("locked", "Whether the item is locked."),
    layer: layer("The copper layer."),
    net: net("code"),
    uuid: uuid(),
  },
});

export type Track = ItemOf<typeof track>;
export type ArcTrack = ItemOf<typeof arcTrack>;
