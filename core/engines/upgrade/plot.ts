import { layerNumbered, layerRow, NEW_NUMBERS } from "../../model/board/layer-numbers.ts";
import type { Part } from "./part.ts";
import type { Raising } from "./raising.ts";

/** What KiCad 9 writes of plot settings that older files lack. */
const usual: Readonly<Record<string, unknown>> = {
  onAllLayers: "0x00000000_00000000_00000000_00000000",
  dashRatio: 12,
  gapRatio: 3,
  pdfFrontPopups: true,
  pdfBackPopups: true,
  pdfMetadata: true,
  pdfSingleDocument: false,
  blackAndWhite: true,
  padNumbers: false,
  hideDnp: false,
  sketchDnp: true,
  crossOutDnp: true,
};

/** Settings that KiCad 9 has no more; none of them says what the board is. */
const gone = ["excludeEdge", "svgInches", "viasOnMask", "references", "values", "footprintTexts", "invisibleTexts"];

/** How a set-up says since KiCad 9 that vias are covered by mask. */
const TENTING = 20240609;

/** Raises a board's set-up: whether vias are covered by mask, and how the board was plotted last. */
export function raiseSetup(part: Part, cx: Raising): void {
  const { values } = part;
  if (values["allowMaskBridges"] === null) values["allowMaskBridges"] = false;
  const plot = values["plot"] as Readonly<Record<string, unknown>> | null;
  if (cx.to >= TENTING && values["tenting"] === null) {
    const covered = plot?.["viasOnMask"] !== true;
    values["tenting"] = { front: covered, back: covered };
    cx.say(`set-up: viasonmask becomes tenting: vias are ${covered ? "covered" : "open"} on both sides`);
  }
  if (plot === null) return;
  const raised: Record<string, unknown> = { ...plot };
  for (const [name, value] of Object.entries(usual)) raised[name] ??= value;
  if (cx.to >= NEW_NUMBERS && cx.doc.version < NEW_NUMBERS) {
    const named = gone.filter((name) => raised[name] !== null && name !== "viasOnMask");
    if (named.length > 0) cx.say(`set-up: plot settings that KiCad 9 has no more go: ${named.join(", ")}`);
    for (const name of gone) raised[name] = null;
    for (const name of ["layerSelection", "onAllLayers"]) raised[name] = renumbered(raised[name] as string | null, cx);
    cx.say("set-up: masks of layers (layerselection) follow the new numbers of layers");
  }
  values["plot"] = raised;
}

/** A mask of layers by their old numbers as one of 128 bits by the new ones. */
function renumbered(mask: string | null, cx: Raising): string | null {
  if (mask === null) return null;
  const old = BigInt(`0x${mask.replace(/^0x|_/g, "")}`);
  let now = 0n;
  for (let bit = 0; bit < 64; bit++) {
    if (((old >> BigInt(bit)) & 1n) === 0n) continue;
    const name = layerNumbered(cx.doc.version, bit);
    const row = name === null ? null : layerRow(cx.to, name);
    if (row !== null) now |= 1n << BigInt(row.ordinal);
  }
  const digits = now.toString(16).padStart(32, "0");
  return `0x${digits.match(/.{8}/g)!.join("_")}`;
}
