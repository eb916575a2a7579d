import type { ContextOptions, PaintContext } from "../../core/engines/render/context.ts";
import { contextKinds, contextOf, contextTokens } from "../../core/engines/render/context.ts";
import { paintDrawingSheet } from "../../core/engines/render/paint/drawing-sheet.ts";
import { paintFootprintChild } from "../../core/engines/render/paint/footprint.ts";
import { paintSymbolPart } from "../../core/engines/render/paint/symbol-part.ts";
import { paintItem } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import type { Sink, Theme } from "../../core/engines/render/sink.ts";
import { drawingOrder, themeFor } from "../../core/engines/render/themes.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { footprintBehind } from "../../core/model/library/parts-board.ts";
import type { Behind } from "../../core/model/library/parts-sheet.ts";
import { partsSheet, rootOf, symbolBehind } from "../../core/model/library/parts-sheet.ts";
import type { Surroundings } from "../protocol.ts";
import { controllerOf } from "./layers.ts";

/** A document of no project. */
export const nothingAround: Surroundings = { project: null, drawingSheet: null };

/** The render engine's painters for one document, with what they need of it. */
export class Painting {
  private cx: PaintContext;
  /** Whose parts the items are, in a footprint's file. */
  private footprint: Item | null;
  private symbol: Behind | null;
  private readonly options: ContextOptions;
  private readonly ranks: Readonly<Record<"front" | "back", ReadonlyMap<string, number>>>;

  constructor(doc: Doc, path: string, around: Surroundings = nothingAround) {
    const project = projectOptions(around.project ?? "");
    this.options = {
      ...project,
      ...(around.drawingSheet === null ? {} : { drawingSheet: around.drawingSheet }),
      variables: { ...variablesOf(path), ...project.variables },
    };
    this.cx = contextOf(doc, this.options);
    this.footprint = footprintBehind(doc);
    this.symbol = symbolBehind(doc);
    this.ranks = { front: ranksOf(this.cx, "front"), back: ranksOf(this.cx, "back") };
  }

  /** Tracks are others: rings that only stand where a track comes are to be drawn anew, after this. */
  follow(doc: Doc): void {
    this.cx = contextOf(doc, this.options);
  }

  /** A part of a library's file was changed: what the others say may hang on it. */
  see(doc: Doc): void {
    this.footprint = footprintBehind(doc);
    this.symbol = symbolBehind(doc);
  }

  paint(item: Item, sink: Sink): void {
    if (this.symbol !== null) paintSymbolPart(this.cx, this.symbol.symbol, item, sink);
    else if (this.footprint !== null) paintFootprintChild(this.cx, this.footprint, item, sink);
    else paintItem(this.cx, item, sink);
  }

  /**
   * The frame and title block of a schematic; a board is shown without its paper, a symbol that derives from another with
   * the other's drawing.
   */
  paintPage(sink: Sink): void {
    if (this.symbol !== null) this.paintRoot(this.symbol, sink);
    else if (this.cx.kind === "schematic") paintDrawingSheet(this.cx, sink);
  }

  private paintRoot({ library, symbol, shown }: Behind, sink: Sink): void {
    const root = rootOf(library, symbol);
    const sheet = root === symbol ? null : partsSheet(library, { ...shown, name: String(root["name"]) });
    for (const entry of sheet?.items.entries ?? [])
      if (entry.kind !== "property") paintSymbolPart(this.cx, root, entry.item(), sink);
  }

  /** The board's layer table. */
  layerRows(): PaintContext["layers"] {
    return this.cx.layers;
  }

  /** Layers that are listed though nothing is on them yet: all that a footprint may use. */
  offered(): readonly string[] {
    return this.footprint === null ? [] : this.cx.layerNames;
  }

  /** Layer names from the bottom up, as seen from a side of the board. */
  order(names: readonly string[], side: "front" | "back"): readonly string[] {
    const ranks = this.ranks[side];
    const rank = (name: string) => {
      const known = ranks.get(name) ?? ranks.get(controllerOf(name)) ?? -1;
      // A zone's fill goes right below its layer.
      return name.endsWith(":zone") ? known - 0.5 : known;
    };
    return [...names].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  }
}

/** What a title block says of a sheet by itself, as far as the sheet alone can tell. */
function variablesOf(path: string): Record<string, string> {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return { FILENAME: name, SHEETPATH: "/", "#": "1", "##": "1", KICAD_VERSION: "Electronics Designer" };
}

function ranksOf(cx: PaintContext, side: "front" | "back"): ReadonlyMap<string, number> {
  return new Map(drawingOrder(cx, side).map((name, i) => [name, i]));
}

/** Whether a change of this item may make every other look different. */
export function isSurrounding(id: ItemId, kind: string | undefined): boolean {
  return kind === undefined ? contextTokens.has(id.replace(/#.*$/, "")) : contextKinds.has(kind);
}

/** The colours of a document: KiCad's own, or a schematic's on VS Code's ground. */
export function themeOf(kind: DocKind, look: "kicad" | "vscode", isDark: boolean): Theme {
  return themeFor(kind, look === "kicad" ? "kicad" : isDark ? "dark" : "light");
}
