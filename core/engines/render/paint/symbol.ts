import type { Box } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import type { SchematicGraphic } from "../../../model/schematic/graphic.ts";
import type { LibrarySymbol } from "../../../model/schematic/library-symbol.ts";
import type { Property } from "../../../model/schematic/property.ts";
import type { PlacedSymbol } from "../../../model/schematic/symbol.ts";
import type { SchematicText } from "../../../model/schematic/text.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { FADED } from "../themes.ts";
import { apply, placed, type Transform } from "../transform.ts";
import { drawPin } from "./pin.ts";
import { drawSheetGraphic } from "./sheet-graphic.ts";
import { drawSheetText, onLayer } from "./sheet-pen.ts";

/** Pen of the cross over a part that is not to be populated: 3 mil, thrice. */
const DNP_PEN = 228_600;

/** The drawing of the chosen unit and body style, its pins and fields. */
export function paintSymbol(cx: PaintContext, item: Item, plain: Sink): void {
  const symbol = item as unknown as PlacedSymbol;
  const sink = symbol.dnp === true ? fadedSink(plain) : plain;
  const library = cx.symbols.get(symbol.libName ?? symbol.libId ?? "") ?? null;
  const turn = turnOf(symbol);
  if (library !== null) {
    const parts = drawnParts(library, symbol);
    const t: Transform = {
      // The library's y points up.
      xx: turn.xx,
      xy: -turn.xy,
      yx: turn.yx,
      yy: -turn.yy,
      dx: symbol.at.x,
      dy: symbol.at.y,
      angle: symbol.at.angle,
    };
    for (const part of parts) drawPart(cx, part, item, library, sink, t);
    if (symbol.dnp === true) drawCross(plain, parts, t);
  }
  const transform = [turn.xx, turn.xy, turn.yx, turn.yy] as const;
  for (const child of item.children) {
    if (child.kind !== "property") continue;
    const field = child as unknown as Property;
    if (field.hide || field.effects.hide) continue;
    sink.begin(item.id, child.id);
    onLayer(sink, fieldLayers[field.name] ?? "sch.field", field.effects.color);
    const text = fieldText(cx, item, symbol, library, field);
    drawSheetText(cx, sink, text, field.at, field.effects, { kind: "field", angle: field.at.angle, transform });
    sink.end();
  }
}

/** Draws on the faded layers, and in no colours of one's own. */
function fadedSink(sink: Sink): Sink {
  return {
    begin: (id, part) => sink.begin(id, part),
    end: () => sink.end(),
    layer: (name) => sink.layer(name + FADED),
    polyline: (points, width) => sink.polyline(points, width),
    arc: (cx, cy, radius, from, sweep, width) => sink.arc(cx, cy, radius, from, sweep, width),
    disc: (cx, cy, radius) => sink.disc(cx, cy, radius),
    polygon: (points, ends) => sink.polygon(points, ends),
  };
}

export const fieldLayers: Readonly<Record<string, string>> = { Reference: "sch.reference", Value: "sch.value" };

/** The symbol's turn about its place, in sheet axes: rotated, then mirrored. */
export function turnOf(symbol: Pick<PlacedSymbol, "at" | "mirror">): Transform {
  const t = placed({ x: 0, y: 0 }, symbol.at.angle);
  if (symbol.mirror === "x") return { ...t, yx: -t.yx, yy: -t.yy };
  if (symbol.mirror === "y") return { ...t, xx: -t.xx, xy: -t.xy };
  return t;
}

/** The graphics, texts and pins of a library symbol that this placed one shows. */
export function drawnParts(library: Item, symbol: Pick<PlacedSymbol, "unit" | "convert" | "bodyStyle">): Item[] {
  const unit = symbol.unit ?? 1;
  const style = symbol.bodyStyle ?? symbol.convert ?? 1;
  const parts = library.children.filter((child) => child.kind !== "symbolUnit" && child.kind !== "property");
  for (const child of library.children) {
    if (child.kind !== "symbolUnit") continue;
    const [u, s] = unitAndStyle(child["name"] as string);
    if ((u === 0 || u === unit) && (s === 0 || s === style)) parts.push(...child.children);
  }
  return parts;
}

function unitAndStyle(name: string): [number, number] {
  const found = /_(\d+)_(\d+)$/.exec(name);
  return found === null ? [0, 0] : [Number(found[1]), Number(found[2])];
}

