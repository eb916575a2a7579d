import { numberOf, quote, textOf } from "../../format/text.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { anyText, integer, readOnly } from "../surface.ts";

/** `(net 1 "GND")`: boards before KiCad 10 number their nets in a table. */
export const net = defineKind({
  kind: "net",
  tokens: ["net"],
  about: "A row of the net table (boards before KiCad 10).",
  part: true,
  shape: {
    code: {
      about: "The net's number.",
      position: 0,
      absent: 0,
      surface: readOnly(integer),
      read: (tree, [node]) => numberOf(tree, node!) || 0,
      write: (value: number) => String(value),
    },
    name: {
      about: "The net's name.",
      position: 1,
      absent: "",
      surface: readOnly(anyText),
      read: (tree, [node]) => textOf(tree, node!),
      write: (value: string) => quote(value),
    },
  },
});

export type Net = ItemOf<typeof net>;
