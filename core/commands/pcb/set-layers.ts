import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { layerRow, layerRows } from "../../model/board/layer-numbers.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { LayerTableRow } from "../../model/board/setup.ts";
import type { Doc } from "../../model/document.ts";
import { defineEdit } from "../define.ts";
import { partOf } from "../file-part.ts";
import { layerNamed } from "./layers.ts";

/** KiCad's greatest number of copper layers. */
const MOST = 32;

export const setLayers = defineEdit({
  id: "pcb.setLayers",
  title: "Set layers",
  about:
    "Sets the number of copper layers, adds and removes other layers, and names them. A layer that still holds items is " +
    "not removed: move or delete them first.",
  scope: "board",
  args: {
    copper: Type.Optional(Type.Integer({ description: "Number of copper layers, even.", minimum: 2, maximum: MOST })),
    add: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: "Layers to add, e.g. User.1, F.Adhes." }),
    ),
    remove: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description: "Layers to remove." })),
    names: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'What to call layers: { "In1.Cu": "GND" }; "" for KiCad\'s name.',
      }),
    ),
    types: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union(["signal", "power", "mixed", "jumper", "user", "front", "back"].map((word) => Type.Literal(word))),
        { description: 'Types: { "In1.Cu": "power" }.' },
      ),
    ),
  },
  examples: [
    {
      about: "Four layers, the inner ones with names.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { copper: 4, names: { "In1.Cu": "GND", "In2.Cu": "PWR" }, types: { "In1.Cu": "power" } },
    },
  ],
  run(cx, args) {
    const table = partOf(cx.edit, "layers");
    if (table === undefined) throw refusal("the board has no layer table", "Open and save it once with KiCad.");
    const { doc } = cx;
    if (args.copper !== undefined && args.copper % 2 !== 0)
      throw refusal(`${args.copper} copper layers is odd`, "KiCad's boards have an even number.");
    const rows = new Map((table["rows"] as readonly LayerTableRow[]).map((row) => [row.name, row]));
    const before = new Set(rows.keys());
    const count = args.copper ?? copperLayers(doc).length;
    for (const name of copperLayers(doc)) if (innerNumber(name) > count - 2) rows.delete(name);
    for (let n = 1; n <= count - 2; n++) if (!rows.has(`In${n}.Cu`)) rows.set(`In${n}.Cu`, row(doc, `In${n}.Cu`));
    for (const name of args.remove ?? []) {
      const layer = layerNamed(doc, name, "remove a layer");
      if (layer.endsWith(".Cu")) throw refusal(`${layer} is copper`, "Give copper: the number of copper layers.");
      if (layer === "Edge.Cuts" || layer === "Margin" || /CrtYd$/.test(layer))
        throw refusal(`${layer} is in every board`, "Leave it out.");
      rows.delete(layer);
    }
    for (const name of args.add ?? []) if (!rows.has(name)) rows.set(name, row(doc, name));
    for (const name of before) if (!rows.has(name)) refuseUsed(doc, name);
    for (const [name, type] of Object.entries(args.types ?? {})) change(rows, doc, name, { type });
    for (const [name, userName] of Object.entries(args.names ?? {})) change(rows, doc, name, { userName });
    cx.edit.set(table.id, { rows: layerRows(doc.version, [...rows.values()]) });
    if (args.copper !== undefined && partOf(cx.edit, "setup")?.["stackup"] != null)
      return ["The stackup still has the old layers: set it with pcb.setStackup."];
    return [];
  },
});

function change(rows: Map<string, LayerTableRow>, doc: Doc, name: string, to: Partial<LayerTableRow>): void {
  const known = rows.get(name) ?? rows.get(layerNamed(doc, name, "name a layer"));
  if (known === undefined) throw refusal(`there is no layer ${name} any more`, "Leave it out.");
  rows.set(known.name, { ...known, ...to });
}

function row(doc: Doc, name: string): LayerTableRow {
  const made = layerRow(doc.version, name);
  if (made === null)
    throw refusal(
      `KiCad has no layer ${JSON.stringify(name)} in files of version ${doc.version}`,
      "Layers are F.Cu, In1.Cu, F.Adhes, User.1, …",
    );
  return made;
}

function innerNumber(name: string): number {
  return Number(/^In(\d+)\.Cu$/.exec(name)?.[1] ?? 0);
}

function refuseUsed(doc: Doc, layer: string): void {
  let count = 0;
  for (const entry of doc.items.entries) {
    if (["net", "layers", "setup"].includes(entry.kind)) continue;
    const own = entry.item();
    for (const each of [own, ...own.children]) {
      const layers = each["layers"] as readonly string[] | undefined;
      if (each["layer"] === layer || (Array.isArray(layers) && layers.includes(layer))) count++;
    }
  }
  if (count > 0) throw refusal(`${count} items are on ${layer}`, `List them with query.items { "layer": "${layer}" }.`);
}

function refusal(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot set the layers: ${reason}.`, hint });
}
