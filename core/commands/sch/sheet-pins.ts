import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { plainEffects } from "../../model/effects.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";

export type Side = "left" | "right" | "top" | "bottom";

/** KiCad's connection grid, which pins of a sheet keep to. */
const GRID: Nm = 1_270_000;
/** Pins are so far apart when they are placed by themselves. */
const SPACING: Nm = 2_540_000;

/** The angle that each side's pins have: outward. */
const angles: Readonly<Record<Side, number>> = { right: 0, top: 90, left: 180, bottom: 270 };

/** Adds a pin to a sheet symbol, at `at` on that side; answers its id. */
export function addPin(edit: Edit, sheet: Item, name: string, shape: string, side: Side, at: Point): ItemId {
  const angle = angles[side];
  return edit.addInside(sheet.id, "pin", {
    name,
    shape,
    at: { ...at, angle },
    // The text goes inward, so it hangs on the other side than a label's.
    effects: { ...plainEffects, hAlign: angle < 180 ? "right" : "left" },
  });
}

/** The place on a side at a distance from its upper or left corner. Throws when that is beyond the sheet. */
export function placeOnSide(sheet: Item, side: Side, offset: Nm): Point {
  const at = sheet["at"] as Point;
  const size = sheet["size"] as Point;
  const length = side === "left" || side === "right" ? size.y : size.x;
  if (offset < 0 || offset > length) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot place the pin ${offset / 1e6} mm along the ${side} side: it is ${length / 1e6} mm long.`,
      hint: "Leave offset out for the next free place.",
    });
  }
  if (side === "left") return { x: at.x, y: at.y + offset };
  if (side === "right") return { x: at.x + size.x, y: at.y + offset };
  return { x: at.x + offset, y: side === "top" ? at.y : at.y + size.y };
}

/** The next free place on a side, on the grid; null when the side is full. */
export function freePlace(sheet: Item, side: Side): Point | null {
  const at = sheet["at"] as Point;
  const size = sheet["size"] as Point;
  const upright = side === "left" || side === "right";
  const [origin, length] = upright ? [at.y, size.y] : [at.x, size.x];
  const taken = sheet.children
    .filter((child) => child.kind === "sheetPin" && (child["at"] as { angle: number }).angle === angles[side])
    .map((child) => (upright ? (child["at"] as Point).y : (child["at"] as Point).x));
  const first = Math.ceil((origin + SPACING) / GRID) * GRID;
  for (let v = first; v < origin + length; v += SPACING)
    if (taken.every((other) => Math.abs(other - v) >= SPACING)) return placeOnSide(sheet, side, v - origin);
  for (let v = Math.ceil((origin + GRID) / GRID) * GRID; v < origin + length; v += GRID)
    if (!taken.includes(v)) return placeOnSide(sheet, side, v - origin);
  return null;
}
