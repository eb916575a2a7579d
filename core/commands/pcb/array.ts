import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Degrees, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { quartersOf } from "../../engines/render/turned-picture.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { degrees, itemRefs, mm, pointMm, toPoint } from "../schemas.ts";
import { copyItems, FreeReferences, setReference } from "./copy-items.ts";
import { references, unlockCopy } from "./duplicate.ts";
import { passNets } from "./follow-nets.ts";
import { alone } from "./move.ts";
import { centreOf, selectItems } from "./selection.ts";
import { alter, moveItem, pictureRefusal, rotateItem } from "./transform.ts";

/** More copies than this are a slip. */
const MAX_COPIES = 5000;

export const array = defineEdit({
  id: "pcb.array",
  title: "Create array",
  about:
    "Copies items into a grid (columns, rows, step) or a circle (count about center), as KiCad's Create Array; the " +
    "originals are the array's first place. Grid: `step` is the way to the next column and row, `stagger` shifts every " +
    "second row by a part of it. Circle: `angle` is the way from one to the next, a full turn shared out when left out; " +
    "copies turn along unless `turn` is false. Footprints get free references in the order of the copies.",
  scope: "board",
  args: {
    items: itemRefs("What to copy"),
    columns: Type.Optional(
      Type.Integer({ description: "Columns of a grid, the originals' included.", minimum: 1, maximum: MAX_COPIES }),
    ),
    rows: Type.Optional(
      Type.Integer({ description: "Rows of a grid, the originals' included.", minimum: 1, maximum: MAX_COPIES }),
    ),
    step: Type.Optional(pointMm("Way to the next column (x) and the next row (y)")),
    stagger: Type.Optional(mm("How far every second row is shifted along x")),
    count: Type.Optional(
      Type.Integer({ description: "Places on a circle, the originals' included.", minimum: 2, maximum: MAX_COPIES }),
    ),
    center: Type.Optional(pointMm("Centre of the circle")),
    angle: Type.Optional(degrees("From one place on the circle to the next")),
    turn: Type.Optional(Type.Boolean({ description: "Copies on a circle turn along (default)." })),
    references,
    alone,
  },
  examples: [
    {
      about: "Two columns and three rows.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "R3", columns: 2, rows: 3, step: [4, 2.5] },
    },
    {
      about: "Six round a point.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "R5", count: 6, center: [128, 86] },
    },
  ],
  run(cx, args) {
    const grid = args.columns !== undefined || args.rows !== undefined;
    if (grid === (args.count !== undefined)) throw refused("give either columns and rows, or count and center");
    if (grid && args.step === undefined) throw refused("step is missing");
    if (!grid && args.center === undefined) throw refused("center is missing");
    const columns = args.columns ?? 1;
    const rows = args.rows ?? 1;
    const total = grid ? columns * rows : args.count!;
    if (total < 2) throw refused(`it has ${total} place, the originals' own`);
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "copy", { force: true, alone: args.alone, notes });
    if (total * items.length > MAX_COPIES) throw refused(`${total * items.length} items are more than ${MAX_COPIES}`);
    const free = new FreeReferences(cx.doc);
    const given = new Map<string, string[]>();
    const step = toPoint(args.step ?? [0, 0]);
    const stagger = Math.round((args.stagger ?? 0) * 1e6);
    for (let n = 1; n < total; n++) {
      const copies = copyItems(cx.edit, items);
      for (const item of items) {
        const id = copies.get(item.id)!;
        const now = () => cx.edit.doc.items.get(id)!;
        unlockCopy(now(), (patch) => cx.edit.set(id, patch));
        if (grid) {
          const row = Math.floor(n / columns);
          alter(cx.edit, moveItem(now(), { x: (n % columns) * step.x + (row % 2) * stagger, y: row * step.y }));
        } else {
          const angle = args.angle === undefined ? (360 * n) / total : args.angle * n;
          place(cx.edit, now, angle, toPoint(args.center!), args.turn !== false);
        }
        if (item.kind !== "footprint" || args.references === "keep") continue;
        const reference = free.after(referenceOf(item));
        setReference(cx.edit, id, reference);
        given.set(referenceOf(item), [...(given.get(referenceOf(item)) ?? []), reference]);
      }
    }
    for (const [from, to] of given)
      notes.push(`Copies of ${from}: ${to.slice(0, 50).join(", ")}${to.length > 50 ? ", …" : ""}.`);
    return [...notes, ...passNets(cx)];
  },
});

function place(edit: Parameters<typeof alter>[0], now: () => Item, angle: Degrees, center: Point, turn: boolean): void {
  if (turn) {
    const picture = quartersOf(angle) === 0 ? null : pictureRefusal(now());
    if (picture !== null || (now()["type"] === "orthogonal" && angle % 90 !== 0))
      throw refused(`a ${now().kind} cannot be turned by ${angle} degrees${picture === null ? "" : `: ${picture}`}`);
    // As KiCad rounds: its place is turned about the centre, then the item about its place.
    const own = (now()["at"] ?? now()["start"] ?? center) as Point;
    const goal = rotatePoint({ x: own.x, y: own.y }, angle, center);
    alter(edit, moveItem(now(), { x: goal.x - own.x, y: goal.y - own.y }));
    alter(edit, rotateItem(now(), angle, goal));
    return;
  }
  const from = centreOf([now()]);
  if (from === null) return;
  const to = rotatePoint(from, angle, center);
  alter(edit, moveItem(now(), { x: to.x - from.x, y: to.y - from.y }));
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot create an array: ${reason}.`,
    hint: 'Examples: { "items": "R1", "columns": 3, "rows": 2, "step": [5, 4] } or { "items": "R1", "count": 6, "center": [100, 80] }.',
  });
}
