import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { fabBoard } from "../../core/engines/fabricate/board.ts";
import { fabricationSet } from "../../core/engines/fabricate/set.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintItem } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import type { Clipper } from "../../core/geometry/clip.ts";
import type { Rings } from "../../core/geometry/ring.ts";
import { ringsArea } from "../../core/geometry/ring.ts";
import { layersOf } from "../../core/model/board/layer-table.ts";
import { readDoc } from "../../core/model/document.ts";
import { readExcellon } from "./excellon-reader.ts";
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
  /** Area of what is in one of the two only and farther from the other than the tolerance. */
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

/** Edges so near to each other are the same: KiCad's chords stray by five micrometres. */
const TOLERANCE = 6_000;

export const fabScript = join(import.meta.dirname, "../proof/fab-kicad.py");

export async function kicadFab(path: string): Promise<Record<string, string> | null> {
  const command = ["/usr/bin/python3", fabScript, path, "{out}"];
  const output = await kicadOutput(path, command, [fabScript]).catch(() => null);
  return output === null ? null : (JSON.parse(output.toString()) as Record<string, string>);
}

/** Our files of a board by name, every layer's, and which layer each Gerber file is of. */
export async function ourFab(path: string): Promise<{ files: Record<string, string>; layers: Map<string, string> }> {
  const clipper = await loadClipper();
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  const project = path.replace(/\.kicad_pcb$/, ".kicad_pro");
  const options = existsSync(project) ? projectOptions(readFileSync(project, "utf8")) : {};
  const variables = { FILENAME: basename(path), ...options.variables };
  const context = contextOf(doc!, { ...options, variables });
  const board = fabBoard(doc!, clipper, (item, ink) => paintItem(context, item, ink));
  const made = fabricationSet(board, {
    base: basename(path, ".kicad_pcb"),
    layers: layersOf(doc!).map((layer) => layer.name),
    origin: { x: 0, y: 0 },
    project: { name: "proof", guid: "00000000-0000-4000-8000-000000000000", revision: "" },
    software: { name: "edsnx", version: "0" },
    date: "2026-01-01T00:00:00Z",
    byReference: (a, b) => (a < b ? -1 : 1),
  });
  const layers = new Map(
    made.files.flatMap(({ name, layer }) => (layer === undefined ? [] : [[name, layer] as const])),
  );
  return { files: Object.fromEntries(made.files.map(({ name, text }) => [name, text])), layers };
}

/** What is the same in both sets, and what is in one only. */
export interface FabAgreement {
  readonly layers: readonly LayerAgreement[];
  readonly holes: Same;
  readonly positions: Same;
}

export interface Same {
  readonly same: number;
  readonly other: readonly string[];
}

/** Compares everything; null when KiCad does not read the board. */
export async function fabAgreement(path: string): Promise<FabAgreement | null> {
  const theirs = await kicadFab(path);
  if (theirs === null) return null;
  const clipper = await loadClipper();
  const { files, layers } = await ourFab(path);
  return {
    layers: [...layers].map(([name, layer]) => {
      const text = theirs[name];
      return compare(clipper, layer, name, readGerber(files[name]!), text === undefined ? null : readGerber(text));
    }),
    holes: nearly(difference(holeLines(files), holeLines(theirs))),
    positions: nearly(
      difference(
        positionLines(Object.entries(files).find(([name]) => name.endsWith("-positions.csv"))![1]),
        positionLines(theirs["positions.csv"] ?? ""),
      ),
    ),
  };
}

/** Lines whose numbers are a micrometre apart at most are the same: half a micrometre rounds either way. */
function nearly({ same, other }: Same): Same {
  const theirs = other.filter((line) => line.startsWith("KiCad: "));
  const ours = other.filter((line) => line.startsWith("ours: "));
  const numbers = (line: string) => (line.match(/-?\d+/g) ?? []).map(Number);
  const words = (line: string) => line.replace(/^\w+: /, "").replace(/-?\d+/g, "#");
  const left = ours.filter((line) => {
    const at = theirs.findIndex(
      (each) => words(each) === words(line) && numbers(each).every((n, i) => Math.abs(n - numbers(line)[i]!) <= 1),
    );
    if (at >= 0) theirs.splice(at, 1);
    return at < 0;
  });
  return { same: same + ours.length - left.length, other: [...left, ...theirs] };
}

/** One line for each hole, with the plating and the layers of its file. Tools of no width drill nothing. */
function holeLines(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files)
    .filter(([name]) => name.endsWith(".drl"))
    .flatMap(([, text]) => {
      const { hits, fileFunction } = readExcellon(text);
      return hits.map((hit) => `${fileFunction}: ${hit}`).filter((line) => !/ 0 (at|slot) /.test(line));
    });
}

/** Places to the micrometre, angles to a thousandth of a degree. */
function positionLines(text: string): string[] {
  return text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => {
      const [, head, x, y, angle, side] = /^(.*),(-?[\d.]+),(-?[\d.]+),(-?[\d.]+),(top|bottom)$/.exec(line) ?? [];
      return [head, Math.round(Number(x) * 1000), Math.round(Number(y) * 1000), Number(angle).toFixed(3), side].join(
        " ",
      );
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
  const grown = (rings: Rings) => clipper.offset(rings, TOLERANCE, "round", 8);
  const odd = [...clipper.difference(image, grown(other)), ...clipper.difference(other, grown(image))];
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
