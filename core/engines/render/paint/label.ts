// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text variables of KiCad look like that.
import type { Nm, Point } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import type { Label } from "../../../model/schematic/label.ts";
import type { Property } from "../../../model/schematic/property.ts";
import type { PaintContext } from "../context.ts";
import type { LabelShape } from "../font/schematic-text.ts";
import { measureText } from "../font/stroke-font.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { apply, placed } from "../transform.ts";
import { drawSheetText, onLayer } from "./sheet-pen.ts";

/** Size of a directive's mark: 20 mil. */
const DIRECTIVE: Nm = 508_000;

export function paintLabel(cx: PaintContext, item: Item, sink: Sink): void {
  const label = item as unknown as Label;
  const text = expandText(label.text, cx);
  const { effects: e } = label;
  const { angle } = label.at;
  const shape = (label.shape ?? "passive") as LabelShape;
  switch (label.token) {
    case "global_label":
      onLayer(sink, "sch.label.global", e.color);
      globalOutline(cx, sink, label, text, shape);
      drawSheetText(cx, sink, text, label.at, e, { kind: "globalLabel", angle, shape });
      break;
    case "hierarchical_label":
      onLayer(sink, "sch.label.hierarchical", e.color);
      hierarchicalOutline(sink, label.at, angle, shape, e.height, penOf(cx, label));
      drawSheetText(cx, sink, text, label.at, e, { kind: "hierarchicalLabel", angle });
      break;
    case "label":
      onLayer(sink, "sch.label.local", e.color);
      drawSheetText(cx, sink, text, label.at, e, { kind: "label", angle });
      break;
    default:
      onLayer(sink, "sch.directive", e.color);
      directive(cx, sink, label);
  }
  for (const child of item.children) {
    if (child.kind !== "property") continue;
    const field = child as unknown as Property;
    const value = expandText(field.value, cx);
    if (field.hide || field.effects.hide || value.includes("${INTERSHEET_REFS}")) continue;
    sink.begin(item.id, child.id);
    onLayer(sink, "sch.field", field.effects.color);
    const shown = field.showName === true ? `${field.name}: ${value}` : value;
    drawSheetText(cx, sink, shown, field.at, field.effects, { kind: "field", angle: field.at.angle });
    sink.end();
  }
}

function penOf(cx: PaintContext, label: Label): Nm {
  const { effects: e } = label;
  return e.thickness ?? (e.bold ? Math.round(e.width / 5) : cx.sheetSettings.lineWidth);
}

/** A box round the text, pointed where the signal goes in or out. */
function globalOutline(cx: PaintContext, sink: Sink, label: Label, text: string, shape: LabelShape): void {
  const { effects: e } = label;
  const margin = e.height * cx.sheetSettings.labelSizeRatio;
  const half = e.height / 2 + margin;
  const pen = penOf(cx, label);
  const length = measureText(text, { size: { x: e.width, y: e.height } }).width + 2 * margin;
  const x = length + pen + 300;
  const y = half + pen + 300;
  const pointed = { front: shape !== "output" && shape !== "passive", back: shape !== "input" && shape !== "passive" };
  const start = pointed.front ? half : 0;
  const end = start + x;
  const points = [
    [start, -y],
    [end, -y],
    ...(pointed.back ? [[end + half, 0]] : []),
    [end, y],
    [start, y],
    ...(pointed.front ? [[0, 0]] : []),
    [start, -y],
  ] as [Nm, Nm][];
  outline(sink, label.at, label.at.angle, points, pen);
}

const flags: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  input: [
    [0, 0],
    [1, 1],
    [2, 1],
    [2, -1],
    [1, -1],
    [0, 0],
  ],
  output: [
    [0, 1],
    [1, 1],
    [2, 0],
    [1, -1],
    [0, -1],
    [0, 1],
  ],
  bidirectional: [
    [0, 0],
    [1, 1],
    [2, 0],
    [1, -1],
    [0, 0],
  ],
  passive: [
    [0, 1],
    [2, 1],
    [2, -1],
    [0, -1],
    [0, 1],
  ],
};

/** The flag of a hierarchical label or a sheet pin, two half text heights long. */
export function hierarchicalOutline(sink: Sink, at: Point, angle: number, shape: string, size: Nm, pen: Nm): void {
  const flag = flags[shape === "tri_state" ? "bidirectional" : shape] ?? flags["passive"]!;
  outline(
    sink,
    at,
    angle,
    flag.map(([x, y]) => [(x * size) / 2, (y * size) / 2]),
    pen,
  );
}

function outline(sink: Sink, at: Point, angle: number, points: readonly (readonly [Nm, Nm])[], pen: Nm): void {
  const t = placed(at, angle);
  sink.polyline(
    points.flatMap(([x, y]) => {
      const p = apply(t, { x, y });
      return [p.x, p.y];
    }),
    pen,
  );
}

/** A pin with a mark at its end: round, dot, diamond or rectangle. */
function directive(cx: PaintContext, sink: Sink, label: Label): void {
  const pen = cx.sheetSettings.lineWidth;
  const length = label.length ?? 2_540_000;
  const t = placed(label.at, label.at.angle);
  const at = (x: Nm, y: Nm): [Nm, Nm] => {
    const p = apply(t, { x, y: -y });
    return [p.x, p.y];
  };
  const size = label.shape === "dot" ? DIRECTIVE * 0.7 : label.shape === "rectangle" ? DIRECTIVE * 0.8 : DIRECTIVE;
  sink.polyline([...at(0, 0), ...at(0, length - size)], pen);
  const [cx0, cy0] = at(0, length);
  if (label.shape === "dot") sink.disc(cx0, cy0, size);
  else if (label.shape === "diamond") {
    const tips = [at(0, length - size), at(-2 * size, length), at(0, length + size), at(2 * size, length)];
    sink.polyline([...tips.flat(), ...tips[0]!], pen);
  } else if (label.shape === "rectangle") {
    const corners = [
      at(-2 * size, length - size),
      at(-2 * size, length + size),
      at(2 * size, length + size),
      at(2 * size, length - size),
    ];
    sink.polyline([...corners.flat(), ...corners[0]!], pen);
  } else sink.arc(cx0, cy0, size, 0, 360, pen);
}
