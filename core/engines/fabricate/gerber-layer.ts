import type { FabBoard } from "./board.ts";
import { Gerber, type GerberHead } from "./gerber.ts";
import { plotLayer } from "./layer.ts";
import type { LayerFile } from "./layer-file.ts";
import { maskWebs } from "./mask-web.ts";

/** A layer's Gerber file; how many objects are in it. */
export interface GerberLayer {
  readonly text: string;
  readonly objects: number;
}

export function gerberLayer(
  board: FabBoard,
  file: LayerFile,
  head: Omit<GerberHead, "fileFunction" | "polarity">,
): GerberLayer {
  const gerber = new Gerber({ ...head, fileFunction: file.fileFunction, polarity: file.polarity });
  plotLayer(board, file.layer, gerber);
  if (file.layer.endsWith(".Mask")) for (const web of maskWebs(board, file.layer)) gerber.region(web, "", {});
  return { text: gerber.text(), objects: gerber.objects };
}
