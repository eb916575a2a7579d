import { image } from "../board/image.ts";
import { byToken } from "../board/kinds.ts";
import type { Kind } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { schematicGraphic } from "./graphic.ts";
import { label } from "./label.ts";
import { librarySymbols } from "./library-symbol.ts";
import { sheet } from "./sheet.ts";
import { symbol } from "./symbol.ts";
import { schematicText, schematicTextBox } from "./text.ts";
import { bus, busEntry, junction, noConnect, wire } from "./wire.ts";

const sheetInstances = defineKind({
  kind: "sheetInstances",
  tokens: ["sheet_instances"],
  about: "Page numbers of the root.",
  shape: {},
});
const symbolInstances = defineKind({
  kind: "symbolInstances",
  tokens: ["symbol_instances"],
  about: "References by path, in files of KiCad 6.",
  shape: {},
});
const embeddedFonts = defineKind({
  kind: "embeddedFonts",
  tokens: ["embedded_fonts"],
  about: "Whether fonts are embedded.",
  shape: {},
});

/** Every kind that stands at a schematic's top level, by the words that make it. */
export const schematicKinds: ReadonlyMap<string, Kind> = byToken([
  symbol,
  wire,
  bus,
  busEntry,
  junction,
  noConnect,
  label,
  schematicText,
  schematicTextBox,
  schematicGraphic,
  sheet,
  image,
  librarySymbols,
  sheetInstances,
  symbolInstances,
  embeddedFonts,
]);
