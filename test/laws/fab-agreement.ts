import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { fabBoard } from "../../core/engines/fabricate/board.ts";
import { gerberLayer } from "../../core/engines/fabricate/gerber-layer.ts";
import { layerFile } from "../../core/engines/fabricate/layer-file.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintItem } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import type { Clipper } from "../../core/geometry/clip.ts";
import type { Rings } from "../../core/geometry/ring.ts";
import { ringBox, ringsArea } from "../../core/geometry/ring.ts";
import { layersOf } from "../../core/model/board/layer-table.ts";
import { readDoc } from "../../core/model/document.ts";
import { gerberImage } from "./gerber-image.ts";
import type { GerberFile, GerberObject } from "./gerber-reader.ts";
import { readGerber } from "./gerber-reader.ts";
import { kicadOutput } from "./kicad-cache.ts";

/** How one layer of a board compares with KiCad's. Areas in square millimetres. */
export interface LayerAgreement {
  readonly layer: string;
  readonly name: string;
  /** KiCad's file of the same name; null when it has none. */
  readonly theirName: string | null;
  readonly area: number;
  readonly theirArea: number;
  /** Area of what is in one of the two only, strips thinner than the tolerance left away. */
  readonly difference: number;
  /** A place in the largest piece of it (mm). */
  readonly where: string;
  /** Objects by aperture function and kind that only one has: `ours 3 ViaPad flash`. */
  readonly objects: readonly string[];
  /** Flashed pads whose place, function and attributes are the same in both; and those that are in one only. */
  readonly samePads: number;
  readonly otherPads: readonly string[];
  readonly sameHead: boolean;
}

/** Strips thinner than this come of chords. */
const TOLERANCE = 6_000;

export const fabScript = join(import.meta.dirname, "../proof/fab-kicad.py");

export async function kicadFab(path: string): Promise<Record<string, string> | null> {
  const command = ["/usr/bin/python3", fabScript, path, "{out}"];
  const output = await kicadOutput(path, command, [fabScript]).catch(() => null);
  return output === null ? null : (JSON.parse(output.toString()) as Record<string, string>);
}

/** Our Gerber files of a board by name, and which layer each is of. */
export async function ourFab(path: string): Promise<{ files: Record<string, string>; layers: Map<string, string> }> {
  const clipper = await loadClipper();
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  const project = path.replace(/\.kicad_pcb$/, ".kicad_pro");
  const options = existsSync(project) ? projectOptions(readFileSync(project, "utf8")) : {};
  const variables = { FILENAME: basename(path), ...options.variables };
  const context = contextOf(doc!, { ...options, variables });
  const board = fabBoard(doc!, clipper, (item, ink) => paintItem(context, item, ink));
  const base = basename(path, ".kicad_pcb");
  const head = {
    project: { name: base, guid: "00000000-0000-0000-0000-000000000000", revision: "" },
    software: { name: "edsnx", version: "0" },
    origin: { x: 0, y: 0 },
  };
  const files: Record<string, string> = {};
  const layers = new Map<string, string>();
  for (const layer of layersOf(doc!)) {
    const file = layerFile(base, layer, board.copper);
    files[file.name] = gerberLayer(board, file, head).text;
    layers.set(file.name, layer.name);
  }
  return { files, layers };
}

export async function layerAgreements(path: string): Promise<LayerAgreement[] | null> {
  const theirs = await kicadFab(path);
  if (theirs === null) return null;
  const clipper = await loadClipper();
  const { files, layers } = await ourFab(path);
  return [...layers].map(([name, layer]) => {
    const text = theirs[name];
    return compare(clipper, layer, name, readGerber(files[name]!), text === undefined ? null : readGerber(text));
  });
}

function compare(
  clipper: Clipper,
  layer: string,
  name: string,
  ours: GerberFile,
  theirs: GerberFile | null,
): LayerAgreement {
  const image = gerberImage(clipper, ours);
  const other = theirs === null ? [] : gerberImage(clipper, theirs);
  const odd = clipper.offset(clipper.xor(image, other).filter(isSeen), -TOLERANCE / 2, "square", 8);
  const mm2 = (rings: Rings) => ringsArea(rings) / 1e12;
  const largest = [...odd].sort((a, b) => Math.abs(ringsArea([b])) - Math.abs(ringsArea([a])))[0];
  const pads = difference(padLines(ours), padLines(theirs));
  return {
    layer,
    name,
    theirName: theirs === null ? null : name,
    area: mm2(image),
    theirArea: mm2(other),
    difference: mm2(odd),
    where:
      largest === undefined
        ? ""
        : `${largest[0]! / 1e6} ${-largest[1]! / 1e6} (${(ringsArea([largest]) / 1e12).toFixed(4)})`,
    objects: difference(kindLines(ours), kindLines(theirs)).other,
    samePads: pads.same,
    otherPads: pads.other,
    // KiCad says a polarity on some layers only.
    sameHead: [".FileFunction", ".FilePolarity"].every((key) => {
      const said = theirs?.attributes.get(key);
      return said === undefined || said === ours.attributes.get(key);
    }),
  };
}

/** Whether a piece is wider than the tolerance in any direction: specks would be turned inside out by shrinking. */
function isSeen(ring: Rings[number]): boolean {
  const { minX, minY, maxX, maxY } = ringBox(ring);
  return Math.max(maxX - minX, maxY - minY) > TOLERANCE;
}

/** One line for each flashed object that is a pad or via. */
function padLines(file: GerberFile | null): string[] {
  return (file?.objects ?? []).filter(isPad).map(({ points, use, tags }) => {
    const [x, y] = points.map((v) => Math.round(v / 1000));
    return `${x} ${y} ${use} ${[...tags]
      .sort()
      .map(([key, value]) => `${key}=${value}`)
      .join(" ")}`;
  });
}

function isPad({ kind, use }: GerberObject): boolean {
  return kind === "flash" && /Pad|ConductorPad/.test(use);
}

function kindLines(file: GerberFile | null): string[] {
  return [...new Set((file?.objects ?? []).map(({ kind, use }) => `${use === "" ? "-" : use} ${kind}`))];
}

/** What is in one of two lists only, and how many are in both. */
export function difference(ours: readonly string[], theirs: readonly string[]): { same: number; other: string[] } {
  const left = new Map<string, number>();
  for (const line of theirs) left.set(line, (left.get(line) ?? 0) + 1);
  const other: string[] = [];
  let same = 0;
  for (const line of ours) {
    const n = left.get(line) ?? 0;
    if (n === 0) other.push(`ours: ${line}`);
    else {
      left.set(line, n - 1);
      same++;
    }
  }
  for (const [line, n] of left) for (let i = 0; i < n; i++) other.push(`KiCad: ${line}`);
  return { same, other };
}
