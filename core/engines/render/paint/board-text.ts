import type { FootprintProperty, FootprintText, Text } from "../../../model/board/text.ts";
import { drawBoardText } from "../board-text.ts";
import { expandText } from "../text-variables.ts";
import { apply } from "../transform.ts";
import type { BoardPainter } from "./frame.ts";

export const paintText: BoardPainter = (cx, item, sink, frame) => {
  const t = item as unknown as Text;
  if (t.effects.hide) return;
  sink.layer(t.layer);
  drawBoardText(sink, {
    text: expandText(t.text, cx, (name) => (name === "LAYER" ? t.layer : frame.resolve?.(name))),
    at: apply(frame.transform, t.at),
    angle: t.at.angle,
    effects: t.effects,
    keepUpright: false,
    knockout: t.knockout,
    renderCache: t.renderCache,
  });
};

export const paintFootprintText: BoardPainter = (cx, item, sink, frame) => {
  const t = item as unknown as FootprintText;
  if (t.hide || t.effects.hide) return;
  drawFootprintText(cx, t, t.text, sink, frame);
};

export const paintFootprintProperty: BoardPainter = (cx, item, sink, frame) => {
  const t = item as unknown as FootprintProperty;
  if (t.hide || t.effects.hide || t.layer === "") return;
  drawFootprintText(cx, t, t.value, sink, frame);
};

function drawFootprintText(
  cx: Parameters<BoardPainter>[0],
  t: FootprintText | FootprintProperty,
  text: string,
  sink: Parameters<BoardPainter>[2],
  frame: Parameters<BoardPainter>[3],
): void {
  sink.layer(t.layer);
  drawBoardText(sink, {
    text: expandText(text, cx, (name) => (name === "LAYER" ? t.layer : frame.resolve?.(name))),
    at: apply(frame.transform, t.at),
    angle: t.at.angle,
    effects: t.effects,
    keepUpright: !t.unlocked,
    knockout: t.knockout,
    renderCache: t.renderCache,
  });
}