/** A graphic, pin or text of a library symbol under a transform. */
export function drawPart(cx: PaintContext, part: Item, owner: Item, library: Item, sink: Sink, t: Transform): void {
  if (part.kind === "graphic") {
    drawSheetGraphic(cx, part as unknown as SchematicGraphic, sink, t, "sch.symbol");
  } else if (part.kind === "libraryPin") {
    const number = (part["number"] as { text: string }).text;
    const placedPin = owner.children.find((child) => child.kind === "pin" && child["number"] === number);
    sink.begin(owner.id, placedPin?.id ?? `${owner.id}/pin/${number}`);
    drawPin(
      cx,
      part,
      library as unknown as LibrarySymbol,
      sink,
      t,
      (placedPin?.["alternate"] as string | null) ?? null,
    );
    sink.end();
  } else if (part.kind === "text") {
    const text = part as unknown as SchematicText;
    if (text.effects.hide) return;
    onLayer(sink, "sch.symbol.text", text.effects.color);
    // Library texts count their angle in tenths of a degree.
    drawSheetText(cx, sink, expandText(text.text, cx), apply(t, text.at), text.effects, {
      kind: "field",
      angle: text.at.angle / 10,
      transform: [t.xx, -t.xy, t.yx, -t.yy],
    });
  }
}

function fieldText(cx: PaintContext, item: Item, symbol: PlacedSymbol, library: Item | null, field: Property): string {
  const own = (name: string) => symbolVariable(cx, item, symbol, library, name);
  const value = field.name === "Reference" ? (own("REFERENCE") ?? "") : expandText(field.value, cx, own);
  return field.showName === true && value !== "" ? `${field.name}: ${value}` : value;
}

/** The reference of this use of the sheet, with the unit's letter where the part has several units. */
export function referenceOf(cx: PaintContext, item: Item, symbol: PlacedSymbol, library: Item | null): string {
  const use = symbol.instances.find((instance) => instance.path === cx.sheetPath);
  const shown = use?.reference ?? propertyOf(item, "Reference") ?? "";
  return unitCount(library) > 1 ? shown + unitLetter(use?.unit ?? symbol.unit ?? 1) : shown;
}

function symbolVariable(
  cx: PaintContext,
  item: Item,
  symbol: PlacedSymbol,
  library: Item | null,
  name: string,
): string | undefined {
  if (name === "REFERENCE") return referenceOf(cx, item, symbol, library);
  if (name === "DNP") return symbol.dnp === true ? "DNP" : "";
  if (name === "SYMBOL_NAME") return (symbol.libId ?? "").split(":").at(-1);
  if (name === "SYMBOL_LIBRARY") return (symbol.libId ?? "").split(":")[0];
  const wanted = name.toUpperCase();
  const field = item.children.find(
    (child) => child.kind === "property" && (child["name"] as string).toUpperCase() === wanted,
  );
  return field?.["value"] as string | undefined;
}

function propertyOf(item: Item, name: string): string | undefined {
  return item.children.find((child) => child.kind === "property" && child["name"] === name)?.["value"] as
    | string
    | undefined;
}

function unitCount(library: Item | null): number {
  let count = 1;
  for (const child of library?.children ?? [])
    if (child.kind === "symbolUnit") count = Math.max(count, unitAndStyle(child["name"] as string)[0]);
  return count;
}

/** 1 is A, 26 is Z, 27 is AA. */
function unitLetter(unit: number): string {
  let text = "";
  for (let n = unit; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}

/** A cross over the body, reaching a little over the pins. */
function drawCross(sink: Sink, parts: readonly Item[], t: Transform): void {
  const body = boxAround(parts, t, false);
  const whole = boxAround(parts, t, true);
  if (body.minX > body.maxX) return;
  const x = Math.max(body.minX - whole.minX, whole.maxX - body.maxX);
  const y = Math.max(body.minY - whole.minY, whole.maxY - body.maxY);
  const mx = Math.max(x * 0.6, y * 0.3);
  const my = Math.max(y * 0.6, x * 0.3);
  sink.layer("sch.dnp");
  const [l, r, top, bottom] = [body.minX - mx, body.maxX + mx, body.minY - my, body.maxY + my];
  sink.polyline([l, top, r, bottom], DNP_PEN);
  sink.polyline([l, bottom, r, top], DNP_PEN);
}

function boxAround(parts: readonly Item[], t: Transform, withPins: boolean): Box {
  let [minX, minY, maxX, maxY] = [1e300, 1e300, -1e300, -1e300];
  const add = (x: number, y: number) => {
    const p = apply(t, { x, y });
    minX = Math.min(minX, p.x);
    minY = Math.min(minY, p.y);
    maxX = Math.max(maxX, p.x);
    maxY = Math.max(maxY, p.y);
  };
  for (const part of parts) {
    if (part.kind === "graphic") {
      const g = part as unknown as SchematicGraphic;
      for (const p of [g.start, g.mid, g.end]) if (p !== null) add(p.x, p.y);
      for (const p of g.pts) if (!("start" in p)) add(p.x, p.y);
      if (g.center !== null && g.radius !== null) {
        add(g.center.x - g.radius, g.center.y - g.radius);
        add(g.center.x + g.radius, g.center.y + g.radius);
      }
    } else if (part.kind === "libraryPin" && withPins && part["hide"] !== true) {
      const at = part["at"] as { x: number; y: number };
      add(at.x, at.y);
    }
  }
  return { minX, minY, maxX, maxY };
}
