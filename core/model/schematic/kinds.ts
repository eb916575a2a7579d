import { byToken } from "../board/kinds.ts";
import type { Kind } from "../kind.ts";
import {
  embeddedFiles,
  embeddedFonts,
  fileUuid,
  fileVersion,
  generator,
  generatorVersion,
  paper,
  titleBlock,
} from "../page.ts";
import { busAlias, netChain, sheetInstances, symbolInstances } from "./file-parts.ts";
import { schematicGraphic } from "./graphic.ts";
import { schematicGroup } from "./group.ts";
import { schematicImage } from "./image.ts";
import { label } from "./label.ts";
import { librarySymbols } from "./library-symbol.ts";
import { ruleArea } from "./rule-area.ts";
import { sheet } from "./sheet.ts";
import { symbol } from "./symbol.ts";
import { schematicTable } from "./table.ts";
import { schematicText, schematicTextBox } from "./text.ts";
import { bus, busEntry, junction, noConnect, wire } from "./wire.ts";

/** Every kind that stands at a schematic's top level, in the order in which KiCad writes them. */
const inOrder: readonly Kind[] = [
  fileVersion,
  generator,
  generatorVersion,
  fileUuid,
  paper,
  titleBlock,
  librarySymbols,
  busAlias,
  schematicGraphic,
  schematicText,
  schematicTextBox,
  junction,
  noConnect,
  busEntry,
  wire,
  bus,
  schematicImage,
  schematicTable,
  label,
  ruleArea,
  symbol,
  sheet,
  schematicGroup,
  netChain,
  sheetInstances,
  symbolInstances,
  embeddedFonts,
  embeddedFiles,
];

/** The same by the words that make them. */
export const schematicKinds: ReadonlyMap<string, Kind> = byToken(inOrder);
