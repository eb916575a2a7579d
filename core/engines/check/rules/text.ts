import type { BoardItem } from "../../../model/board/board-items.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Effects } from "../../../model/effects.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";
import { isThin } from "../thin-glyphs.ts";

const texts: ReadonlySet<string> = new Set(["text", "field", "textBox", "dimension"]);

/** Sizes of texts, texts that read the wrong way round, and texts that would be milled. */
export const text = defineRule({
  name: "text",
  about: "Height and thickness of texts, mirrored texts, texts on Edge.Cuts.",
  types: [
    "text_height",
    "text_thickness",
    "mirrored_text_on_front_layer",
    "nonmirrored_text_on_back_layer",
    "text_on_edge_cuts",
  ],
  scope: "item",
  run(board, report) {
    const known = new Map<string, boolean>();
    for (const item of board.items.all) {
      if (!texts.has(item.type)) continue;
      const layer = layerOf(item);
      if (layer === "Edge.Cuts")
        report({ type: "text_on_edge_cuts", detail: "", items: [item.id], at: board.place(item), layer });
      const effects = effectsOf(item);
      if (effects === null || isHidden(item, effects)) continue;
      dimensions(board, report, item, layer, effects);
      if (effects.face !== null) letters(board, report, item, layer, known);
      direction(board, report, item, layer, effects);
    }
  },
});

function dimensions(board: CheckBoard, report: Report, item: BoardItem, layer: string, effects: Effects): void {
  const limits = [
    ["text_height", effects.height, "height"],
    // The strokes of an outline font have no width of their own.
    ["text_thickness", effects.face === null ? penOf(effects) : null, "thickness"],
  ] as const;
  for (const [type, actual, what] of limits) {
    if (actual === null || !report.wants(type)) continue;
    const ruling = board.rulebook.resolve(type, item, null, layer);
    if (ruling.severity === "ignore") continue;
    const say = (side: string, limit: number) =>
      report({
        type,
        detail: `${ruling.name} ${side} ${what} ${mm(limit)}; actual ${mm(actual)}`,
        items: [item.id],
        at: board.place(item),
        layer,
        severity: ruling.severity,
        rule: ruling.name,
        limit,
        actual,
      });
    if (ruling.min !== undefined && actual < ruling.min) say("min", ruling.min);
    if (ruling.max !== undefined && actual > ruling.max) say("max", ruling.max);
  }
}

/** Texts in outline fonts, by the outlines that the file keeps: a letter that is too thin anywhere. */
function letters(board: CheckBoard, report: Report, item: BoardItem, layer: string, known: Map<string, boolean>): void {
  if (!report.wants("text_thickness")) return;
  const ruling = board.rulebook.resolve("text_thickness", item, null, layer);
  const { min = 0, name, severity } = ruling;
  if (severity === "ignore" || min <= 0) return;
  const outlines = board.shapes(item, layer).filter((shape) => shape.kind === "polygon");
  for (const outline of outlines) {
    report.pause();
    // The same letter comes again and again.
    const [x, y] = outline.rings[0]!;
    const key = `${min} ${outline.rings.map((ring) => ring.map((value, i) => value - (i % 2 === 0 ? x! : y!)).join()).join()}`;
    let thin = known.get(key);
    if (thin === undefined) known.set(key, (thin = isThin([outline], min)));
    if (!thin) continue;
    report({
      type: "text_thickness",
      detail: `${name} min thickness ${mm(min)}; letters of an outline font are thinner`,
      items: [item.id],
      at: board.place(item),
      layer,
      severity,
      rule: name,
      limit: min,
    });
    return;
  }
}

/** The width that KiCad draws a text with: what it says, or an eighth of its size (bold: a fifth), within a quarter. */
function penOf({ width, height, thickness, bold }: Effects): number {
  const least = Math.min(width, height);
  const pen = thickness !== null && thickness > 1 ? thickness : Math.round(bold ? width / 5 : width / 8);
  return Math.min(pen, Math.round(least / 4));
}

function direction(board: CheckBoard, report: Report, item: BoardItem, layer: string, { mirror }: Effects): void {
  if (!hasLayer(board.items.enabled, layer)) return;
  const [side, name] = [layer.slice(0, 2), layer.slice(2)];
  if (!["Cu", "SilkS", "Mask", "Fab"].includes(name)) return;
  const at = board.place(item);
  if (side === "F." && mirror)
    report({ type: "mirrored_text_on_front_layer", detail: "", items: [item.id], at, layer });
  if (side === "B." && !mirror)
    report({ type: "nonmirrored_text_on_back_layer", detail: "", items: [item.id], at, layer });
}

function effectsOf(item: BoardItem): Effects | null {
  const own = item.type === "dimension" ? item.item.children.find((child) => child.kind === "text") : item.item;
  return (own?.["effects"] as Effects | undefined) ?? null;
}

function isHidden({ item }: BoardItem, effects: Effects): boolean {
  return effects.hide || item["hide"] === true;
}
