import { CommandError } from "../../base/error.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import { nearest } from "../registry.ts";

/** The board's own name of a layer that a caller names by it, or by what the board's author calls it. */
export function layerNamed(doc: Doc, name: string, verb: string): string {
  const layers = layersOf(doc);
  const found = layers.find((layer) => layer.name === name) ?? layers.find((layer) => layer.userName === name);
  if (found !== undefined) return found.name;
  const known = layers.flatMap((layer) => [layer.name, layer.userName]);
  const near = nearest(name, known);
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} on layer ${JSON.stringify(name)}: the board has ${layers.map((l) => l.name).join(", ")}.`,
    hint: near === undefined ? "Use one of the board's layers." : `Did you mean ${JSON.stringify(near)}?`,
    data: { layer: name, layers: layers.map((layer) => layer.name) },
  });
}

/** The same, for what must lie on copper. */
export function copperNamed(doc: Doc, name: string, verb: string): string {
  const layer = layerNamed(doc, name, verb);
  const copper = copperLayers(doc);
  if (copper.includes(layer)) return layer;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} on ${layer}: it is no copper layer; the board's are ${copper.join(", ")}.`,
    hint: "For lines on other layers use pcb.addGraphic.",
    data: { layer, layers: copper },
  });
}

/** A list of layers; a pad's may use wildcards such as *.Cu. */
export function layersNamed(doc: Doc, names: readonly string[], verb: string): string[] {
  return names.map((name) => (/^(\*|F&B)\./.test(name) ? name : layerNamed(doc, name, verb)));
}
