import { Type } from "typebox";
import type { Point } from "../../base/nm.ts";
import type { BackAnnotation } from "../../engines/parity/back-annotation.ts";
import { backAnnotation, linkFootprints } from "../../engines/parity/back-annotation.ts";
import type { NetRenames } from "../../engines/parity/net-renames.ts";
import { netRenames } from "../../engines/parity/net-renames.ts";
import type { Edit } from "../../session/edit.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { addLabel } from "../sch/new-label.ts";
import { setReferences } from "../sch/references.ts";
import { foldField, setFieldText } from "../sch/set-field.ts";
import { designPair } from "./pair.ts";

const part = (about: string) => Type.Optional(Type.Boolean({ description: `${about}; true when left out.` }));

export const updateSchematic = defineEdit({
  id: "project.updateSchematic",
  title: "Update schematic from board",
  about:
    "Carries the board back to the schematic as KiCad's Update Schematic from PCB does: references, values, footprints, " +
    "attributes, fields, and names of nets (labels are renamed or added; connections never change). The notes report " +
    "every change, and what cannot be taken over; dryRun reports and changes nothing. `path` is the board or the root " +
    "schematic.",
  scope: "project",
  args: {
    match: Type.Optional(
      Type.Union([Type.Literal("uuid"), Type.Literal("reference")], {
        description: "How footprints find their symbols: by the link that they keep (default), or by reference.",
      }),
    ),
    references: part("Whether references are taken over"),
    values: part("Whether values are taken over"),
    footprints: part("Whether footprint assignments are taken over"),
    attributes: part("Whether do-not-populate and exclude-from-BOM are taken over"),
    fields: part("Whether other fields are taken over"),
    removeFields: Type.Optional(
      Type.Boolean({
        description: "Whether fields that a footprint has not got go from its symbol; false when left out.",
      }),
    ),
    netNames: part("Whether names of nets are taken over"),
  },
  examples: [
    { about: "What would change.", fixture: "blinky/blinky.kicad_pcb", args: { dryRun: true } },
    {
      about: "Only references, after a renumbering on the board.",
      fixture: "blinky/blinky.kicad_sch",
      args: { values: false, footprints: false, attributes: false, fields: false, netNames: false },
    },
  ],
  async run(cx, args) {
    const { board, design } = await designPair(cx, "update the schematic");
    const { netlist } = design;
    const match = args.match ?? "uuid";
    const { links, notes: unlinked } = linkFootprints(board.doc, netlist, match);
    const found = backAnnotation(links, netlist, {
      match,
      references: args.references !== false,
      values: args.values !== false,
      footprints: args.footprints !== false,
      attributes: args.attributes !== false,
      fields: args.fields !== false,
      removeFields: args.removeFields === true,
    });
    const renames = args.netNames === false ? NO_RENAMES : netRenames(links, netlist);
    await setReferences(cx, netlist, found.references);
    await setTexts(cx, found);
    await setLabels(cx, renames);
    const notes = [...design.notes, ...unlinked, ...found.notes, ...renames.notes];
    return notes.length === 0 ? ["The schematic agrees with the board."] : notes;
  },
});

const NO_RENAMES: NetRenames = { labels: [], newLabels: [], notes: [] };

/** A sheet's file, opened and joined to the one change. */
async function editOfFile(cx: EditContext, file: string): Promise<Edit> {
  return cx.editOf((await cx.session.open(file, cx.caller.name)).path);
}

async function setTexts(cx: EditContext, { fields, flags }: BackAnnotation): Promise<void> {
  for (const { part, name, to } of fields) {
    const edit = await editOfFile(cx, part.sheet.file);
    if (to !== null) setFieldText(edit, part.symbol.id, name, to);
    else {
      const own = edit.doc.items
        .get(part.symbol.id)!
        .children.find((child) => child.kind === "property" && foldField(child["name"] as string) === foldField(name));
      if (own !== undefined) edit.remove(own.id, part.symbol.id);
    }
  }
  for (const { part, flag, to } of flags) (await editOfFile(cx, part.sheet.file)).set(part.symbol.id, { [flag]: to });
}

async function setLabels(cx: EditContext, { labels, newLabels }: NetRenames): Promise<void> {
  for (const { node, to } of labels) {
    const edit = await editOfFile(cx, node.sheet.file);
    if (node.kind === "sheetPin") edit.set(node.id, { name: to }, node.owner!.id);
    else edit.set(node.id, { text: to });
  }
  for (const { pin, text, global } of newLabels)
    addLabel(await editOfFile(cx, pin.part.sheet.file), {
      ...{ text, at: pin.at, angle: outward(pin.inward) },
      type: global ? "global" : "local",
    });
}

/** The angle that leads away from a symbol's body. */
function outward(inward: Point): number {
  if (inward.x !== 0) return inward.x < 0 ? 0 : 180;
  return inward.y < 0 ? 270 : 90;
}
