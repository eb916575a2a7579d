import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { settingsFor } from "../board-settings.ts";
import { defineCommand } from "../define.ts";
import { netNames } from "../item-refs.ts";
import { pairOf } from "../pair-names.ts";
import { trackLength } from "../track-length.ts";

export const pairs = defineCommand({
  id: "query.pairs",
  title: "Differential pairs",
  about:
    "The differential pairs of a board: nets whose names differ only in a closing P and N, or + and -, as KiCad finds them " +
    "(digits and _ may follow); with the class's width and gap, and how long the tracks of each are.",
  kind: "query",
  scope: "board",
  args: {},
  result: Type.Object({
    pairs: Type.Array(
      Type.Object({
        name: Type.String({ description: "What the two names have in common." }),
        positive: Type.String(),
        negative: Type.String(),
        netClass: Type.String(),
        width: Type.Number({ description: "The class's width of a pair's tracks (mm)." }),
        gap: Type.Number({ description: "The class's gap (mm)." }),
        lengths: Type.Array(Type.Number(), {
          description: "Track length of positive and negative (mm), without vias.",
        }),
        skew: Type.Number({ description: "How much longer the positive is (mm)." }),
        vias: Type.Array(Type.Integer(), { description: "Vias of positive and negative." }),
      }),
    ),
  }),
  examples: [{ about: "All pairs.", fixture: "board-tools/board-tools.kicad_pcb", args: {} }],
  async run(cx) {
    const names = netNames(cx.doc);
    const known = new Set(names);
    const lengths = new Map<string, number>();
    const vias = new Map<string, number>();
    for (const item of cx.doc.items.ofKind("track", "arcTrack", "via")) {
      const net = String(item["net"]);
      if (item.kind === "via") vias.set(net, (vias.get(net) ?? 0) + 1);
      else lengths.set(net, (lengths.get(net) ?? 0) + trackLength(item));
    }
    const settings = await settingsFor(cx);
    return {
      pairs: names.flatMap((positive) => {
        const pair = pairOf(positive);
        if (pair === null || !pair.positive || !known.has(pair.other)) return [];
        const negative = pair.other;
        const own = effectiveNetClass(settings, positive);
        const long = [positive, negative].map((net) => Math.round(lengths.get(net) ?? 0));
        return {
          name: pair.name,
          positive,
          negative,
          netClass: own.name,
          width: toMm(own.pairWidth),
          gap: toMm(own.pairGap),
          lengths: long.map(toMm),
          skew: toMm(long[0]! - long[1]!),
          vias: [positive, negative].map((net) => vias.get(net) ?? 0),
        };
      }),
    };
  },
});
