import type { Nm } from "../../base/nm.ts";
import { encodeText } from "../../format/text.ts";
import type { LayerTableRow, Setup } from "../../model/board/setup.ts";
import type { Doc, DocKind } from "../../model/document.ts";
import { readDoc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { footprintBehind } from "../../model/library/parts-board.ts";
import type { Behind } from "../../model/library/parts-sheet.ts";
import { symbolBehind } from "../../model/library/parts-sheet.ts";
import type { PaperItem, TitleBlock } from "../../model/page.ts";
import type { JoinedLayers } from "../../model/shape/joined-rings.ts";
import { joinedLayers } from "../../model/shape/joined-rings.ts";
import type { TrackReach } from "../../model/shape/track-reach.ts";
import { trackReach } from "../../model/shape/track-reach.ts";

/** One row of the board's layer table. */
export interface LayerRow {
  readonly name: string;
  /** signal, power, mixed, jumper or user. */
  readonly type: string;
  /** The name the person gave it. */
  readonly shown: string;
}

/** The sheet of paper, as it lies. */
export interface Paper {
  readonly name: string;
  readonly width: Nm;
  readonly height: Nm;
}

/** What painters need of the document around an item. Derived once, valid until a `PaintContext` item changes. */
export interface PaintContext {
  readonly kind: DocKind;
  readonly version: number;
  readonly paper: Paper;
  /** title, date, rev, company, comment1 … comment9. */
  readonly titleBlock: Readonly<Record<string, string>>;
  /** Text variables: the project's and what the host adds, upper-case names as written. */
  readonly variables: ReadonlyMap<string, string>;
  readonly layers: readonly LayerRow[];
  readonly layerNames: readonly string[];
  /** Copper layers from front to back. */
  readonly copper: readonly string[];
  readonly maskMargin: Nm;
  readonly pasteMargin: Nm;
  readonly pasteRatio: number;
  readonly tentFront: boolean;
  readonly tentBack: boolean;
  /** The schematic's own symbols by name. */
  readonly symbols: ReadonlyMap<string, Item>;
  readonly sheetSettings: SheetSettings;
  /** Path of this use of the sheet (`/top/sheet`), for references; "" takes what the symbols say. */
  readonly sheetPath: string;
  /** Parts of the project's own drawing sheet; null: KiCad's default one. */
  readonly drawingSheet: readonly Item[] | null;
  /** Whose parts the items are, in a footprint's file that is shown as a board of them. */
  readonly footprint: Item | null;
  /** Of which symbol, in a library that is shown as a sheet of one symbol's parts. */
  readonly symbol: Behind | null;
  /** Whether a track of a net comes to a hole on a layer, as the document had it when the context was made. */
  readonly reached: TrackReach;
  /** On which layers others keep the rings of a via or plated pad, likewise. */
  readonly joined: JoinedLayers;
}

/** Drawing settings of a schematic, from its project. */
export interface SheetSettings {
  readonly lineWidth: Nm;
  readonly wireWidth: Nm;
  readonly busWidth: Nm;
  readonly junctionSize: Nm;
  readonly pinSymbolSize: Nm;
  /** Part of the text size between a text and its line. */
  readonly textOffsetRatio: number;
  readonly labelSizeRatio: number;
  /** Length of dashes and of the gaps between marks, in pen widths. */
  readonly dashRatio: number;
  readonly gapRatio: number;
}

export interface ContextOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly sheetSettings?: Partial<SheetSettings>;
  readonly sheetPath?: string;
  /** The text of the drawing sheet (`.kicad_wks`) that the project names; KiCad's default one when left out. */
  readonly drawingSheet?: string;
}

/** KiCad's settings for a schematic without a project: 6 mil lines, 12 mil buses, 36 mil junctions, 25 mil pin symbols. */
export const defaultSheetSettings: SheetSettings = {
  lineWidth: 152_400,
  wireWidth: 152_400,
  busWidth: 304_800,
  junctionSize: 914_400,
  pinSymbolSize: 635_000,
  textOffsetRatio: 0.15,
  labelSizeRatio: 0.375,
  dashRatio: 12,
  gapRatio: 3,
};

/** The tokens of items whose change makes a new context needful (everything may look different). */
export const contextTokens: ReadonlySet<string> = new Set([
  "layers",
  "setup",
  "paper",
  "title_block",
  "lib_symbols",
  "generator",
]);

