import { zipSync } from "fflate";
import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { addHash, hashBytes, hashText } from "../../base/hash.ts";
import type { Point } from "../../base/nm.ts";
import { fabBoard } from "../../engines/fabricate/board.ts";
import type { FabFile } from "../../engines/fabricate/set.ts";
import { fabricationSet, manufacturingLayers } from "../../engines/fabricate/set.ts";
import { billOfMaterials, writeBom } from "../../engines/netlist/bom.ts";
import { contextOf } from "../../engines/render/context.ts";
import { paintItem } from "../../engines/render/paint.ts";
import { encodeText } from "../../format/text.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { DocumentContext } from "../define.ts";
import { defineCommand } from "../define.ts";
import { readDesignFile } from "../design-file.ts";
import { fillingOf } from "../pcb/zone-fills.ts";
import { byReference } from "../reference-order.ts";
import { projectBeside } from "../render/view.ts";
import { designFrom } from "../sch/design.ts";
import { writeArtefacts } from "./artefacts.ts";
import { bomFormat, bomOptions } from "./bom-options.ts";
import { freshlyFilled } from "./fab-fills.ts";
import { layersNamed } from "./layer-choice.ts";

export const fabricate = defineCommand({
  id: "project.fabricate",
  title: "Make manufacturing files",
  about:
    "Writes what a board is made from: Gerber X2 of each layer, Excellon drills, positions, BOM (from the schematic beside it) and the job file. " +
    "Fills that are out of date are made anew for it; the board is not changed.",
  kind: "export",
  scope: "board",
  args: {
    out: Type.Optional(Type.String({ description: "Folder; fab beside the board when left out.", minLength: 1 })),
    layers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: "Layers, * for any letters; copper, mask, paste, silk and Edge.Cuts when left out.",
        minItems: 1,
      }),
    ),
    origin: Type.Optional(
      Type.Union([Type.Literal("absolute"), Type.Literal("drill")], {
        description: "Where 0, 0 is: the page's corner (default) or the drill origin.",
      }),
    ),
    zip: Type.Optional(Type.Boolean({ description: "Also all in one .zip." })),
    dryRun: Type.Optional(Type.Boolean({ description: "List the files, write none." })),
  },
  result: Type.Object({
    folder: Type.String(),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.String(),
        layer: Type.Optional(Type.String()),
        count: Type.Integer({ description: "Objects, holes, parts or rows in it." }),
      }),
    ),
    refilled: Type.Array(Type.Object({ zone: Type.String(), net: Type.String(), layers: Type.Array(Type.String()) }), {
      description: "Zones whose fill in the board is out of date.",
    }),
    notes: Type.Optional(Type.Array(Type.String())),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  examples: [
    { about: "What would be written.", fixture: "blinky/blinky.kicad_pcb", args: { dryRun: true } },
    { about: "The whole set, zipped too.", fixture: "blinky/blinky.kicad_pcb", args: { zip: true } },
  ],
  async run(cx, args) {
    const filling = await fillingOf(cx);
    const { doc, refilled } = await freshlyFilled(cx);
    const base = stem(cx.open.path);
    const folder = args.out ?? `${cx.open.path.replace(/[^/\\]*$/, "")}fab`;
    const context = contextOf(doc, await projectBeside(cx));
    const board = fabBoard(doc, filling.clipper, (item, ink) => paintItem(context, item, ink));
    const names = layersOf(doc).map((layer) => layer.name);
    const version = cx.services.build?.()["version"] ?? "0";
    const date = cx.services.date?.() ?? "1980-01-01T00:00:00Z";
    const { files, notes } = fabricationSet(board, {
      base,
      layers: args.layers === undefined ? manufacturingLayers(names) : layersNamed(names, args.layers),
      origin: args.origin === "drill" ? drillOrigin(doc) : { x: 0, y: 0 },
      project: { name: base, guid: guidOf(base), revision: context.titleBlock["rev"] ?? "rev?" },
      software: { name: "edsnx", version },
      date,
      byReference,
    });
    cx.signal.throwIfAborted();
    const bom = await bomOf(cx, base, notes);
    if (bom !== null) files.push(bom);
    const made = files.map((file) => ({ ...file, bytes: encodeText(file.text) }));
    const artefacts = made.map(({ name, bytes }) => ({ name, bytes }));
    const listed = made.map(({ name, kind, layer, count }) => ({
      name,
      kind: kind as string,
      ...(layer === undefined ? {} : { layer }),
      count,
    }));
    if (args.zip === true) {
      const bytes = zipSync(Object.fromEntries(artefacts.map((file) => [file.name, file.bytes])), { mtime: date });
      listed.push({ name: `${base}-fab.zip`, kind: "zip", count: artefacts.length });
      artefacts.push({ name: `${base}-fab.zip`, bytes });
    }
    if (cx.open.hash !== cx.open.savedHash) notes.unshift("The board has unsaved edits; the files have them too.");
    if (refilled.length > 0)
      notes.unshift(`Filled ${refilled.length} zones anew for these files; pcb.fillZones does it in the board.`);
    if (args.dryRun !== true) await writeArtefacts(cx, folder, artefacts);
    return {
      folder: await cx.session.resolve(folder),
      files: listed,
      refilled,
      ...(notes.length === 0 ? {} : { notes }),
      ...(args.dryRun === true ? { dryRun: true } : {}),
    };
  },
});

function stem(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, "");
}

function drillOrigin(doc: Doc): Point {
  const [setup] = [...doc.items.ofKind("setup")];
  const origin = setup?.["auxOrigin"] as Point | null | undefined;
  if (origin != null) return origin;
  throw new CommandError({
    code: "check-failed",
    message: "Cannot measure from the drill origin: the board has none.",
    hint: "Set it with pcb.setOrigin, or leave origin out.",
  });
}

/** A name's identity in the form of a uuid: the same project has the same in every set. */
function guidOf(name: string): string {
  const first = hashBytes(encodeText(name));
  const hex = hashText(first) + hashText(addHash(first, hashBytes(encodeText(`${name}\n`))));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The bill of materials, alike parts together; null where the board has no schematic. */
async function bomOf(cx: DocumentContext, base: string, notes: string[]): Promise<FabFile | null> {
  const path = cx.open.path.replace(/\.kicad_pcb$/, ".kicad_sch");
  const { real, doc, problem } = await readDesignFile(cx, path, "schematic");
  if (doc === null) {
    notes.push(`No BOM: ${base}.kicad_sch: ${problem}.`);
    return null;
  }
  const { netlist, notes: missing } = await designFrom(cx, { path: real, doc });
  notes.push(...missing);
  const options = bomOptions({ groupBy: ["Value", "Footprint"] }, netlist.design.settings, "-", ",");
  const rows = billOfMaterials(netlist, options);
  const text = writeBom(rows, options.fields, bomFormat({}));
  return { name: `${base}-bom.csv`, kind: "bom", text, count: rows.length };
}
