import { layerOf } from "../../../model/board/board-items.ts";
import type { ArcTrack, Track } from "../../../model/board/track.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";
import { trackLength } from "../track-length.ts";

/** Single segments of tracks that are too short or too long. */
export const trackSegmentLength = defineRule({
  name: "track-segment-length",
  about: "Lengths of single track segments.",
  types: ["track_segment_length"],
  run(board, report) {
    if (!board.rulebook.has("track_segment_length")) return;
    for (const item of board.items.all) {
      if (item.type !== "track" && item.type !== "arc") continue;
      report.pause();
      const layer = layerOf(item);
      const { min, max, name, severity } = board.rulebook.resolve("track_segment_length", item, null, layer);
      if (severity === "ignore") continue;
      const actual = Math.round(trackLength(item.item as unknown as Track | ArcTrack));
      const isLess = min !== undefined && actual < min;
      if (!isLess && (max === undefined || actual <= max)) continue;
      const limit = (isLess ? min : max)!;
      report({
        type: "track_segment_length",
        detail: `${name} ${isLess ? "min" : "max"} length ${mm(limit)}; actual ${mm(actual)}`,
        items: [item.id],
        at: board.place(item),
        layer,
        severity,
        rule: name,
        limit,
        actual,
      });
    }
  },
});
