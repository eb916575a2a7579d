import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import { connect } from "../../engines/connect/clusters.ts";
import type { BoardPart } from "../../engines/netlist/board-parts.ts";
import { boardParts } from "../../engines/netlist/board-parts.ts";
import type { Item } from "../../model/item.ts";
import type { OpenDocument } from "../../session/open-document.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { boundsOf } from "../item-bounds.ts";
import { referenceOf } from "../item-refs.ts";
import { footprintNamed } from "../lib/libraries.ts";
import { exchangeFootprint } from "../pcb/exchange.ts";
import { addFootprint } from "../pcb/new-footprint.ts";
import { wholeDesign } from "../sch/design.ts";
import {
  boardBox,
  isPadless,
  matchParts,
  moveCopper,
  packParts,
  removeIdleNets,
  updateFootprint,
} from "./board-update.ts";

export const updatePcb = defineEdit({
  id: "project.updatePcb",
  title: "Update board from schematic",
  about:
    "Carries the schematic to the board as KiCad's Update PCB from Schematic does: adds missing footprints (in blocks by " +
    "sheet, right of the board), takes over references, values, fields and nets, and lets copper follow its pads. The " +
    "notes report every change; dryRun reports and changes nothing. `path` is the board or the root schematic.",
  scope: "project",
  args: {
    match: Type.Optional(
      Type.Union([Type.Literal("uuid"), Type.Literal("reference")], {
        description: "How footprints find their symbols: by the link that they keep (default), or by reference.",
      }),
    ),
    deleteExtra: Type.Optional(
      Type.Boolean({
        description: "Whether footprints without a symbol are deleted, locked ones excepted; false when left out.",
      }),
    ),
    replaceFootprints: Type.Optional(
      Type.Boolean({
        description: "Whether footprints are replaced where the schematic names another; true when left out.",
      }),
    ),
    updateFields: Type.Optional(Type.Boolean({ description: "Whether fields are taken over; true when left out." })),
  },
  examples: [
    {
      about: "What would change.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { dryRun: true },
    },
    { about: "Carry the schematic over.", fixture: "blinky/blinky.kicad_sch", args: {} },
  ],
  async run(cx, args) {
    const schematic = await partner(cx, "kicad_sch");
    const board = await partner(cx, "kicad_pcb");
    const design = await wholeDesign({ ...cx, open: schematic, doc: schematic.doc });
    const parts = boardParts(design.netlist);
    const edit = cx.editOf(board.path);
    const before = connect(edit.doc);
    const notes = [...design.notes];
    const unnumbered = design.netlist.parts.filter(
      (part) => !part.virtual && part.power === null && part.onBoard && !part.annotated,
    );
    if (unnumbered.length > 0)
      notes.push(`${unnumbered.length} parts have no number and are left out: number them first.`);

    const { pairs, missing, extra } = matchParts(edit, parts, args.match ?? "uuid");
    for (const { part, footprint } of pairs) {
      cx.signal.throwIfAborted();
      let id = footprint.id;
      if (args.replaceFootprints !== false && part.footprint !== "" && part.footprint !== footprint["libId"])
        id = await replaced(cx, board, footprint, part, notes);
      notes.push(...updateFootprint(edit, id, part, { fields: args.updateFields !== false }));
    }
    const added = await addMissing(cx, board, missing, notes);
    // That a new footprint gets its fields and nets goes without saying; that it lacks pads does not.
    for (const { id, part } of added)
      notes.push(...updateFootprint(edit, id, part, { fields: args.updateFields !== false }).filter(isPadless));
    for (const footprint of extra) {
      const name = referenceOf(footprint) || footprint.id;
      if (args.deleteExtra !== true) notes.push(`${name} has no symbol: it stays.`);
      else if (footprint["locked"] === true) notes.push(`${name} has no symbol, but is locked: it stays.`);
      else {
        notes.push(`Deletes ${name}, which has no symbol.`);
        edit.remove(footprint.id);
      }
    }
    notes.push(...moveCopper(edit, before));
    const idle = removeIdleNets(edit);
    if (idle > 0) notes.push(`${idle} nets that nothing uses are gone.`);
    return notes.length === 0 ? ["The board agrees with the schematic."] : notes;
  },
});

