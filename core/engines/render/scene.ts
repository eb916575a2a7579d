import { CommandError } from "../../base/error.ts";
import type { Box } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import { grownBox, isEmptyBox, joinBoxes, makeBounds } from "./bounds.ts";
import { type ContextOptions, contextOf, type PaintContext } from "./context.ts";
import { paintDoc } from "./paint.ts";
import { makeRecording, type Recording } from "./recording.ts";
import { drawingOrder } from "./themes.ts";

/** What a picture of a document shows. */
export interface SceneRequest {
  /** Layer names, with `*` for any letters (`*.Cu`); null for what a person usually looks at. */
  readonly layers: readonly string[] | null;
  /** Null for the board's outline with a margin, or the whole page. */
  readonly region: Box | null;
  readonly side: "front" | "back";
  readonly context?: ContextOptions;
}

export interface Scene {
  readonly context: PaintContext;
  readonly recording: Recording;
  /** All layers of the picture, from the bottom to the top. */
  readonly order: readonly string[];
  readonly region: Box;
}

/** Around a board, in nanometres. */
const BOARD_MARGIN = 1_000_000;

/** Not shown on a board unless asked for. */
const quiet = /\.zone-outline$|^[FB]\.(Mask|Paste|Adhes|Fab|CrtYd)$|^Margin$/;

const body = /\.(Fab|CrtYd)$/;

/** Draws a document into a recording. Throws `invalid-args` for a layer that the document does not have. */
export function sceneOf(doc: Doc, request: SceneRequest): Scene {
  const context = contextOf(doc, request.context);
  const all = drawingOrder(context, request.side);
  const order = chosenLayers(all, request.layers, context.footprint !== null);
  const shown = new Set(order);
  const recording = makeRecording((layer) => shown.has(layer));
  paintDoc(doc, recording, context);
  return { context, recording, order, region: request.region ?? wholeRegion(doc, context, shown) };
}

function chosenLayers(
  all: readonly string[],
  wanted: readonly string[] | null,
  isFootprint: boolean,
): readonly string[] {
  // Courtyard and body are half of what a footprint is.
  if (wanted === null) return all.filter((layer) => !quiet.test(layer) || (isFootprint && body.test(layer)));
  const chosen = new Set<string>();
  for (const name of wanted) {
    const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*")}$`, "i");
    const found = all.filter((layer) => pattern.test(layer) && (name.includes("outline") || !isOutline(layer)));
    if (found.length === 0) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot draw layer ${name}: the document has none of that name.`,
        hint: `Layers: ${all.filter((layer) => !isOutline(layer)).join(", ")}. Use * for any letters, as in *.Cu.`,
        data: { layers: [...all] },
      });
    }
    for (const layer of found) chosen.add(layer);
  }
  // Copper without its holes misleads.
  if (wanted.some((name) => name.endsWith(".Cu")))
    for (const hole of all) if (hole.startsWith("hole.")) chosen.add(hole);
  return all.filter((layer) => chosen.has(layer));
}

function isOutline(layer: string): boolean {
  return layer.endsWith(".zone-outline");
}

/** The page of a schematic; the outline of a board, or all that is drawn where there is none. */
function wholeRegion(doc: Doc, cx: PaintContext, shown: ReadonlySet<string>): Box {
  const page: Box = { minX: 0, minY: 0, maxX: cx.paper.width, maxY: cx.paper.height };
  if (cx.kind === "schematic" && cx.symbol === null) return page;
  const edges = makeBounds((layer) => layer === "Edge.Cuts");
  const ink = makeBounds((layer) => shown.has(layer) && !isOutline(layer));
  paintDoc(doc, edges, cx);
  let box = edges.box();
  if (isEmptyBox(box)) {
    paintDoc(doc, ink, cx);
    box = isEmptyBox(ink.box()) ? page : joinBoxes(ink.box(), ink.box());
  }
  return grownBox(box, BOARD_MARGIN);
}
