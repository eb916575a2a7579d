import type { Point } from "../../base/nm.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { FabBoard } from "./board.ts";
import { drillFiles } from "./excellon.ts";
import type { GerberHead } from "./gerber.ts";
import { gerberLayer } from "./gerber-layer.ts";
import { holesOf } from "./holes.ts";
import type { JobFile } from "./job.ts";
import { jobFile } from "./job.ts";
import { layerFile } from "./layer-file.ts";
import { partPlaces, positionsCsv } from "./positions.ts";

export interface SetOptions {
  /** The board's file name without extension. */
  readonly base: string;
  readonly layers: readonly string[];
  readonly origin: Point;
  readonly project: GerberHead["project"];
  readonly software: GerberHead["software"];
  /** ISO 8601; the job file needs one. */
  readonly date: string;
  readonly byReference: (a: string, b: string) => number;
}

/** One file of a manufacturing set. */
export interface FabFile {
  readonly name: string;
  readonly kind: "gerber" | "drill" | "positions" | "bom" | "job";
  readonly text: string;
  readonly layer?: string;
  /** What is in it: objects of a layer, holes and slots, parts. */
  readonly count: number;
}

/** The layers that a board is made from, of those that it has. */
export function manufacturingLayers(names: readonly string[]): string[] {
  return names.filter((name) => /\.(Cu|Mask|Paste|SilkS)$/.test(name) || name === "Edge.Cuts");
}

/**
 * The manufacturing files of a board: Gerber X2 for each layer, Excellon drills, positions, and the job file. What a
 * person should know goes into the notes.
 */
export function fabricationSet(board: FabBoard, options: SetOptions): { files: FabFile[]; notes: string[] } {
  const { base, origin, project, software } = options;
  const files: FabFile[] = [];
  const job: JobFile[] = [];
  for (const row of layersOf(board.doc)) {
    if (!options.layers.includes(row.name)) continue;
    const file = layerFile(base, row, board.copper);
    const { text, objects } = gerberLayer(board, file, { project, software, origin });
    files.push({ name: file.name, kind: "gerber", layer: row.name, text, count: objects });
    job.push(file);
  }
  const { holes, tooSmall } = holesOf(board);
  for (const drill of drillFiles(base, holes, board.copper, origin, software)) {
    files.push({ name: drill.name, kind: "drill", text: drill.text, count: drill.holes + drill.slots });
    job.push({ name: drill.name, fileFunction: drill.fileFunction, polarity: "Positive" });
  }
  const places = partPlaces(board.doc, origin);
  const positions = positionsCsv(places, options.byReference);
  files.push({ name: `${base}-positions.csv`, kind: "positions", text: positions, count: places.length });
  const text = jobFile(board.doc, job, { project, software }, board.copper.length, options.date);
  files.push({ name: `${base}-job.gbrjob`, kind: "job", text, count: job.length });
  return { files, notes: notesOf(board, options, tooSmall) };
}

function notesOf(board: FabBoard, { layers }: SetOptions, tooSmall: number): string[] {
  const notes: string[] = [];
  if (tooSmall > 0) notes.push(`Left out ${tooSmall} holes narrower than 0.5 micrometres: they cannot be drilled.`);
  const edge = board.drawn.get("Edge.Cuts");
  if (layers.includes("Edge.Cuts") && edge === undefined) notes.push("The board has no outline on Edge.Cuts.");
  const back = board.vias.filter(({ via }) => via.backdrill !== null || via.tertiaryDrill !== null).length;
  const machined = board.pads.filter(({ pad }) => pad.backdrill !== null || pad.tertiaryDrill !== null).length;
  if (back + machined > 0) notes.push(`Back drills of ${back + machined} holes are not in the drill files.`);
  notes.push(...notDrawn(board.doc, layers));
  return notes;
}

/** Notes on what these layers hold and no picture of ours shows, also inside footprints. */
export function notDrawn(doc: Doc, layers: readonly string[]): string[] {
  let count = 0;
  const look = (item: Item) => {
    if (item.kind === "barcode" && layers.includes(String(item["layer"]))) count++;
  };
  for (const item of doc.items.ofKind("barcode")) look(item);
  for (const footprint of doc.items.ofKind("footprint")) footprint.children.forEach(look);
  if (count === 0) return [];
  return [
    `Left out ${count} barcode${count === 1 ? "" : "s"}, which cannot be drawn yet: plot these layers with KiCad.`,
  ];
}
