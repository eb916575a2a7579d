import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { referenceOf, resolveTopLevel } from "../item-refs.ts";
import { renameSymbol } from "../sch/rename-symbol.ts";
import { walkSheets } from "../sch/sheet-walk.ts";
import { symbolsCalled } from "../sch/symbol-refs.ts";
import { itemRefs, mm } from "../schemas.ts";
import { setReference } from "./copy-items.ts";

export const renumber = defineEdit({
  id: "pcb.renumber",
  title: "Renumber by place",
  about:
    "Gives footprints new numbers by where they are, as KiCad's Geographical Reannotate: each letter starts anew, first the " +
    "front, then the back, seen from behind, goes on. The schematic beside the board gets the same references in the same " +
    "change, unless `schematic` is false. The notes tell the new names.",
  scope: "project",
  args: {
    items: Type.Optional(itemRefs("Only these; all footprints when left out")),
    order: Type.Optional(
      Type.Union([Type.Literal("down-right"), Type.Literal("right-down")], {
        description: "right-down (default): row by row from the top left; down-right: column by column.",
      }),
    ),
    grid: Type.Optional(
      mm("Places within so much count as one row or column; 1 when left out", { exclusiveMinimum: 0 }),
    ),
    start: Type.Optional(Type.Integer({ description: "First number; 1 when left out.", minimum: 0 })),
    backStart: Type.Optional(
      Type.Integer({ description: "First number on the back; the front's go on when left out.", minimum: 0 }),
    ),
    keepLocked: Type.Optional(
      Type.Boolean({ description: "Locked footprints keep their numbers; false when left out." }),
    ),
    schematic: Type.Optional(
      Type.Boolean({ description: "Whether the schematic is renamed too; true when left out." }),
    ),
  },
  examples: [
    { about: "The whole board, row by row.", fixture: "board-tools/board-tools.kicad_pcb", args: {} },
    { about: "Board and schematic.", fixture: "blinky/blinky.kicad_pcb", args: { order: "down-right" } },
  ],
  async run(cx, args) {
    if (cx.doc.kind !== "board")
      throw new CommandError({
        code: "wrong-kind",
        message: "Cannot renumber by place: this is no board.",
        hint: "Give the board's path.",
      });
    const chosen =
      args.items === undefined
        ? [...cx.doc.items.ofKind("footprint")]
        : resolveTopLevel(cx.doc, args.items, "renumber");
    const parts = chosen.filter(
      (item) =>
        item.kind === "footprint" &&
        /^\D+\d/.test(referenceOf(item)) &&
        !(args.keepLocked === true && item["locked"] === true),
    );
    const names = namesFor(cx.doc.items.ofKind("footprint"), parts, {
      grid: Math.round((args.grid ?? 1) * 1e6),
      byRow: args.order !== "down-right",
      start: args.start ?? 1,
      backStart: args.backStart ?? null,
    });
    const notes: string[] = [];
    const moves = parts.flatMap((item) => {
      const to = names.get(item.id)!;
      return to === referenceOf(item) ? [] : [{ item, from: referenceOf(item), to }];
    });
    if (args.schematic !== false && moves.length > 0) await renameSymbols(cx, moves, notes);
    for (const { item, to } of moves) setReference(cx.editOf(cx.open.path), item.id, to);
    const said = moves.map(({ from, to }) => `${from} is ${to}`);
    notes.unshift(
      moves.length === 0
        ? "All numbers were in order."
        : `${said.slice(0, 100).join(", ")}${said.length > 100 ? ", …" : ""}.`,
    );
    return notes;
  },
});

interface Order {
  readonly grid: Nm;
  readonly byRow: boolean;
  readonly start: number;
  readonly backStart: number | null;
}

function namesFor(all: Iterable<Item>, parts: readonly Item[], order: Order): Map<ItemId, string> {
  const chosen = new Set(parts.map((item) => item.id));
  const taken = new Set([...all].filter((item) => !chosen.has(item.id)).map(referenceOf));
  const next = new Map<string, number>();
  const names = new Map<ItemId, string>();
  const key = (item: Item) => {
    const { x, y } = item["at"] as Point;
    const row = cellOf(y, order.grid);
    // The back is seen from behind: what is to the right on the front is to the left there.
    const column = item["layer"] === "B.Cu" ? -cellOf(x, order.grid) : cellOf(x, order.grid);
    return order.byRow ? [row, column] : [column, row];
  };
  const sorted = (side: string) =>
    parts
      .filter((item) => (item["layer"] === "B.Cu") === (side === "back"))
      .sort((a, b) => {
        const [a0, a1] = key(a);
        const [b0, b1] = key(b);
        return a0! - b0! || a1! - b1! || (a.id < b.id ? -1 : 1);
      });
  for (const side of ["front", "back"]) {
    if (side === "back" && order.backStart !== null) next.clear();
    for (const item of sorted(side)) {
      const prefix = referenceOf(item).replace(/\d.*$/s, "");
      let n = next.get(prefix) ?? (side === "back" && order.backStart !== null ? order.backStart : order.start);
      while (taken.has(`${prefix}${n}`)) n++;
      next.set(prefix, n + 1);
      taken.add(`${prefix}${n}`);
      names.set(item.id, `${prefix}${n}`);
    }
  }
  return names;
}

/** The row or column of a place: the next one begins beyond the half, on either side of zero. */
function cellOf(value: Nm, grid: Nm): number {
  return Math.sign(value) * Math.ceil(Math.abs(value) / grid - 0.5);
}

/** Renames the symbols of all sheets at once: whose name another one takes has left it by then. */
async function renameSymbols(
  cx: EditContext,
  moves: readonly { from: string; to: string }[],
  notes: string[],
): Promise<void> {
  const path = cx.open.path.replace(/\.[^./\\]*$/, ".kicad_sch");
  let root: string;
  try {
    root = (await cx.session.open(path, cx.caller.name)).path;
  } catch (thrown) {
    if (toCommandError(thrown).code !== "not-found") throw thrown;
    notes.push("There is no schematic beside the board: only the board was changed.");
    return;
  }
  const files = new Set([root]);
  const { doc } = cx.session.get(root);
  if ([...doc.items.ofKind("sheet")].length > 0)
    for (const use of await walkSheets(cx, { path: root, doc }))
      if (use.problem === null) files.add((await cx.session.open(use.file, cx.caller.name)).path);
  const found = [...files].flatMap((file) =>
    moves.flatMap(({ from, to }) =>
      symbolsCalled(cx.session.get(file).doc, from).map((symbol) => ({ file, id: symbol.id, from, to })),
    ),
  );
  // By way of names that nothing has, so that none is there twice in between.
  for (const stage of ["away", "home"] as const) {
    for (const { file, id, from, to } of found) {
      const edit = cx.editOf(file);
      const symbol = edit.doc.items.get(id)!;
      renameSymbol(edit, symbol, stage === "away" ? `${to}~` : to, [stage === "away" ? from : `${to}~`]);
    }
  }
  const missing = moves.filter(({ from }) => !found.some((each) => each.from === from)).map(({ from }) => from);
  if (missing.length > 0) notes.push(`The schematic has no ${missing.join(", ")}.`);
}
