import { formatNumber, numberOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { argOf, flag, KICAD_8, listOf, optionalNumber, positional } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import type { Surface } from "../surface.ts";
import { anyNumber } from "../surface.ts";

type Triple = readonly [number, number, number];

const triple: Surface<Triple> = {
  says: "[x, y, z]",
  to: (value) => [...value],
  from(json) {
    if (!Array.isArray(json) || json.length !== 3) return undefined;
    const numbers = json.map((each: unknown) => anyNumber.from?.(each, 0));
    return numbers.includes(undefined) ? undefined : (numbers as unknown as Triple);
  },
};

/** `(offset (xyz 0 0 0))`. */
function xyz(token: string, about: string, absent: Triple): Field<Triple> {
  return {
    about,
    tokens: [token, ...(token === "offset" ? ["at"] : [])],
    absent,
    shared: true,
    surface: triple,
    read(tree, [node]) {
      const list = listOf(tree, node!, "xyz");
      const n = (k: number) => (list < 0 ? 0 : numberOf(tree, argOf(tree, list, k)) || 0);
      return [n(1), n(2), n(3)];
    },
    write: (value) => `(${token} (xyz ${value.map(formatNumber).join(" ")}))`,
  };
}

/** `(model "…" (hide yes) (opacity 0.5) (offset (xyz 0 0 0)) (scale (xyz 1 1 1)) (rotate (xyz 0 0 0)))`. */
export const model = defineKind({
  kind: "model",
  tokens: ["model"],
  about: "A 3D model of a footprint.",
  shape: {
    file: positional(0, "The model's file."),
    hide: {
      ...flag("hide", "Whether it is hidden."),
      write: (value, file) => (value ? (file.version >= KICAD_8 ? "(hide yes)" : "hide") : null),
    },
    opacity: {
      ...optionalNumber("opacity", "0 clear to 1 solid."),
      write: (value) => (value === null || value === 1 ? null : `(opacity ${value.toFixed(4)})`),
    },
    offset: xyz("offset", "Shift in mm.", [0, 0, 0]),
    scale: xyz("scale", "Scale as factors.", [1, 1, 1]),
    rotate: xyz("rotate", "Turn in degrees.", [0, 0, 0]),
  },
});

export type Model = ItemOf<typeof model>;