/** The project's board or root schematic, open. */
async function partner(cx: EditContext, extension: string): Promise<OpenDocument> {
  const path = cx.open.path.replace(/\.[^./\\]*$/, `.${extension}`);
  try {
    const { path: real } = await cx.session.open(path, cx.caller.name);
    return cx.session.get(real);
  } catch (thrown) {
    if (toCommandError(thrown).code !== "not-found") throw thrown;
    throw new CommandError({
      code: "not-found",
      message: `Cannot update the board: ${path} is not there.`,
      hint: "Board and root schematic have the project's name: path is either of them.",
      data: { path },
    });
  }
}

async function load(cx: EditContext, board: OpenDocument, part: BoardPart, notes: string[]) {
  if (part.footprint === "") {
    notes.push(`Cannot add ${part.reference}: its symbol has no footprint. Give it one with sch.assignFootprint.`);
    return null;
  }
  try {
    return await footprintNamed(cx, board.path, part.footprint, `add ${part.reference}`);
  } catch (thrown) {
    const error = toCommandError(thrown);
    if (error.code === "service-unavailable" || error.code === "internal") throw error;
    notes.push(`${error.message} ${error.hint ?? ""}`.trim());
    return null;
  }
}

async function addMissing(cx: EditContext, board: OpenDocument, missing: readonly BoardPart[], notes: string[]) {
  const edit = cx.editOf(board.path);
  const loaded: { part: BoardPart; item: Item; id: string }[] = [];
  for (const part of missing) {
    cx.signal.throwIfAborted();
    const source = await load(cx, board, part, notes);
    if (source !== null) loaded.push({ part, item: source.item, id: source.id });
  }
  const boxes = loaded.map(({ part, item }) => ({
    key: part.reference,
    sheet: part.sheetname,
    box: boundsOf({ item: { ...item, at: { x: 0, y: 0, angle: 0 } } }),
  }));
  const places = packParts(boxes, boardBox(edit));
  return loaded.map(({ part, item, id: libId }) => {
    notes.push(`Adds ${part.reference} (${part.footprint}).`);
    const at = places.get(part.reference)!;
    const own = numbersOf(item);
    const padNets: Record<string, string> = {};
    for (const [number, use] of part.padUses)
      if (use.net !== "" && own.has(number)) padNets[number] = edit.ensureNet(use.net);
    const id = addFootprint(edit, item, {
      ...{ libId, at, angle: 0, side: "front", padNets },
      fields: { Reference: part.reference, Value: part.value },
      ...{ path: part.path, sheetname: part.sheetname, sheetfile: part.sheetfile },
    });
    return { id, part };
  });
}

/** Puts the footprint that the schematic names where the old one is. */
async function replaced(
  cx: EditContext,
  board: OpenDocument,
  old: Item,
  part: BoardPart,
  notes: string[],
): Promise<string> {
  const edit = cx.editOf(board.path);
  const source = await load(cx, board, part, notes);
  if (source === null) return old.id;
  if (old["locked"] === true) {
    notes.push(`${part.reference} is locked and keeps ${String(old["libId"])}.`);
    return old.id;
  }
  notes.push(
    ...exchangeFootprint(edit, old, source, {
      ...{ resetFields: true, resetAttributes: true, removeExtra: true },
      values: { Reference: part.reference, Value: part.value },
      origin: { path: part.path, sheetname: part.sheetname, sheetfile: part.sheetfile },
    }),
  );
  return old.id;
}

function numbersOf(footprint: Item): Set<string> {
  return new Set(footprint.children.filter((child) => child.kind === "pad").map((pad) => pad["number"] as string));
}
