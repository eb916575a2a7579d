import { flag, optionalLength, path, placement, point } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { optionalColor, schematicStroke, schematicUuid } from "./shared-fields.ts";

const locked = flag("locked", "Whether it is locked.");
const lineShape = { pts: path("Its points."), stroke: schematicStroke(), uuid: schematicUuid(), locked };

/** `(wire (pts (xy 1 2) (xy 3 4)) (stroke (width 0) (type default)) (uuid "…"))`. */
export const wire = defineKind({ kind: "wire", tokens: ["wire"], about: "A wire.", shape: lineShape });

/** `(bus (pts …) (stroke …) (uuid "…"))`. */
export const bus = defineKind({ kind: "bus", tokens: ["bus"], about: "A bus.", shape: lineShape });

/** `(bus_entry (at 1 2) (size 2.54 2.54) (stroke …) (uuid "…"))`. */
export const busEntry = defineKind({
  kind: "busEntry",
  tokens: ["bus_entry"],
  about: "The slanted end of a wire at a bus.",
  shape: {
    at: point("at", "One end."),
    size: point("size", "From there to the other end."),
    stroke: schematicStroke(),
    uuid: schematicUuid(),
    locked,
  },
});

/** `(junction (at 1 2) (diameter 0) (color 0 0 0 0) (uuid "…"))`. */
export const junction = defineKind({
  kind: "junction",
  tokens: ["junction"],
  about: "A dot that joins crossing wires.",
  shape: {
    at: placement("Its place.", { zero: "left-out" }),
    diameter: optionalLength("diameter", "Its size; 0 for the schematic's own."),
    color: optionalColor(),
    uuid: schematicUuid(),
    locked,
  },
});

/** `(no_connect (at 1 2) (uuid "…"))`. */
export const noConnect = defineKind({
  kind: "noConnect",
  tokens: ["no_connect"],
  about: "A mark on a pin that is left open on purpose.",
  shape: { at: placement("Its place.", { zero: "left-out" }), uuid: schematicUuid(), locked },
});

export type Wire = ItemOf<typeof wire>;
export type Bus = ItemOf<typeof bus>;
export type BusEntry = ItemOf<typeof busEntry>;
export type Junction = ItemOf<typeof junction>;
export type NoConnect = ItemOf<typeof noConnect>;
