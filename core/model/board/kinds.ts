import type { Kind } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { dimension } from "./dimension.ts";
import { footprint } from "./footprint.ts";
import { generated } from "./generated.ts";
import { graphic } from "./graphic.ts";
import { group } from "./group.ts";
import { image } from "./image.ts";
import { net } from "./net.ts";
import { text, textBox } from "./text.ts";
import { arcTrack, track } from "./track.ts";
import { via } from "./via.ts";
import { zone } from "./zone.ts";

const layers = defineKind({ kind: "layers", tokens: ["layers"], about: "The board's layers.", shape: {} });
const embeddedFonts = defineKind({
  kind: "embeddedFonts",
  tokens: ["embedded_fonts"],
  about: "Whether fonts are embedded.",
  shape: {},
});
const embeddedFiles = defineKind({
  kind: "embeddedFiles",
  tokens: ["embedded_files"],
  about: "Files embedded in the board.",
  shape: {},
});

/** Every kind that stands at a board's top level, by the words that make it. */
export const boardKinds: ReadonlyMap<string, Kind> = byToken([
  net,
  layers,
  track,
  arcTrack,
  via,
  graphic,
  text,
  textBox,
  footprint,
  zone,
  dimension,
  group,
  generated,
  image,
  embeddedFonts,
  embeddedFiles,
]);

export function byToken(kinds: readonly Kind[]): Map<string, Kind> {
  const map = new Map<string, Kind>();
  for (const kind of kinds) for (const token of kind.tokens) map.set(token, kind);
  return map;
}
