import type { Kind } from "../kind.ts";
import { embeddedFiles, embeddedFonts, fileVersion, generator, generatorVersion, paper, titleBlock } from "../page.ts";
import { barcode, snapPoint, target } from "./barcode.ts";
import { dimension } from "./dimension.ts";
import { footprint } from "./footprint.ts";
import { generated } from "./generated.ts";
import { graphic } from "./graphic.ts";
import { group } from "./group.ts";
import { image } from "./image.ts";
import { net } from "./net.ts";
import { general, layers, netChains, setup, textVariable, variants } from "./setup.ts";
import { table } from "./table.ts";
import { text, textBox } from "./text.ts";
import { arcTrack, track } from "./track.ts";
import { via } from "./via.ts";
import { zone } from "./zone.ts";

/** Every kind that stands at a board's top level, in the order in which KiCad writes them. */
const inOrder: readonly Kind[] = [
  fileVersion,
  generator,
  generatorVersion,
  general,
  paper,
  titleBlock,
  layers,
  setup,
  textVariable,
  variants,
  net,
  footprint,
  graphic,
  image,
  text,
  textBox,
  table,
  dimension,
  target,
  barcode,
  snapPoint,
  track,
  arcTrack,
  via,
  zone,
  group,
  generated,
  netChains,
  embeddedFonts,
  embeddedFiles,
];

/** The same by the words that make them. */
export const boardKinds: ReadonlyMap<string, Kind> = byToken(inOrder);

export function byToken(kinds: readonly Kind[]): Map<string, Kind> {
  const map = new Map<string, Kind>();
  for (const kind of kinds) for (const token of kind.tokens) map.set(token, kind);
  return map;
}
