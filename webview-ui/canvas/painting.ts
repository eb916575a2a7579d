import type { ContextOptions, PaintContext } from "../../core/engines/render/context.ts";
import { contextKinds, contextOf, contextTokens } from "../../core/engines/render/context.ts";
import { paintItem, paintPage } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import type { Sink, Theme } from "../../core/engines/render/sink.ts";
import { drawingOrder, themeFor } from "../../core/engines/render/themes.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { footprintBehind } from "../../core/model/library/parts-board.ts";
import { symbolBehind } from "../../core/model/library/parts-sheet.ts";
import type { Surroundings } from "../protocol.ts";
import { controllerOf } from "./layers.ts";

/** A document of no project. */
export const nothingAround: Surroundings = { project: null, drawingSheet: null };

/** The render engine's painters for one document, with what they need of it. */
export class Painting {
  private cx: PaintContext;
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
    this.ranks = { front: ranksOf(this.cx, "front"), back: ranksOf(this.cx, "back") };
  }

  /** Tracks are others: rings that only stand where a track comes are to be drawn anew, after this. */
  follow(doc: Doc): void {
    this.cx = contextOf(doc, this.options);
  }

  /** A part of a library's file was changed: what the others say may hang on it. */
  see(doc: Doc): void {
    this.cx = { ...this.cx, footprint: footprintBehind(doc), symbol: symbolBehind(doc) };
  }

  paint(item: Item, sink: Sink): void {
    paintItem(this.cx, item, sink);
  }

  /**
   * The frame and title block of a schematic; a board is shown without its paper, a symbol that derives from another with
   * the other's drawing.
   */
  paintPage(sink: Sink): void {
    paintPage(this.cx, sink);
  }

  /** The board's layer table. */
  layerRows(): PaintContext["layers"] {
    return this.cx.layers;
  }

  /** Layers that are listed though nothing is on them yet: all that a footprint may use. */
  offered(): readonly string[] {
    return this.cx.footprint === null ? [] : this.cx.layerNames;
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
