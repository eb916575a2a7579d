import { Type } from "typebox";
import type { Box } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import { defineCommand } from "../define.ts";
import { boundsOf, emptyBox, joinBoxes } from "../item-bounds.ts";
import { netNames } from "../item-refs.ts";
import { isPlaced } from "../pcb/selection.ts";
import { docKind, notesOf } from "../session/summary.ts";

const layer = Type.Object({
  name: Type.String({ description: "KiCad's name; items carry it." }),
  userName: Type.Optional(Type.String({ description: "What the board's author calls it." })),
  type: Type.String({ description: "signal, power, mixed, jumper or user." }),
  ordinal: Type.Integer(),
  copper: Type.Boolean(),
});

export const describe = defineCommand({
  id: "query.describe",
  title: "Describe document",
  about:
    "What a board, a schematic or a library file is and holds: version, title, counts by kind, bounds; layers and nets of " +
    "a board, sheets and symbols of a schematic.",
  kind: "query",
  scope: "document",
  args: {},
  result: Type.Object({
    path: Type.String(),
    kind: docKind,
    version: Type.Integer({ description: "The file's version token." }),
    revision: Type.Integer(),
    notes: Type.Optional(Type.Array(Type.String(), { description: "What is odd about its text." })),
    title: Type.String({ description: "From the title block; may be empty." }),
    counts: Type.Record(Type.String(), Type.Integer(), { description: "Items by kind." }),
    bounds: Type.Union([Type.Array(Type.Number()), Type.Null()], {
      description: "[x1, y1, x2, y2] in mm: of the board's edge when it has one, else of all items.",
    }),
    layers: Type.Optional(Type.Array(layer)),
    nets: Type.Optional(Type.Integer({ description: "Number of nets, without the empty one." })),
    symbols: Type.Optional(Type.Integer({ description: "Number of placed symbols." })),
    sheets: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.String(), file: Type.String() }), {
        description: "Sub-sheets on this page.",
      }),
    ),
  }),
  examples: [
    { about: "What is on the board?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "What is in the schematic?", fixture: "blinky/blinky.kicad_sch", args: {} },
  ],
  run(cx) {
    const { doc, open } = cx;
    const counts: Record<string, number> = {};
    for (const entry of doc.items.entries) if (isPlaced(entry)) counts[entry.kind] = (counts[entry.kind] ?? 0) + 1;
    const common = {
      path: open.path,
      kind: doc.kind,
      version: doc.version,
      revision: open.revision,
      ...notesOf(open),
      title: titleOf(doc),
      counts,
      bounds: boxMm(boundsOfDoc(doc)),
    };
    if (doc.kind === "schematic") {
      const sheets = [...doc.items.ofKind("sheet")].map((item) => ({
        id: item.id,
        name: propertyOf(item, "Sheetname", "Sheet name"),
        file: propertyOf(item, "Sheetfile", "Sheet file"),
      }));
      return { ...common, symbols: counts["symbol"] ?? 0, sheets };
    }
    if (doc.kind !== "board") return common;
    const layers = layersOf(doc).map(({ name, userName, type, ordinal, copper }) => ({
      name,
      ...(userName === name ? {} : { userName }),
      type,
      ordinal,
      copper,
    }));
    return { ...common, layers, nets: netNames(doc).length };
  },
});

function propertyOf(
  item: { readonly children: readonly { readonly [key: string]: unknown }[] },
  ...names: string[]
): string {
  return String(item.children.find((child) => names.includes(String(child["name"])))?.["value"] ?? "");
}

function titleOf(doc: Doc): string {
  const [block] = doc.items.ofKind("titleBlock");
  return (block?.["title"] as string | undefined) ?? "";
}

function boundsOfDoc(doc: Doc): Box {
  let edge = emptyBox;
  for (const item of doc.items.ofKind("graphic"))
    if (item["layer"] === "Edge.Cuts") edge = joinBoxes(edge, boundsOf({ item }));
  if (edge.minX <= edge.maxX) return edge;
  let all = emptyBox;
  for (const entry of doc.items.entries) if (isPlaced(entry)) all = joinBoxes(all, boundsOf({ item: entry.item() }));
  return all;
}

function boxMm(box: Box): number[] | null {
  return box.minX > box.maxX ? null : [box.minX, box.minY, box.maxX, box.maxY].map(toMm);
}