const papers: Readonly<Record<string, readonly [number, number]>> = {
  A5: [210, 148],
  A4: [297, 210],
  A3: [420, 297],
  A2: [594, 420],
  A1: [841, 594],
  A0: [1189, 841],
  A: [279.4, 215.9],
  B: [431.8, 279.4],
  C: [558.8, 431.8],
  D: [863.6, 558.8],
  E: [1117.6, 863.6],
  GERBER: [812.8, 812.8],
  USLetter: [279.4, 215.9],
  USLegal: [355.6, 215.9],
  USLedger: [431.8, 279.4],
};

/** The kinds whose change makes a new context needful. */
export const contextKinds: ReadonlySet<string> = new Set([
  ...["layers", "setup", "paper", "titleBlock", "librarySymbols", "generator"],
]);

/** Reads a document's surroundings. Costs one look at the items that carry them. */
export function contextOf(doc: Doc, options: ContextOptions = {}): PaintContext {
  const around = new Map<string, Item>();
  let reach: TrackReach | undefined;
  let joined: JoinedLayers | undefined;
  const symbols = new Map<string, Item>();
  for (const entry of doc.items.entries) {
    if (entry.kind === "librarySymbols") {
      for (const symbol of entry.item().children) symbols.set(symbol["name"] as string, symbol);
    } else if (contextKinds.has(entry.kind)) around.set(entry.kind, entry.item());
  }
  const rows = (around.get("layers")?.["rows"] ?? []) as readonly LayerTableRow[];
  const layers = rows.map(({ name, type, userName }) => ({ name, type, shown: userName === "" ? name : userName }));
  const setup = around.get("setup") as unknown as Setup | undefined;
  const masked = setup?.plot?.viasOnMask !== true;
  const named = layers.filter((layer) => layer.name.endsWith(".Cu")).map((layer) => layer.name);
  // KiCad 9 numbers B.Cu before the inner layers; the stack is front, inner, back.
  const copper = [
    ...named.filter((name) => name === "F.Cu"),
    ...named.filter((name) => name !== "F.Cu" && name !== "B.Cu").sort((a, b) => innerNumber(a) - innerNumber(b)),
    ...named.filter((name) => name === "B.Cu"),
  ];
  return {
    kind: doc.kind,
    version: doc.version,
    footprint: footprintBehind(doc),
    symbol: symbolBehind(doc),
    paper: paperOf(around.get("paper") as unknown as PaperItem | undefined),
    titleBlock: titleBlockOf(around.get("titleBlock") as unknown as TitleBlock | undefined),
    variables: new Map(Object.entries(options.variables ?? {})),
    layers,
    layerNames: layers.map((layer) => layer.name),
    copper,
    maskMargin: setup?.maskMargin ?? 0,
    pasteMargin: setup?.pasteMargin ?? 0,
    pasteRatio: setup?.pasteRatio ?? 0,
    tentFront: setup?.tenting?.front ?? masked,
    tentBack: setup?.tenting?.back ?? masked,
    symbols,
    sheetSettings: { ...defaultSheetSettings, ...options.sheetSettings },
    sheetPath: options.sheetPath ?? "",
    reached: (layer, net, hole) =>
      (reach ??= trackReach(doc.items.ofKind("track", "arcTrack") as never))(layer, net, hole),
    joined: (id, own) => (joined ??= joinedLayers(doc.items.ofKind("via", "footprint"), copper))(id, own),
    drawingSheet: options.drawingSheet === undefined ? null : partsOf(options.drawingSheet),
  };
}

/** The parts of a drawing sheet; null when the text is none. */
function partsOf(text: string): readonly Item[] | null {
  const { doc } = readDoc(encodeText(text));
  return doc?.kind === "drawingSheet" ? doc.items.entries.map((entry) => entry.item()) : null;
}

function innerNumber(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

function paperOf(item: PaperItem | undefined): Paper {
  const name = item?.size ?? "A4";
  if (name === "User") return { name, width: item?.width ?? 297_000_000, height: item?.height ?? 210_000_000 };
  const [long, short] = papers[name] ?? [297, 210];
  const width = Math.round(long * 1e6);
  const height = Math.round(short * 1e6);
  return item?.portrait === true ? { name, width: height, height: width } : { name, width, height };
}

function titleBlockOf(item: TitleBlock | undefined): Record<string, string> {
  if (item === undefined) return {};
  const { title, date, rev, company, comments } = item;
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries({ title, date, rev, company })) if (value !== "") found[name] = value;
  for (const [i, comment] of comments.entries()) if (comment !== "") found[`comment${i + 1}`] = comment;
  return found;
}
